// The search in the header: an ID leads to the bug, anything else to a list.
import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { searchPath } from '../page/page.js'
import { useApp } from '../state/app.js'
import { Icon } from './icon.js'
import { useOnDemand } from './on-demand.js'

const loadSuggestions = () => import('./search-on-demand.js')

/** The text of the field, and that of the shown list, which replaces it. */
function useText(field: RefObject<HTMLInputElement | null>) {
  const { address } = useApp().shown.value
  const initial = address.path === '/bugs' ? (address.query.get('quicksearch') ?? '') : ''
  const text = useSignal(initial)
  const before = useRef(initial)
  useLayoutEffect(() => {
    // The user may type on while the list loads.
    const isTyping = field.current === document.activeElement && text.value !== before.current
    if (!isTyping) text.value = initial
    before.current = initial
  }, [initial])
  return { text, initial }
}

export function SearchBox() {
  const app = useApp()
  const { texts, href } = app
  const field = useRef<HTMLInputElement>(null)
  const { text, initial } = useText(field)
  const isUsed = useSignal(false)
  const more = useOnDemand(loadSuggestions, isUsed.value, () => (isUsed.value = false))
  return (
    <search class="search-box">
      <form
        action={href('/bugs')}
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          void app.go(searchPath(text.value), { asks: true })
        }}
      >
        <Icon name="search" />
        <span class="combobox">
          <input
            ref={field}
            id="search"
            type="text"
            role="combobox"
            name="quicksearch"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-label={texts.search.label}
            aria-autocomplete="list"
            aria-expanded="false"
            aria-keyshortcuts="/"
            placeholder={texts.search.placeholder}
            value={text.value}
            onFocus={() => (isUsed.value = true)}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value
              // The field may have had the focus before the page was live.
              isUsed.value = true
            }}
          />
          {more && (
            <more.SearchSuggestions
              field={field}
              isTyped={text.value !== initial}
              onText={(words) => (text.value = words)}
            />
          )}
        </span>
        <button type="submit" class="visually-hidden" tabIndex={-1}>
          {texts.search.submit}
        </button>
      </form>
    </search>
  )
}
