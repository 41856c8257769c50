// The form that asks for answers in place of a description.
import type { Client } from '../../page/operations.js'
import type { FormElement, FormsGetAnswer } from '@trackerkit/client/types'
import { useSignal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { App } from '../../state/app.js'
import { formsOf, type FormOfProduct } from './forms-of.js'
import { listOf, textOf, type Draft, type NewData } from './load.js'

export type Question = FormElement & { readonly id: string }
/** The name of an answer in drafts, addresses and errors. */
export function answerName(id: string): string {
  return `answers.${id}`
}

async function bodyOf(operations: Client, name: string): Promise<FormElement[]> {
  const answer: FormsGetAnswer<{ body: FormElement[] }> = await operations.forms.get({
    names: [name],
    include_fields: ['body'],
  })
  return answer.forms[0]?.body ?? []
}

export interface Asking {
  readonly forms: readonly FormOfProduct[]
  /** Undefined: none is chosen, or it is not loaded yet. */
  readonly body: readonly FormElement[] | undefined
  readonly isChosen: boolean
  /** The questions are on their way. */
  readonly isLoading: boolean
  /** Loads the questions if they are missing. False if they are there. */
  readonly load: () => boolean
}

/** Loads the forms of another product, and the questions of a form once it is chosen. */
export function useQuestions(
  app: App,
  { forms: known, names }: Pick<NewData, 'forms' | 'names'>,
  draft: Signal<Draft>,
  failure: Signal<string | undefined>,
): Asking {
  const forms = useSignal<ReadonlyMap<string, readonly FormOfProduct[]>>(new Map(Object.entries(known)))
  const bodies = useSignal<ReadonlyMap<string, readonly FormElement[]>>(new Map())
  const given = textOf(draft.value, 'product')
  const product = names.includes(given) ? given : ''
  const ofProduct = forms.value.get(product) ?? []
  const chosen = ofProduct.find(({ name }) => name === textOf(draft.value, 'form'))?.name
  const isFailed = useSignal(false)
  const areFormsMissing = product !== '' && !forms.value.has(product)
  const isBodyMissing = chosen !== undefined && !bodies.value.has(chosen)
  // Without the name of a form, the bug has a description as long as the forms are not loaded.
  const isMissing = isBodyMissing || (areFormsMissing && textOf(draft.value, 'form') !== '')
  const keep = <T>(loading: Promise<T>, found: (loaded: T) => void) => {
    isFailed.value = false
    loading.then(found, (error: unknown) => {
      isFailed.value = true
      failure.value = error instanceof Error ? error.message : app.texts.error.title
    })
  }
  const load = () => {
    if (areFormsMissing)
      keep(formsOf(app.operations, product), (found) => (forms.value = new Map([...forms.value, [product, found]])))
    if (isBodyMissing)
      keep(bodyOf(app.operations, chosen), (body) => (bodies.value = new Map([...bodies.value, [chosen, body]])))
    return isMissing
  }
  useEffect(() => void load(), [product, chosen])
  const body = bodies.value.get(chosen ?? '')
  return { forms: ofProduct, body, isChosen: chosen !== undefined, isLoading: isMissing && !isFailed.value, load }
}

export function isQuestion(element: FormElement): element is Question {
  return element.type !== 'markdown'
}

/** The answer as typed, or the one that the form starts with. */
export function answerText(draft: Draft, { id, attributes }: Question): string {
  const options = attributes.options ?? []
  const first = attributes.default === undefined ? undefined : options[attributes.default]
  const start = attributes.value ?? (typeof first === 'string' ? first : '')
  return draft[answerName(id)] === undefined ? start : textOf(draft, answerName(id))
}

export function answerList(draft: Draft, question: Question): readonly string[] {
  const given = draft[answerName(question.id)]
  if (Array.isArray(given)) return given as readonly string[]
  const start = answerText(draft, question)
  return given === undefined ? (start === '' ? [] : [start]) : listOf(draft, answerName(question.id))
}

/** The input of Create Bug with answers in place of the description. */
export function withAnswers(input: object, draft: Draft, { body, isChosen }: Asking): object {
  const others = Object.entries(input).filter(([name]) => !name.startsWith('answers.') && name !== 'form')
  if (!isChosen) return Object.fromEntries(others)
  const answers = (body ?? []).filter(isQuestion).map((question) => {
    const isList = question.type === 'checkboxes' || question.attributes.multiple === true
    return [question.id, isList ? answerList(draft, question) : answerText(draft, question)] as const
  })
  return {
    ...Object.fromEntries(others.filter(([name]) => name !== 'description')),
    form: textOf(draft, 'form'),
    answers: Object.fromEntries(answers),
  }
}

/** The name of the answer that an error is about: its own, or that of a field that it sets. */
export function wrongAnswer({ body }: Asking, field: string): string | undefined {
  const questions = (body ?? []).filter(isQuestion)
  return questions.map(({ id }) => answerName(id)).find((name) => name === field || name === answerName(field))
}
