// A bug with very many comments costs what is asked of it, not what is on it.
import { expect, it } from 'vitest'
import { addBugs, inStore } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

const many = 20_000

/**
 * Creates a bug with 20,000 comments, one each second, every tenth private. Returns a function that counts rows and
 * statements read by alice's calls.
 */
async function discussAtLength(world: World) {
  const columns = { comment_count: many, public_comment_count: many - many / 10 }
  const [bug = 0] = await addBugs(world.store, world.clock.now(), [{ alias: ['long'], columns }])
  const start = world.clock.now().getTime()
  const ids = await inStore(world.store, async (tx) => {
    const [alice] = await tx.select({ from: 'users', where: { col: 'login', eq: at('alice') } })
    const rows = Array.from({ length: many }, (_, count) => ({
      bug_id: bug,
      creator_id: alice?.id ?? 0,
      count,
      text: `Comment ${count}`,
      text_folded: `comment ${count}`,
      creation_time: new Date(start + count * 1000),
      is_private: count % 10 === 0,
      is_markdown: false,
      work_time: 0,
      type: 'normal',
    }))
    return tx.insert('comments', rows)
  })
  const { store, queries, rows, writes } = countingStore(world.store)
  const alice = (await createTracker({ store, testing: { clock: world.clock.now } })).as({ login: at('alice') })
  await alice.bugs.get({ ids: [bug] })
  const cost = () => {
    const all = { comments: queries.filter((from) => from === 'comments').length, writes: writes.splice(0).length }
    queries.length = 0
    return { ...all, rows: rows.splice(0).reduce((sum, one) => sum + one, 0) }
  }
  cost()
  return { bug, ids, alice, cost, after: (seconds: number) => new Date(start + seconds * 1000) }
}

/** Rows about the caller, the bug and people, which come with any answer. */
const beside = 10

onAnyStore('a bug with 20,000 comments', (open) => {
  it('costs only what is asked of it [COM-02]', async () => {
    const world = await open()
    const { bug, ids, alice, cost, after } = await discussAtLength(world)

    const { bugs } = await alice.comments.get({ ids: ['long'], new_since: after(many - 4) })
    expect(bugs[bug]?.comments.map((comment) => comment.count)).toEqual([many - 3, many - 2, many - 1])
    expect(cost().rows).toBeLessThan(3 + beside)

    const { comments } = await alice.comments.get({ comment_ids: ids.slice(501, 503) })
    expect(Object.values(comments).map((comment) => comment.count)).toEqual([501, 502])
    expect(cost().rows).toBeLessThan(2 + beside)

    await alice.bugs.get({ ids: [bug] })
    expect(cost()).toMatchObject({ comments: 0 })

    const { id } = await alice.comments.create({ id: bug, comment: 'One more' })
    // The comment and the bug; the entry of the change feed and its number.
    expect(cost()).toMatchObject({ comments: 0, writes: 4 })
    await alice.comments.updateTags({ comment_id: id, add: ['long'] })
    expect(cost().rows).toBeLessThan(beside)

    const all = (await alice.comments.get({ ids: [bug] })).bugs[bug]?.comments
    expect(all).toHaveLength(many - many / 10 + 1)
    expect(all?.at(-1)).toMatchObject({ id, count: many, tags: ['long'] })
    // Some at a time: all of them together may be more than fits into memory.
    expect(cost()).toMatchObject({ comments: 37 })
  })
})
