// The parameters of a search as text, and the context for reading them.
import type { Catalogue } from '../../setup/catalogue.js'
import { storable } from '../../store/index.js'
import { requireBounded } from '../condition/bounds.js'

export interface SearchParameters {
  readonly catalogue: Catalogue
  readonly now: Date
  /** True if words of a quicksearch are searched in comments too. */
  readonly wantsFullText: boolean
  /** All names that were given, in their order. */
  readonly names: readonly string[]
  /** Returns the strings given for a name, including empty ones; none if it is absent. */
  texts(name: string): readonly string[]
  /** The first text that is not blank. */
  first(name: string): string | undefined
  /** Returns true if a switch is on. */
  isOn(name: string): boolean
}

/**
 * Takes the input of a search apart. Values that are no text become it: numbers, true and false, times.
 * @throws search_too_complex
 */
export function readGiven(
  input: Readonly<Record<string, unknown>>,
  catalogue: Catalogue,
  now: Date,
  wantsFullText = true,
): SearchParameters {
  const given = new Map<string, readonly string[]>()
  const entries = Object.entries(input)
  requireBounded('parameters', entries.length, 'The search')
  for (const [key, value] of entries) {
    if (value === undefined || value === null) continue
    const name = nameOf(key)
    const texts: readonly string[] = (Array.isArray(value) ? value : [value]).map(textOf)
    given.set(name, [...(given.get(name) ?? []), ...texts])
  }
  const texts = (name: string) => given.get(name) ?? []
  const first = (name: string) => texts(name).find((text) => text.trim() !== '')
  return {
    catalogue,
    now,
    wantsFullText,
    names: [...given.keys()],
    texts,
    first,
    isOn: (name) => !/^(0|false|no|off)$/i.test(first(name)?.trim() ?? '0'),
  }
}

/** Get Bug names bugs as `ids`; generated clients may send the criterion f1 as `criteria[f1]`. */
function nameOf(key: string): string {
  const name = /^criteria\[(.+)\]$/.exec(key)?.[1] ?? key
  return name === 'ids' ? 'id' : name
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : storable(String(value))
}
