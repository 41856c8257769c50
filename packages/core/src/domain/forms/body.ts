// Reads the body of a form, with errors that name the place.
import * as z from 'zod'
import { problem } from '../../call/define/operation.js'
import { elementTypes, formElement, type FormBody, type FormElementView, type GivenBody } from './element.js'
import { fieldAt } from '../../kernel/field-at.js'
import { isFieldOfNewBugs } from './fields.js'
import type { Json } from '../../store/index.js'

const [mostElements, mostBytes] = [100, 65_536]

/** Raises form_invalid. */
export const formBody = z
  .unknown()
  .transform((given, context): FormBody => {
    const read = readBody(given)
    if (!('fault' in read)) return read.body
    context.addIssue({ code: 'custom', ...problem('form_invalid', read.fault) })
    return z.NEVER
  })
  .meta({
    description:
      'The elements: 1 to 100, at most 64 kB, of the types `markdown`, `input`, `textarea`, `dropdown` and ' +
      '`checkboxes`, as in issue forms of GitHub; also as one text of JSON.',
    input: 'readonly FormElement[]',
  }) as unknown as z.ZodType<FormBody, readonly FormElementView[]>

/** As it is stored. */
export function storedBody(body: FormBody): Json {
  return JSON.parse(JSON.stringify(body)) as Json
}

interface Fault extends Readonly<Record<string, unknown>> {
  readonly field: string
  readonly value?: unknown
  readonly problem?: string
  readonly accepted?: string | readonly string[]
}

type Read = { readonly body: FormBody } | { readonly fault: Fault }

function readBody(input: unknown): Read {
  const given = typeof input === 'string' ? fromJson(input) : input
  if (!Array.isArray(given)) return fault('body', given, 'must be a list', 'a list of elements')
  const accepted = `1 to ${mostElements} elements, one of which is not markdown`
  if (given.length === 0 || given.length > mostElements)
    return fault('body', undefined, `has ${given.length} elements`, accepted)
  const parsed = z.array(formElement).safeParse(given)
  if (!parsed.success) return { fault: faultOf(parsed.error.issues[0] as z.core.$ZodIssue, given) }
  // Elements within their limits are quick to measure.
  const bytes = Buffer.byteLength(JSON.stringify(parsed.data))
  if (bytes > mostBytes) return fault('body', undefined, `has ${bytes} bytes of JSON`, `at most ${mostBytes}`)
  if (parsed.data.every(({ type }) => type === 'markdown')) return fault('body', undefined, 'asks nothing', accepted)
  return contradictionIn(parsed.data) ?? { body: withIds(parsed.data) }
}

/** Options of commands and text areas are texts. Undefined for text that is no JSON. */
function fromJson(text: string): unknown {
  try {
    return text.length > 2 * mostBytes ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

function contradictionIn(body: GivenBody): Read | undefined {
  const seen = new Set<string>()
  for (const [index, element] of body.entries()) {
    if (element.type === 'markdown') continue
    const { id, attributes } = element
    if (id !== undefined && seen.has(id))
      return fault(fieldAt(['body', index, 'id']), id, undefined, 'an ID of no other element')
    if (id !== undefined) seen.add(id)
    if (!('options' in attributes)) continue
    const labels = attributes.options.map((option) => (typeof option === 'string' ? option : option.label))
    const twice = labels.findIndex((label, at) => labels.indexOf(label) !== at)
    if (twice >= 0)
      return fault(fieldAt(['body', index, 'attributes', 'options']), labels[twice], undefined, 'each option once')
    if (element.type === 'dropdown' && (element.attributes.default ?? 0) >= labels.length)
      return fault(
        fieldAt(['body', index, 'attributes', 'default']),
        element.attributes.default,
        undefined,
        `0 to ${labels.length - 1}`,
      )
  }
  return undefined
}

/** Elements without an ID get one of their label, which is the name of no field. */
function withIds(body: GivenBody): FormBody {
  const taken = new Set(body.flatMap((element) => ('id' in element && element.id !== undefined ? [element.id] : [])))
  return body.map((element) => {
    if (element.type === 'markdown') return element
    const id = element.id ?? freeId(element.attributes.label, taken)
    taken.add(id)
    return { ...element, id }
  })
}

function freeId(label: string, taken: ReadonlySet<string>): string {
  const words = label.toLowerCase().match(/[a-z0-9]+/g) ?? ['field']
  const base = words.join('-').slice(0, 60)
  let id = base
  for (let next = 2; taken.has(id) || isFieldOfNewBugs(id); next++) id = `${base}-${next}`
  return id
}

function fault(field: string, value: unknown, problem: string | undefined, accepted: string): Read {
  return { fault: { field, value, ...(problem !== undefined && { problem }), accepted } }
}

function faultOf(issue: z.core.$ZodIssue, given: unknown): Fault {
  const key = issue.code === 'unrecognized_keys' ? [issue.keys[0] as string] : []
  const path = [...issue.path, ...key]
  const value = path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], given)
  return { field: fieldAt(['body', ...path]), ...expectationOf(issue, value) }
}

function expectationOf(issue: z.core.$ZodIssue, value: unknown): Omit<Fault, 'field'> {
  if (issue.code === 'unrecognized_keys') return { problem: 'does not exist' }
  if (issue.code === 'custom') return describe(issue.params?.code, issue.params?.data, value)
  if (issue.code === 'invalid_union') return { value, accepted: elementTypes }
  if (value === undefined) return { problem: 'is required' }
  if (issue.code === 'invalid_type') return { value, accepted: kindOf(issue.expected) }
  if (issue.code === 'invalid_value') return { value, accepted: issue.values.map(String) }
  if (issue.code === 'too_big') return { problem: 'is too long', accepted: `at most ${issue.maximum}` }
  if (issue.code === 'too_small') return { problem: 'is too short', accepted: `at least ${issue.minimum}` }
  const patterns: Readonly<Record<string, string>> = { id: '1 to 64 letters, digits, _ and -' }
  return { value, accepted: patterns[String(issue.path.at(-1))] ?? '1 to 40 letters, digits and _ + # . -' }
}

function describe(code: unknown, data: unknown, value: unknown): Omit<Fault, 'field'> {
  if (code !== 'text_too_long') return { value, problem: 'is required' }
  return { problem: 'is too long', accepted: `at most ${(data as { limit: number }).limit} characters` }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  int: 'a whole number',
  number: 'a whole number',
}

function kindOf(expected: string): string {
  return kinds[expected] ?? expected
}
