// Filing a bug.
import { useSignal } from '@preact/signals'
import { isTrackerError } from '@trackerkit/client'
import { useEffect, useRef } from 'preact/hooks'
import { Composer, useMarkdown } from '../../parts/composer.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { keepDraft, readDraft } from '../../state/drafts.js'
import { say } from '../../state/notice.js'
import { definePage } from '../../page/define.js'
import { pathOf, type PageAddress } from '../../page/page.js'
import { valueNames } from '../../page/value-names.js'
import { Duplicates } from './duplicates.js'
import { Choice, Line } from './fields.js'
import { activeNames } from '../../page/active-names.js'
import { completed, loadNew, productsOf, shownFields, type Draft, type NewData } from './load.js'
import { MoreFields } from './more-fields.js'
import { newTexts } from '../../texts/english/new.js'

export const newBug = definePage<NewData>({
  texts: { new: newTexts },
  load: loadNew,
  title: (_, texts) => texts.new.title,
  View: NewBug,
})

const place = 'new bug'

/** The values of the form, its errors, and sending it. */
function useNewBug(data: NewData, address: PageAddress) {
  const app = useApp()
  const { texts, operations } = app
  const summary = useRef<HTMLInputElement>(null)
  const draft = useSignal<Draft>(completed(data, Object.fromEntries(address.query)))
  const isMarkdown = useMarkdown(data.metadata)
  const refused = useSignal<ReadonlyMap<string, string>>(new Map())
  const failure = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  useEffect(() => {
    const kept = readDraft<Draft>(app, place)
    if (kept) draft.value = completed(data, { ...kept, ...Object.fromEntries(address.query) })
  }, [])
  const set = (field: string, value: string) => {
    draft.value = completed(data, { ...draft.value, [field]: value })
    refused.value = new Map([...refused.value].filter(([name]) => name !== field))
    keepDraft(app, place, draft.value)
  }
  const refuse = (field: string, message: string) => {
    refused.value = new Map([[field, message]])
    if (field === 'summary') summary.current?.focus()
  }
  const send = async () => {
    failure.value = undefined
    if ((draft.value['summary'] ?? '').trim() === '') return refuse('summary', texts.new.summaryMissing)
    isBusy.value = true
    try {
      const filled = Object.fromEntries(Object.entries(draft.value).filter(([, value]) => value !== ''))
      const { id } = await operations.bugs.create({
        ...filled,
        ...(isMarkdown && { is_markdown: isMarkdown.value }),
      } as never)
      keepDraft(app, place, undefined)
      await app.go(pathOf('bug', id))
      say(app, texts.new.filed(id))
    } catch (error) {
      const message = error instanceof Error ? error.message : texts.error.title
      const field = isTrackerError(error) ? error.data.field : undefined
      if (field !== undefined && shownFields.includes(field)) refuse(field, message)
      else failure.value = message
    } finally {
      isBusy.value = false
    }
    return undefined
  }
  return { draft, isMarkdown, refused, failure, isBusy, summary, set, send }
}

function NewBug({ data, address }: { readonly data: NewData; readonly address: PageAddress }) {
  const { texts } = useApp()
  const labels = texts.new
  const form = useNewBug(data, address)
  const { draft, refused, failure, isBusy, set } = form
  const products = productsOf(data)
  const product = products.find(({ name }) => name === draft.value['product'])
  const valueOf = (field: string) => draft.value[field] ?? ''
  const bind = (field: string) => ({
    value: valueOf(field),
    message: refused.value.get(field),
    onInput: (value: string) => set(field, value),
  })
  const valuesOf = (name: string) => valueNames(data.metadata, name)
  if (products.length === 0) return <Nowhere />
  return (
    <form
      class="new-page"
      aria-label={labels.title}
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isBusy.value) void form.send()
      }}
    >
      <h1>{labels.title}</h1>
      <div class="form-columns">
        <Choice
          label={labels.product}
          options={products.map(({ name }) => name)}
          nothing={labels.choose}
          {...bind('product')}
        />
        <Choice
          label={labels.component}
          options={activeNames(product?.components)}
          nothing={labels.choose}
          {...bind('component')}
        />
      </div>
      <Line label={labels.summary} input={form.summary} {...bind('summary')} />
      <Duplicates summary={valueOf('summary')} product={valueOf('product')} />
      <Composer label={labels.description} rows={9} isMarkdown={form.isMarkdown} {...bind('description')} />
      <div class="form-columns">
        <Choice label={labels.version} options={activeNames(product?.versions)} {...bind('version')} />
        <Choice label={labels.severity} options={valuesOf('severity')} nothing={labels.usual} {...bind('severity')} />
        <Choice label={labels.priority} options={valuesOf('priority')} nothing={labels.usual} {...bind('priority')} />
      </div>
      <MoreFields data={data} product={product} bind={bind} valueOf={valueOf} />
      {failure.value !== undefined && <Failure message={failure.value} />}
      <FileButton isBusy={isBusy.value} />
    </form>
  )
}

function FileButton({ isBusy }: { readonly isBusy: boolean }) {
  const { texts, isLive } = useApp()
  return (
    <div class="buttons">
      <button type="submit" class="primary" aria-keyshortcuts="Control+Enter" disabled={!isLive.value || isBusy}>
        {texts.new.submit}
      </button>
    </div>
  )
}

function Failure({ message }: { readonly message: string }) {
  return (
    <p role="alert" class="alert">
      {visible(message)}
    </p>
  )
}

function Nowhere() {
  const { texts } = useApp()
  return (
    <div class="plain-page">
      <h1>{texts.new.title}</h1>
      <p>{texts.new.noProducts}</p>
    </div>
  )
}
