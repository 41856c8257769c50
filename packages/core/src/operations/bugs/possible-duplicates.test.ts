import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'

const noon = new Date('2026-03-01T12:00:00Z')

onAnyStore('bugs.possibleDuplicates', (open) => {
  async function similar(world: World, who: string, summary: string, more: object = {}): Promise<number[]> {
    const { bugs } = await world.as(who).bugs.possibleDuplicates({ summary, ...more, include_fields: ['id'] })
    return bugs.map((bug) => bug.id ?? 0)
  }

  it('ranks by words in common, then the newest first', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, summary: 'Menu blinks at night' },
      { id: 2, summary: 'A menu is missing' },
      { id: 3, summary: 'Nightly builds' },
      { id: 4, summary: 'At it is so' },
    ])
    expect(await similar(world, 'alice', '"MENU" (blinks) at it, by night!')).toEqual([1, 3, 2])
    expect(await similar(world, 'alice', 'menu night', { limit: 1 })).toEqual([1])
    expect(await similar(world, 'alice', 'at it so')).toEqual([])
    expect(await similar(world, 'alice', '')).toEqual([])
  })

  it('shows the bug that duplicates are of, or a duplicate of a hidden bug itself, and nothing hidden', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, summary: 'Lamp' },
      { id: 2, summary: 'Glow', dupe_of: 1 },
      { id: 3, summary: 'Glow again', dupe_of: 2 },
      { id: 4, summary: 'Glow in secret', groups: ['secret'] },
      { id: 5, summary: 'Glow for a secret reason', dupe_of: 4 },
    ])
    expect(await similar(world, 'eve', 'glow')).toEqual([5, 1])
    expect(await similar(world, 'ivan', 'glow')).toEqual([4, 1])
  })

  it('looks in the given products only', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, summary: 'Lamp' },
      { id: 2, summary: 'Lamp', product: 'Gadgets' },
    ])
    expect(await similar(world, 'eve', 'lamp', { product: 'gadgets' })).toEqual([2])
    expect(await similar(world, 'eve', 'lamp', { product: ['Gadgets', 'Widgets'] })).toEqual([2, 1])
    expect(await similar(world, 'eve', 'lamp', { product: 'Nix' })).toEqual([])
  })
})
