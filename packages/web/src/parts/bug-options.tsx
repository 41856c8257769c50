// Bugs as options, found by number, alias or words of the summary.
import type { App } from '../state/app.js'
import { matching, type Option } from './option.js'
import { visible } from './visible.js'

/**
 * First those that match all that is typed: the API ignores words of one or two characters. `except`: a bug that cannot be
 * chosen. `none`: the text of the option for no bug.
 */
export function bugOptions({ operations }: App, except?: number, none?: string) {
  return async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    if (text.trim() === '') return none === undefined ? [] : [{ value: '', text: none }]
    const { suggestions } = await operations.server.suggest({ text }, { signal })
    const found = suggestions.flatMap(({ id, text: summary }) =>
      id === undefined || id === except ? [] : [bugOption(id, summary)],
    )
    const best = matching(found, text)
    return [...best, ...found.filter((option) => !best.includes(option))]
  }
}

export function bugOption(id: number, summary: string): Option {
  const content = (
    <>
      <span class="number">{id}</span> <bdi>{visible(summary)}</bdi>
    </>
  )
  return { value: String(id), text: `${id} ${summary}`, content }
}

/** Numbers and aliases, which may be pasted with commas between them. A single word may be of a summary, until that is searched. */
export function typedBugs(text: string, isSearched: boolean): Option | undefined {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  const isList = text.includes(',') || (names.length === 1 && (isSearched || /^\d+$/.test(names[0] ?? '')))
  return isList && names.length > 0 ? { value: names.join(','), text: names.join(', ') } : undefined
}
