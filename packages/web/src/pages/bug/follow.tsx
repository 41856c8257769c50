// Following a bug, or muting it.
import { Menu } from '../../parts/menu.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import type { BugData } from '../../fields/bug-data.js'

type Following = BugData['following']

export function Follow({ data: { bug, following } }: { readonly data: BugData }) {
  const app = useApp()
  const labels = app.texts.bug.follow
  // Not in the document of the server, where it could do nothing.
  if (!app.who || !app.isLive.value) return null
  const set = async (wanted: Following) => {
    const target = [{ bug: bug.id }]
    const change = wanted === null ? { remove: target } : wanted ? { add: target } : { mute: target }
    try {
      await app.operations.follows.update(change)
      say(app, labels.done[`${wanted}`], { bug: bug.id })
      await app.reload({ isQuiet: true })
    } catch (error) {
      say(app, error instanceof Error ? error.message : app.texts.error.title)
    }
  }
  const action = (wanted: Following, text: string) => {
    return { text, isChecked: wanted === following, act: () => void set(wanted) }
  }
  return (
    <span class="follow">
      <button
        type="button"
        class="quiet"
        aria-pressed={following === true}
        onClick={() => void set(following === true ? null : true)}
      >
        {labels.follow}
      </button>
      <Menu
        label={labels.following}
        icon="more"
        actions={() => [action(true, labels.follow), action(null, labels.roles), action(false, labels.mute)]}
      />
    </span>
  )
}
