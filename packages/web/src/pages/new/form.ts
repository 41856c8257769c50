// The state of the form for a new bug, and sending it.
import { signal, useSignal, type Signal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { failureOf } from '../../page/failure.js'
import { pathOf, type Failure, type PageAddress } from '../../page/page.js'
import { useMarkdown } from '../../parts/composer.js'
import { addFiles } from '../../parts/add-files.js'
import { loadDrafts, useDrafts } from '../../parts/drafts.js'
import { attachmentLimit, type NewFile } from '../../parts/files.js'
import { focusRendered } from '../../parts/focus-rendered.js'
import { sendFiles, tooLarge, type FilesOutcome } from '../../parts/send-files.js'
import { keepUnsent } from '../../parts/unsent-files.js'
import { useApp, type App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { detailsOf } from '../../page/metadata.js'
import { useQuestions, withAnswers, wrongAnswer, type Asking } from './answers.js'
import { valuesOfAddress, type AddressValues } from './address.js'
import {
  completed,
  groupsElsewhere,
  inProduct,
  inputOf,
  internalValues,
  isPrivate,
  listOf,
  textOf,
  type Draft,
  type FilledForm,
  type NewData,
  type Product,
} from './load.js'
import { formatOf, namingPublic, showPictures } from './pictures.js'
import { isInForm, isShown, namesNotShown } from './shown.js'
import { isTemplate, useTemplate } from './template.js'

/** The form as its fields see it. */
export interface FormState extends FilledForm {
  /** Errors by field. */
  readonly refused: ReadonlyMap<string, string>
  /** Those that have been loaded. */
  readonly products: readonly Product[]
  readonly set: (field: string, value: string | readonly string[]) => void
}

const place = 'new bug'

/** In drafts. */
const [markdown, queryInDraft] = ['is_markdown', 'address_query'] as const

export function useNewBug(data: NewData, address: PageAddress) {
  const app = useApp()
  const summary = useRef<HTMLInputElement>(null)
  const products = useSignal<readonly Product[]>(data.metadata.products)
  const productOf = (draft: Draft) => products.value.find(({ name }) => name === draft['product'])
  const [only] = data.names.length === 1 ? data.names : []
  const moved = (draft: Draft, product: string) => inProduct(draft, product, productOf(draft))
  const withProduct = (draft: Draft): Draft => {
    const whole = only === undefined ? draft : moved(draft, only)
    return completed(productOf(whole), whole)
  }
  const given = useMemo(() => valuesOfAddress(data, app.who, address.query), [data, address])
  const draft = useMemo(() => signal<Draft>(withProduct(given.draft)), [])
  const isMarkdown = useMarkdown(data.metadata, given.isMarkdown)
  const attaching = useFiles(draft, isMarkdown)
  const { refused, refuse, accept } = useRefused(summary)
  const [failure, isBusy] = [useSignal<string | undefined>(undefined), useSignal(false)]
  const kept = useKept(draft, isMarkdown, { data, given, address, moved, withProduct })
  const details = useDetails(app, data, draft, products, withProduct)
  const asking = useQuestions(app, data, draft, failure)
  const set: FormState['set'] = (field, value) => {
    kept.enter()
    const changed = field === 'product' ? moved(draft.value, String(value)) : { ...draft.value, [field]: value }
    draft.value = withProduct(changed)
    accept(field)
  }
  useTemplate(app, draft, asking.forms.length > 0, () => accept('description'))
  const form = (): FilledForm => {
    return { data, product: productOf(draft.value), draft: draft.value, unshown: given.unshown }
  }
  const isAtForm = () => (app.ahead() ?? app.shown.value.address).path === address.path
  const send = async () => {
    failure.value = undefined
    // The questions of a form have no answers yet, or the groups of a product are not known.
    if (asking.isLoading || asking.load() || details.isLoading) return
    const wrong = missingIn(app, form())
    if (wrong) return refuse(...wrong)
    if (details.failure) return void details.load()
    failure.value = tooLarge(app, attaching.files.value, attachmentLimit(data.metadata.parameters))
    if (failure.value !== undefined) return
    isBusy.value = true
    try {
      await fileBug({ app, form: form(), files: attaching.files, isMarkdown, kept, asking, isAtForm })
    } catch (error) {
      const message = error instanceof Error ? error.message : app.texts.error.title
      if (!isAtForm() || summary.current === null) return say(app, app.texts.new.notFiled(message))
      const field = wrongField(error, form(), asking)
      if (field !== undefined) return refuse(field, message)
      failure.value = message
    } finally {
      isBusy.value = false
    }
  }
  const state: FormState = { ...form(), refused: refused.value, products: products.value, set }
  return { state, asking, ...attaching, isMarkdown, kept, details, failure, isBusy, summary, send }
}

/** The field that the form knows to be wrong, and the error. */
function missingIn({ texts }: App, { data, product: loaded, draft }: FilledForm): [string, string] | undefined {
  const product = textOf(draft, 'product')
  if (product !== '' && !data.names.includes(product)) return ['product', texts.new.notEnterable(product)]
  if (textOf(draft, 'summary').trim() === '') return ['summary', texts.new.summaryMissing]
  if (isTemplate(draft)) return ['description', texts.new.templateUnchanged]
  const lacking = loaded ? listOf(draft, groupsElsewhere) : []
  return lacking.length > 0 ? [groupsElsewhere, texts.new.groupsMissing(lacking, product)] : undefined
}

interface Filing {
  readonly app: App
  readonly form: FilledForm
  readonly files: ReturnType<typeof useFiles>['files']
  readonly isMarkdown: Signal<boolean> | undefined
  readonly kept: ReturnType<typeof useKept>
  readonly asking: Asking
  /** The user is at a form for a new bug, or on the way to one. */
  readonly isAtForm: () => boolean
}

/** Files the bug, and opens its page unless the user has left the form. */
async function fileBug({ app, form, files, isMarkdown, kept, asking, isAtForm }: Filing): Promise<void> {
  const { texts, operations } = app
  const { draft, unshown } = form
  kept.enter()
  const written = namingPublic(draft, files.value)
  const format = !asking.isChosen && formatOf(written, isMarkdown)
  const hidden = namesNotShown(form)
  const shown = Object.fromEntries(Object.entries(draft).filter(([name]) => !hidden.includes(name)))
  const input = withAnswers(inputOf(shown, unshown), draft, asking)
  const drafts = await draftsSoon()
  // Until there is a response, the key of the write is kept with the draft. A draft that is asked about stays.
  if (drafts?.readDraft(app, place) === undefined) drafts?.keepDraft(app, place, kept.entered())
  const { id } = await operations.bugs.create({ ...input, ...format } as never)
  drafts?.settleDraft(app, place)
  const { numbered, failure } = await sendAll(app, id, files, isPrivate(draft))
  if (format) await showPictures(operations, id, { ...format, written, numbered })
  if (isAtForm()) await app.go(pathOf('bug', id))
  else if (failure !== undefined) return say(app, texts.new.notAttached(failure), { bug: id })
  return say(app, texts.new.filed(id))
}

/** Filing a bug does not depend on them: undefined if they cannot be loaded, or take more than two seconds. */
function draftsSoon() {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, 2000))
  return Promise.race([loadDrafts(), late]).catch(() => undefined)
}

