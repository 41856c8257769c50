// Users whom changes concern, with the reasons: by role, mention, request, and by following.
import type { BugChangeEvent } from '../../call/change-event.js'
import { bugChangeEvent } from '../../call/change-event.js'
import type { Environment } from '../../kernel/environment.js'
import { reasonBits } from '../../domain/inbox/reasons.js'
import type { Entry } from '../../feed/read.js'
import { findCandidates, type Candidate, type PendingChange } from '../../mail/recipients/candidates.js'
import type { Reader } from '../../schema/index.js'
import type { Catalogue } from '../../setup/catalogue.js'

/** A change and a user whom it may concern. */
export interface PossibleConcern {
  readonly change: PendingChange
  readonly user_id: number
  readonly reasons: number
}

/** Returns the changes of entries that may be in an inbox: not imports, and of changes of many bugs only mentions. */
export function readChanges({ logger }: Environment, entries: readonly Entry[]): PendingChange[] {
  return entries.flatMap(({ seq, kind, bug_id, user_id, at, payload }) => {
    if (kind !== 'bug' || bug_id === null || user_id === null) return []
    const { data } = bugChangeEvent.safeParse(payload)
    if (!data) logger.error('inbox: an entry of the change feed cannot be read', { seq })
    if (!data || data.is_import || (data.is_bulk && data.mentioned.length === 0)) return []
    return [{ bug_id, at, by: user_id, details: withoutDependants(data) }]
  })
}

/** A bug that becomes open or closed adds nothing to the bugs that depend on it. */
function withoutDependants(details: BugChangeEvent): BugChangeEvent {
  return { ...details, open_changed: false }
}

/** Returns the users whom the changes may concern, without the users who made them. */
export async function findConcerns(
  tx: Reader,
  catalogue: Catalogue,
  changes: readonly PendingChange[],
): Promise<PossibleConcern[]> {
  if (changes.length === 0) return []
  const candidates = await findCandidates(tx, catalogue, changes)
  const ids = [...new Set(changes.map(({ bug_id }) => bug_id))]
  const following = { and: [{ col: 'bug_id', in: ids } as const, { col: 'following', eq: true } as const] }
  const followers = await tx.select({ from: 'bug_marks', where: following, columns: ['user_id', 'bug_id'] })
  const found = new Map<PendingChange, Map<number, number>>(changes.map((change) => [change, new Map()]))
  const add = (change: PendingChange, user_id: number | null, reasons: number) => {
    const users = found.get(change)
    if (user_id === null || user_id === change.by || reasons === 0) return
    users?.set(user_id, (users.get(user_id) ?? 0) | reasons)
  }
  for (const candidate of candidates) add(candidate.change, candidate.user_id, reasonsOf(candidate))
  for (const change of changes.filter(({ details }) => !details.is_bulk))
    for (const { user_id, bug_id } of followers) if (bug_id === change.bug_id) add(change, user_id, reasonBits.followed)
  return Array.from(found, ([change, users]) =>
    Array.from(users, ([user_id, reasons]) => ({ change, user_id, reasons })),
  ).flat()
}

function reasonsOf(candidate: Candidate): number {
  if (candidate.kind === 'dependency') return 0
  if (candidate.kind === 'flag')
    return { requested: reasonBits.asked, answered: reasonBits.role, listed: 0 }[candidate.payload.why]
  return candidate.payload.holds.reduce((bits, { role, via, moved }) => {
    if (role === 'mentioned') return bits | reasonBits.mentioned
    if (via !== null) return bits | reasonBits.followed
    return bits | (role === 'assigned_to' && moved !== 'lost' ? reasonBits.assigned : reasonBits.role)
  }, 0)
}
