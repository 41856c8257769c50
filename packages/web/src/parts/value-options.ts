import { wordsOfValue } from '../page/value-words.js'
import type { MainTexts } from '../texts/index.js'
import type { Option } from './option.js'

/** Values of a field to choose from, which their names find too. */
export function valueOptions(texts: Pick<MainTexts, 'words'>, field: string, names: readonly string[]): Option[] {
  return names.map((name) => {
    const text = wordsOfValue(texts, field, name)
    return { value: name, text, ...(text !== name && { keywords: name }) }
  })
}
