// The suggestions of the search in the header, loaded when it is first used.
import type { Suggestion } from '@trackerkit/client'
import type { RefObject } from 'preact'
import { bugIdIn, pathOf, searchPath } from '../page/page.js'
import { useApp, type App } from '../state/app.js'
import { suggestionTexts } from '../texts/english/suggestions.js'
import { SuggestionList, type Suggested } from './suggestion-list.js'
import { visible } from './visible.js'

export const texts = { suggestions: suggestionTexts }

interface SearchSuggestionsProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly isTyped: boolean
  readonly onText: (text: string) => void
}

export function SearchSuggestions({ field, isTyped, onText }: SearchSuggestionsProps) {
  const app = useApp()
  return (
    <SuggestionList
      field={field}
      label={app.texts.suggestions.name}
      isTyped={isTyped}
      suggest={(words, signal) => suggestions(app, words, signal)}
      onChoose={(chosen) => {
        if ('to' in chosen) return void app.go(chosen.to, { asks: true })
        onText(chosen.text)
        return chosen.text
      }}
    />
  )
}

/** The target of a suggestion: another page, or more text. */
type Chosen = { readonly to: string } | { readonly text: string }

/** The suggestions of the tracker, and the search itself last. */
async function suggestions(
  { operations, texts: { suggestions: labels } }: App,
  text: string,
  signal: AbortSignal,
): Promise<Suggested<Chosen>[]> {
  const words = text.trim()
  const { suggestions: suggested } = await operations.server
    .suggest({ text }, { signal })
    .catch(() => ({ suggestions: [] }))
  const id = bugIdIn(words)
  const last = id === undefined ? labels.searchFor(words) : labels.goTo(id)
  return [
    ...suggested.map(suggestedOf),
    { key: 'search', value: { to: searchPath(words) }, content: <strong>{visible(last)}</strong> },
  ]
}

function suggestedOf({ kind, text, insert, id }: Suggestion): Suggested<Chosen> {
  if (id !== undefined) {
    const content = (
      <>
        <span class="number">{id}</span> <bdi>{visible(text)}</bdi>
      </>
    )
    return { key: `bug ${id}`, value: { to: pathOf('bug', id) }, content }
  }
  // A field waits for its value; after a value comes another term.
  const whole = kind === 'field' ? insert : `${insert} `
  return { key: `${kind} ${text}`, value: { text: whole }, content: <code>{visible(text)}</code> }
}
