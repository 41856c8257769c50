// The values that an address sets in a new bug.
import type { Who } from '../../page/who.js'
import { isList, privately, spelled, type Draft, type NewData } from './load.js'
import { isInForm } from './shown.js'

const markdown = 'is_markdown'

export interface AddressValues {
  /** Values with a control, kept with the draft. */
  readonly draft: Draft
  /** Values without a control. Not kept in drafts, because the user could not remove them there. */
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

/** The values of a list can be separated by commas, unless they are one value of the field, or repeat its name. */
function valueIn({ metadata, names }: NewData, query: URLSearchParams, name: string): Draft[string] {
  const all = query.getAll(name)
  const value = all.at(-1) ?? ''
  if (name === privately) return isOn(value) ? '1' : ''
  if (name === 'product') return spelled(names, value)
  const field = metadata.fields.find(({ name_in_bugs }) => name_in_bugs === name)
  const options = field?.values.map((option) => option.name) ?? []
  if (all.length > 1 && (isList(field) || name.startsWith('answers.'))) return all
  const whole = spelled(options, value)
  return isList(field) && options.includes(whole) ? [whole] : whole
}

function isOn(value: string | null): boolean {
  return value !== null && !['', '0', 'false'].includes(value)
}
