// The way through the list that one came from, bug after bug.
import type { Client } from '@trackerkit/client'
import { useEffect } from 'preact/hooks'
import { Icon, type IconName } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { useApp } from '../../state/app.js'
import { isAtEnd, mostBugs, neighboursOf, type HistoryState, type ListContext } from '../../state/list-context.js'
import { criteriaOf } from '../list/query.js'
import { pathOf } from '../../page/page.js'

export function BugList({ id }: { readonly id: number }) {
  const { texts, trail, operations } = useApp()
  const { value } = trail
  useEffect(() => {
    if (!value || !isAtEnd(value, id)) return
    void extended(operations, value, id).then((longer) => {
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

/**
 * The list with more of its bugs, if the next ones are not loaded. Undefined if there are none or they cannot
 * be determined.
 */
async function extended(operations: Client, trail: ListContext, id: number): Promise<ListContext | undefined> {
  const { query, order, ids, offset } = trail
  const isBackwards = id === ids[0] && offset > 0
  const room = mostBugs - ids.length
  const from = isBackwards ? Math.max(offset - room, 0) : offset + ids.length
  const limit = isBackwards ? offset - from : room
  if (limit <= 0) return undefined
  const sorted = order === undefined ? {} : { order }
  const search = {
    ...criteriaOf(new URLSearchParams(query)),
    ...sorted,
    offset: from,
    limit,
    include_fields: ['id'] as const,
  }
  const result = await operations.bugs.search(search).catch(() => undefined)
  const more = result?.bugs.map((bug) => bug.id).filter((one) => !ids.includes(one)) ?? []
  if (more.length === 0) return undefined
  return isBackwards ? { ...trail, ids: [...more, ...ids], offset: from } : { ...trail, ids: [...ids, ...more] }
}
