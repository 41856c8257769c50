// Navigation through the list that the user came from, bug by bug.
import { useEffect } from 'preact/hooks'
import type { IconName } from '../../generated/icons.js'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import { isAtEnd, neighboursOf, type HistoryState } from '../../state/list-context.js'
import { pathOf } from '../../page/page.js'
import type { extended } from './longer-list.js'

/** Undefined also if the piece cannot be loaded: the list then ends here. */
const longerList = async (...given: Parameters<typeof extended>) =>
  import('./on-demand.js').then(
    (more) => more.extended(...given),
    () => undefined,
  )

export function BugList({ id }: { readonly id: number }) {
  const { texts, trail, operations } = useApp()
  const { value } = trail
  useEffect(() => {
    if (!value || !isAtEnd(value, id)) return
    void longerList(operations, value, id).then((longer) => {
      if (trail.value !== value || !longer) return
      trail.value = longer
      const state: HistoryState = { ...(history.state as HistoryState | null), trail: longer }
      history.replaceState(state, '')
    })
  }, [value, id])
  if (!value?.ids.includes(id)) return null
  const labels = texts.bug.list
  const [before, after] = neighboursOf(value, id)
  const place = value.offset + value.ids.indexOf(id) + 1
  return (
    <nav class="bug-list" aria-label={labels.name}>
      <Link to={`/bugs?${value.query}`} aria-keyshortcuts="u">
        {labels.back}
      </Link>
      <span class="quiet-text">{labels.place(texts.number(place), texts.number(Math.max(value.total, place)))}</span>
      <Step to={before} text={labels.previous} icon="back" keys="[" />
      <Step to={after} text={labels.next} icon="forward" keys="]" />
    </nav>
  )
}

interface StepProps {
  readonly to: number | undefined
  readonly text: string
  readonly icon: IconName
  readonly keys: string
}

function Step({ to, text, icon, keys }: StepProps) {
  // A link without a target keeps its place, so that the other one does not move.
  if (to === undefined) {
    return (
      <span class="button is-off" aria-hidden="true">
        <Icon name={icon} />
      </span>
    )
  }
  return (
    <Link to={pathOf('bug', to)} class="button" aria-keyshortcuts={keys}>
      <Icon name={icon} />
      <span class="visually-hidden">{text}</span>
    </Link>
  )
}
