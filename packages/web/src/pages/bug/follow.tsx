// Following a bug, no longer following it, or muting it.
import { followStateOf, followStates, type FollowState } from '../../page/follow-state.js'
import { Menu } from '../../parts/menu.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { BugData } from '../../fields/bug-data.js'

export function Follow({ data }: { readonly data: BugData }) {
  const app = useApp()
  const labels = app.texts.bug.follow
  // Not in the document of the server, where it could do nothing.
  if (!app.who || !app.isLive.value) return null
  const [{ id }, chosen] = [data.bug, followStateOf(data)]
  const set = async (wanted: FollowState) => {
    try {
      await app.operations.follows.update({ [wanted]: [{ bug: id }] })
      say(app, labels.done[wanted], { bug: id })
      await app.reload({ isQuiet: true })
    } catch (error) {
      say(app, error instanceof Error ? error.message : app.texts.error.title)
    }
  }
  return (
    <span class="follow">
      <button
        type="button"
        class="quiet"
        aria-pressed={chosen === 'add'}
        onClick={() => void set(chosen === 'add' ? 'remove' : 'add')}
      >
        {labels.add}
      </button>
      <Menu
        label={labels.following}
        icon="more"
        actions={() =>
          followStates.map((choice) => ({
            text: labels[choice],
            isChecked: choice === chosen,
            act: () => void set(choice),
          }))
        }
      />
    </span>
  )
}
