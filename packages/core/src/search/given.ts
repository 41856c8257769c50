// The parameters of a search as they were given, all of them text, and what they are read with.
import type { Catalogue } from '../catalogue.js'
import { storable } from '../store/index.js'

export interface Given {
  readonly catalogue: Catalogue
  readonly now: Date
  /** Whether words of a quicksearch are looked for in comments too. */
  readonly wantsFullText: boolean
  /** All names that were given, in their order. */
  readonly names: readonly string[]
  /** What was given under a name, blank or not; nothing at all gives no text. */
  texts(name: string): readonly string[]
  /** The first text that is not blank. */
  first(name: string): string | undefined
  /** Whether a switch is on. */
  isOn(name: string): boolean
}

/** Takes the input of a search apart. Values that are no text become it: numbers, true and false, times. */
export function readGiven(
  input: Readonly<Record<string, unknown>>,
  catalogue: Catalogue,
  now: Date,
  wantsFullText = true,
): Given {
  const given = new Map<string, readonly string[]>()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) given.set(name, (Array.isArray(value) ? value : [value]).map(textOf))
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

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : storable(String(value))
}
