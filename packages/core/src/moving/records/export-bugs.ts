// Bugs with everything that belongs to them, as records.
import type {
  AttachmentWithoutData,
  Bug,
  Comment,
  CommentsGetAnswer,
  Flag,
  HistoryEntry,
  Operations,
} from '@trackerkit/types'
import { peopleOfRecord, recordNames } from '../../domain/bugs/fields/record.js'
import { pick } from '../../kernel/collections.js'
import { isTrackerError } from '../../kernel/errors.js'
import type { ReactionName } from '../../domain/comments/reactions.js'
import type { PeopleWriter } from './export-people.js'
import type { TrackerRecord } from './record.js'

type BugRecord = Extract<TrackerRecord, { kind: 'bug' }>

/** Shared by all bugs of an export. */
interface Source {
  readonly operations: Operations
  readonly people: PeopleWriter
  /** IDs of the flag types that flags name by ID, because others have their name. */
  readonly flagTypes: ReadonlySet<number>
}

/**
 * People named by the bugs, the bugs, and the contents of their attachments. Bugs that are too large together are read
 * separately.
 */
export async function* exportParts(source: Source, bugs: readonly Bug[]): AsyncGenerator<TrackerRecord> {
  const { operations, people } = source
  const records = await loadRecords(source, bugs)
  if (!records) {
    const half = Math.ceil(bugs.length / 2)
    yield* exportParts(source, bugs.slice(0, half))
    yield* exportParts(source, bugs.slice(half))
    return
  }
  for (const record of records) {
    yield* people.named(loginsOf(record))
    yield record
    for (const { id } of record.attachments ?? []) yield* contentOf(operations, id)
  }
}

/** Undefined when several bugs are too large for one answer. */
async function loadRecords({ operations, flagTypes }: Source, bugs: readonly Bug[]): Promise<BugRecord[] | undefined> {
  const ids = bugs.map(({ id }) => id)
  try {
    const [comments, histories, attachments, links] = await Promise.all([
      loadComments(operations, ids),
      operations.bugs.history({ ids }),
      operations.attachments.get({ ids, exclude_fields: ['data'] }),
      loadCodeLinks(operations, ids),
    ])
    const history = new Map(histories.bugs.map((one) => [one.id, one.history]))
    const all = ids.flatMap((id) => comments[id]?.comments ?? [])
    const reactions = await loadReactions(operations, all)
    return bugs.map((bug) => ({
      ...recordOf(bug, {
        comments: withHours(
          comments[bug.id]?.comments ?? [],
          reactions,
          history.get(bug.id) ?? [],
          bug.actual_time ?? 0,
        ),
        history: history.get(bug.id) ?? [],
        attachments: attachments.bugs[bug.id] ?? [],
        flagTypes,
      }),
      code_links: links.get(bug.id) ?? [],
    }))
  } catch (error) {
    if (bugs.length > 1 && isTrackerError(error, 'answer_too_large')) return undefined
    throw error
  }
}

type Reactions = ReadonlyMap<number, NonNullable<NonNullable<BugRecord['comments']>[number]['reactions']>>

/** Few comments have reactions. */
async function loadReactions({ comments }: Operations, all: readonly Comment[]): Promise<Reactions> {
  const found: [number, { user: string; reaction: ReactionName }[]][] = []
  for (const { id, reactions = {} } of all) {
    if (Object.keys(reactions).length === 0) continue
    const people = Object.entries(await comments.reactions({ id })) as [ReactionName, { name: string }[]][]
    found.push([id, people.flatMap(([reaction, users]) => users.map(({ name: user }) => ({ user, reaction })))])
  }
  return new Map(found)
}

/** Few bugs have links, and a search finds them all. */
async function loadCodeLinks({ bugs, codeLinks }: Operations, ids: number[]) {
  const linked = { id: ids, f1: 'code_link', o1: 'isnotempty', include_fields: ['id'], limit: ids.length } as const
  const found: { readonly bugs: readonly { readonly id: number }[] } = await bugs.search(linked)
  const links = await Promise.all(
    found.bugs.map(async ({ id }) => {
      const { code_links } = await codeLinks.get({ id })
      return [id, code_links.map(({ id: _id, ...link }) => link)] as const
    }),
  )
  return new Map(links)
}

