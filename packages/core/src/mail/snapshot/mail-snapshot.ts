// Reads all data for messages about some bugs at once. Filtering it for each recipient then costs no more statements
// and uses the same predicates and views as responses.
import { mentionedBugs } from '../../access/hidden-references.js'
import type { Catalogue } from '../../setup/catalogue.js'
import { groupBy } from '../../kernel/collections.js'
import { callerOf, nobody, type Call, type User } from '../../call/context.js'
import type { Environment } from '../../kernel/environment.js'
import { backgroundCall } from '../../call/background-call.js'
import type { EmailPreferences } from '../../domain/preferences/email.js'
import { mailChoicesIn, selectMailSettings } from '../../domain/preferences/mail-choices.js'
import type { NotificationWays } from '../../domain/preferences/ways.js'
import { schema, type EntityName, type Reader, type Row, type Where } from '../../schema/index.js'
import { evaluateCount, evaluateSelect, type PlainData, type PlainQuery, type Schema } from '../../store/index.js'
import { loadUsers } from '../../domain/users/find.js'
import { createOnce, createSight } from './sight.js'

/** Data that messages need. */
export interface Need {
  /** The bugs that messages are about. */
  readonly bugs: readonly number[]
  /** Their fields to show: all for new bugs, those of headers for changes. */
  readonly fields: 'all' | 'headers'
  /** Rows of bug_history and of comments. */
  readonly history: readonly number[]
  readonly comments: readonly number[]
  readonly attachments: readonly number[]
  /** Other people who are named. */
  readonly people: readonly number[]
  /** Without duplicates. */
  readonly recipients: readonly number[]
}

export interface MailSnapshot {
  /** Reads the loaded data like a store. */
  readonly reader: Reader
  readonly catalogue: Catalogue
  readonly user: (id: number) => User | undefined
  /** Returns a call by one of the recipients, or by an anonymous user. */
  readonly callBy: (recipient: number | null) => Call
  readonly preferences: (recipient: number) => EmailPreferences
  readonly ways: (recipient: number) => NotificationWays
  readonly ignores: (recipient: number, bugId: number) => boolean
  readonly stoppedFollowing: (recipient: number, bugId: number) => boolean
  /**
   * Does work once for all recipients who see the same. `key`: names the work and everything else that its result depends on.
   */
  readonly once: <T>(call: Call, key: string, work: () => T) => T
  /** The choices of the recipients, to compare with later ones. */
  readonly choices: Choices
}

/** Rows of bugs that have been read already, with all their CC lists. */
export interface Known {
  readonly bugs: readonly Row<'bugs'>[]
  readonly bug_cc: readonly Row<'bug_cc'>[]
}

type Rows = { readonly [E in EntityName]?: readonly Row<E>[] }

export async function loadMailSnapshot(
  tx: Reader,
  catalogue: Catalogue,
  environment: Environment,
  need: Need,
  known?: Known,
): Promise<MailSnapshot> {
  const bugs = await loadBugRows(tx, catalogue, need, known)
  const named = new Set(peopleIn(need, bugs))
  const users = await loadUsers(tx, [...named, ...need.recipients])
  const callBy = createCallers(catalogue, environment, {
    users,
    memberships: await loadMemberships(tx, need.recipients),
  })
  const choices = await loadChoices(tx, need)
  const { marks } = choices
  const keysOf = (rows: typeof marks) => new Set(rows.map((row) => `${row.user_id} ${row.bug_id}`))
  const ignored = keysOf(marks.filter((mark) => mark.following === false))
  const [sightOf, once] = [createSight(bugs), createOnce()]
  const stopped = keysOf(marks.filter((mark) => mark.following_off))
  return {
    reader: readerOver({ ...bugs, users: [...users.values()].filter(({ id }) => named.has(id)) }),
    catalogue,
    user: (id) => users.get(id),
    callBy,
    ...mailChoicesIn(choices.settings),
    ignores: (userId, bugId) => ignored.has(`${userId} ${bugId}`),
    stoppedFollowing: (userId, bugId) => stopped.has(`${userId} ${bugId}`),
    once: (call, key, work) => once(`${sightOf(call)} ${key}`, work),
    choices,
  }
}

