// Several processes behind one port: trackerkit serve --workers N.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshDatabase } from '@trackerkit/test-postgres'
import { describe, expect, it } from 'vitest'
import { openMailServer, read } from '../../mail-smtp/test/mail-server.js'
import { eachInAFolder, folder, run, runHere, start } from './command.js'
import { childrenOf, halt, isThere, until } from './processes.js'
import { done, examine, given, key, manyAtOnce, newBug, seedBugs, write, type Acknowledged } from './writes.js'

eachInAFolder()

type Server = ReturnType<typeof start>
type Body = Record<string, unknown>

const serve = (db: string, ...more: string[]): Server =>
  start(['serve', '--db', db, '--port', '0', '--workers', '2', ...more], { env: given })

/** Asks one worker, always the same. */
type Ask = (
  method: string,
  path: string,
  body?: Body,
  caller?: Record<string, string>,
  more?: Record<string, string>,
) => Promise<{ status: number; body: Body }>

/** A connection to that worker: the others are halted while it is made. Again, if one of them was halted with a lock in its hands. */
async function connectTo(server: Server, url: string, worker: number): Promise<Ask> {
  let ask: Ask | undefined
  await until(async () => {
    const tried = askBy(url, new Agent({ keepAlive: true, maxSockets: 1 }))
    const others = childrenOf(server.pid).filter((pid) => pid !== worker)
    try {
      for (const pid of others) await halt(pid)
      if (await answersSoon(tried)) ask = tried
    } finally {
      for (const pid of others) process.kill(pid, 'SIGCONT')
    }
    return ask !== undefined
  })
  return ask as Ask
}

async function answersSoon(ask: Ask): Promise<boolean> {
  const late = pause(3000, false)
  return Promise.race([ask('GET', '/version').then(({ status }) => status === 200), late])
}

function askBy(url: string, agent: Agent): Ask {
  return async (method, path, body, caller = { api_key: key }, more = {}) => {
    const isGet = method === 'GET'
    const text = JSON.stringify({ ...body, ...caller })
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
    const query = isGet ? `?${new URLSearchParams(caller).toString()}` : ''
    const asked = request(`${url}${path}${query}`, { method, agent, headers: { ...more, ...(!isGet && headers) } })
    asked.end(isGet ? undefined : text)
    const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }]
    const chunks = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) as Body }
  }
}

async function connectToAll(server: Server, url: string): Promise<Ask[]> {
  const asks: Ask[] = []
  for (const worker of childrenOf(server.pid)) asks.push(await connectTo(server, url, worker))
  return asks
}

/** Waits until another process serves beside those. */
async function replacement(server: Server, url: string, before: readonly number[]): Promise<void> {
  const added = () => childrenOf(server.pid).find((pid) => !before.includes(pid))
  await until(() => added() !== undefined)
  await connectTo(server, url, added() as number)
}

const databases: [string, () => Promise<string>][] = [
  ['SQLite file', () => Promise.resolve('tracker.db')],
  ['PostgreSQL database', async () => (await freshDatabase()).url],
]

