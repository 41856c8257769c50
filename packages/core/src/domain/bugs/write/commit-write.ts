// Writes bugs with all that belongs to them: each statement for all of them together, as far as they are written alike.
import { groupBy } from '../../../kernel/collections.js'
import { insertOne } from '../../../schema/insert-one.js'
import type { NewRow, Writer } from '../../../schema/index.js'
import type { Call } from '../../../call/context.js'
import {
  columnsAfter,
  insertComments,
  planComments,
  type CommentDraft,
  type CommentPlan,
} from '../../comments/append.js'
import { findMentioned } from '../../comments/mentions.js'
import { countVotes } from '../../comments/votes.js'
import type { FlagChange } from '../../flags/input.js'
import { createUserCache, type UserCache } from '../../users/user-cache.js'
import type { Names } from '../fields/field.js'
import { changesOf, derivedColumns, hasOtherFlags, historyOf, peopleIn, type FieldChange } from '../state/changes.js'
import { asChangeOf } from '../state/change-time.js'
import type { AnyDraft } from '../state/draft.js'
import { changedByCaller } from '../state/last-changer.js'
import { checkUnasked, followByRules } from './check-by-rules.js'
import { writeFlagsOfNew } from './flags-of-new.js'
import type { LoadedUpdate } from './load-update.js'
import { recordEffects, type WrittenBug } from './record-effects.js'
import { writeHistory } from './write-history.js'
import { writeRows } from './write-rows.js'
import { writeSets } from './write-sets.js'

/** A write that has been planned and checked. */
export interface PreparedWrite {
  readonly drafts: ReadonlyMap<number, AnyDraft>
  readonly people?: UserCache
  /** The flags of a new bug. */
  readonly flags?: readonly FlagChange[] | undefined
  /** The event about which rules have been asked. If undefined, they are asked before the write. */
  readonly event?: 'bug.create' | 'bug.update'
  /** The bugs that the event is about, even if they do not differ. */
  readonly named?: readonly AnyDraft[]
  /** The caller requested that no email is sent. */
  readonly isMinor?: boolean
}

export interface CommittedWrite {
  /** Those that differ in something. */
  readonly bugs: readonly WrittenBug[]
  /** The changes of each bug. */
  readonly changes: ReadonlyMap<number, readonly FieldChange[]>
}

/**
 * Inserts the row of a new bug, with its comments already counted, so that it is written once. The draft gets its ID;
 * `commitWrite` writes everything else.
 */
export async function insertNewBug(tx: Writer, { catalogue }: Call, draft: AnyDraft): Promise<void> {
  for (const comment of draft.comments) Object.assign(draft.row, columnsAfter(draft.row, comment))
  Object.assign(draft.row, derivedColumns(catalogue, draft))
  const { id: _unassigned, ...row } = draft.row
  draft.row.id = await insertOne(tx, 'bugs', row)
}

/**
 * Writes differences, with their history, also for listeners and the change feed. Bugs with differences have changed
 * now. New bugs have no history.
 */
export async function commitWrite(tx: Writer, given: Call, prepared: PreparedWrite): Promise<CommittedWrite> {
  const { people = createUserCache(tx, given.catalogue), flags = [] } = prepared
  const drafts = [...prepared.drafts.values()]
  const made = drafts.filter((draft) => draft.isNew)
  const found = drafts.filter((draft) => !draft.isNew)
  const call = asChangeOf(
    given,
    found.map(({ before }) => before),
  )
  if (call.rules && !prepared.event) await checkUnasked({ tx, call, drafts, people })
  const names = await loadNames(call, found, people)
  await writePrivacy(tx, found)
  const { said, compared } = await compareDrafts(call, drafts, names)
  const changed = compared.filter(
    ({ draft, changes, history }) =>
      draft.comments.length + changes.length + history.length > 0 || hasOtherFlags(draft),
  )
  for (const { draft } of changed) Object.assign(draft.row, changedByCaller(call, draft.before))
  const written = changed.map(({ draft }) => draft)
  const lines = changed.map(({ draft, history: ofBug }) => [draft.row.id, ofBug] as const)
  // Written without waiting for each other: a database behind a network gets them in one go, in this order.
  const [commentIds, , , history] = await Promise.all([
    insertComments(tx, call, said),
    writeRows(tx, call, written),
    writeSets(tx, [...made, ...written]),
    writeHistory(tx, call, lines),
  ])
  const comments = idsByBug(said.drafts, commentIds)
  // After everything else, because the written rows decide who can see the bugs.
  const mentions = findMentioned(tx, call, withBugs(said, commentIds), people)
  if (mentions) await writeMentions(tx, await mentions)
  for (const draft of made) await writeFlagsOfNew(tx, call, draft, flags)
  const bugs = [...written, ...made].map((draft) => ({
    draft,
    history: history.get(draft.row.id) ?? [],
    comments: comments.get(draft.row.id) ?? [],
  }))
  recordEffects(call, bugs, prepared.isMinor === true)
  if (call.rules) followByRules({ tx, call, people }, prepared.named ?? [], bugs)
  return { bugs, changes: changesById(compared) }
}

