// Suggests completions for an unfinished term of a quicksearch.
import type { Viewer } from '../../call/context.js'
import { apiNameOf } from '../../domain/bugs/fields/names.js'
import { valuesOf } from '../../domain/fields/values-of.js'
import { compareText, fold } from '../../store/index.js'
import { searchField } from '../fields/fields.js'
import { maySearchBy } from '../fields/require.js'
import { fieldNamed } from './field-names.js'

export const termKinds = ['field', 'value', 'person'] as const

export interface TermSuggestion {
  readonly kind: (typeof termKinds)[number]
  /** The term, complete. */
  readonly term: string
}

/** A text with an incomplete last term. */
interface HalfWritten {
  /** All before the last term, with the blank after it. */
  readonly before: string
  /** The field that the last term names already, by its internal name. */
  readonly field: string | undefined
  /** Text to complete: the value of that field or, without a field, the whole term. */
  readonly beginning: string
}

const personFields: readonly string[] = ['assigned_to', 'reporter', 'qa_contact', 'cc']

/** Fields of which a value suggests itself though the field has not been named. */
const plainFields: readonly string[] = ['product', 'component', 'bug_status', 'keywords']

/** Letters needed before people are looked up. */
const fewestLetters = 2

export function readHalfWritten({ catalogue }: Pick<Viewer, 'catalogue'>, text: string): HalfWritten {
  const [, before = '', term = ''] = /^(.*\s)?(\S*)$/su.exec(text) ?? []
  const [, name, value] = /^([^:"]+):"?([^"]*)$/u.exec(term) ?? []
  const field = name === undefined ? undefined : fieldNamed(catalogue, name)
  return { before, field, beginning: fold(field === undefined ? term : (value ?? '')) }
}

/** Suggests fields and values of the configuration that the caller may see. */
export function suggestTerms(viewer: Viewer, { field, beginning }: HalfWritten): TermSuggestion[] {
  const { catalogue } = viewer
  if (field !== undefined) return valuesBeginning(viewer, field, beginning)
  if (beginning.length < fewestLetters || beginning.includes('"')) return []
  const fields = [...catalogue.fields]
    .filter((one) => !one.is_obsolete)
    .map((one) => apiNameOf(one.name))
    .filter((name) => name.startsWith(beginning) && isSearchable(viewer, name))
  return [
    ...fields.toSorted(compareText).map((name) => ({ kind: 'field' as const, term: `${name}:` })),
    ...plainFields.flatMap((name) => valuesBeginning(viewer, name, beginning)),
  ]
}

function isSearchable({ catalogue, who }: Viewer, name: string): boolean {
  const field = searchField(catalogue, fieldNamed(catalogue, name) ?? '')
  return field !== undefined && maySearchBy(field, who)
}

/** The field of people in an incomplete term, and the beginning of the name; undefined for other fields. */
export function personIn({ field, beginning }: HalfWritten): { field: string; name: string } | undefined {
  const isPerson = field === undefined || personFields.includes(field)
  const isEnough = beginning.length >= fewestLetters && !/["*]/.test(beginning)
  return isPerson && isEnough ? { field: apiNameOf(field ?? 'assigned_to'), name: beginning } : undefined
}

/** A field with a value, as a quicksearch reads them; undefined for a value that no term can hold. */
export function termOf(field: string, value: string): string | undefined {
  if (value === '' || /[",|]/.test(value)) return undefined
  return /^[\p{L}\p{N}_.@+-]+$/u.test(value) ? `${field}:${value}` : `${field}:"${value}"`
}

function valuesBeginning(viewer: Viewer, name: string, beginning: string): TermSuggestion[] {
  const field = viewer.catalogue.fields.named(name)
  if (!field) return []
  const names = new Set(valuesOf(viewer, field).map((value) => value.name))
  return [...names].flatMap((value): TermSuggestion[] => {
    const term = fold(value).startsWith(beginning) ? termOf(apiNameOf(name), value) : undefined
    return term === undefined ? [] : [{ kind: 'value', term }]
  })
}
