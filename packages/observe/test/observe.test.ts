// Metrics and traces of a real tracker and its API.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { propagation, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Observer } from '@trackerkit/core'
import { defineRule } from '@trackerkit/core/rules'
import { LoginProviderError, type Stage } from '@trackerkit/core/host'
import { createRestHandler, type RequestObserver } from '@trackerkit/rest'
import { afterEach, describe, expect, it } from 'vitest'
import { browserOf, logins, person, testProvider } from '../../core/test/login-provider.js'
import { createMetrics, createTracing, requestsTogether, together } from '../src/index.js'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const tracker of opened.splice(0)) await tracker.close()
})

async function serving(observer: Observer, requests: RequestObserver) {
  const tracker = await createTracker({ store: memoryStore(), observer })
  opened.push(tracker)
  const rest = createRestHandler(tracker, { observer: requests, log: () => undefined })
  const ask = async (path: string, init?: RequestInit) => {
    const response = await rest(new Request(`http://localhost/rest${path}`, init))
    await response.text()
    return response.status
  }
  return { tracker, ask }
}

describe('metrics of a tracker', () => {
  it('count requests by route, operations by outcome, and objects, without a name or a text', async () => {
    const metrics = createMetrics()
    const { tracker, ask } = await serving(metrics.observer, metrics.requests)
    metrics.follow(tracker)
    await ask('/bug/987654321')
    await ask('/bug?quicksearch=secretword')
    await ask('/nothing/there', { method: 'PATCH' })
    await ask('/login?login=mallory@example.com&password=wrongpassword')
    await ask('/whoami', { headers: { 'X-Tracker-Token': 'wrongtoken' } })
    const text = await metrics.text()
    expect(text).toContain('duration_seconds_count{route="/bug/{id_or_alias}",method="GET",status="404"} 1')
    expect(text).toContain('duration_seconds_count{route="none",method="other",status="404"} 1')
    expect(text).toContain('trackerkit_operations_total{operation="bugs.search",outcome="ok"} 1')
    expect(text).toContain('trackerkit_credentials_refused_total{reason="invalid_login_or_password"} 1')
    expect(text).toContain('trackerkit_credentials_refused_total{reason="auth_invalid_token"} 1')
    expect(text).toContain('trackerkit_objects{of="users"} 1')
    expect(text).toContain('trackerkit_queue_oldest_seconds{of="mail"} 0')
    expect(text).toMatch(/trackerkit_store_transaction_duration_seconds_count\{kind="read",outcome="ok"\} [1-9]/)
    expect(text).not.toMatch(/987654321|secretword|mallory|wrongpassword|wrongtoken|nothing|PATCH/)
  })

  it('count logins at providers by outcome, without a person', async () => {
    const metrics = createMetrics()
    const provider = testProvider()
    const tracker = await createTracker({ store: memoryStore(), observer: metrics.observer, ...logins(provider) })
    opened.push(tracker)
    const { finish } = browserOf({ tracker }, provider)
    await finish(person('the subject', 'erin@example.com')).catch(() => undefined)
    provider.before = () => Promise.reject(new LoginProviderError('said no', 'no'))
    await finish(person('the subject', 'erin@example.com')).catch(() => undefined)
    const text = await metrics.text()
    expect(text).toContain('trackerkit_provider_logins_total{provider="acme",outcome="ok"} 1')
    expect(text).toContain('trackerkit_provider_logins_total{provider="acme",outcome="said_no"} 1')
    expect(text).toContain('trackerkit_provider_seconds_count{provider="acme",step="begin"} 2')
    expect(text).not.toMatch(/the subject|erin/)
  })

  it('count calls of rules by outcome, and measure them', async () => {
    const metrics = createMetrics()
    const rule = defineRule({
      name: 'short-summary',
      on: 'bug.create',
      needs: ['summary'],
      check({ after }) {
        if (after.summary === 'fails') throw new Error('no')
        return after.summary.length > 20 ? 'The summary is too long.' : undefined
      },
    })
    const setting = defineRule({
      name: 'set-priority',
      on: 'bug.create',
      needs: ['summary'],
      set: ({ after }) => ({ priority: after.summary === 'wrong' ? 'Sky-high' : 'High' }),
    })
    const logger = { warn: () => undefined, error: () => undefined }
    const rules = [setting, rule]
    const tracker = await createTracker({ store: memoryStore(), observer: metrics.observer, rules, logger })
    opened.push(tracker)
    const system = tracker.asSystem('admin@example.com')
    await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
    const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
    await system.components.create(component)
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    for (const summary of ['It blinks', 'fails', 'x'.repeat(21), 'y'.repeat(21), 'wrong'])
      await system.bugs.create({ ...place, summary }).catch(() => undefined)
    const text = await metrics.text()
    for (const [outcome, count] of [
      ['ok', 1],
      ['failed', 1],
      ['refused', 2],
    ] as const)
      expect(text).toContain(`trackerkit_rules_total{rule="short-summary",outcome="${outcome}"} ${count}`)
    expect(text).toContain('trackerkit_rule_seconds_count{rule="short-summary"} 4')
    // Wrong values are found after its call.
    expect(text).toContain('trackerkit_rules_total{rule="set-priority",outcome="ok"} 4')
    expect(text).toContain('trackerkit_rules_total{rule="set-priority",outcome="failed"} 1')
  })

  it('report which of two servers answered searches, where a standby exists', async () => {
    const { observer, text } = createMetrics()
    const read = { kind: 'read', outcome: 'ok', waited: 0, milliseconds: 1 } as const
    for (const server of ['standby', 'primary', 'standby', undefined] as const)
      observer.transaction?.({ ...read, server })
    expect((await text()).match(/^trackerkit_store_scans_total\{.*$/gm)).toEqual([
      'trackerkit_store_scans_total{server="standby"} 2',
      'trackerkit_store_scans_total{server="primary"} 1',
    ])
  })

  it('count requests of pages by route, separately from the API', async () => {
    const metrics = createMetrics()
    const watch = metrics.requests({ of: 'pages', method: 'GET', header: () => undefined })
    const ended = { method: 'GET', operation: undefined, milliseconds: 1, isFault: false }
    watch?.ended({ ...ended, route: '/bug/:id', status: 200 })
    const text = await metrics.text()
    expect(text).toContain('trackerkit_http_page_duration_seconds_count{route="/bug/:id",method="GET",status="200"} 1')
    expect(text).not.toMatch(/^trackerkit_http_request_duration_seconds_count/m)
  })

  it('count a request of a page that the API answers once, as one to the API', async () => {
    const metrics = createMetrics()
    const begun = { method: 'GET', header: () => undefined }
    const [page, api] = (['pages', 'api'] as const).map((of) => metrics.requests({ of, ...begun }))
    const ended = { method: 'GET', operation: undefined, status: 200, milliseconds: 1, isFault: false }
    api?.ended({ ...ended, route: '/version' })
    page?.ended({ ...ended, route: '/-/rest', isAnsweredByApi: true })
    const counts = (await metrics.text()).split('\n').filter((line) => /^trackerkit_http_.*_count/.test(line))
    expect(counts).toEqual([
      'trackerkit_http_request_duration_seconds_count{route="/version",method="GET",status="200"} 1',
    ])
  })

  it('report which stage of which operation or page blocked the event loop, until they are read', async () => {
    const metrics = createMetrics()
    const block = (operation: string, stage: Stage, milliseconds: number) => ({ operation, stage, milliseconds })
    metrics.observer.block?.(block('bugs.search', 'plan', 300))
    metrics.observer.block?.(block('bugs.search', 'plan', 500))
    const page = metrics.requests({ of: 'pages', method: 'GET', header: () => undefined })
    page?.block?.(block('page:/bug/:id', 'render', 200))
    const text = await metrics.text()
    expect(text).toContain('trackerkit_longest_block_seconds{operation="bugs.search",stage="plan"} 0.5')
    expect(text).toContain('trackerkit_longest_block_seconds{operation="page:/bug/:id",stage="render"} 0.2')
    const total = 'trackerkit_blocks_total{operation="bugs.search",stage="plan"} 2'
    expect(text).toContain(total)
    const later = await metrics.text()
    expect(later).not.toContain('trackerkit_longest_block_seconds{operation="bugs.search"')
    expect(later).toContain(total)
  })

  it('report an operation that blocks the event loop, and work outside of operations', async () => {
    const metrics = createMetrics()
    const spin = () => {
      const end = performance.now() + 300
      while (performance.now() < end);
    }
    const turn = () => new Promise((resolve) => setTimeout(resolve, 30))
    let isSlow = false
    const clock = () => {
      if (isSlow) spin()
      return new Date()
    }
    const tracker = await createTracker({ store: memoryStore(), observer: metrics.observer, testing: { clock } })
    opened.push(tracker)
    isSlow = true
    await tracker.as(null).server.version()
    isSlow = false
    const text = await metrics.text()
    expect(text).toMatch(/trackerkit_longest_block_seconds\{operation="server.version",stage="plan"\} \d/)
    // The measurement begins with its next turn, which a busy machine can put off.
    const textAfterBlock = async () => {
      await turn()
      spin()
      await turn()
      return metrics.text()
    }
    await expect.poll(textAfterBlock).toMatch(/trackerkit_blocks_total\{operation="unknown",stage="unknown"\} [1-9]/)
  })

  it('sum pending and rejected requests of all servers', async () => {
    const { followServer, text } = createMetrics()
    const load = { connections: 2, bodyBytes: 10, answerBytes: 5 }
    followServer(() => ({ ...load, refused: new Map([['bodies', 3]]) }))
    followServer(() => ({ ...load, refused: new Map([['slow', 1]]) }))
    for (let n = 0; n < 2; n++) {
      const lines = (await text()).split('\n').filter((line) => /^trackerkit_(in_flight|refused)/.test(line))
      expect(lines).toEqual([
        'trackerkit_in_flight_bytes{of="bodies"} 20',
        'trackerkit_in_flight_bytes{of="answers"} 10',
        'trackerkit_in_flight_connections 4',
        'trackerkit_refused_total{why="bodies"} 3',
        'trackerkit_refused_total{why="slow"} 1',
      ])
    }
  })

  it('are without fault for promtool, and keep to its rules where it is not installed', async () => {
    const metrics = createMetrics()
    const { tracker, ask } = await serving(metrics.observer, metrics.requests)
    metrics.follow(tracker)
    metrics.observer.delivery?.({ of: 'mail', outcome: 'sent' })
    metrics.observer.inbound?.({ way: 'mail', outcome: 'held' })
    metrics.observer.reload?.('catalogue')
    metrics.observer.block?.({ operation: 'bugs.search', stage: 'plan', milliseconds: 300 })
    await ask('/version')
    const text = await metrics.text()
    expect(text).toContain('trackerkit_inbound_total{way="mail",outcome="held"} 1')
    const { status, stdout, stderr, error } = spawnSync('promtool', ['check', 'metrics'], { input: text })
    const said = error ? 'it is not installed' : `${status}${stdout.toString()}${stderr.toString()}`
    expect(['0', 'it is not installed']).toContain(said)
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
    expect(text.match(/^# HELP /gm)).toHaveLength(text.match(/^# TYPE /gm)?.length ?? 0)
  })
})

describe('traces of a tracker', () => {
  // A newer copy of the API does not see the SDK that is registered in an older one, and SDKs do not accept every new version.
  it('use the copy of @opentelemetry/api in which the program registers its SDK', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as object
    expect(manifest).toHaveProperty(['peerDependencies', '@opentelemetry/api'])
    expect(manifest).not.toHaveProperty(['dependencies', '@opentelemetry/api'])
  })

  it('are not created without a listener, and otherwise have spans of request, operation and statements in one trace', async () => {
    const tracing = createTracing()
    const metrics = createMetrics()
    const { ask } = await serving(
      together(metrics.observer, tracing.observer),
      requestsTogether(metrics.requests, tracing.requests),
    )
    expect(tracing.requests({ of: 'api', method: 'GET', header: () => undefined })).toBeUndefined()
    expect(tracing.observer.operation?.({ operation: 'x', kind: 'read', parent: undefined })).toBeUndefined()

    const exporter = new InMemorySpanExporter()
    const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
    trace.setGlobalTracerProvider(provider)
    propagation.setGlobalPropagator({
      fields: () => ['traceparent'],
      inject: (context, carrier, setter) => {
        const { traceId = '', spanId = '' } = trace.getSpanContext(context) ?? {}
        setter.set(carrier, 'traceparent', `00-${traceId}-${spanId}-01`)
      },
      extract: (context, carrier, getter) => {
        const [, traceId = '', spanId = ''] = String(getter.get(carrier, 'traceparent')).split('-')
        return trace.setSpanContext(context, { traceId, spanId, traceFlags: 1, isRemote: true })
      },
    })
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await ask('/bug?quicksearch=secretword', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
    await ask('/nothing/there', { method: 'SECRETWORD' })
    const within = tracing.requests({ of: 'pages', method: 'GET', header: () => undefined })
    const { traceparent } = within?.passedOn ?? {}
    await ask('/version', { headers: { traceparent: traceparent ?? '' } })
    within?.ended({
      method: 'GET',
      route: '/bug/:id',
      operation: undefined,
      status: 200,
      milliseconds: 1,
      isFault: false,
    })
    const spans = exporter.getFinishedSpans()
    const named = (name: string) => spans.find((span) => span.name === name)
    const [request, operation] = [named('GET /rest/bug'), named('bugs.search')]
    expect(named('HTTP')?.attributes).toMatchObject({ 'http.request.method': '_OTHER' })
    expect(operation?.spanContext().traceId).toBe(traceId)
    expect(operation?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
    expect(named('GET /rest/version')?.parentSpanContext?.spanId).toBe(named('GET /bug/:id')?.spanContext().spanId)
    expect(named('select installation')?.parentSpanContext?.spanId).toBe(operation?.spanContext().spanId)
    expect(request?.attributes).toMatchObject({ 'http.route': '/rest/bug', 'http.response.status_code': 200 })
    expect(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))).not.toMatch(/secretword/i)
    expect(await metrics.text()).toContain('operation="bugs.search",outcome="ok"} 1')
    trace.disable()
    propagation.disable()
  })
})