/** Errors by field. The field of a new one is focused. */
function useRefused(summary: RefObject<HTMLInputElement | null>) {
  const refused = useSignal<ReadonlyMap<string, string>>(new Map())
  const refuse = (field: string, message: string) => {
    refused.value = new Map([[field, message]])
    if (field === 'summary') summary.current?.focus()
    else focusWrong()
  }
  const accept = (field: string) => {
    refused.value = new Map([...refused.value].filter(([name]) => name !== field))
  }
  return { refused, refuse, accept }
}

interface Keeping {
  readonly data: NewData
  readonly given: AddressValues
  readonly address: PageAddress
  readonly moved: (draft: Draft, product: string) => Draft
  readonly withProduct: (draft: Draft) => Draft
}

/** The entered values, as a draft. */
function useKept(
  draft: Signal<Draft>,
  isMarkdown: Signal<boolean> | undefined,
  { data, given, address: { query }, moved, withProduct }: Keeping,
) {
  const { who } = useApp()
  const drafts = useDrafts()
  const first = useRef({ draft: draft.value, isMarkdown: isMarkdown?.value ?? false })
  /** The query whose values the user has seen: they do not replace what was entered since. */
  const seen = useRef<Draft[string] | undefined>(String(query))
  const isEntered = useSignal(false)
  const enter = () => {
    isEntered.value = true
    seen.current = String(query)
  }
  const entered = (): Draft => ({
    ...draft.value,
    ...(isMarkdown && { [markdown]: isMarkdown.value ? '1' : '' }),
    ...(seen.current !== undefined && { [queryInDraft]: seen.current }),
  })
  const asked = given.draft
  const onUse = (kept: Draft | undefined) => {
    const { [markdown]: format, [queryInDraft]: seenThen, ...all } = kept ?? {}
    const values = Object.fromEntries(
      Object.entries(all).filter(([name]) => internalValues.includes(name) || isInForm(data, who, name)),
    )
    const isSame = seenThen === String(query)
    const isSeen = isSame || Object.keys(asked).every((field) => textOf(values, field) === textOf(asked, field))
    isEntered.value = kept !== undefined
    seen.current = kept && isSeen ? seenThen : String(query)
    const merged = { ...moved(values, textOf(asked, 'product') || textOf(values, 'product')), ...asked }
    draft.value = kept ? withProduct(isSeen ? values : merged) : first.current.draft
    const isAsked = !isSame && given.isMarkdown !== undefined
    if (isMarkdown) isMarkdown.value = format === undefined || isAsked ? first.current.isMarkdown : format !== ''
  }
  return { drafts, place, value: isEntered.value ? entered() : undefined, entered, onUse, enter }
}

