// Fills an empty store with a tracker like those that have been in use for years.
import { createTracker, type Tracker } from '@trackerkit/core'
import type { TrackerSchema, Writer } from '@trackerkit/core/schema'
import { fold, type Store } from '@trackerkit/core/store'
import { makeBug, type Bug } from './bugs.js'
import { createRandom } from './random.js'
import { setUpTracker, start } from './setting.js'
import type { Size } from './sizes.js'
import { createWriter } from './texts.js'

/** How many rows of bugs and comments are in memory, and in one transaction, at a time. */
const batchSize = 5_000

export interface CorpusOptions {
  readonly size: Size
  /** The same seed makes the same corpus. */
  readonly seed: number
  /** Hears after every batch how many bugs there are. */
  readonly progress?: (bugs: number) => void
}

export interface Corpus {
  /** On the filled store; closing it closes the store. */
  readonly tracker: Tracker
  /** How many there are. */
  readonly comments: number
}

/** Writes directly to the store, which must not be in use. */
export async function fillCorpus(store: Store, { size, seed, progress }: CorpusOptions): Promise<Corpus> {
  const tracker = await createTracker({ store, testing: { clock: () => start } })
  const raw = store as unknown as Store<TrackerSchema>
  const random = createRandom(seed)
  const writer = createWriter(random)
  const setting = await setUpTracker(tracker, raw, size, random, writer)
  const workshop = { random, writer, setting, bugs: size.bugs, isBrief: size.isBrief ?? false }
  let comments = 0
  let batch: Bug[] = []
  let rows = 0
  for (let id = 1; id <= size.bugs; id++) {
    const bug = makeBug(workshop, id)
    batch.push(bug)
    rows += 1 + bug.comments.length
    comments += bug.comments.length
    if (rows < batchSize && id < size.bugs) continue
    const full = batch
    await raw.write((tx) => addBugs(tx, full))
    progress?.(id)
    batch = []
    rows = 0
  }
  return { tracker, comments }
}

async function addBugs(tx: Writer, bugs: readonly Bug[]): Promise<void> {
  const ofAll = <T extends object>(rowsOf: (bug: Bug) => readonly T[]) =>
    bugs.flatMap((bug) => rowsOf(bug).map((row) => ({ bug_id: bug.row.id, ...row })))
  await tx.insert(
    'bugs',
    bugs.map((bug) => bug.row),
  )
  const attachmentOf = await addAttachments(tx, bugs)
  const comments = bugs.flatMap(({ row, comments: ofBug }) =>
    ofBug.map((comment) => ({ ...comment, bug_id: row.id, ...attachmentOf(row.id, comment.count) })),
  )
  const commentIds = await tx.insert('comments', comments)
  await addCommentTags(tx, bugs, commentIds)
  await tx.insert(
    'bug_history',
    ofAll((bug) => bug.history),
  )
  await tx.insert(
    'bug_cc',
    ofAll((bug) => bug.cc.map((user_id) => ({ user_id }))),
  )
  await tx.insert(
    'bug_keywords',
    ofAll((bug) => bug.keywords.map((keyword_id) => ({ keyword_id }))),
  )
  await tx.insert(
    'bug_groups',
    ofAll((bug) => bug.groups.map((group_id) => ({ group_id }))),
  )
  await tx.insert(
    'bug_dependencies',
    ofAll((bug) => bug.depends_on.map((depends_on_id) => ({ depends_on_id }))),
  )
  await tx.insert(
    'bug_aliases',
    ofAll(({ extras }) => extras.aliases.map((alias) => ({ alias, alias_folded: fold(alias) }))),
  )
  await tx.insert(
    'bug_tags',
    ofAll(({ extras }) => extras.tags.map((tag_id) => ({ tag_id }))),
  )
  await tx.insert(
    'flags',
    ofAll(({ extras }) => extras.flags),
  )
}

/** Returns what else comments say that came with a file. */
async function addAttachments(tx: Writer, bugs: readonly Bug[]) {
  const all = bugs.flatMap(({ row, extras }) => extras.attachments.map((one) => ({ ...one, bug_id: row.id })))
  const ids = await tx.insert(
    'attachments',
    all.map(({ row, bug_id }) => ({ ...row, bug_id })),
  )
  const stored = all.map((one, index) => ({ ...one, attachment_id: ids[index] as number }))
  await tx.insert(
    'attachment_data',
    stored.map(({ attachment_id, data, text_folded }) => ({ attachment_id, data, text_folded })),
  )
  await tx.insert(
    'flags',
    stored.flatMap(({ attachment_id, bug_id, flags }) => flags.map((flag) => ({ ...flag, bug_id, attachment_id }))),
  )
  const byComment = new Map(stored.map((one) => [`${one.bug_id} ${one.comment}`, one.attachment_id]))
  return (bugId: number, count: number) => {
    const attachment_id = byComment.get(`${bugId} ${count}`)
    return attachment_id === undefined ? {} : { attachment_id, type: 'attachment_created' }
  }
}

/** With how often each tag is in use. */
async function addCommentTags(tx: Writer, bugs: readonly Bug[], commentIds: readonly number[]): Promise<void> {
  let first = 0
  const tagged = bugs.flatMap(({ comments, extras }) => {
    const start = first
    first += comments.length
    return extras.commentTags.map(({ comment, tag }) => ({ comment_id: commentIds[start + comment] as number, tag }))
  })
  await tx.insert(
    'comment_tags',
    tagged.map((row) => ({ ...row, tag_folded: row.tag })),
  )
  const known = new Map((await tx.select({ from: 'comment_tag_weights' })).map(({ tag, weight }) => [tag, weight]))
  for (const { tag } of tagged) known.set(tag, (known.get(tag) ?? 0) + 1)
  await tx.delete('comment_tag_weights', { and: [] })
  await tx.insert(
    'comment_tag_weights',
    Array.from(known, ([tag, weight]) => ({ tag, tag_folded: tag, weight })),
  )
}
