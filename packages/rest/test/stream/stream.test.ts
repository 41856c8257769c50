// The change feed as server-sent events.
import { EventSource } from 'eventsource'
import { expect, it } from 'vitest'
import { createRestHandler } from '../../src/index.js'
import { onEverySite, type Ask, type Site } from '../harness.js'
import { listen, type Block } from './listen.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
const stream = '/changes/stream'

async function file(site: Site, as: Ask['as'] = 'alice', more = {}): Promise<number> {
  const { status, body } = await site.post('/bug', { ...bug, ...more }, { as })
  expect(status).toBe(200)
  return body.id
}

/** A group with admin as the only member. */
async function makeSecret({ system }: Site): Promise<void> {
  await system.groups.create({ name: 'secret', description: 'Secret' })
  await system.groupControls.update({ names: ['Widgets'], group: 'secret', member_control: 'shown' })
  await system.users.update({ names: ['admin@example.com'], groups: { add: ['secret'] } })
}

onEverySite('GET /changes/stream', (open, store) => {
  const isMemory = store === 'memory'

  it('sends changes as events, with the type, the cursor and the entry of changes.get', async () => {
    const site = await open()
    const { response, next, stop } = await listen(site, `${stream}?since=0&type=bug.created&type=bug.changed`, {
      as: 'bob',
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=UTF-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await next()).toEqual({ retry: '3000' })
    expect(await next()).toEqual({ id: expect.stringMatching(/^\w{8}\.\d+$/) as unknown })
    const id = await file(site)
    await site.put(`/bug/${id}`, { whiteboard: 'x', comment: { body: 'Look' } }, { as: 'alice' })
    const events = [await next(), await next()]
    await stop()
    const { body } = await site.get('/changes?type=bug.created&type=bug.changed', { as: 'bob' })
    const [created, changed] = body['changes'] as { seq: number }[]
    const [epoch] = String(body['next']).split('.')
    expect(events.map((event) => ({ ...event, data: JSON.parse(event?.['data'] ?? '') as unknown }))).toEqual([
      { id: `${epoch}.${created?.seq}`, event: 'bug.created', data: created },
      { id: `${epoch}.${changed?.seq}`, event: 'bug.changed', data: changed },
    ])
  })

  it('resumes from Last-Event-ID instead of since, and rejects an invalid one at the start', async () => {
    const site = await open()
    const ids = [await file(site), await file(site)]
    const { body } = await site.get('/changes?type=bug.created&limit=1', { as: 'bob' })
    const goOn = async (last: string) => {
      const { event, stop } = await listen(site, `${stream}?since=now`, { headers: { 'Last-Event-ID': last } })
      const told = JSON.parse((await event())?.['data'] ?? '') as { bug_id: number }
      await stop()
      return told.bug_id
    }
    expect(await goOn(String(body['next']))).toBe(ids[1])
    const refused: [string, number, string][] = [
      ['yesterday', 400, 'param_invalid'],
      ['99999', 410, 'changes_gone'],
      ['abcd1234.1', 410, 'changes_gone'],
      ['-1', 400, 'param_invalid'],
      [`1${'0'.repeat(400)}`, 400, 'param_invalid'],
      ['1\tevent: x', 400, 'param_invalid'],
    ]
    for (const [last, status, name] of refused)
      for (const asked of [{ headers: { 'Last-Event-ID': last } }, { query: last }]) {
        const path = 'query' in asked ? `${stream}?since=${encodeURIComponent(last)}` : stream
        expect({ last, ...(await site.get(path, 'query' in asked ? {} : asked)) }).toMatchObject({
          status,
          body: { name },
        })
      }
  })

  it('is refused to scripts and pages, to wrong credentials and for what the caller may not see, with a usual status', async () => {
    const site = await open()
    await makeSecret(site)
    const hidden = await file(site, 'admin', { groups: ['secret'] })
    expect(await site.get(`${stream}?callback=f`)).toMatchObject({ status: 400 })
    expect(await site.get(stream, { headers: { Accept: 'text/html' } })).toMatchObject({ status: 400 })
    expect(await site.get(stream, { headers: { 'X-Tracker-API-Key': 'x'.repeat(40) } })).toMatchObject({ status: 401 })
    const [one, other] = [await site.get(`${stream}?bug=${hidden}`), await site.get(`${stream}?bug=999999`)]
    expect(one).toMatchObject({ status: 400, body: { name: 'bug_id_does_not_exist' } })
    expect(one.text.replaceAll(new RegExp(`(['"])${hidden}\\1`, 'g'), '')).toBe(
      other.text.replaceAll(/(['"])999999\1/g, ''),
    )
    await site.put('/parameters', { parameters: { requirelogin: true } }, { as: 'admin' })
    expect(await site.get(stream)).toMatchObject({ status: 401, body: { name: 'login_required' } })
    expect((await site.ask('HEAD', stream, { as: 'bob' })).status).toBe(200)
  })

  it('sends nothing hidden from the caller, and the cursor past it only with the next heartbeat', async () => {
    const site = await open({ limits: { streams: { heartbeatSeconds: 0.05 } } })
    await makeSecret(site)
    const { next, stop } = await listen(site, stream)
    await next()
    const begin = await next()
    expect(await next()).toEqual({ '': 'alive' })
    await file(site, 'admin', { groups: ['secret'] })
    const blocks: (Block | undefined)[] = []
    while (!blocks.some((block) => block && 'id' in block)) blocks.push(await next())
    await stop()
    const last = blocks.at(-1)
    expect(blocks.slice(0, -1)).toEqual(blocks.slice(1).map(() => ({ '': 'alive' })))
    expect(Object.keys(last ?? {})).toEqual(['id'])
    expect(Number(last?.['id']?.split('.')[1])).toBe(Number(begin?.['id']?.split('.')[1]) + 1)
  })

  it('ends with an error event when the caller loses their rights, before any further entry', async () => {
    const site = await open()
    const { next, stop } = await listen(site, stream, { as: 'eve' })
    await next()
    await next()
    await site.put('/user/eve@example.com', { login_denied_text: 'Left' }, { as: 'admin' })
    await file(site)
    const event = await next()
    expect(event).toMatchObject({ event: 'error' })
    expect(JSON.parse(event?.['data'] ?? '')).toMatchObject({ error: true, code: 301, name: 'account_disabled' })
    expect(event).not.toHaveProperty('id')
    expect(await next()).toBeUndefined()
    await stop()
  })

  it('ends at once when the server stops', async () => {
    const site = await open({ timeouts: { grace: 600 } })
    const { next } = await listen(site, stream)
    await next()
    await next()
    await site.server.stop()
    expect(await next()).toBeUndefined()
  })

  if (!isMemory) return

  it('is heard by the client that browsers have, which goes on by itself after a cut connection without a gap', async () => {
    const site = await open()
    const told: number[] = []
    const source = new EventSource(`${site.server.url}${stream}?since=0&type=bug.created`, {
      // The pause between two connections is the browser's: it is not waited for here.
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        const sent = response.body?.pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform(chunk, controller) {
              const text = new TextDecoder().decode(chunk).replace('retry: 3000', 'retry: 1')
              controller.enqueue(new TextEncoder().encode(text))
              if (/data: /.test(text)) controller.terminate()
            },
          }),
        )
        return new Response(sent, response)
      },
    })
    const ids: number[] = []
    for (let n = 0; n < 3; n++) {
      const came = new Promise<void>((resolve) =>
        source.addEventListener(
          'bug.created',
          ({ data }) => {
            told.push((JSON.parse(data as string) as { bug_id: number }).bug_id)
            resolve()
          },
          { once: true },
        ),
      )
      ids.push(await file(site))
      await came
    }
    source.close()
    expect(told).toEqual(ids)
  })

  it('is limited in number per user, per address and in all', async () => {
    const site = await open({ limits: { streams: { perCaller: 2, total: 5 } } })
    const { api_key } = await site.system.apiKeys.create({ user: 'bob@example.com' })
    const ofBob = [{ as: 'bob' }, { headers: { 'X-Tracker-API-Key': api_key } }] as const
    const streams = [await listen(site, stream, ofBob[0]), await listen(site, stream, ofBob[1])]
    for (const who of ofBob) {
      const { status, headers } = await site.get(stream, who)
      expect([status, headers.get('retry-after')]).toEqual([429, '60'])
    }
    streams.push(await listen(site, stream), await listen(site, stream))
    expect(await site.get(stream)).toMatchObject({ status: 429 })
    streams.push(await listen(site, stream, { as: 'eve' }))
    expect(await site.get(stream, { as: 'alice' })).toMatchObject({ status: 429 })
    // A rejected caller takes no slot, and a disconnect frees one.
    await streams[0]?.stop()
    await expect.poll(async () => (await site.ask('HEAD', stream, { as: 'bob' })).status).toBe(200)
    for (const { stop } of streams) await stop()
    await expect.poll(async () => (await site.ask('HEAD', stream, { as: 'alice' })).status).toBe(200)
  })

  it('keeps half of them for callers who have logged in, and gives one network of IPv6 a share of the other half', async () => {
    const site = await open()
    const rest = createRestHandler(site.tracker, { limits: { streams: { perCaller: 1, total: 12 } } })
    const ask = async (address: string, headers = {}) => {
      const request = new Request('http://x/rest/changes/stream', { headers })
      const { status, body } = await rest(request, { address })
      return { status, stop: async () => body?.cancel() }
    }
    const opened = []
    for (let n = 1; n <= 4; n++) opened.push(await ask(`2001:db8:0:${n}::1`))
    expect((await ask('2001:db8:0:5::1')).status).toBe(429)
    for (let n = 1; n <= 2; n++) opened.push(await ask(`192.0.2.${n}`))
    expect((await ask('192.0.2.3')).status).toBe(429)
    opened.push(await ask('192.0.2.3', { 'X-Tracker-API-Key': site.keys.admin }))
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200])
    await opened[0]?.stop()
    const again = await ask('2001:db8:0:5::1')
    expect(again.status).toBe(200)
    for (const { stop } of [...opened, again]) await stop()
  })

  it('works through Request and Response too, and ends when the reader disconnects or the server stops', async () => {
    const { tracker } = await open()
    const rest = createRestHandler(tracker, { limits: { streams: { total: 1 } } })
    const ask = (path: string, init?: RequestInit) => rest(new Request(`http://x/rest${path}`, init))
    const response = await ask(stream)
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value as Uint8Array)).toBe('retry: 3000\n\n')
    expect((await ask(stream)).status).toBe(429)
    await reader?.cancel()
    expect((await ask(stream, { method: 'HEAD' })).status).toBe(200)
    const gone = new AbortController()
    const waiting = ask('/changes?since=now&wait=60', { signal: gone.signal })
    await tracker.asSystem().changes.get({})
    gone.abort()
    expect((await waiting).status).toBe(499)
    const closing = new AbortController()
    const closed = createRestHandler(tracker, { closing: closing.signal })
    const last = closed(new Request('http://x/rest/changes?since=now&wait=60'))
    await tracker.asSystem().changes.get({})
    closing.abort()
    expect(await (await last).json()).toMatchObject({ changes: [], more: false })
  })

  it('is logged and reported to the observer once, when a reader of the Response has left it unread for too long', async () => {
    const { tracker } = await open()
    const told: string[] = []
    const rest = createRestHandler(tracker, {
      limits: { streams: { patienceSeconds: 0.05 } },
      log: ({ url }) => void told.push(`log ${url}`),
      observer: () => ({ ended: ({ status }) => void told.push(`observer ${status}`) }),
    })
    const response = await rest(new Request(`http://x/rest${stream}`))
    await expect.poll(() => told).toEqual(['observer 200', 'log /rest/changes/stream'])
    await expect(response.text()).rejects.toThrow('does not read')
    expect(told).toHaveLength(2)
  })

  it('ends the wait of GET /changes when the client hangs up, and no fault is in the log', async () => {
    const site = await open()
    const gone = new AbortController()
    const waiting = fetch(`${site.server.url}/changes?since=now&wait=60`, { signal: gone.signal }).catch(() => 'gone')
    await site.system.changes.get({})
    await expect.poll(() => site.get('/time').then(() => gone.abort())).toBeUndefined()
    expect(await waiting).toBe('gone')
    await expect.poll(() => site.log.find(({ url }) => url.includes('wait'))).toMatchObject({ status: 499 })
    expect(site.log.filter(({ fault }) => fault !== undefined)).toEqual([])
  })
})