/** Fields other than the summary are known by their state, and groups that the product lacks by the button that gives them up. */
function focusWrong(): void {
  const wrong = '.new-page [aria-invalid=true], .new-visibility .refused button'
  focusRendered(() => document.querySelector<HTMLElement>(wrong))
}

/** The files, which the description shows where its cursor is. */
function useFiles(draft: Signal<Draft>, isMarkdown: Signal<boolean> | undefined) {
  const files = useSignal<readonly NewFile[]>([])
  const area = useRef<HTMLTextAreaElement>(null)
  const add = (more: readonly File[]) => {
    const text = textOf(draft.value, 'description')
    addFiles(files, more, { text, area: isMarkdown?.value ? area.current : undefined })
  }
  return { files, add, area }
}

/** The field at which the form shows an error; undefined if at none. */
function wrongField(error: unknown, form: FilledForm, asking: Asking): string | undefined {
  const named = isTrackerError(error) ? String(error.data.field ?? '') : ''
  const [field = ''] = named.split('.')
  return wrongAnswer(asking, named) ?? (isShown(form, field) ? field : undefined)
}

/** The bug is filed by now: files that cannot be sent wait on its page. */
async function sendAll(
  app: App,
  bug: number,
  files: Signal<readonly NewFile[]>,
  areAllPrivate: boolean,
): Promise<FilesOutcome> {
  files.value = files.value.map((one) => ({ ...one, isPrivate: one.isPrivate || areAllPrivate }))
  const outcome = await sendFiles(app, bug, files)
  const { failure } = outcome
  if (failure !== undefined) keepUnsent(app, { bug, files: files.value, message: app.texts.new.notAttached(failure) })
  return outcome
}

interface Details {
  readonly load: () => Promise<void>
  readonly failure: Failure | undefined
  readonly isLoading: boolean
}

/** Loads the components, versions and groups of another product once it is chosen. */
function useDetails(
  app: App,
  { names }: NewData,
  draft: Signal<Draft>,
  products: Signal<readonly Product[]>,
  withProduct: (draft: Draft) => Draft,
): Details {
  const failure = useSignal<Failure | undefined>(undefined)
  const chosen = textOf(draft.value, 'product')
  const load = async () => {
    failure.value = undefined
    if (!names.includes(chosen) || products.value.some(({ name }) => name === chosen)) return
    try {
      const found = await detailsOf(app.operations, [chosen])
      // The product was renamed or hidden after the page was loaded.
      if (!found.some(({ name }) => name === chosen)) throw new Error(app.texts.new.notEnterable(chosen))
      products.value = [...products.value, ...found]
      draft.value = withProduct(draft.value)
    } catch (error) {
      const isChosen = textOf(draft.value, 'product') === chosen
      if (isChosen) failure.value = failureOf(error instanceof Error ? error : { message: app.texts.error.title })
    }
  }
  useEffect(() => void load(), [chosen])
  const isMissing = names.includes(chosen) && !products.value.some(({ name }) => name === chosen)
  return { load, failure: failure.value, isLoading: isMissing && !failure.value }
}