/** Calls by the users, each made once: what a call remembers serves all messages to its user. */
function createCallers(
  catalogue: Catalogue,
  environment: Environment,
  { users, memberships }: { readonly users: ReadonlyMap<number, User>; readonly memberships: Row<'user_groups'>[] },
): MailSnapshot['callBy'] {
  const anonymous = backgroundCall(catalogue, environment, nobody)
  const groups = groupBy(memberships, (row) => row.user_id)
  const calls = new Map<number, Call>()
  return (id) => {
    const user = id === null ? undefined : users.get(id)
    if (!user) return anonymous
    const call = calls.get(user.id) ?? { ...anonymous, who: callerOf(catalogue, user, groups.get(user.id) ?? []) }
    calls.set(user.id, call)
    return call
  }
}

/** The choices of users about email, and about these bugs. */
interface Choices {
  readonly settings: readonly Row<'user_settings'>[]
  readonly marks: Awaited<ReturnType<typeof loadMarks>>
}

export async function loadChoices(tx: Reader, need: Pick<Need, 'bugs' | 'recipients'>): Promise<Choices> {
  return { settings: await selectMailSettings(tx, need.recipients), marks: await loadMarks(tx, need) }
}

/** Loads the bugs with their data and changes; for bugs that they name, the data that decides visibility. */
async function loadBugRows(tx: Reader, catalogue: Catalogue, need: Need, known?: Known) {
  const ofBugs = { col: 'bug_id', in: need.bugs } as const
  const bug_history = await byId(tx, 'bug_history', need.history)
  const comments = await byId(tx, 'comments', need.comments)
  const { bug_dependencies, bug_see_also, custom_values } =
    need.fields === 'all' ? await loadSets(tx, need.bugs) : noSets
  const own = known?.bugs ?? (await byId(tx, 'bugs', need.bugs))
  const named = [
    ...own.map((bug) => bug.dupe_of),
    ...comments.map((comment) => comment.related_bug_id),
    ...bug_dependencies.flatMap((row) => [row.bug_id, row.depends_on_id]),
    ...bug_see_also.map((link) => link.local_bug_id),
    ...custom_values.map((value) => value.number),
    ...mentionedBugs(catalogue, bug_history),
  ]
  const ownIds = new Set(own.map((bug) => bug.id))
  const others = await byId(
    tx,
    'bugs',
    named.filter((id) => id !== null && !ownIds.has(id)),
  )
  const bugs = [...own, ...others]
  const hidden = bugs.filter((bug) => bug.group_count > 0).map((bug) => bug.id)
  const attachmentIds = [
    ...need.attachments,
    ...[...bug_history, ...comments].flatMap((row) => row.attachment_id ?? []),
  ]
  return {
    bugs,
    bug_history,
    comments,
    bug_dependencies,
    bug_see_also,
    custom_values,
    bug_groups:
      hidden.length === 0 ? [] : await tx.select({ from: 'bug_groups', where: { col: 'bug_id', in: hidden } }),
    bug_cc: known
      ? await withCcOf(tx, need, known, hidden)
      : await loadCc(tx, need, newBugs(comments), [...need.bugs, ...hidden]),
    bug_keywords: catalogue.keywords.size === 0 ? [] : await tx.select({ from: 'bug_keywords', where: ofBugs }),
    flags: catalogue.flagTypes.size === 0 ? [] : await tx.select({ from: 'flags', where: ofBugs }),
    attachments: await byId(tx, 'attachments', attachmentIds),
  } satisfies Rows
}

const noSets = { bug_dependencies: [], bug_see_also: [], custom_values: [] } satisfies Rows

/** The sets that only mail about new bugs shows. */
async function loadSets(tx: Reader, bugs: readonly number[]) {
  const ofBugs = { col: 'bug_id', in: bugs } as const
  const inEitherWay = { or: [ofBugs, { col: 'depends_on_id', in: bugs } as const] }
  return {
    bug_dependencies: await tx.select({ from: 'bug_dependencies', where: inEitherWay }),
    bug_see_also: await tx.select({ from: 'bug_see_also', where: ofBugs }),
    custom_values: await tx.select({ from: 'custom_values', where: ofBugs }),
  } satisfies Rows
}

