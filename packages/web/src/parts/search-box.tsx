// The search in the header: a number leads to the bug, anything else to a list.
import { useSignal } from '@preact/signals'
import { pathOf } from '../pages/page.js'
import { useApp, type App } from '../state/app.js'
import { Combobox, type Choice } from './combobox.js'
import { Icon } from './icon.js'
import { visible } from './visible.js'

/** Where a search leads. */
function destinationOf(text: string): string {
  const wanted = text.trim()
  if (/^\d{1,9}$/.test(wanted)) return pathOf('bug', wanted)
  return wanted === '' ? '/bugs' : `/bugs?${new URLSearchParams({ quicksearch: wanted })}`
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
          suggest={(wanted, signal) => suggestions(app, wanted, signal)}
          onInput={(wanted) => (text.value = wanted)}
          onChoose={search}
          onEnter={(wanted) => search(destinationOf(wanted))}
        />
        <button type="submit" class="visually-hidden" tabIndex={-1}>
          {texts.search.submit}
        </button>
      </form>
    </search>
  )
}

/** Bugs with these words, and the search itself last. */
async function suggestions({ operations, texts }: App, text: string, signal: AbortSignal): Promise<Choice<string>[]> {
  const wanted = text.trim()
  const isNumber = /^\d{1,9}$/.test(wanted)
  const { bugs } = await operations.bugs
    .search(
      { quicksearch: `ALL ${wanted}`, limit: 6, order: 'last_change_time DESC', include_fields: ['id', 'summary'] },
      { signal },
    )
    .catch(() => ({ bugs: [] }))
  const last = isNumber ? texts.search.goTo(wanted) : texts.search.searchFor(wanted)
  return [
    ...bugs.map(({ id, summary }) => ({
      key: String(id),
      value: pathOf('bug', id),
      content: (
        <>
          <span class="number">{id}</span> <bdi>{visible(summary)}</bdi>
        </>
      ),
    })),
    { key: 'search', value: destinationOf(wanted), content: <strong>{visible(last)}</strong> },
  ]
}
