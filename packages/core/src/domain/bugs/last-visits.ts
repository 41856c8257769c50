// Changing a bug counts as a visit for users with a role in it. Users who lose their last role lose their visit.
import { isOn } from '../../setup/catalogue.js'
import { requireUser, type Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { markVisited } from '../visits/mark-visited.js'
import { changeOf } from './state/changes.js'
import { updateBlocks } from './write/delete-blocks.js'
import type { AnyDraft } from './state/draft.js'
import type { BugRow } from '../../access/find-bugs.js'

/** Notes the visits that an update of these bugs makes, once it has been written. */
export async function noteVisits(tx: Writer, call: Call, drafts: readonly AnyDraft[]): Promise<void> {
  const me = requireUser(call.who).id
  const leavers = drafts.map((draft) => leaversOf(call, draft))
  const isLoaded = drafts.every((draft) => draft.isLoaded('cc'))
  const toLookUp = new Set(leavers.flat())
  if (drafts.some(({ row }) => !hasRole(call, row, me))) toLookUp.add(me)
  const onCc = isLoaded ? new Set<string>() : await loadCc(tx, drafts, toLookUp)
  const isOnCc = (draft: AnyDraft, user: number) =>
    draft.isLoaded('cc') ? draft.part('cc').has(user) : onCc.has(`${draft.row.id} ${user}`)
  const isInvolved = (draft: AnyDraft, user: number) => hasRole(call, draft.row, user) || isOnCc(draft, user)
  await markVisited(tx, call, me, idsOf(drafts.filter((draft) => isInvolved(draft, me))))
  const losses = drafts.map((draft, index) => ({
    bug_id: draft.row.id,
    removed: (leavers[index] ?? []).filter((user) => !isInvolved(draft, user)),
  }))
  await updateBlocks(tx, 'bug_marks', 'user_id', losses, { last_visit_ts: null })
}

/** Users who lost a role or a place on the CC list. */
function leaversOf(call: Call, draft: AnyDraft): number[] {
  const { assigned_to_id, qa_contact_id } = draft.before
  const had = [assigned_to_id, ...(qa_contact_id === null ? [] : [qa_contact_id])]
  const left = had.filter((user) => !hasRole(call, draft.row, user))
  return [...left, ...changeOf(draft, 'cc', (ids) => ids).removed]
}

function hasRole({ catalogue }: Call, bug: BugRow, user: number): boolean {
  const isQa = isOn(catalogue, 'useqacontact') && bug.qa_contact_id === user
  return bug.creator_id === user || bug.assigned_to_id === user || isQa
}

async function loadCc(tx: Writer, drafts: readonly AnyDraft[], users: ReadonlySet<number>): Promise<Set<string>> {
  if (users.size === 0) return new Set()
  const where = { and: [{ col: 'bug_id', in: idsOf(drafts) } as const, { col: 'user_id', in: [...users] } as const] }
  const rows = await tx.select({ from: 'bug_cc', where })
  return new Set(rows.map((row) => `${row.bug_id} ${row.user_id}`))
}

function idsOf(drafts: readonly AnyDraft[]): number[] {
  return drafts.map(({ row }) => row.id)
}
