import { describe, expect, it } from 'vitest'
import { chosenServer } from './server-settings.js'
import { shareOf } from './workers/worker.js'

describe('limits of what callers may ask for', () => {
  it('are on unless they are turned off, each by itself', () => {
    expect(chosenServer({}).options.limits).toEqual({ perMinute: 6000, anonymousPerMinute: 1200 })
    const { options } = chosenServer({ rateLimit: 'off', rateLimitAnonymous: '50' })
    expect(options.limits).toEqual({ perMinute: 0, anonymousPerMinute: 50 })
  })

  it('are shared by workers, of which each allows its part, and none where there is no limit', () => {
    expect(shareOf({ perMinute: 6000, anonymousPerMinute: 3 }, 4)).toEqual({ perMinute: 1500, anonymousPerMinute: 1 })
    expect(shareOf({ perMinute: 0, anonymousPerMinute: 0 }, 4)).toEqual({ perMinute: 0, anonymousPerMinute: 0 })
  })
})