/**
 * The complete lists of new bugs, which email names; otherwise only the recipients, whose visibility depends on them.
 */
async function loadCc(
  tx: Reader,
  { recipients }: Need,
  made: readonly number[],
  bugs: readonly number[],
): Promise<Row<'bug_cc'>[]> {
  const own = { and: [{ col: 'bug_id', in: bugs } as const, { col: 'user_id', in: recipients } as const] }
  return tx.select({ from: 'bug_cc', where: { or: [{ col: 'bug_id', in: made }, own] } })
}

/** The known lists, and of hidden bugs that others name the recipients. */
async function withCcOf(tx: Reader, need: Need, known: Known, hidden: readonly number[]): Promise<Row<'bug_cc'>[]> {
  const ids = new Set(known.bugs.map((bug) => bug.id))
  const others = hidden.filter((id) => !ids.has(id))
  return others.length === 0 ? [...known.bug_cc] : [...known.bug_cc, ...(await loadCc(tx, need, [], others))]
}

/** Returns the bugs whose description is included. */
function newBugs(comments: readonly Row<'comments'>[]): number[] {
  return comments.flatMap((comment) => (comment.count === 0 ? [comment.bug_id] : []))
}

/** The people who are named, except for recipients of a change with many. */
function peopleIn(need: Need, rows: Awaited<ReturnType<typeof loadBugRows>>): number[] {
  const main = new Set(need.bugs)
  const isNew = new Set(newBugs(rows.comments))
  return [
    ...need.people,
    ...rows.bugs
      .filter((bug) => main.has(bug.id))
      .flatMap((bug) => [bug.creator_id, bug.assigned_to_id, bug.qa_contact_id]),
    ...rows.flags.flatMap((flag) => [flag.setter_id, flag.requestee_id]),
    ...rows.comments.map((comment) => comment.creator_id),
    ...rows.bug_history.map((row) => row.user_id),
    // Only the mail about a new bug names all of them.
    ...rows.bug_cc.filter((row) => isNew.has(row.bug_id)).map((row) => row.user_id),
  ].filter((id) => id !== null)
}

/** Rows by id, without a statement for none. */
async function byId<E extends 'bugs' | 'bug_history' | 'comments' | 'attachments'>(
  tx: Reader,
  from: E,
  ids: readonly (number | null)[],
): Promise<Row<E>[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return []
  const where = { col: 'id', in: wanted } as unknown as Where<E>
  return tx.select({ from, where }) as Promise<Row<E>[]>
}

/** Of muted bugs, and those that users stopped following. */
async function loadMarks(
  tx: Reader,
  { bugs, recipients }: Pick<Need, 'bugs' | 'recipients'>,
): Promise<Pick<Row<'bug_marks'>, 'user_id' | 'bug_id' | 'following' | 'following_off'>[]> {
  if (recipients.length === 0) return []
  const where: Where<'bug_marks'> = {
    and: [
      { col: 'bug_id', in: bugs },
      { col: 'user_id', in: recipients },
      {
        or: [
          { col: 'following', eq: false },
          { col: 'following_off', eq: true },
        ],
      },
    ],
  }
  return tx.select({ from: 'bug_marks', where, columns: ['user_id', 'bug_id', 'following', 'following_off'] })
}

async function loadMemberships(tx: Reader, ids: readonly number[]): Promise<Row<'user_groups'>[]> {
  if (ids.length === 0) return []
  return tx.select({ from: 'user_groups', where: { col: 'user_id', in: ids } })
}

/** A reader of loaded rows, with the semantics of every store. */
function readerOver(data: PlainData): Reader {
  const plain = schema as Schema
  const reader = {
    select: (query: PlainQuery) => evaluateSelect(plain, data, query),
    count: (from: string, where?: PlainQuery['where']) => evaluateCount(plain, data, from, where),
  }
  return reader as unknown as Reader
}
