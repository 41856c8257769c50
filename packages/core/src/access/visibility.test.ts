import { expect, it } from 'vitest'
import { addBugs, inStore, setParameter } from '../../test/bug-rows.js'
import { onAnyStore, type World } from '../../test/harness.js'
import { join } from '../../test/people.js'

/** Returns the users who can both get the bug by ID and find it. */
async function seenBy(world: World, id: number, names: readonly string[]) {
  const seers: string[] = []
  for (const name of names) {
    const { bugs } = await world.as(name).bugs.get({ ids: [id], permissive: true })
    const found = await world.as(name).bugs.search({ id: [id] })
    expect(found.bugs).toHaveLength(bugs.length)
    if (bugs.length > 0) seers.push(name)
  }
  return seers
}

onAnyStore('the visibility of a bug', (open) => {
  it('covers those in all of its groups or, with or_groups, in one of them', async () => {
    const world = await open()
    await join(world, 'carl', 'secret')
    const [id = 0] = await addBugs(world.store, world.clock.now(), [{ groups: ['secret', 'insiders'] }])
    const people = ['ivan', 'carl', 'eve']
    expect(await seenBy(world, id, people)).toEqual(['ivan'])
    await inStore(world.store, (tx) => setParameter(tx, 'or_groups', '1'))
    expect(await seenBy(world, id, people)).toEqual(['ivan', 'carl'])
  })

  it('covers its QA contact only while QA contacts are in use', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, world.clock.now(), [{ groups: ['secret'], qa_contact: 'carl' }])
    expect(await seenBy(world, id, ['carl', 'eve'])).toEqual(['carl'])
    await inStore(world.store, (tx) => setParameter(tx, 'useqacontact', '0'))
    expect(await seenBy(world, id, ['carl', 'eve'])).toEqual([])
  })
})
