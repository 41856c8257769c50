// Old rows are deleted automatically. The rules for each kind of row have separate tests.
import { afterEach, expect, it, vi } from 'vitest'
import { file, minimal } from '../../test/bugs.js'
import { onEveryStore } from '../../test/harness.js'
import { rowsOf } from '../../test/people.js'

const [hour, day] = [3600, 86_400]

afterEach(() => void vi.useRealTimers())

onEveryStore('a tracker without a mailer that stays', (open) => {
  it('removes every hour what is old of the change feed, the audit log and the answers kept under keys', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const world = await open()
    const admin = world.as('admin')
    await admin.parameters.update({ parameters: { audit_keep_days: 30 } })
    await file(world)
    await world.tracker.as({ login: 'alice@example.com' }, { idempotencyKey: 'one' }).bugs.create(minimal)
    const counts = async () => {
      const tables = await Promise.all([
        rowsOf(world, 'changes'),
        rowsOf(world, 'audit_log'),
        rowsOf(world, 'idempotency'),
      ])
      return tables.map((rows) => rows.length)
    }
    const before = await counts()
    expect(before.every((count) => count > 0)).toBe(true)
    world.clock.advance(31 * day)
    expect(await counts()).toEqual(before)
    vi.advanceTimersByTime(hour * 1000)
    await expect.poll(counts, { timeout: 20_000 }).toEqual([0, 0, 0])
  })
})
