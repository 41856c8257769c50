// The values that an address sets in a new bug.
import type { FieldOfMetadata } from '@trackerkit/client'
import type { Who } from '../../page/who.js'
import { privately, spelled, type Draft, type NewData } from './load.js'
import { isInForm } from './shown.js'

const lists: readonly FieldOfMetadata['control'][] = ['people', 'names', 'bugs', 'urls']

const markdown = 'is_markdown'

export interface AddressValues {
  /** Those that the form shows, and that are kept with the draft. */
  readonly draft: Draft
  /** Those that are only filed. They end with the address: the form could not remove a wrong one from a draft. */
  readonly unshown: Draft
  /** Undefined: as the user prefers. */
  readonly isMarkdown: boolean | undefined
}

export function valuesOfAddress(data: NewData, who: Who | null, query: URLSearchParams): AddressValues {
  const names = [...new Set(query.keys())].filter((name) => name !== markdown)
  const values = (some: readonly string[]) => Object.fromEntries(some.map((name) => [name, valueIn(data, query, name)]))
  return {
    draft: values(names.filter((name) => isInForm(data, who, name))),
    unshown: values(names.filter((name) => !isInForm(data, who, name))),
    isMarkdown: query.has(markdown) ? isOn(query.get(markdown)) : undefined,
  }
}

/** The values of a list can be separated by commas, or repeat its name. */
function valueIn({ metadata, names }: NewData, query: URLSearchParams, name: string): Draft[string] {
  const all = query.getAll(name)
  const value = all.at(-1) ?? ''
  if (name === privately) return isOn(value) ? '1' : ''
  if (name === 'product') return spelled(names, value)
  const control = metadata.fields.find(({ name_in_bugs }) => name_in_bugs === name)?.control ?? null
  return all.length > 1 && (lists.includes(control) || name.startsWith('answers.')) ? all : value
}

function isOn(value: string | null): boolean {
  return value !== null && !['', '0', 'false'].includes(value)
}
