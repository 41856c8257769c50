// The search in the header: a number leads to the bug, anything else to a list.
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { searchPath } from '../page/page.js'
import { useApp } from '../state/app.js'
import { Icon } from './icon.js'
import { useOnDemand } from './on-demand.js'

const loadSuggestions = () => import('./search-on-demand.js')

export function SearchBox() {
  const app = useApp()
  const { texts, href } = app
  const { address } = app.shown.value
  const initial = address.path === '/bugs' ? (address.query.get('quicksearch') ?? '') : ''
  const text = useSignal(initial)
  const field = useRef<HTMLInputElement>(null)
  const isUsed = useSignal(false)
  const more = useOnDemand(loadSuggestions, isUsed.value, () => (isUsed.value = false))
  return (
    <search class="search-box">
      <form
        action={href('/bugs')}
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          void app.go(searchPath(text.value))
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
