// Status messages
import { useApp } from '../state/app.js'
import { pathOf } from '../page/page.js'
import { Icon } from './icon.js'
import { Link } from './link.js'
import { visible } from './visible.js'

/** Notices and news. The regions exist before their first message, as screen readers require. */
export function Notices() {
  const { news } = useApp()
  const { text } = news.value
  return (
    <div class="notices">
      <div class={`notice ${text === '' ? '' : 'is-shown'}`}>
        <span role="status">{visible(text)}</span>
      </div>
      <Done />
    </div>
  )
}

/** The last change, for ten seconds. */
function Done() {
  const { notice, texts } = useApp()
  const { value } = notice
  return (
    <div class={`notice ${value ? 'is-shown' : ''}`}>
      <span role="status">
        {value?.bug !== undefined && (
          <>
            <Link to={pathOf('bug', value.bug)}>{texts.bug.heading(value.bug)}</Link>:{' '}
          </>
        )}
        {value?.text}
      </span>
      {value?.undo && (
        <button type="button" class="quiet" aria-keyshortcuts="." onClick={value.undo}>
          {texts.undo}
        </button>
      )}
      {value && (
        <button
          type="button"
          class="quiet icon-button"
          aria-label={texts.error.dismiss}
          onClick={() => (notice.value = undefined)}
        >
          <Icon name="remove" />
        </button>
      )}
    </div>
  )
}

/** A bar at the top while the page waits for a response. */
export function WaitingBar() {
  const { waiting, texts, cancel } = useApp()
  const { value } = waiting
  return (
    <div class={`waiting is-${value}`}>
      <span role="status">
        {value === 'loading' && <span class="visually-hidden">{texts.waiting.loading}</span>}
        {value === 'long' && texts.waiting.long}
        {value === 'stuck' && texts.waiting.stuck}
      </span>
      {value === 'long' && (
        <button type="button" class="quiet" onClick={cancel}>
          {texts.waiting.cancel}
        </button>
      )}
    </div>
  )
}
