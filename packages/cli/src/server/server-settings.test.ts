import { describe, expect, it } from 'vitest'
import { chosenServer } from './server-settings.js'
import { shareOf } from './workers/worker.js'

describe('host names and origins of the server', () => {
  it('is judged as the server judges it: origins of programs on phones are some', () => {
    const cors = ['capacitor://localhost', 'https://app.example.com']
    expect(chosenServer({ cors, hosts: ['bugs.example.com'] }).options).toMatchObject({ cors })
    expect(() => chosenServer({ cors: ['https://app.example.com/'] })).toThrow(/^--cors: '.*\/' is not an origin/)
    expect(() => chosenServer({ hosts: ['a b'] })).toThrow(/^--hosts: 'a b' is not a host name/)
  })
})

describe('limits of what is under way', () => {
  it('are numbers of connections and bytes', () => {
    const { options } = chosenServer({ maxConnections: '500', maxBodyMemory: '20M' })
    expect(options.limits).toMatchObject({ connections: 500, bodyMemory: 20 * 1024 ** 2 })
    expect(() => chosenServer({ maxConnections: '0' })).toThrow(
      /^--max-connections must be a number of at least 1, not '0'/,
    )
    expect(() => chosenServer({ maxBodyMemory: 'much' })).toThrow(/^--max-body-memory must be a size such as/)
  })
})

describe('limits of what callers may ask for', () => {
  it('are on by default, and can be turned off one by one', () => {
    expect(chosenServer({}).options.limits).toEqual({ rate: { perMinute: 6000, anonymousPerMinute: 1200 } })
    const { options } = chosenServer({ rateLimit: 'off', rateLimitAnonymous: '50' })
    expect(options.limits).toEqual({ rate: { perMinute: 0, anonymousPerMinute: 50 } })
  })

  it('are shared by workers, of which each allows its part, and none where there is no limit', () => {
    expect(shareOf({ perMinute: 6000, anonymousPerMinute: 3 }, 4)).toEqual({ perMinute: 1500, anonymousPerMinute: 1 })
    expect(shareOf({ perMinute: 0, anonymousPerMinute: 0 }, 4)).toEqual({ perMinute: 0, anonymousPerMinute: 0 })
  })
})
