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
