import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { hostOf } from '@trackerkit/core/host'
import { describe, expect, it, vi } from 'vitest'
import { createLog, createRestHandler, logEntry, type LogEntry, type RequestObserver } from '../src/index.js'

const target = '/rest/bug?quicksearch=hidden%20words&api_key=secret'
const request = { method: 'GET', target, address: '192.0.2.1', headers: {} }
const observation = { route: '/bug', operation: 'bugs.search', user_id: 7, rows: 12 }

function linesOf(level: 'error' | 'warn' | 'info', ...entries: Parameters<typeof logEntry>[0][]): unknown[] {
  const lines: string[] = []
  const log = createLog(level, (line) => void lines.push(line))
  for (const entry of entries) log(logEntry(entry))
  return lines.map((line) => JSON.parse(line) as unknown)
}

const fast = { id: 'fast', request, observation, status: 200, milliseconds: 3 }
const slow = { id: 'slow', request, observation, status: 200, milliseconds: 1500 }
const broken = { id: 'broken', request, observation, status: 500, milliseconds: 3, fault: new Error('no') }

describe('the log of requests', () => {
  it('has what went wrong, what was slow, or everything', () => {
    const idsOf = (level: 'error' | 'warn' | 'info') =>
      linesOf(level, fast, slow, broken).map((line) => (line as { readonly id: string }).id)
    expect(idsOf('error')).toEqual(['broken'])
    expect(idsOf('warn')).toEqual(['slow', 'broken'])
    expect(idsOf('info')).toEqual(['fast', 'slow', 'broken'])
  })

  it('names what was slow by its operation, and says nothing of what was looked for', () => {
    const [line] = linesOf('warn', slow)
    const told = { level: 'warn', url: '/rest/bug', operation: 'bugs.search', user_id: 7, rows: 12, milliseconds: 1500 }
    expect(line).toMatchObject(told)
  })

  it('names the user who views the tracker as the caller', () => {
    const [line] = linesOf('info', { ...fast, observation: { ...observation, actor_id: 3 } })
    expect(line).toMatchObject({ user_id: 7, actor_id: 3 })
    expect(linesOf('info', fast)[0]).not.toHaveProperty('actor_id')
  })

  it('takes for slow no request that waits for as long as its caller likes', () => {
    expect(linesOf('warn', { ...slow, observation: { ...observation, isPatient: true } })).toEqual([])
  })

  it('names the stage that kept all other requests waiting, and nothing of what was looked for', () => {
    const longestBlock = { operation: 'bugs.search', stage: 'plan', milliseconds: 300.123 } as const
    const [line] = linesOf('warn', { ...fast, observation: { ...observation, longestBlock } })
    const blocked = { stage: 'plan', milliseconds: 300.12 }
    expect(line).toMatchObject({ level: 'warn', id: 'fast', url: '/rest/bug', operation: 'bugs.search', blocked })
  })

  it('cuts long addresses, and no secret comes in sight by that', () => {
    const urlOf = (long: string) => logEntry({ ...fast, request: { ...request, target: long } }).url
    expect(urlOf(`/rest/${'x'.repeat(10_000)}`)).toBe(`/rest/${'x'.repeat(2042)}…`)
    expect(urlOf(`http://alice:${'s3cret'.repeat(1000)}@host/rest/bug`)).toBe('http://***@host/rest/bug')
    expect(urlOf(`/rest/bug?${'x'.repeat(2000)}&token=${'s3cret'.repeat(1000)}`)).not.toContain('s3cret')
  })

  it('logs the trace of a request, and no malformed one', () => {
    const traceOf = (traceparent: string) => {
      const [line] = linesOf('info', { ...fast, request: { ...request, headers: { traceparent } } })
      return (line as { readonly trace?: string }).trace
    }
    const id = '4bf92f3577b34da6a3ce929d0e0e4736'
    expect(traceOf(`00-${id}-00f067aa0ba902b7-01`)).toBe(id)
    for (const bad of ['', 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${id}-${'0'.repeat(16)}-01`])
      expect([bad, traceOf(bad)]).toEqual([bad, undefined])
  })
})

describe('a request that keeps the event loop', () => {
  it('is logged with the longest of its stages', async () => {
    const spin = 150
    let isSlow = false
    const clock = () => {
      const end = performance.now() + (isSlow ? spin : 0)
      while (performance.now() < end);
      isSlow = false
      return new Date()
    }
    const tracker = await createTracker({ store: memoryStore(), testing: { clock } })
    isSlow = true
    const entries: LogEntry[] = []
    const rest = createRestHandler(tracker, { log: (entry) => void entries.push(entry) })
    await (await rest(new Request('http://h/rest/version'))).text()
    await tracker.close()
    expect(entries).toMatchObject([{ level: 'warn', operation: 'server.version' }])
    expect(entries[0]?.blocked?.milliseconds).toBeGreaterThanOrEqual(spin)
  })
})

describe('a request for the description of the API', () => {
  it('is logged and observed as openapi', async () => {
    const tracker = await createTracker({ store: memoryStore() })
    const entries: LogEntry[] = []
    const observed: unknown[] = []
    const rest = createRestHandler(tracker, {
      log: (entry) => void entries.push(entry),
      observer: () => ({ ended: ({ operation }) => void observed.push(operation) }),
    })
    await (await rest(new Request('http://h/rest/openapi.json', { method: 'HEAD' }))).text()
    await tracker.close()
    expect(entries).toMatchObject([{ operation: 'openapi', status: 200 }])
    expect(observed).toEqual(['openapi'])
  })
})

describe('the trace of a request', () => {
  it('is passed to the tracker: the header first, then the value from the observer', async () => {
    const tracker = await createTracker({ store: memoryStore() })
    const run = vi.spyOn(hostOf(tracker), 'run')
    const init = { headers: { traceparent: 'of the header' } }
    const passing: RequestObserver = () => ({ passedOn: { traceparent: 'of the observer' }, ended: () => undefined })
    for (const observer of [undefined, passing, () => undefined]) {
      const rest = createRestHandler(tracker, { observer })
      await (await rest(new Request('http://h/rest/whoami', init))).text()
    }
    const traces = run.mock.calls.map(([, , , details]) => details?.traceparent)
    expect(traces).toEqual(['of the header', 'of the observer', 'of the header'])
    await tracker.close()
  })
})
