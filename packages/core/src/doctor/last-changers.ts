import { subDays } from 'date-fns/subDays'
import { groupBy } from '../kernel/collections.js'
import { daysOfChanges } from '../domain/bugs/state/last-changer.js'
import type { Reader, Row } from '../schema/index.js'
import { derivation } from './check.js'

interface Change {
  readonly bug_id: number
  readonly by: number
  readonly at: Date
}

/** Otherwise inboxes would lack bugs. If it is not known who changed a bug last, they look at its changes. */
export const lastChangers = derivation({
  name: 'last changes of bugs',
  holds: 'the user who changed a bug last exists, and no change by others is later than stored',
  entity: 'bugs',
  async derive(tx, bugs) {
    const changes = groupBy(await loadChanges(tx, bugs), (change) => change.bug_id)
    const users = await loadUsers(tx, bugs)
    return bugs.map((bug) => {
      const isLater = ({ by, at }: Change) => by !== bug.last_changer_id && at > lastByOthers(bug)
      const isRight = users.has(bug.last_changer_id) && !changes.get(bug.id)?.some(isLater)
      return { last_changer_id: isRight ? bug.last_changer_id : null }
    })
  },
})

function lastByOthers({ others_changed_at, last_change_time }: Row<'bugs'>): Date {
  return others_changed_at ?? subDays(last_change_time, daysOfChanges)
}

/** Changes that are later than those of others may be, and perhaps some more. */
async function loadChanges(tx: Reader, bugs: readonly Row<'bugs'>[]): Promise<Change[]> {
  const known = bugs.filter(({ last_changer_id }) => last_changer_id !== null)
  if (known.length === 0) return []
  const ofBugs = { col: 'bug_id', in: known.map(({ id }) => id) } as const
  const since = new Date(Math.min(...known.map((bug) => lastByOthers(bug).getTime())))
  const comments = await tx.select({
    from: 'comments',
    where: { and: [ofBugs, { col: 'creation_time', gt: since }] },
    columns: ['bug_id', 'creator_id', 'creation_time'],
  })
  const history = await tx.select({
    from: 'bug_history',
    where: { and: [ofBugs, { col: 'at', gt: since }] },
    columns: ['bug_id', 'user_id', 'at'],
  })
  return [
    ...comments.map(({ bug_id, creator_id, creation_time }) => ({ bug_id, by: creator_id, at: creation_time })),
    ...history.map(({ bug_id, user_id, at }) => ({ bug_id, by: user_id, at })),
  ]
}

async function loadUsers(tx: Reader, bugs: readonly Row<'bugs'>[]): Promise<ReadonlySet<number | null>> {
  const ids = [...new Set(bugs.flatMap(({ last_changer_id }) => last_changer_id ?? []))]
  const users = await tx.select({ from: 'users', where: { col: 'id', in: ids }, columns: ['id'] })
  return new Set(users.map(({ id }) => id))
}
