import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createAsker, type AskOptions } from './ask.js'
import { AskError } from '../http/ask-error.js'
import { inHalves } from './in-halves.js'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A source that answers in turn, the last answer again and again; and what waits for nothing, but keeps how long it would have. */
async function serve(answers: readonly Answer[], options: Partial<AskOptions> = {}) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answers[Math.min(asked.length, answers.length) - 1]?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  const waits: number[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tracker`
  const pause = async (time: number) => void waits.push(time)
  return { asker: createAsker({ url, rate: 1e9, pause, ...options }), asked, waits, url }
}

/** A separate type: the responses of these tests differ from those that the description of the API has. */
const json =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'text/json' }).end(JSON.stringify(body))
const page: Answer = (_, response) => response.writeHead(200).end('<html><title>Down</title></html>')
const busy =
  (status: number, after?: string): Answer =>
  (_, response) =>
    response.writeHead(status, after === undefined ? {} : { 'Retry-After': after }).end('Busy')

describe('createAsker', () => {
  it('gets JSON below the address of the tracker, lists by repeated names, with the key in a header or in the query', async () => {
    const { asker, asked } = await serve([json({ ok: 1 })], { apiKey: 'secret-key' })
    expect(await asker.get('bug', { id: [1, 2], limit: 5, none: undefined })).toEqual({ ok: 1 })
    asker.sendKeyIn('query')
    await asker.get('version')
    expect(asked.map(({ url }) => url)).toEqual([
      '/tracker/rest/bug?id=1&id=2&limit=5',
      '/tracker/rest/version?api_key=secret-key',
    ])
    expect(asked.map(({ headers }) => headers['x-bugzilla-api-key'])).toEqual(['secret-key', undefined])
  })

  it('asks again after pages, cut JSON, errors of the server and lost connections, each time later', async () => {
    const cut: Answer = (_, response) => response.writeHead(200).end('{"bugs": [')
    const lost: Answer = (request) => request.socket.destroy()
    const internal = json({ error: true, code: 100_500, message: 'Lost' }, 400)
    const { asker, asked, waits } = await serve([page, cut, json({}, 500), lost, internal, json({ ok: 1 })])
    expect(await asker.get('bug')).toEqual({ ok: 1 })
    expect(asked).toHaveLength(6)
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000])
  })

  it('waits as long as a busy source says, in every way of saying so, and then lets fewer requests begin', async () => {
    const soon = new Date(Date.now() + 30_000).toUTCString()
    const limited = json({ error: true, code: 32_610, message: 'Rate limit exceeded' }, 400)
    const { asker, waits } = await serve([busy(429, '7'), busy(503, soon), limited, busy(502), json({})], { rate: 1 })
    await asker.get('bug')
    // Before each of the next requests.
    const [first = 0, second = 0, third = 0, fourth = 0] = waits.map((time) => time / 1000)
    expect(first).toBeGreaterThan(6)
    expect(second).toBeGreaterThan(25)
    expect(third).toBeGreaterThan(25)
    expect(fourth).toBeGreaterThan(25)
  })

  it('gives up after as many attempts as were asked for, and after six where the source is busy', async () => {
    const broken = await serve([page])
    await expect(broken.asker.get('bug', {}, { attempts: 2 })).rejects.toMatchObject({ kind: 'broken', status: 200 })
    expect(broken.asked).toHaveLength(2)
    const full = await serve([busy(503)])
    await expect(full.asker.get('bug', {}, { attempts: 1 })).rejects.toMatchObject({ kind: 'throttled', status: 503 })
    expect(full.asked).toHaveLength(6)
    const hanging = await serve([() => undefined], { timeout: 50 })
    await expect(hanging.asker.get('bug', {}, { attempts: 1 })).rejects.toThrow('/rest/bug took too long')
  })

  it('waits for no longer after memory was freed', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const hanging = await serve([() => collect()], { timeout: 150 })
    await expect(hanging.asker.get('bug', {}, { attempts: 1 })).rejects.toThrow('/rest/bug took too long')
  })

  it('reports an unreadable object as such, even if the last attempt could not connect', async () => {
    const lost: Answer = (request) => request.socket.destroy()
    const mixed = await serve([page, lost])
    await expect(mixed.asker.get('bug', {}, { connections: 3 })).rejects.toMatchObject({ kind: 'broken' })
    expect(mixed.asked).toHaveLength(3)
    const gone = await serve([lost])
    // Few tries are for what was asked for, which may be what is broken.
    await expect(gone.asker.get('bug', {}, { attempts: 2 })).rejects.toMatchObject({ kind: 'unreachable' })
    expect(gone.asked).toHaveLength(6)
  })

  it('never reveals the key, regardless of the response, and sends it to no other host', async () => {
    const apiKey = 'AbCd0123456789'
    const told = json({ error: true, code: 306, message: `The API key ${apiKey} is not valid` }, 400)
    const elsewhere: Answer = (_, response) =>
      response.writeHead(302, { Location: `https://other.example.org/rest/bug?api_key=${apiKey}` }).end()
    const { asker, asked } = await serve([told, elsewhere], { apiKey })
    const refused = await asker.get('bug').catch((error: unknown) => error)
    expect(refused).toMatchObject({ kind: 'refused', code: 306, message: 'The API key *** is not valid' })
    const redirected = await asker.get('bug').catch((error: unknown) => error)
    expect(redirected).toMatchObject({
      kind: 'refused',
      message: '/rest/bug redirects to https://other.example.org/rest/bug',
    })
    expect(asked).toHaveLength(2)
  })

  it('has no more requests on their way than it may, and ends them all by its signal', async () => {
    let [now, most] = [0, 0]
    const ending = new AbortController()
    const waiting: ServerResponse[] = []
    const answer: Answer = (_, response) => {
      most = Math.max(most, ++now)
      waiting.push(response)
      if (waiting.length === 3) ending.abort(new Error('enough'))
    }
    const { asker } = await serve([answer], { concurrency: 3, signal: ending.signal })
    const all = await Promise.allSettled(Array.from({ length: 9 }, async () => asker.get('bug')))
    expect(all.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))).toEqual(
      Array(9).fill('Error: enough'),
    )
    expect(most).toBe(3)
  })
})

describe('inHalves', () => {
  it('skips only unreadable objects, and ends when the source is unreachable', async () => {
    const failed: number[] = []
    const read = async (ids: readonly number[]) => {
      if (ids.includes(3) || ids.includes(6)) throw new AskError('broken', 'answered 500')
      return ids
    }
    expect(await inHalves([1, 2, 3, 4, 5, 6, 7], read, (id) => void failed.push(id))).toEqual([1, 2, 4, 5, 7])
    expect(failed).toEqual([3, 6])
    const down = async () => Promise.reject(new AskError('unreachable', 'ECONNREFUSED'))
    await expect(inHalves([1, 2], down, (id) => void failed.push(id))).rejects.toThrow('ECONNREFUSED')
    const notAllowed = async () => Promise.reject(new AskError('refused', 'Log in', { code: 410 }))
    await expect(inHalves([1, 2], notAllowed, (id) => void failed.push(id))).rejects.toThrow('Log in')
    expect(failed).toHaveLength(2)
  })
})
