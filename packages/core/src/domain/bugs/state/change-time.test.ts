import { expect, it } from 'vitest'
import { file, lastComments, show } from '../../../../test/bugs.js'
import { onAnyStore, type World } from '../../../../test/harness.js'
import { createTracker } from '../../../tracker/tracker.js'

const hour = 3600

/** The whole second of a time, which is what clients over HTTP see of it. */
const shown = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000)

async function entriesOf(world: World, id: number) {
  const { bugs } = await world.as('alice').bugs.history({ ids: [id] })
  return bugs[0]?.history ?? []
}

const milliseconds = (times: readonly Date[]) => times.map((time) => time.getTime())
const rising = (times: readonly Date[]) => [...new Set(milliseconds(times))].sort((a, b) => a - b)

onAnyStore('the time of a change', (open) => {
  it('rises with every change of a bug, whatever the clock does, and history is in the order of what happened', async () => {
    const world = await open()
    const { id } = await file(world)
    const times: Date[] = [(await show(world, id)).last_change_time]
    for (const [n, seconds] of [0, -hour, 5, -2, 0].entries()) {
      world.clock.advance(seconds)
      await world.as('alice').bugs.update({ ids: [id], whiteboard: `text ${n}`, comment: { body: `comment ${n}` } })
      times.push((await show(world, id)).last_change_time)
    }
    expect(milliseconds(times)).toEqual(rising(times))
    const entries = await entriesOf(world, id)
    expect(entries.map(({ changes }) => changes.map(({ added }) => added))).toEqual(
      [0, 1, 2, 3, 4].map((n) => [`text ${n}`]),
    )
    const comments = await lastComments(world, id)
    // A bug, its history and its comments agree on when it was.
    expect(entries.map(({ when }) => when)).toEqual(times.slice(1))
    expect(comments.map(({ creation_time }) => creation_time)).toEqual(times.slice(1))
  })

  it('lets no reader of changes since the last comment miss one', async () => {
    const world = await open()
    const { id } = await file(world)
    const alice = world.as('alice').comments
    const seen = new Set<string>()
    let since = new Date(0)
    for (const [n, seconds] of [0, 90, -hour, 0, 10, -1].entries()) {
      world.clock.advance(seconds)
      await alice.create({ id, comment: `comment ${n}` })
      const { bugs } = await alice.get({ ids: [id], new_since: since })
      for (const { text, time } of bugs[id]?.comments ?? []) {
        seen.add(text)
        since = shown(time)
      }
      expect(seen).toContain(`comment ${n}`)
    }
  })

  it('rises although the clocks of two processes differ', async () => {
    const world = await open()
    const { id } = await file(world)
    const ahead = () => new Date(world.clock.now().getTime() + 5 * 60_000)
    const other = await createTracker({ store: world.store, testing: { clock: ahead } })
    const [here, there] = [world.as('alice'), other.as({ login: 'bob@example.com' })]
    for (const n of [0, 1, 2]) {
      world.clock.advance(1)
      await there.bugs.update({ ids: [id], whiteboard: `there ${n}` })
      await here.bugs.update({ ids: [id], whiteboard: `here ${n}` })
    }
    const added = (await entriesOf(world, id)).flatMap(({ changes }) => changes.map((change) => change.added))
    expect(added).toEqual(['there 0', 'here 0', 'there 1', 'here 1', 'there 2', 'here 2'])
  })

  it('is one for an attachment, its flags and its bug, and rises for all of them', async () => {
    const world = await open()
    const { id } = await file(world)
    const alice = world.as('alice').attachments
    const data = new TextEncoder().encode('It blinks')
    world.clock.advance(-hour)
    const text = { file_name: 'a.txt', summary: 'What it does', content_type: 'text/plain' }
    const { ids } = await alice.create({ ids: [id], data, ...text })
    const made = (await alice.get({ attachment_ids: ids })).attachments[ids[0] ?? 0]
    expect(made?.creation_time).toEqual((await show(world, id)).last_change_time)
    world.clock.advance(-hour)
    const { attachments } = await alice.update({ ids, summary: 'Another' })
    expect(attachments[0]?.last_change_time).toEqual((await show(world, id)).last_change_time)
    expect(Number(attachments[0]?.last_change_time)).toBeGreaterThan(Number(made?.last_change_time))
  })

  it('is that of other changes too: a link from another bug, a removed milestone, a group that becomes mandatory', async () => {
    const world = await open()
    const [{ id }, other] = [await file(world), await file(world)]
    const admin = world.as('admin')
    await admin.milestones.create({ product: 'Widgets', name: 'Soon' })
    await world.as('alice').bugs.update({ ids: [id], target_milestone: 'Soon' })
    const times: Date[] = []
    const changes = [
      () => world.as('alice').bugs.update({ ids: [other.id], depends_on: { add: [id] } }),
      () => admin.milestones.delete({ product: 'Widgets', names: ['Soon'] }),
      () => world.as('alice').bugs.update({ ids: [other.id], depends_on: { remove: [id] } }),
    ]
    for (const change of changes) {
      world.clock.advance(-hour)
      await change()
      times.push((await entriesOf(world, id)).at(-1)?.when as Date, (await show(world, id)).last_change_time)
    }
    expect(times.filter((_, n) => n % 2 === 0)).toEqual(times.filter((_, n) => n % 2 === 1))
    expect(rising(times)).toHaveLength(3)
    expect((await entriesOf(world, id)).map(({ changes: [one] }) => one?.field_name)).toEqual([
      'target_milestone',
      'blocks',
      'target_milestone',
      'blocks',
    ])
  })
})
