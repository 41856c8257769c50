// Bugs as options, found by number, alias or words of the summary.
import type { App } from '../state/app.js'
import type { Option } from './option.js'
import { visible } from './visible.js'

export function bugOptions({ operations }: App) {
  return async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    if (text.trim() === '') return []
    const { suggestions } = await operations.server.suggest({ text }, { signal })
    return suggestions.flatMap(({ id, text: summary }) => (id === undefined ? [] : [bugOption(id, summary)]))
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

/** Numbers and aliases, which may be pasted with commas between them. */
export function typedBugs(text: string): Option | undefined {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  const isList = text.includes(',') || names.length === 1
  return isList && names.length > 0 ? { value: names.join(','), text: names.join(', ') } : undefined
}
