// The large trackers that figures are taken on: the same for the same seed, and true to what operations would have written.
import { memoryStore } from '@trackerkit/adapter-memory'
import type { EntityName, Row, TrackerSchema } from '@trackerkit/core/schema'
import type { Store } from '@trackerkit/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillCorpus, type Corpus } from './fill.js'
import { briefSize, type Size } from './sizes.js'

const size = { bugs: 600, people: 60, products: 2 }

async function fill(seed: number, wanted: Size = size) {
  const store = memoryStore()
  const heard: number[] = []
  const corpus = await fillCorpus(store, { size: wanted, seed, progress: (bugs) => void heard.push(bugs) })
  const rows = <E extends EntityName>(from: E): Promise<Row<E>[]> =>
    (store as unknown as Store<TrackerSchema>).read((tx) => tx.select({ from }))
  return { ...corpus, rows, heard }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}

function part<T>(items: readonly T[], of: (item: T) => boolean): number {
  return items.filter(of).length / items.length
}

describe('a corpus', () => {
  let corpus: Corpus & Omit<Awaited<ReturnType<typeof fill>>, keyof Corpus>
  beforeAll(async () => {
    corpus = await fill(1)
  })
  afterAll(() => corpus.tracker.close())

  it('is the same for the same seed, and another for another', async () => {
    for (const [seed, isSame] of [
      [1, true],
      [2, false],
    ] as const) {
      const other = await fill(seed)
      for (const entity of ['bugs', 'comments', 'bug_history', 'bug_cc', 'users', 'flags', 'comment_tags'] as const) {
        const [a, b] = [JSON.stringify(await corpus.rows(entity)), JSON.stringify(await other.rows(entity))]
        expect(a === b, `${entity} of seeds 1 and ${seed}`).toBe(isSame)
      }
      await other.tracker.close()
    }
  })

  it('keeps in the columns of bugs the sums and counts of their comments and groups', async () => {
    const [bugs, comments, groups] = [
      await corpus.rows('bugs'),
      await corpus.rows('comments'),
      await corpus.rows('bug_groups'),
    ]
    expect(comments).toHaveLength(corpus.comments)
    for (const bug of bugs) {
      const mine = comments.filter((comment) => comment.bug_id === bug.id)
      expect(mine.map((comment) => comment.count)).toEqual(mine.map((_, index) => index))
      const times = mine.map((comment) => comment.creation_time)
      expect(times).toEqual(times.toSorted((a, b) => a.getTime() - b.getTime()))
      expect(bug).toMatchObject({
        comment_count: mine.length,
        public_comment_count: mine.filter((comment) => !comment.is_private).length,
        actual_time: mine.reduce((sum, comment) => sum + comment.work_time, 0),
        group_count: groups.filter((row) => row.bug_id === bug.id).length,
        last_change_time: times.at(-1),
      })
      expect(bug.dupe_of ?? 0).toBeLessThan(bug.id)
    }
  })

  it('has comments, private comments and restricted bugs as often as real trackers do', async () => {
    const [bugs, comments] = [await corpus.rows('bugs'), await corpus.rows('comments')]
    const counts = bugs.map((bug) => bug.comment_count)
    expect(median(counts)).toBeGreaterThan(6)
    expect(median(counts)).toBeLessThan(10)
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(2000)
    for (const few of [part(comments, (one) => one.is_private), part(bugs, (bug) => bug.group_count > 0)]) {
      expect(few).toBeGreaterThan(0.01)
      expect(few).toBeLessThan(0.06)
    }
    expect(part(comments, ({ text }) => /\p{sc=Cyrillic}|\p{sc=Katakana}|\p{sc=Arabic}/u.test(text))).toBeGreaterThan(
      0.05,
    )
    expect(part(comments, ({ text }) => /\p{Extended_Pictographic}/u.test(text))).toBeGreaterThan(0.01)
    const lengths = comments.map(({ text }) => text.length)
    expect(Math.max(...lengths)).toBeGreaterThan(8 * median(lengths))
    const ofPerson = new Map<number, number>()
    for (const { assigned_to_id } of bugs) ofPerson.set(assigned_to_id, (ofPerson.get(assigned_to_id) ?? 0) + 1)
    expect(Math.max(...ofPerson.values())).toBeGreaterThan(5 * median([...ofPerson.values()]))
  })

  it('has attachments, flags, tags and aliases on some bugs, as operations would have made them', async () => {
    const [attachments, contents] = [await corpus.rows('attachments'), await corpus.rows('attachment_data')]
    const [comments, flags] = [await corpus.rows('comments'), await corpus.rows('flags')]
    expect(attachments.length).toBeGreaterThan(size.bugs * 0.04)
    expect(attachments.length).toBeLessThan(size.bugs * 0.3)
    expect(contents.map(({ attachment_id, data }) => [attachment_id, data.byteLength])).toEqual(
      attachments.map(({ id, size: bytes }) => [id, bytes]),
    )
    const told = new Map(
      comments.filter((one) => one.type === 'attachment_created').map((one) => [one.attachment_id, one]),
    )
    for (const { id, bug_id, creator_id, is_private, creation_time } of attachments)
      expect(told.get(id)).toMatchObject({ bug_id, creator_id, is_private, creation_time })
    const bugOf = new Map(attachments.map(({ id, bug_id }) => [id, bug_id]))
    for (const { attachment_id, bug_id } of flags) expect(bugOf.get(attachment_id ?? 0) ?? bug_id).toBe(bug_id)
    expect(new Set(flags.map((flag) => flag.attachment_id === null))).toEqual(new Set([true, false]))
    const tags = await corpus.rows('comment_tags')
    for (const { tag, weight } of await corpus.rows('comment_tag_weights'))
      expect(tags.filter((one) => one.tag === tag)).toHaveLength(weight)
    for (const few of [tags, await corpus.rows('bug_tags'), await corpus.rows('bug_aliases')])
      expect(few.length).toBeGreaterThan(0)
    const { bugs } = await corpus.tracker.asSystem().bugs.search({ f1: 'attachments.ispatch', o1: 'equals', v1: '1' })
    expect(bugs.length).toBeGreaterThan(0)
  })

  it('has three short comments on every bug, and few attachments, when it is brief', async () => {
    const brief = await fill(1, { ...briefSize(400), people: 60, products: 2 })
    const [bugs, comments] = [await brief.rows('bugs'), await brief.rows('comments')]
    expect(new Set(bugs.map((bug) => bug.comment_count))).toEqual(new Set([3]))
    expect(comments).toHaveLength(3 * bugs.length)
    expect(median(comments.map(({ text }) => text.length))).toBeLessThan(160)
    expect((await brief.rows('attachments')).length).toBeLessThan(bugs.length * 0.08)
    await brief.tracker.close()
  })

  it('is written in batches, however large it is', () => {
    expect(corpus.heard.at(-1)).toBe(size.bugs)
    expect(corpus.heard.length).toBeGreaterThan(1)
  })

  it('opens as a tracker in which people search, read and file bugs', async () => {
    const someone = corpus.tracker.as({ login: 'user7@example.com' })
    const { bugs } = await someone.bugs.search({ product: ['Product 1'], limit: 5 })
    expect(bugs).toHaveLength(5)
    const found = await someone.bugs.get({ ids: bugs.map((bug) => bug.id) })
    expect(found.bugs).toHaveLength(5)
    const filed = { product: 'Product 1', component: 'Component 1', version: '1.0', summary: 'One more' }
    expect(await someone.bugs.create(filed)).toEqual({ id: size.bugs + 1 })
    const outsider = await someone.bugs.search({ limit: 0, include_fields: ['id'] })
    const insider = await corpus.tracker.asSystem().bugs.search({ limit: 0, include_fields: ['id'] })
    expect(insider.bugs.length).toBeGreaterThan(outsider.bugs.length)
  })
})
