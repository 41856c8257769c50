import { expect, it } from 'vitest'
import { createTestClock, onEveryStore } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import type { TrackerSchema } from '../../schema/index.js'
import type { Store } from '../../store/index.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import { trimInbound } from './trim.js'

const item = {
  ...{ way: 'mail', source: 'pipe', reason: '', user_id: null, sender: 'sue@example.com', subject: 'It blinks' },
  ...{ intake_id: null, bug_ids: [], size: 3, attempts: 1, address_hash: '', arrival_time: null },
}

onEveryStore('trimInbound', (open) => {
  it('removes old outcomes with their content, and refuses what was held for too long', async () => {
    const world = await open()
    const store = world.store as unknown as Store<TrackerSchema>
    const clock = createTestClock(world.clock.now())
    const time = clock.now()
    await store.write(async (tx) => {
      const outcomes = ['done', 'failed', 'held']
      const ids = await tx.insert(
        'inbound',
        outcomes.map((outcome) => ({ ...item, outcome, key_hash: outcome, time })),
      )
      const data = new Uint8Array([1])
      await tx.insert(
        'inbound_content',
        ids.slice(1).map((inbound_id) => ({ inbound_id, part: 0, data })),
      )
    })
    const trimAfter = async (days: number) => {
      clock.advance(days * 86_400)
      await trimInbound({ store, environment: { ...defaultEnvironment, clock: clock.now } })
      const rows = await rowsOf(world, 'inbound')
      const contents = await rowsOf(world, 'inbound_content')
      return [rows.map((row) => [row.key_hash, row.outcome, row.reason, row.subject]), contents.length]
    }
    expect(await trimAfter(29)).toMatchObject([{ length: 3 }, 2])
    expect(await trimAfter(2)).toEqual([
      [
        ['failed', 'failed', '', 'It blinks'],
        ['held', 'refused', 'too_old', ''],
      ],
      1,
    ])
    expect(await trimAfter(91)).toEqual([[], 0])
  })
})
