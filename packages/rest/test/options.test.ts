import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { serve } from '@trackerkit/http-node'
import { describe, expect, it } from 'vitest'
import { createRestHandler } from '../src/index.js'

const tracker = await createTracker({ store: memoryStore() })
const refused = (data: object) => expect.objectContaining({ code: 'invalid_options', data }) as unknown

describe('createRestHandler', () => {
  it('refuses a renamed option with its new name', () => {
    for (const [name, now] of [
      ['attempts', 'limits.attempts'],
      ['streams', 'limits.streams'],
      ['maxBodyBytes', 'limits.bodyBytes'],
    ] as const) {
      const options = { [name]: { failures: 1 } }
      expect(() => createRestHandler(tracker, options)).toThrow(refused({ field: name, of: 'createRestHandler', now }))
    }
  })

  it('refuses a misspelled option and a misspelled limit with the accepted ones', () => {
    expect(() => createRestHandler(tracker, { basepath: '/tracker' } as object)).toThrow(/basePath/)
    const limits = { perMinute: 10 } as object
    const accepted = ['attempts', 'bodyBytes', 'rate', 'streams']
    expect(() => createRestHandler(tracker, { limits })).toThrow(
      refused({ field: 'limits.perMinute', of: 'createRestHandler', accepted }),
    )
  })

  it('refuses limits that are not an object', () => {
    const accepted = ['attempts', 'bodyBytes', 'rate', 'streams']
    for (const [limits, value] of [
      [10, 'a number'],
      [null, 'null'],
      ['none', 'a string'],
    ] as const) {
      const options = { limits: limits as unknown as object }
      expect(() => createRestHandler(tracker, options)).toThrow(refused({ field: 'limits', value, accepted }))
    }
  })
})

describe('serve', () => {
  it('refuses a renamed and a misspelled option before it listens', async () => {
    const options = { tracker, port: 0 }
    for (const [name, now] of [
      ['maxBodyBytes', 'limits.bodyBytes'],
      ['maxConnections', 'limits.connections'],
      ['maxBodyMemory', 'limits.bodyMemory'],
      ['adminPort', 'admin.port'],
      ['metrics', 'admin.metrics'],
      ['isWatchedElsewhere', 'admin: false'],
      ['requestSeconds', 'timeouts.request'],
      ['graceSeconds', 'timeouts.grace'],
    ]) {
      await expect(serve({ ...options, [String(name)]: 1 })).rejects.toThrow(refused({ field: name, of: 'serve', now }))
    }
    await expect(serve({ ...options, prot: 8080 } as typeof options)).rejects.toThrow(/port/)
  })

  it('refuses misspelled names inside a group with the accepted ones', async () => {
    for (const [group, accepted] of [
      ['admin', ['host', 'metrics', 'port']],
      ['timeouts', ['grace', 'request']],
      ['limits', ['attempts', 'bodyBytes', 'bodyMemory', 'connections', 'rate', 'streams']],
    ] as const) {
      const options = { tracker, port: 0, [group]: { misspelled: 1 } }
      await expect(serve(options)).rejects.toThrow(refused({ field: `${group}.misspelled`, of: 'serve', accepted }))
    }
  })

  it('refuses a group that is not an object, but for admin: false', async () => {
    for (const [group, given, value] of [
      ['admin', true, 'a boolean'],
      ['timeouts', 5, 'a number'],
      ['timeouts', null, 'null'],
      ['limits', false, 'a boolean'],
    ] as const) {
      const data = expect.objectContaining({ field: group, value }) as object
      await expect(serve({ tracker, port: 0, [group]: given })).rejects.toThrow(refused(data))
    }
  })
})
