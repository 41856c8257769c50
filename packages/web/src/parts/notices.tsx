// Status messages
import { useApp } from '../state/app.js'
import { Icon } from './icon.js'
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

/** Says what was done, for ten seconds. */
function Done() {
  const { notice, texts } = useApp()
  const { value } = notice
  return (
    <div class={`notice ${value ? 'is-shown' : ''}`}>
      <span role="status">{value?.text}</span>
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

/** A bar at the top while the page waits for an answer. */
export function WaitingBar() {
  const { waiting, texts, cancel } = useApp()
  const { value } = waiting
  return (
    <div class={`waiting is-${value}`}>
      <span role="status">
        {value === 'loading' && texts.waiting.loading}
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
