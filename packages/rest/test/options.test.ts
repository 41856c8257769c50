import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { createNodeHandler, serve } from '@trackerkit/http-node'
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

describe('The values of options of createRestHandler', () => {
  const refusal = (options: object) => {
    try {
      createRestHandler(tracker, options)
      return 'accepted'
    } catch (error) {
      return (error as Error).message
    }
  }

  it('are refused when misspelled, above all where that would let more callers in', () => {
    expect(refusal({ credentials: 'Host' })).toBe("credentials cannot be 'Host'. Accepted: host.")
    expect(refusal({ csrf: 'no' })).toBe("csrf cannot be 'no'. Accepted: true or false.")
    expect(refusal({ identify: {} })).toBe("identify cannot be 'an object'. Accepted: a function.")
  })

  it('are refused when of the wrong type', () => {
    for (const [options, message] of [
      [{ observer: 5 }, "observer cannot be 'a number'. Accepted: a function."],
      [{ log: console }, "log cannot be 'an object'. Accepted: a function."],
      [{ jsonp: 0 }, "jsonp cannot be '0'. Accepted: true or false."],
      [{ closing: 5 }, "closing cannot be '5'. Accepted: an AbortSignal."],
      [{ limits: { bodyBytes: '1mb' } }, "limits.bodyBytes cannot be '1mb'. Accepted: a number of at least 0."],
      [{ limits: { rate: 600 } }, "limits.rate cannot be 'a number'. Accepted: anonymousPerMinute, now, perMinute."],
      [{ limits: { attempts: { window: 0 } } }, "limits.attempts.window cannot be '0'. Accepted: a number above 0."],
      [{ cors: true }, "cors cannot be 'a boolean'. Accepted: credentials, origins."],
      [{ cors: {} }, 'cors.origins cannot be a missing value. Accepted: a list of texts.'],
      [{ cors: { origins: 'https://a.b' } }, "cors.origins cannot be 'https://a.b'. Accepted: a list of texts."],
      [{ cors: { origins: [], credentials: 'yes' } }, "cors.credentials cannot be 'yes'. Accepted: true or false."],
    ] as const)
      expect(refusal(options)).toBe(message)
  })

  it('may have no misspelled names', () => {
    for (const [group, options] of [
      ['limits.rate', { limits: { rate: { misspelled: 1 } } }],
      ['limits.streams', { limits: { streams: { misspelled: 1 } } }],
      ['limits.attempts', { limits: { attempts: { misspelled: 1 } } }],
      ['cors', { cors: { origins: [], misspelled: 1 } }],
    ] as const)
      expect(refusal(options)).toContain(`${group}.misspelled is not an option of createRestHandler. Accepted: `)
  })

  it('are refused for a basePath at which no request could arrive', async () => {
    for (const basePath of [
      'tracker',
      'https://example.com/tracker',
      '/tracker?',
      '/tracker/rest',
      '/rest/',
      '/rest.cgi',
    ])
      expect(refusal({ basePath })).toMatch(/^basePath cannot be .* Accepted: a path such as '\/tracker'/)
    for (const [basePath, url] of [
      ['', 'http://localhost/rest/version'],
      ['/', 'http://localhost/rest/version'],
      ['/tracker', 'http://localhost/tracker/rest/version'],
      ['/tracker/', 'http://localhost/tracker/rest/version'],
    ] as const)
      expect((await createRestHandler(tracker, { basePath })(new Request(url))).status).toBe(200)
  })

  it('are refused by createNodeHandler too', () => {
    expect(() => createNodeHandler(tracker, { credentials: 'Host' as 'host' })).toThrow(/credentials cannot be 'Host'/)
  })
})

describe('serve', () => {
  it('refuses a misspelled value before it listens', async () => {
    const options = { tracker, port: 0, credentials: 'Host' as 'host' }
    await expect(serve(options)).rejects.toThrow("credentials cannot be 'Host'. Accepted: host.")
  })

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

  it('refuses values of the wrong type: a port that is no number would be the name of a socket', async () => {
    for (const [options, message] of [
      [{ port: 'abc' }, "port cannot be 'abc'. Accepted: a port from 0 to 65535."],
      [{ port: NaN }, "port cannot be 'NaN'. Accepted: a port from 0 to 65535."],
      [{ admin: { port: 70_000 } }, "admin.port cannot be '70000'. Accepted: a port from 0 to 65535."],
      [{ host: 5 }, "host cannot be 'a number'. Accepted: text."],
      [{ hosts: 'bugs.example.com' }, "hosts cannot be 'bugs.example.com'. Accepted: a list of texts."],
      [{ pages: {} }, "pages cannot be 'an object'. Accepted: a function."],
      [{ timeouts: { grace: -1 } }, "timeouts.grace cannot be '-1'. Accepted: a number of at least 0."],
      [{ limits: { connections: NaN } }, "limits.connections cannot be 'NaN'. Accepted: a number of at least 0."],
      [{ tracker: undefined }, 'a tracker is required, as `await createTracker(…)` returns it'],
    ] as const)
      await expect(serve({ tracker, port: 0, ...options } as never)).rejects.toThrow(message)
    await expect(serve(undefined as never)).rejects.toThrow('a tracker is required')
    const server = await serve({ tracker: () => createTracker({ store: memoryStore() }), port: '0' as never })
    expect(server.port).toBeGreaterThan(0)
    await server.stop()
  })

  it('refuses tls without a certificate or a key instead of serving what no client can connect to, or HTTP', async () => {
    for (const [tls, field] of [
      [{}, 'tls.cert'],
      [null, 'tls.cert'],
      [{ cert: 'PEM' }, 'tls.key'],
      [{ cert: 'PEM', key: 5 }, 'tls.key'],
    ] as const) {
      const data = expect.objectContaining({ field }) as object
      await expect(serve({ tracker, port: 0, tls: tls as never })).rejects.toThrow(refused(data))
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
