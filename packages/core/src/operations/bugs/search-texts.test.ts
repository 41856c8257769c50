import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { add, userId } from '../../../test/people.js'
import { fold } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'

const noon = new Date('2026-03-01T12:00:00Z')

async function found(world: World, who: string, criteria: object): Promise<number[]> {
  const { bugs } = await world.as(who).bugs.search({ ...criteria, include_fields: ['id'] })
  return bugs.map((bug) => bug.id ?? 0)
}

async function addComment(world: World, bug_id: number, text: string, is_private = false): Promise<void> {
  const creator_id = await userId(world, 'alice')
  const common = { count: 0, is_markdown: false, work_time: 0, type: 'normal', creation_time: noon }
  await add(world, 'comments', [{ ...common, bug_id, creator_id, text, text_folded: fold(text), is_private }])
}

const pattern = (value: string, operator = 'regexp') => ({ f1: 'short_desc', o1: operator, v1: value })

onEveryStore('bugs.search: words and patterns in texts', (open) => {
  it('work together with orders, pages and counts', async () => {
    const world = await open()
    await addBugs(
      world.store,
      noon,
      ['b1', 'a2', 'x', 'c3', 'd4'].map((summary) => ({ summary })),
    )
    const criteria = { ...pattern('^[a-z]\\d$'), order: 'short_desc' }
    expect(await found(world, 'alice', criteria)).toEqual([2, 1, 4, 5])
    expect(await found(world, 'alice', { ...criteria, limit: 2, offset: 1 })).toEqual([1, 4])
    expect(await world.as('alice').bugs.search({ ...criteria, count_only: true })).toMatchObject({ bug_count: 4 })
    expect(await found(world, 'alice', { ...criteria, n1: 1 })).toEqual([3])
    expect(
      await found(world, 'alice', { ...pattern('b1,x3', 'anywords'), j_top: 'OR', f2: 'bug_id', o2: 'equals', v2: 5 }),
    ).toEqual([1, 5])
  })

  it('read no more than what the other criteria leave', async () => {
    const world = await open()
    await addBugs(
      world.store,
      noon,
      Array.from({ length: 30 }, (_, n) => ({ summary: `bug ${n}`, keywords: n === 7 ? ['crash'] : [] })),
    )
    const { store, queries, rows } = countingStore(world.store)
    const tracker = await createTracker({ store })
    const { search } = tracker.as({ login: 'alice@example.com' }).bugs
    await search({ id: 1 })
    queries.length = rows.length = 0
    expect((await search({ ...pattern('b.g'), keywords: 'crash', include_fields: ['id'] })).bugs).toEqual([{ id: 8 }])
    const narrowed = rows.reduce((sum, count) => sum + count, 0)
    expect(narrowed).toBeLessThan(10)
    await tracker.close()
  })

  it('match no word of more than 1,000 characters, whatever the field', async () => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 1 }])
    for (const f1 of ['creation_ts', 'short_desc', 'longdesc'])
      expect(await found(world, 'alice', { f1, o1: 'anywords', v1: '0'.repeat(60_000) })).toEqual([])
  })

  it('never look into what the caller may not see', async () => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 1 }, { id: 2, summary: 'hidden', groups: ['secret'] }, { id: 3 }])
    await addComment(world, 1, 'a canary sings', true)
    await addComment(world, 2, 'a canary sings')
    await addComment(world, 3, 'canaries')
    const word = { f1: 'longdesc', o1: 'anywords', v1: 'canary' }
    expect(await found(world, 'ivan', word)).toEqual([1, 2])
    expect(await found(world, 'eve', word)).toEqual([])
    expect(await found(world, 'eve', { ...word, o1: 'regexp', v1: 'canar(y|ies)' })).toEqual([3])
    expect(await found(world, 'eve', { ...word, n1: 1 })).toEqual([1, 3])
  })

  it('are given up when they would take too long, with an error that says so', async () => {
    const world = await open()
    const summary = 'ab'.repeat(120)
    await addBugs(
      world.store,
      noon,
      Array.from({ length: 120 }, () => ({ summary })),
    )
    const costly = pattern('((a|b){0,12}){0,12}[yz]')
    await expect(world.as('alice').bugs.search(costly)).rejects.toMatchObject({
      code: 'search_too_much_text',
      number: 32000,
      data: { field: 'v1', value: costly.v1 },
    })
    expect(await found(world, 'alice', { ...costly, id: 1 })).toEqual([])
  })
})
