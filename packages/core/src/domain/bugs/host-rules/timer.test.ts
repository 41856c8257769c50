import { describe, expect, it } from 'vitest'
import { defaultEnvironment } from '../../../kernel/environment.js'
import { createTimer } from './timer.js'

describe('time of rules', () => {
  it('ends a rule that blocks for too long and throws, without an unhandled rejection', async () => {
    let now = 0
    const logger = { warn: () => undefined, error: () => undefined }
    const timer = createTimer({ ...defaultEnvironment, logger, stopwatch: () => now })
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    try {
      const run = timer.run('blocking', async () => {
        now += 2000
        throw new Error('thrown too late')
      })
      const error: unknown = await run.catch((thrown: unknown) => thrown)
      expect(timer.isLate(error)).toBe(true)
      await new Promise((resolve) => setImmediate(resolve))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })

  it('ends a rule that blocks for too long after an await', async () => {
    let now = 0
    const timer = createTimer({ ...defaultEnvironment, stopwatch: () => now })
    const run = timer.run('blocking', async () => {
      await Promise.resolve()
      now += 2000
    })
    expect(timer.isLate(await run.catch((thrown: unknown) => thrown))).toBe(true)
    expect(timer.left()).toBe(1)
  })
})
