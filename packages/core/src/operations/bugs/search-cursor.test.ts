import { expect, it } from 'vitest'
import { addBugs, inStore, type BugPlan } from '../../../test/bug-rows.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import type { BugsSearchInput } from '@trackerkit/types'

const noon = new Date('2026-03-01T12:00:00Z')

/** Bugs that are alike in many fields and differ in some, NULL among their values. */
function variety(count: number): BugPlan[] {
  return Array.from({ length: count }, (_, at) => ({
    summary: `bug ${at % 5}`,
    creator: 'ivan',
    assigned_to: at % 2 === 0 ? 'ivan' : 'bob',
    columns: {
      deadline: at % 3 === 0 ? null : `2026-0${1 + (at % 4)}-01`,
      is_confirmed: at % 4 === 0,
      priority_id: [0, 1, 2, 999][at % 4] ?? 0,
      estimated_time: (at % 3) / 2,
      last_change_time: new Date(noon.getTime() + (at % 6) * 1000),
    },
  }))
}

/** The ids of all pages, gone on with by cursors. */
async function pagesOf(world: World, input: BugsSearchInput, between?: (page: number) => Promise<void>) {
  const pages: number[][] = []
  for (let cursor: string | undefined = '*'; cursor !== undefined;) {
    const answer: Awaited<ReturnType<typeof search>> = await search(cursor)
    pages.push(answer.bugs.map(({ id }) => Number(id)))
    cursor = answer.next_cursor
    await between?.(pages.length)
  }
  return pages

  function search(cursor: string) {
    return world.as('alice').bugs.search({ ...input, cursor, include_fields: ['id'] })
  }
}

onEveryStore('bugs.search: cursor', (open) => {
  it('goes through all bugs in the order of a search, each once, whatever it is ordered by', async () => {
    const world = await open()
    await addBugs(world.store, noon, variety(25))
    const orders = ['', 'bug_id DESC', 'short_desc', 'deadline', 'deadline DESC', 'priority', 'priority DESC']
    const more = ['estimated_time DESC,priority', 'changeddate DESC,deadline DESC', 'short_desc DESC,priority,deadline']
    for (const order of [...orders, ...more, 'bug_status,opendate']) {
      const { bugs } = await world.as('alice').bugs.search({ order, include_fields: ['id'] })
      const pages = await pagesOf(world, { order, limit: 4 })
      const expected = { order, ids: bugs.map(({ id }) => id), sizes: [4, 4, 4, 4, 4, 4, 1] }
      expect({ order, ids: pages.flat(), sizes: pages.map((page) => page.length) }).toEqual(expected)
    }
  })

  it('skips and repeats nothing while bugs are filed, hidden and deleted', async () => {
    const world = await open()
    await addBugs(world.store, noon, variety(12))
    const { bugs } = await world.as('alice').bugs.search({ order: 'short_desc', include_fields: ['id'] })
    const [, second, , , fifth] = bugs.map(({ id }) => Number(id))
    const pages = await pagesOf(world, { order: 'short_desc', limit: 3 }, async (page) => {
      if (page !== 1) return
      await addBugs(world.store, noon, [{ summary: 'a newcomer before all others' }])
      await inStore(world.store, (tx) => tx.delete('bugs', { col: 'id', eq: second ?? 0 }))
      const groups = { add: ['secret'] }
      await world.as('ivan').bugs.update({ ids: [fifth ?? 0], groups })
    })
    expect(pages.flat()).toEqual(bugs.map(({ id }) => id).filter((id) => id !== fifth))
  })

  it('says on the last page that there is no more, and how many there are when asked', async () => {
    const world = await open()
    await addBugs(world.store, noon, variety(4))
    const { search } = world.as('alice').bugs
    const first = await search({ limit: 2, cursor: '*', count_total: true, include_fields: ['id'] })
    expect(first).toMatchObject({ limit: '2', total_matches: 4, next_cursor: expect.any(String) as string })
    const last = await search({ limit: 2, cursor: first.next_cursor, include_fields: ['id'] })
    expect(last.bugs).toHaveLength(2)
    expect(last).not.toHaveProperty('next_cursor')
    expect(last).not.toHaveProperty('limit')
  })

  it('refuses a cursor of other criteria, of another order, one that was changed, and none at all', async () => {
    const world = await open()
    await addBugs(world.store, noon, variety(6))
    const search = (input: BugsSearchInput) => world.as('alice').bugs.search({ ...input, include_fields: ['id'] })
    const { next_cursor: cursor = '' } = await search({ product: 'Widgets', order: 'deadline', limit: 2, cursor: '*' })
    const flipped = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`
    const wrong: BugsSearchInput[] = [
      { product: 'Gadgets', order: 'deadline', cursor },
      { product: 'Widgets', order: 'deadline DESC', cursor },
      { product: 'Widgets', order: 'deadline', cursor: flipped },
      { product: 'Widgets', order: 'deadline', cursor: '' },
      { product: 'Widgets', order: 'deadline', cursor: 'WzFd' },
    ]
    for (const input of wrong)
      await expect(search({ ...input, limit: 2 })).rejects.toMatchObject({ code: 'cursor_invalid', number: 1448 })
    await expect(search({ product: 'Widgets', order: 'deadline', limit: 9, cursor })).resolves.toBeDefined()
  })

  it('refuses a cursor of a saved search that looks for something else by now', async () => {
    const world = await open()
    await addBugs(world.store, noon, variety(6))
    const { bugs, savedSearches } = world.as('alice')
    await savedSearches.save({ name: 'Mine', query: 'product=Widgets' })
    const search = (cursor = '*') => bugs.search({ savedsearch: 'Mine', limit: 2, cursor, include_fields: ['id'] })
    const { next_cursor: cursor } = await search()
    await expect(search(cursor)).resolves.toBeDefined()
    await savedSearches.save({ name: 'Mine', query: 'product=Widgets&short_desc=bug' })
    await expect(search(cursor)).rejects.toMatchObject({ code: 'cursor_invalid' })
  })

  it('rejects orders without support for cursors, and an offset beside a cursor', async () => {
    const world = await open()
    const { search } = world.as('alice').bugs
    for (const order of ['assigned_to', 'product', 'status_whiteboard', 'deadline,component'])
      await expect(search({ order, cursor: '*' })).rejects.toMatchObject({ code: 'cursor_not_possible', number: 1447 })
    const beside = search({ cursor: '*', offset: 2, limit: 2 })
    await expect(beside).rejects.toMatchObject({ code: 'param_invalid', number: 53, data: { field: 'offset' } })
  })
})
