// The questions of the intake's form, with the answers and their errors.
import { node } from './node.js'
import type { ReportTexts } from './texts.js'

type Answer = string | readonly string[]
/** By the IDs of questions. */
export type Answers = Readonly<Record<string, Answer>>

/** An element of a form. Markdown has no ID. */
export interface Element {
  readonly type: string
  readonly id?: string
  readonly attributes: {
    readonly label?: string
    readonly description?: string
    readonly placeholder?: string
    readonly value?: string
    readonly options?: readonly (string | { readonly label: string; readonly required?: boolean })[]
    readonly multiple?: boolean
    readonly default?: number
  }
  readonly validations?: { readonly required?: boolean }
}

interface Question {
  readonly read: () => Answer
  /** Shows an error; an empty one removes it. */
  readonly refuse?: (error: string) => void
}

export interface Questions {
  readonly root: HTMLElement
  /** Shows questions, unless they are the same as before, whose answers it keeps. */
  readonly show: (body: readonly Element[]) => void
  readonly read: () => Answers
  /** Shows an error at the question that it is about, and no other. False if there is none. */
  readonly refuse: (field: string | undefined, error: string) => boolean
}

/** Answers of `known` are sent without a question. */
export function createQuestions(texts: ReportTexts, answers: Answers): Questions {
  const known = new Map<string | undefined, Answer>(Object.entries(answers))
  const root = node('div', { className: 'rows' })
  const questions = new Map<string, Question>()
  let shown = '[]'
  return {
    root,
    show(body) {
      const text = JSON.stringify(body)
      if (text === shown) return
      shown = text
      questions.clear()
      root.replaceChildren()
      for (const element of body) {
        const { id, attributes } = element
        const answer = known.get(id)
        if (!id) root.append(noteOf(attributes.value))
        else questions.set(id, answer ? { read: () => answer } : ask(root, element, texts))
      }
    },
    read: () => Object.fromEntries([...questions].map(([id, { read }]) => [id, read()])),
    refuse(field = '', error) {
      const wrong = field.replace('answers.', '')
      for (const [id, { refuse }] of questions) refuse?.(id === wrong ? error.replace(`${field}: `, '') : '')
      return questions.get(wrong)?.refuse !== undefined
    },
  }
}

/** Appends a question to `rows`. */
function ask(rows: HTMLElement, { type, id, attributes, validations }: Element, texts: ReportTexts): Question {
  const { options = [], default: first = -1, value, placeholder = '' } = attributes
  const labelOf = (label = '', isRequired = false) => (isRequired ? texts.required(label) : label)
  const choices = options.map((option) => (typeof option === 'string' ? { label: option } : option))
  const start = choices[first]?.label ?? value ?? ''
  const required = validations?.required ?? false
  const label = labelOf(attributes.label, required)
  const error = noteOf('')
  const about = node('div', { id: `${id}-about` }, noteOf(attributes.description), error)
  const isMany = type === 'checkboxes' || attributes.multiple
  const boxes = choices.map((choice) =>
    node('input', {
      type: 'checkbox',
      value: choice.label,
      required: choice.required ?? false,
      checked: choice.label === start,
    }),
  )
  const input = node(type === 'dropdown' ? 'select' : type === 'textarea' ? 'textarea' : 'input')
  if (type === 'dropdown') input.append(new Option(), ...choices.map((choice) => new Option(choice.label)))
  Object.assign(input, { required, placeholder, value: start })
  const root = isMany
    ? node(
        'fieldset',
        {},
        node('legend', {}, label),
        about,
        ...boxes.map((box) => node('label', { className: 'row' }, box, labelOf(box.value, box.required))),
      )
    : node('div', {}, node('label', {}, label, input), about)
  const controls = isMany ? boxes : [input]
  root.dir = 'auto'
  ;(isMany ? root : input).setAttribute('aria-describedby', about.id)
  rows.append(root)
  return {
    read: () => (isMany ? boxes.filter((box) => box.checked).map((box) => box.value) : input.value),
    refuse(message) {
      error.textContent = message
      for (const control of controls) control.ariaInvalid = String(message !== '')
      if (message !== '') controls[0]?.focus()
    },
  }
}

function noteOf(text = ''): HTMLElement {
  return node('p', { textContent: text, dir: 'auto' })
}