/** The changes that an update would make in the bugs it names, by bug. Writes nothing. */
export async function foreseeWrite(call: Call, { named, people }: LoadedUpdate): Promise<CommittedWrite['changes']> {
  const { compared } = await compareDrafts(call, named, await loadNames(call, named, people))
  return changesById(compared)
}

function withBugs({ drafts, rows }: CommentPlan, ids: readonly number[]) {
  return rows.flatMap(({ text, is_private, is_markdown }, index) => {
    const bug = drafts[index]?.bug
    return bug ? [{ id: ids[index] as number, text, is_private, is_markdown, bug }] : []
  })
}

async function writeMentions(tx: Writer, mentions: readonly NewRow<'comment_mentions'>[]): Promise<void> {
  if (mentions.length > 0) await tx.insert('comment_mentions', mentions)
}

interface Compared {
  readonly draft: AnyDraft
  readonly changes: readonly FieldChange[]
  readonly history: ReturnType<typeof historyOf>
}

function changesById(compared: readonly Compared[]): CommittedWrite['changes'] {
  return new Map(compared.map(({ draft, changes }) => [draft.row.id, changes]))
}

/** Numbers the comments, completes the rows with derived columns, and returns the differences from the stored state. */
async function compareDrafts(call: Call, drafts: readonly AnyDraft[], names: Names) {
  const said = planComments(call, drafts.flatMap(commentsOf))
  for (const { row } of drafts) Object.assign(row, said.columns.get(row.id))
  const compared: Compared[] = []
  for (const draft of drafts) {
    if (draft.isNew) continue
    const rest = call.timeBudget.step()
    if (rest) await rest
    Object.assign(draft.row, derivedColumns(call.catalogue, draft))
    const changes = changesOf(draft, names)
    compared.push({ draft, changes, history: historyOf(draft, changes, names) })
  }
  return { said, compared }
}

/** The names of people and of everything else. At most one select. */
async function loadNames({ catalogue }: Call, drafts: readonly AnyDraft[], people: UserCache): Promise<Names> {
  const ids = drafts.flatMap(peopleIn)
  const users = ids.length === 0 ? undefined : await people.users(ids)
  return { catalogue, login: (id) => users?.get(id)?.login ?? '' }
}

async function writePrivacy(tx: Writer, drafts: readonly AnyDraft[]): Promise<void> {
  const changed = drafts.filter(({ privacy }) => privacy.length > 0)
  if (changed.length === 0) return
  const changes = changed.flatMap(({ privacy }) => privacy)
  for (const [is_private, comments] of groupBy(changes, (change) => change.is_private)) {
    const ids = comments.map((change) => change.comment_id)
    await tx.update('comments', { col: 'id', in: ids }, { is_private })
  }
  const votes = await countVotes(
    tx,
    changed.map(({ row }) => row.id),
  )
  for (const { row, privacy } of changed) {
    for (const { is_private } of privacy) row.public_comment_count += is_private ? -1 : 1
    row.votes = votes.get(row.id) ?? 0
  }
}

/** The row of a new bug counts its comments already. */
function commentsOf({ isNew, row, comments }: AnyDraft): CommentDraft[] {
  const bug = isNew ? { ...row, comment_count: 0, public_comment_count: 0 } : row
  return comments.map((comment) => ({ ...comment, bug }))
}

function idsByBug(comments: readonly CommentDraft[], ids: readonly number[]): Map<number, number[]> {
  const numbered = comments.map(({ bug }, index) => ({ bugId: bug.id, id: ids[index] as number }))
  const byBug = [...groupBy(numbered, ({ bugId }) => bugId)]
  return new Map(byBug.map(([bugId, rows]) => [bugId, rows.map(({ id }) => id)]))
}