describe.each(databases)('trackerkit serve --workers on a %s', { timeout: 120_000 }, (_, fresh) => {
  it('answers from several processes, prints the administrator and the address once, and all end at SIGTERM and SIGINT', async () => {
    const db = await fresh()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = start(['serve', '--db', db, '--port', '0', '--workers', '3', '--admin', 'root@example.com'])
      const url = await server.url()
      const workers = childrenOf(server.pid)
      expect(workers).toHaveLength(3)
      if (signal === 'SIGTERM') await connectToAll(server, url)
      const { code, out, err } = await server.stop(signal)
      expect([signal, code, err]).toEqual([signal, 0, ''])
      expect(out.match(/listening/g)).toHaveLength(1)
      expect(out.match(/New tracker\. Administrator: root@example\.com/g) ?? []).toHaveLength(
        signal === 'SIGTERM' ? 1 : 0,
      )
      expect(workers.filter(isThere)).toEqual([])
    }
  })

  it('loses no acknowledged write when a worker is killed, goes on answering, and replaces it', async () => {
    const server = serve(await fresh())
    const url = await server.url()
    const ids = await seedBugs(url)
    const told: Acknowledged = { created: [], comments: new Map() }
    let [answered, failed] = [0, 0]
    const workers = childrenOf(server.pid)
    await manyAtOnce(20, 300, async (i) => {
      if (i === 100) process.kill(workers[0] as number, 'SIGKILL')
      const status = await write(url, i, ids, told).catch(() => undefined)
      if (status === 200) answered++
      else if (status === undefined) failed++
      else throw new Error(`it answered ${status}`)
    })
    // Who was being answered by the one that was killed.
    expect(failed).toBeLessThanOrEqual(20)
    expect(answered).toBeGreaterThan(200)
    await replacement(server, url, workers)
    expect(childrenOf(server.pid)).toHaveLength(2)
    await examine(url, ids, told, failed)
    const { code, err } = await server.stop()
    expect([code, err]).toEqual([0, expect.stringMatching(/^trackerkit: worker \d+ ended: SIGKILL\..*\n$/)])
  })

  it('lets every worker see a change of rights or of a password at the next request', async () => {
    const server = serve(await fresh())
    const url = await server.url()
    await seedBugs(url)
    await done(url, 'POST', '/user', { email: 'bob@example.com', password: 'password 0' })
    const [one, two] = (await connectToAll(server, url)) as [Ask, Ask]
    for (let n = 1; n <= 4; n++) {
      const [here, there] = n % 2 ? [one, two] : [two, one]
      const bob = (password: string) => ({ login: 'bob@example.com', password })
      await here('PUT', '/user/bob@example.com', { password: `password ${n}` })
      expect(await there('GET', '/whoami', {}, bob(`password ${n - 1}`))).toMatchObject({ status: 401 })
      expect(await there('GET', '/whoami', {}, bob(`password ${n}`))).toMatchObject({ status: 200 })
      const isIn = n % 2 === 1
      await here('PUT', '/user/bob@example.com', { groups: { [isIn ? 'add' : 'remove']: ['editcomponents'] } })
      const made = { product: 'Widgets', name: `v${n}` }
      expect(await there('POST', '/version', made, bob(`password ${n}`))).toMatchObject({ status: isIn ? 200 : 401 })
    }
  })

  it('sends mail once, and goes on when the worker that sends it has been killed', async () => {
    const mailServer = await openMailServer()
    const server = serve(await fresh(), '--smtp', mailServer.url)
    const url = await server.url()
    await done(url, 'POST', '/user', { email: 'alice@example.com' })
    await done(url, 'POST', '/product', { name: 'Widgets', description: 'Things', version: '1.0' })
    const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'alice@example.com' }
    await done(url, 'POST', '/component', component)
    const told: string[] = []
    const file = async (count: number) => {
      const from = told.length
      for (let n = from; n < from + count; n++) told.push(`bug number ${n};`)
      await manyAtOnce(10, count, async (n) => void (await done(url, 'POST', '/bug', newBug(told[from + n] as string))))
      await until(async () => {
        const { messages } = (await done(url, 'GET', '/mail?state=waiting')) as { messages: Body[] }
        const sent = mailServer.messages.filter(({ to }) => to === 'alice@example.com').length
        return sent >= told.length && messages.length === 0
      })
    }
    await file(20)
    // One of them is the one that sends.
    const workers = childrenOf(server.pid)
    for (const worker of workers) {
      const before = childrenOf(server.pid)
      process.kill(worker, 'SIGKILL')
      await replacement(server, url, before)
      await file(5)
    }
    const alices = mailServer.messages.filter(({ to }) => to === 'alice@example.com')
    const subjects = (await Promise.all(alices.map(read))).map(
      ({ subject = '' }) => /bug number \d+;/.exec(subject)?.[0],
    )
    expect(subjects).toHaveLength(told.length)
    expect(new Set(subjects)).toEqual(new Set(told))
    const { out } = await server.stop()
    expect(out.match(/mail goes to/g)).toHaveLength(1)
  })
})

