import { expect, it } from 'vitest'
import { inStore } from '../../test/bug-rows.js'
import { file } from '../../test/bugs.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { entries } from '../../test/mail.js'
import { defaultEnvironment } from '../kernel/environment.js'
import type { TrackerSchema } from '../schema/index.js'
import type { Store } from '../store/index.js'
import { trimFeed } from './trim.js'

async function left(world: World): Promise<number[]> {
  const store = world.store as unknown as Store<TrackerSchema>
  await trimFeed({ store, environment: { ...defaultEnvironment, clock: world.clock.now } })
  return (await entries(world)).map(({ seq }) => seq)
}

const day = 86_400

onEveryStore('the change feed', (open) => {
  it('loses what is older than changes_keep_days, from its beginning, and keeps its numbers', async () => {
    const world = await open()
    await file(world)
    await file(world)
    world.clock.advance(20 * day)
    await file(world)
    expect(await left(world)).toEqual([1, 2, 3])
    world.clock.advance(11 * day)
    expect(await left(world)).toEqual([3])
    const keep = (days: number) => world.as('admin').parameters.update({ parameters: { changes_keep_days: days } })
    await keep(0)
    world.clock.advance(100 * day)
    expect(await left(world)).toEqual([3, 4])
    await keep(1)
    expect(await left(world)).toEqual([5])
    world.clock.advance(2 * day)
    expect(await left(world)).toEqual([])
    await file(world)
    expect(await left(world)).toEqual([6])
  })

  it('keeps entries that a system reader has yet to read, unless it has not advanced for a week', async () => {
    const world = await open()
    for (let n = 0; n < 3; n++) await file(world)
    world.clock.advance(40 * day)
    const at = new Date(world.clock.now().getTime() - 6 * day * 1000)
    await inStore(world.store, (tx) => tx.put('feed_cursors', [{ name: 'mail', seq: 2, at }]))
    expect(await left(world)).toEqual([3])
    world.clock.advance(2 * day)
    expect(await left(world)).toEqual([])
  })
})
