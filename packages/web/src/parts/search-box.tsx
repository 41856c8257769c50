// The search in the header: a number leads to the bug, anything else to a list.
import { useSignal } from '@preact/signals'
import type { Suggestion } from '@trackerkit/client'
import { pathOf } from '../page/page.js'
import { useApp, type App } from '../state/app.js'
import { Combobox, type Choice } from './combobox.js'
import { Icon } from './icon.js'
import { visible } from './visible.js'

/** Where a search leads. */
function destinationOf(text: string): string {
  const words = text.trim()
  if (/^\d{1,9}$/.test(words)) return pathOf('bug', words)
  return words === '' ? '/bugs' : `/bugs?${new URLSearchParams({ quicksearch: words })}`
}

export function SearchBox() {
  const app = useApp()
  const { texts, href } = app
  const { address } = app.shown.value
  const text = useSignal(address.path === '/bugs' ? (address.query.get('quicksearch') ?? '') : '')
  const search = (to: string) => void app.go(to)
  return (
    <search class="search-box">
      <form
        action={href('/bugs')}
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          search(destinationOf(text.value))
        }}
      >
        <Icon name="search" />
        <Combobox
          label={texts.search.label}
          listLabel={texts.search.suggestions}
          name="quicksearch"
          placeholder={texts.search.placeholder}
          value={text.value}
          keyShortcuts="/"
          inputId="search"
          suggest={(words, signal) => suggestions(app, words, signal)}
          onInput={(words) => (text.value = words)}
          onChoose={(chosen) => {
            if ('to' in chosen) return search(chosen.to)
            return (text.value = chosen.text)
          }}
          onEnter={(words) => search(destinationOf(words))}
        />
        <button type="submit" class="visually-hidden" tabIndex={-1}>
          {texts.search.submit}
        </button>
      </form>
    </search>
  )
}

/** The target of a suggestion: another page, or more text. */
type Chosen = { readonly to: string } | { readonly text: string }

/** The suggestions of the tracker, and the search itself last. */
async function suggestions({ operations, texts }: App, text: string, signal: AbortSignal): Promise<Choice<Chosen>[]> {
  const words = text.trim()
  const { suggestions: suggested } = await operations.server
    .suggest({ text }, { signal })
    .catch(() => ({ suggestions: [] }))
  const isNumber = /^\d{1,9}$/.test(words)
  const last = isNumber ? texts.search.goTo(words) : texts.search.searchFor(words)
  return [
    ...suggested.map(choiceOf),
    { key: 'search', value: { to: destinationOf(words) }, content: <strong>{visible(last)}</strong> },
  ]
}

function choiceOf({ kind, text, insert, id }: Suggestion): Choice<Chosen> {
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
