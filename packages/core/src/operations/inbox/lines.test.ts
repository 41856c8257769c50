// Lines of inboxes with many bugs, changes and mentions.
import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'

async function newBug(world: World, input: object = {}, name = 'alice'): Promise<number> {
  const { id } = await file(world, input, name)
  world.clock.advance(60)
  return id
}

async function bugsOf(world: World, name: string, input: object = {}): Promise<number[]> {
  return (await world.as(name).inbox.get(input)).items.map(({ bug }) => bug.id)
}

/** Comments on a bug, stored at once. */
async function addComments(world: World, bugId: number, count: number): Promise<void> {
  await inStore(world.store, async (tx) => {
    const [first] = await tx.select({ from: 'comments', where: { col: 'bug_id', eq: bugId } })
    if (!first) return
    const { id: _, ...row } = first
    for (let part = 0; part < count; part += 1000) {
      const numbers = Array.from({ length: Math.min(1000, count - part) }, (__, index) => part + index + 1)
      await tx.insert(
        'comments',
        numbers.map((number) => ({ ...row, text: 'x', text_folded: 'x', count: number })),
      )
    }
  })
}

onEveryStore('inbox.get', (open) => {
  it('has lines for other bugs beside one with 5,000 new comments', async () => {
    const world = await open()
    const quiet = await newBug(world, { cc: [at('eve')] })
    const busy = await newBug(world, { cc: [at('eve')] })
    await addComments(world, busy, 5000)
    expect(await bugsOf(world, 'eve')).toEqual([busy, quiet])
    expect((await world.as('eve').inbox.get({ limit: 0 })).count).toBe(2)
  })
})
