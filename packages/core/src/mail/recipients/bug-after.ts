// Bugs as they were right after a change: email goes to the people of that time, even if more changes came before it.
import { readableBugChangeEventOf } from '../../call/change-event.js'
import { groupBy } from '../../kernel/collections.js'
import type { Reader, Row } from '../../schema/index.js'
import type { Known } from '../snapshot/mail-snapshot.js'
import { netOf, rolesBefore, type RolesIn } from './recipients.js'

/** The parts of a bug that determine who gets email about it. */
type BugAfter = RolesIn & Pick<Row<'bugs'>, 'product_id' | 'component_id'>

interface Moment {
  readonly seq: number
}

/** Returns the bug right after the change, which may be one of another bug; undefined if it does not exist any more. */
export type BugFinder = (change: Moment, bugId: number) => BugAfter | undefined

/** Number of entries after the first change that are read. Of later ones, email that is far behind knows nothing. */
const mostAhead = 5000

/** Loads the bugs, and what later entries of the feed changed, for all targets together. */
export async function createBugFinder(
  tx: Reader,
  targets: readonly { readonly change: Moment; readonly bugId: number }[],
  last: number,
): Promise<{ readonly bugAfter: BugFinder; readonly known: Known }> {
  const ids = [...new Set(targets.map((target) => target.bugId))]
  const bugs = await tx.select({ from: 'bugs', where: { col: 'id', in: ids } })
  const bug_cc = await tx.select({ from: 'bug_cc', where: { col: 'bug_id', in: ids } })
  const cc = groupBy(bug_cc, (row) => row.bug_id)
  const later = groupBy(await loadLater(tx, ids, targets[0]?.change.seq ?? last, last), (entry) => entry.bug_id)
  const now = new Map(
    bugs.map(({ id, creator_id, assigned_to_id, qa_contact_id, product_id, component_id }) => {
      const people = (cc.get(id) ?? []).map((row) => row.user_id)
      const qa_contact = qa_contact_id === null ? [] : [qa_contact_id]
      return [id, { creator_id, assigned_to: [assigned_to_id], qa_contact, cc: people, product_id, component_id }]
    }),
  )
  const bugAfter: BugFinder = ({ seq }, bugId) => {
    const bug = now.get(bugId)
    const undone = (later.get(bugId) ?? []).filter((entry) => entry.seq > seq)
    if (!bug || undone.length === 0) return bug
    const place = undone.find(({ moved_from }) => moved_from)?.moved_from
    return { ...bug, ...rolesBefore(undone, bug), ...place }
  }
  return { bugAfter, known: { bugs, bug_cc } }
}

/** Changes of roles and places of the bugs after the first change, without a statement if it is the last entry. */
async function loadLater(tx: Reader, ids: readonly number[], first: number, last: number) {
  if (first === last) return []
  const isLater = [{ col: 'seq', gt: first } as const, { col: 'seq', lte: first + mostAhead } as const]
  const where = { and: [...isLater, { col: 'bug_id', in: ids } as const] }
  const entries = await tx.select({ from: 'changes', where, columns: ['seq', 'bug_id', 'payload'] })
  return entries.flatMap(({ seq, bug_id, payload }) => {
    const details = readableBugChangeEventOf(payload)
    if (!details) return []
    const { moved_from } = details
    const { gained, lost } = netOf(details)
    const isMoved = [...Object.values(gained), ...Object.values(lost)].some((ids) => ids.length > 0)
    return isMoved || moved_from ? [{ seq, bug_id, moved_from, gained, lost }] : []
  })
}