describe('trackerkit serve --workers', () => {
  it('finishes a request that is under way before it ends', async () => {
    const server = serve('tracker.db')
    const url = await server.url()
    const workers = childrenOf(server.pid)
    const body = JSON.stringify({ name: 'Late', description: 'Late', version: '1', api_key: key })
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    }
    const late = request(`${url}/product`, { method: 'POST', headers })
    late.flushHeaders()
    // A worker knows of it.
    await once(late, 'continue')
    const ended = server.stop()
    await until(() =>
      fetch(`${url}/version`, { headers: { Connection: 'close' } }).then(
        () => false,
        () => true,
      ),
    )
    late.end(body)
    const [response] = (await once(late, 'response')) as [{ statusCode: number; resume: () => void }]
    response.resume()
    expect(response.statusCode).toBe(200)
    expect(await ended).toMatchObject({ code: 0, err: '' })
    expect(workers.filter(isThere)).toEqual([])
  })

  it('leaves no worker behind when the process that listens is killed', async () => {
    const server = serve('tracker.db')
    await server.url()
    const workers = childrenOf(server.pid)
    expect(workers).toHaveLength(2)
    await server.stop('SIGKILL')
    await until(() => !workers.some(isThere))
  })

  it('listens at the same address when all workers have been killed', async () => {
    const server = serve('tracker.db')
    const url = await server.url()
    for (const worker of childrenOf(server.pid)) process.kill(worker, 'SIGKILL')
    await until(() =>
      fetch(`${url}/version`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    expect((await server.stop()).code).toBe(0)
  })

  it('lets an address try no more wrong keys through all workers than through a single process', async () => {
    const server = serve('tracker.db')
    const url = await server.url()
    const statuses = new Map<number, number>()
    for (const ask of await connectToAll(server, url)) {
      for (let n = 0; n < 52; n++) {
        const { status } = await ask('GET', '/whoami', {}, { api_key: `${n}`.padStart(40, 'x') })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    expect(statuses).toEqual(
      new Map([
        [401, 100],
        [429, 4],
      ]),
    )
  })

  it('lets each worker allow its part of what an address may ask for in a minute', async () => {
    const args = ['serve', '--db', 'tracker.db', '--port', '0', '--workers', '2']
    const server = start([...args, '--rate-limit-anonymous', '40'], { env: given })
    const url = await server.url()
    const { headers } = await fetch(`${url}/version`)
    expect(headers.get('ratelimit-policy')).toBe('"default";q=20;w=60')
    for (const ask of await connectToAll(server, url)) {
      const statuses: number[] = []
      while (!statuses.includes(429)) statuses.push((await ask('GET', '/version', undefined, {})).status)
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
      expect(statuses.length).toBeGreaterThan(10)
    }
  })

  it('takes from a proxy who calls, in every worker, by the API as by the pages, and from nobody else', async () => {
    const options = ['--auth-header', 'X-Forwarded-User', '--auth-from', '127.0.0.1', '--admin', 'root@example.com']
    const args = ['serve', '--db', 'tracker.db', '--port', '0', '--workers', '2', ...options]
    const server = start(args, { env: { ...given, TRACKERKIT_AUTH_SECRET: 'the word' } })
    const url = await server.url()
    const whoIs = async (ask: Ask, path: string, headers: Record<string, string>) => {
      const { status, body } = await ask('GET', path, undefined, {}, { 'X-TrackerKit-Web': '1', ...headers })
      return status === 200 ? body['name'] : status
    }
    const word = { 'X-Proxy-Secret': 'the word' }
    for (const ask of await connectToAll(server, url)) {
      for (const path of ['/whoami', '/../-/rest/whoami']) {
        for (const login of ['root@example.com', 'carol@example.com'])
          expect(await whoIs(ask, path, { ...word, 'X-Forwarded-User': login })).toBe(login)
        expect(await whoIs(ask, path, { 'X-Forwarded-User': 'root@example.com' })).toBe(401)
      }
    }
    expect((await server.stop()).err).toMatch(/X-Forwarded-User: \*\*\* ignored: sender is not a trusted proxy/)
  })

  it('refuses a number of workers that is none, and a tracker that cannot be shared, and makes nothing', async () => {
    const cases: [string[], RegExp][] = [
      [['--workers', '0'], /--workers must be a number from 1 to 16, not '0'/],
      [['--workers', '17'], /'17' is not/],
      [['--workers', '1.5'], /'1\.5' is not/],
      [['--workers', 'many'], /'many' is not/],
      [['--workers', '2', '--db', ':memory:'], /--workers 2 requires a file or postgres:/],
    ]
    for (const [args, message] of cases) {
      const { code, out, err } = await runHere(['serve', '--db', join(folder, 'new.db'), '--port', '0', ...args])
      expect([args, code, out]).toEqual([args, 2, ''])
      expect(err).toMatch(message)
    }
    expect(existsSync(join(folder, 'new.db'))).toBe(false)
  })

  it('says in one line what keeps it from serving, as a single process does, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const inUse = `port ${port} on 127.0.0.1 is in use by another program; choose another with --port`
    const cases: [string[], string][] = [
      [['--db', 'taken.db', '--port', String(port)], inUse],
      [['--db', 'no/such/folder.db'], 'no/such/folder.db cannot be made: its folder does not exist'],
      [['--db', 'tracker.db', '--host', '192.0.2.1'], 'the address given with --host is none of this machine'],
      [
        ['--db', 'tracker.db', '--admin', 'nonsense'],
        "administrator.login: 'nonsense' is not a valid login: use an address of at most 127 characters, such as user@host.example.",
      ],
      [
        ['--db', 'postgres://nobody@127.0.0.1:1/none'],
        'postgres://nobody@127.0.0.1:1/none cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
      ],
    ]
    for (const [args, message] of cases) {
      const several = await run(['serve', '--port', '0', ...args, '--workers', '2'])
      expect(several).toEqual({ code: 1, out: '', err: `trackerkit: ${message}\n` })
    }
    expect(await run(['serve', '--port', String(port)])).toMatchObject({ code: 1, err: `trackerkit: ${inUse}\n` })
    other.close()
    expect(existsSync(join(folder, 'taken.db'))).toBe(false)
  })
})
