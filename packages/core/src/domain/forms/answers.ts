// Answers to a form: fields of the new bug, and sections of its description. Pure.
import { closeFence } from '@trackerkit/markdown'
import * as z from 'zod'
import { list, longText, record } from '../../call/define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import type { FormBody, FormField } from './element.js'

const mostAnswers = 100

/** Answers by the IDs of elements. */
export const answersInput = record(z.union([longText, list(longText, mostAnswers)]), mostAnswers)

type Answer = string | readonly string[]
export type Answers = Readonly<Record<string, Answer>>

export interface Filled {
  /** Answers that are not blank and set a field, by its name. */
  readonly fields: ReadonlyMap<string, Answer>
  readonly sections: string
}

/** @throws unknown_parameter, param_invalid, required_answer */
export function fillForm(body: FormBody, answers: Answers, isField: (id: string) => boolean): Filled {
  const asked = body.filter((element): element is FormField => element.type !== 'markdown')
  const ids = asked.map(({ id }) => id)
  const unknown = Object.keys(answers).find((id) => !ids.includes(id))
  if (unknown !== undefined) throw new TrackerError('unknown_parameter', { field: nameOf(unknown), accepted: ids })
  const fields = new Map<string, Answer>()
  const sections: string[] = []
  for (const element of asked) {
    const answer = answerTo(element, Object.hasOwn(answers, element.id) ? answers[element.id] : undefined)
    if (!isField(element.id)) sections.push(`### ${element.attributes.label}\n\n${sectionOf(element, answer)}`)
    else if (!isBlank(answer)) fields.set(element.id, answer)
  }
  return { fields, sections: sections.join('\n\n') }
}

/** The input that an error names. */
function nameOf(id: string): string {
  return `answers.${id}`
}

/** The answer in the form of the element. @throws param_invalid, required_answer */
function answerTo(element: FormField, given: Answer | undefined): Answer {
  const { attributes, id, type, validations } = element
  const answer = type === 'checkboxes' || isMultiple(element) ? chosen(element, given) : single(element, given)
  if (validations?.required && isBlank(answer))
    throw new TrackerError('required_answer', { field: nameOf(id), label: attributes.label })
  if (element.type === 'checkboxes') {
    const missing = element.attributes.options.find(({ label, required }) => required && !answer.includes(label))
    if (missing)
      throw new TrackerError('required_answer', { field: nameOf(id), label: attributes.label, option: missing.label })
  }
  return answer
}

function isMultiple(element: FormField): boolean {
  return element.type === 'dropdown' && element.attributes.multiple === true
}

function single(element: FormField, given: Answer = ''): string {
  if (typeof given !== 'string')
    throw new TrackerError('param_invalid', { field: nameOf(element.id), value: given, accepted: 'one text' })
  if (given.trim() === '') return ''
  if (element.type === 'dropdown') requireOptions(element, [given])
  return element.type === 'input' ? given.replace(/\s+/g, ' ').trim() : given
}

function chosen(element: FormField, given: Answer = []): readonly string[] {
  const choices = (typeof given === 'string' ? [given] : given).filter((one) => one.trim() !== '')
  requireOptions(element, choices)
  return choices
}

function requireOptions(element: FormField, choices: readonly string[]): void {
  const options = optionsOf(element)
  const value = choices.find((choice) => !options.includes(choice))
  if (value !== undefined)
    throw new TrackerError('param_invalid', { field: nameOf(element.id), value, accepted: options })
}

function optionsOf({ type, attributes }: FormField): readonly string[] {
  if (type !== 'dropdown' && type !== 'checkboxes') return []
  return attributes.options.map((option) => (typeof option === 'string' ? option : option.label))
}

function isBlank(answer: Answer): boolean {
  return answer.length === 0
}

function sectionOf(element: FormField, answer: Answer): string {
  if (element.type === 'checkboxes')
    return element.attributes.options
      .map(({ label }) => `- [${answer.includes(label) ? 'x' : ' '}] ${label}`)
      .join('\n')
  if (isBlank(answer)) return '_No response_'
  if (typeof answer !== 'string') return answer.join(', ')
  const language = element.type === 'textarea' ? element.attributes.render : undefined
  return language === undefined ? closeFence(answer) : fenced(language, answer)
}

/** The fence is longer than any in the text, which therefore cannot end it. */
function fenced(language: string, text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