/** The page size of comments for a bug that is too large for one response. */
const commentsAtOnce = 200

async function loadComments({ comments }: Operations, ids: number[]): Promise<CommentsGetAnswer['bugs']> {
  try {
    return (await comments.get({ ids })).bugs
  } catch (error) {
    const [id = 0, ...others] = ids
    if (others.length > 0 || !isTrackerError(error, 'answer_too_large')) throw error
    const found = (await comments.get({ ids, include_fields: ['id'] })).bugs[id]?.comments ?? []
    const whole: Comment[] = []
    for (let from = 0; from < found.length; from += commentsAtOnce) {
      const comment_ids = found.slice(from, from + commentsAtOnce).map((comment) => comment.id)
      const some = (await comments.get({ comment_ids })).comments
      for (const one of comment_ids) whole.push(some[one] as Comment)
    }
    return { [id]: { comments: whole } }
  }
}

interface Parts extends Pick<Source, 'flagTypes'> {
  readonly comments: NonNullable<BugRecord['comments']>
  readonly history: readonly HistoryEntry[]
  readonly attachments: readonly AttachmentWithoutData[]
}

function recordOf(bug: Bug, { comments, history, attachments, flagTypes }: Parts): BugRecord {
  const flagOf = ({ type_id, status, ...flag }: Flag) => ({
    ...flag,
    ...(flagTypes.has(type_id) && { type_id }),
    status: status as '?',
  })
  return {
    kind: 'bug',
    id: bug.id,
    ...pick(bug, recordNames),
    custom_fields: customOf(bug),
    comments,
    history: history.map((entry) => entry),
    attachments: attachments.map(({ bug_id: _bug, size: _size, flags, ...attachment }) => ({
      ...attachment,
      flags: flags.map(flagOf),
    })),
    flags: bug.flags.map(flagOf),
  }
}

function customOf(bug: Bug): Exclude<BugRecord['custom_fields'], undefined> {
  const custom = Object.entries(bug).filter(([name]) => name.startsWith('cf_'))
  return Object.fromEntries(
    custom.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : (value as string)]),
  )
}

/**
 * Adds hours to comments, which only the history has: it matches by user and time. Any rest is added to the
 * description.
 */
function withHours(
  comments: readonly Comment[],
  reactions: Reactions,
  history: readonly HistoryEntry[],
  actual: number,
): NonNullable<BugRecord['comments']> {
  const worked = new Map<string, number>()
  const keyOf = (who: string, when: Date) => `${who} ${when.getTime()}`
  for (const { who, when, changes } of history)
    for (const { field_name, added } of changes)
      if (field_name === 'work_time') worked.set(keyOf(who, when), (worked.get(keyOf(who, when)) ?? 0) + Number(added))
  let left = actual
  const records = comments.map(
    ({ bug_id: _bug, count: _count, creation_time: _same, revision: _revision, edit_time: _edited, ...said }) => {
      const { reactions: _counts, ...comment } = said
      const given = reactions.get(comment.id)
      const key = keyOf(comment.creator, comment.time)
      const work_time = worked.get(key) ?? 0
      worked.delete(key)
      left -= work_time
      return { ...comment, work_time, ...(given && { reactions: given }) }
    },
  )
  return records.map((comment, index) => (index === 0 ? { ...comment, work_time: comment.work_time + left } : comment))
}

function loginsOf(record: BugRecord) {
  const { comments = [], history = [], attachments = [], flags = [] } = record
  const allFlags = [...flags, ...attachments.flatMap((one) => one.flags ?? [])]
  return [
    ...peopleOfRecord(record),
    ...comments.flatMap((one) => [one.creator, ...(one.reactions ?? []).map(({ user }) => user)]),
    ...history.map(({ who }) => who),
    ...attachments.map((one) => one.creator),
    ...allFlags.flatMap(({ setter, requestee }) => [setter, requestee ?? '']),
  ]
}

/** Skips erased content. */
async function* contentOf({ attachments }: Operations, id: number): AsyncGenerator<TrackerRecord> {
  try {
    const { data } = await attachments.download({ id })
    yield { kind: 'attachment_content', id, data: Buffer.from(data).toString('base64') }
  } catch (error) {
    if (!isTrackerError(error, 'attachment_erased')) throw error
  }
}
