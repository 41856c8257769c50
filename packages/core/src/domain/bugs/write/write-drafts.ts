// Writes changed bugs: each statement for all of them together, as far as they are written alike.
import { groupBy } from '../../../kernel/collections.js'
import { appendComments } from '../../comments/append.js'
import { requireUser, type Call } from '../../../call/context.js'
import { changeFactOf } from './change-fact.js'
import { emitFlags } from '../../flags/events.js'
import type { Writer } from '../../../schema/index.js'
import { createUserCache, type UserCache } from '../../users/user-cache.js'
import {
  changesOf,
  columnsThatDiffer,
  derivedColumns,
  historyOf,
  peopleIn,
  type FieldChange,
} from '../state/changes.js'
import type { Names } from '../fields/field.js'
import type { BugDraft } from '../state/draft.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { asChangeOf } from '../state/change-time.js'
import { writeHistory } from './write-history.js'
import { writeSets } from './write-sets.js'

/**
 * Writes what differs, with its history. Bugs that differ in something have been changed now. Returns the changes of each bug.
 * Of bugs that are `made` by the same operation only the sets are written: they have rows, and no history.
 */
export async function writeDrafts(
  tx: Writer,
  given: Call,
  drafts: readonly BugDraft[],
  {
    made = [],
    people = createUserCache(tx, given.catalogue),
  }: { readonly made?: readonly BugDraft[]; readonly people?: UserCache } = {},
): Promise<Map<number, readonly FieldChange[]>> {
  const call = asChangeOf(
    given,
    drafts.map(({ before }) => before.row),
  )
  const names = await loadNames(call, drafts, people)
  await writePrivacy(tx, drafts)
  const said = await writeComments(tx, call, drafts)
  const told = drafts.map((draft) => {
    Object.assign(draft.after.row, derivedColumns(call.catalogue, draft))
    const changes = changesOf(draft, names)
    return { draft, changes, history: historyOf(draft, changes, names) }
  })
  const touched = told.filter(
    ({ draft, changes, history }) =>
      draft.comments.length + changes.length + history.length > 0 || hasOtherFlags(draft),
  )
  const changed = touched.map(({ draft }) => draft)
  for (const { after } of changed) after.row.last_change_time = call.now
  await writeRows(tx, changed)
  await writeSets(tx, [...made, ...changed])
  const kept = await writeHistory(
    tx,
    call,
    touched.map(({ draft, history }) => [draft.before.row.id, history]),
  )
  for (const draft of changed) {
    const { id } = draft.before.row
    recordMail(call, draft, { history: kept.get(id) ?? [], comments: said.get(id) ?? [] })
  }
  return new Map(told.map(({ draft, changes }) => [draft.before.row.id, changes]))
}

/** Has listeners and people told, the latter of the rows that were written. */
function recordMail(
  call: Call,
  draft: BugDraft,
  rows: { history: readonly number[]; comments: readonly number[] },
): void {
  const { id: bug_id } = draft.before.row
  const details = changeFactOf(draft, { by: requireUser(call.who).id, ...rows })
  emitFlags(call, bug_id, details.flags)
  call.mail.record({ kind: 'change', bug_id, details })
}

/** Flags that trade places, as when two people swap requests, read the same and are others yet. */
function hasOtherFlags({ before, after }: BugDraft): boolean {
  return after.flags.some((flag) => !before.flags.includes(flag))
}

/** What people and everything else are called. At most one select. */
async function loadNames({ catalogue }: Call, drafts: readonly BugDraft[], people: UserCache): Promise<Names> {
  const users = await people.users(drafts.flatMap(peopleIn))
  return { catalogue, login: (id) => users.get(id)?.login ?? '' }
}

async function writePrivacy(tx: Writer, drafts: readonly BugDraft[]): Promise<void> {
  const changes = drafts.flatMap((draft) => draft.privacy)
  for (const [is_private, comments] of groupBy(changes, (change) => change.is_private)) {
    const ids = comments.map((change) => change.comment_id)
    await tx.update('comments', { col: 'id', in: ids }, { is_private })
  }
  for (const { after, privacy } of drafts) {
    for (const { is_private } of privacy) after.row.public_comment_count += is_private ? -1 : 1
  }
}

/** Returns the ids of the comments by bug. */
async function writeComments(tx: Writer, call: Call, drafts: readonly BugDraft[]): Promise<Map<number, number[]>> {
  const said = drafts.flatMap(({ after, comments }) => comments.map((comment) => ({ ...comment, bug: after.row })))
  const { ids, columns } = await appendComments(tx, call, said)
  for (const { after } of drafts) Object.assign(after.row, columns.get(after.row.id))
  const numbered = said.map(({ bug }, index) => ({ bugId: bug.id, id: ids[index] as number }))
  return new Map([...groupBy(numbered, ({ bugId }) => bugId)].map(([bugId, rows]) => [bugId, rows.map(({ id }) => id)]))
}

/** So many different changes are worth a statement each; beyond that, all rows are written whole, in one. */
const fewPatches = 8

/** Bugs whose rows change alike are written by one statement. */
async function writeRows(tx: Writer, drafts: readonly BugDraft[]): Promise<void> {
  const patches = drafts
    .map(({ before, after }) => ({ row: after.row, patch: columnsThatDiffer(before.row, after.row) }))
    .filter(({ patch }) => Object.keys(patch).length > 0)
  const alike = groupBy(patches, ({ patch }) => JSON.stringify(patch))
  if (alike.size > fewPatches) {
    await tx.put(
      'bugs',
      patches.map(({ row }) => row),
    )
    return
  }
  for (const group of alike.values()) {
    const patch: Partial<BugRow> = group[0]?.patch ?? {}
    await tx.update('bugs', { col: 'id', in: group.map(({ row }) => row.id) }, patch)
  }
}
