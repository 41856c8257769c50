// Statuses and resolutions in words. Their names, which the API and addresses have, are usually in capitals.
import type { MainTexts } from '../texts/index.js'

type Words = Pick<MainTexts, 'words'>

const fields: readonly string[] = ['status', 'bug_status', 'resolution']
const inCapitals = /^[A-Z][A-Z0-9_]+$/

/** A status or resolution as a sentence has it. Names that are not in capitals stay as they are. */
export function inWords({ words }: Words, name: string): string {
  if (!inCapitals.test(name)) return name
  return words[name as keyof typeof words] ?? name.charAt(0) + name.slice(1).replaceAll('_', ' ').toLowerCase()
}

/** A value as people read it: statuses and resolutions in words. */
export function wordsOfValue(texts: Words, field: string, value: string): string {
  return fields.includes(field) ? inWords(texts, value) : value
}

/** A value of a search, which can also be a group of statuses or mean the caller. */
export function wordsOfCriterion(
  texts: Pick<MainTexts, 'words' | 'list' | 'people'>,
  field: string,
  value: string,
): string {
  const { list, people } = texts
  if (value === '%user%') return field === 'component' ? list.mine : people.me
  if (value === '__open__') return list.open
  return value === '__closed__' ? list.closed : wordsOfValue(texts, field, value)
}
