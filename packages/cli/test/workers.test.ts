// Several processes behind one port: trackerkit serve --workers N.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, read, type TestMailServer } from '../../mail-smtp/test/mail-server.js'
import { allInAFolder } from './command.js'
import { childrenOf, until } from './processes.js'
import { connectToAll, databases, replacement, serve, type Ask, type Server } from './workers.js'
import { done, examine, manyAtOnce, newBug, seedBugs, write, type Acknowledged, type Body } from './writes.js'

allInAFolder()

/** The server of the tests of one store. Those that kill workers wait for others in their places. */
interface Shared {
  readonly server: Server
  readonly url: string
  readonly ids: readonly number[]
}

const proxy = ['--auth-header', 'X-Forwarded-User', '--auth-from', '127.0.0.1']
const proxySecret = 'the word'

let mailServer: TestMailServer
const shared = new Map<string, Shared>()

beforeAll(async () => {
  mailServer = await startMailServer()
  for (const [store, fresh] of databases) {
    const args = ['--smtp', mailServer.url, ...proxy]
    const server = serve(await fresh(), args, { TRACKERKIT_AUTH_SECRET: proxySecret })
    const url = await server.url()
    shared.set(store, { server, url, ids: await seedBugs(url) })
  }
})
afterAll(async () => {
  for (const { server } of shared.values()) {
    const { code, err } = await server.stop()
    if (code !== 0) throw new Error(`the server ended with ${code}: ${err}`)
  }
  await mailServer.close()
})

const sharedOn = (store: string): Shared => shared.get(store) as Shared

describe.each(databases)('trackerkit serve --workers on a %s', (store) => {
  it('loses no acknowledged write when a worker is killed, keeps responding, and replaces it', async () => {
    const { server, url, ids } = sharedOn(store)
    const before = server.err()
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
    // Clients of the killed worker.
    expect(failed).toBeLessThanOrEqual(20)
    expect(answered).toBeGreaterThan(200)
    await replacement(server, url, workers)
    expect(childrenOf(server.pid)).toHaveLength(2)
    await examine(url, ids, told, failed)
    expect(server.err().slice(before.length)).toMatch(/^trackerkit: worker \d+ exited \(SIGKILL\); restarting\n$/)
  })

  it('lets every worker see a change of rights or of a password at the next request', async () => {
    const { server, url } = sharedOn(store)
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

  it('sends email once, and continues after the sending worker was killed', async () => {
    const { server, url } = sharedOn(store)
    const before = mailServer.messages.length
    const alices = () => mailServer.messages.slice(before).filter(({ to }) => to === 'alice@example.com')
    await done(url, 'POST', '/user', { email: 'alice@example.com' })
    await done(url, 'POST', '/product', { name: 'Letters', description: 'Things', version: '1.0' })
    const component = { product: 'Letters', name: 'UI', description: 'Part', default_assignee: 'alice@example.com' }
    await done(url, 'POST', '/component', component)
    const told: string[] = []
    const file = async (count: number) => {
      const from = told.length
      for (let n = from; n < from + count; n++) told.push(`bug number ${n};`)
      const bug = (n: number) => ({ ...newBug(told[from + n] as string), product: 'Letters' })
      await manyAtOnce(10, count, async (n) => void (await done(url, 'POST', '/bug', bug(n))))
      await until(async () => {
        const { messages } = (await done(url, 'GET', '/mail?state=waiting')) as { messages: Body[] }
        return alices().length >= told.length && messages.length === 0
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
    const subjects = (await Promise.all(alices().map(read))).map(
      ({ subject = '' }) => /bug number \d+;/.exec(subject)?.[0],
    )
    expect(subjects).toHaveLength(told.length)
    expect(new Set(subjects)).toEqual(new Set(told))
    expect(server.out().match(/sending email to/g)).toHaveLength(1)
  })
})

describe('trackerkit serve --workers', () => {
  it('listens at the same address when all workers have been killed', async () => {
    const { server, url } = sharedOn(databases[0]?.[0] ?? '')
    for (const worker of childrenOf(server.pid)) process.kill(worker, 'SIGKILL')
    await until(() =>
      fetch(`${url}/version`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    await until(() => childrenOf(server.pid).length === 2)
    expect((await fetch(`${url}/version`)).status).toBe(200)
  })

  it('accepts the caller from a trusted proxy, in every worker, for the API and the pages, and from no other address', async () => {
    const { server, url } = sharedOn(databases[0]?.[0] ?? '')
    const whoIs = async (ask: Ask, path: string, headers: Record<string, string>) => {
      const { status, body } = await ask('GET', path, undefined, {}, { 'X-TrackerKit-Web': '1', ...headers })
      return status === 200 ? body['name'] : status
    }
    const word = { 'X-Proxy-Secret': proxySecret }
    for (const ask of await connectToAll(server, url)) {
      for (const path of ['/whoami', '/../-/rest/whoami']) {
        for (const login of ['admin@example.com', 'carol@example.com'])
          expect(await whoIs(ask, path, { ...word, 'X-Forwarded-User': login })).toBe(login)
        expect(await whoIs(ask, path, { 'X-Forwarded-User': 'admin@example.com' })).toBe(401)
      }
    }
    expect(server.err()).toMatch(/X-Forwarded-User: \*\*\* ignored: sender is not a trusted proxy/)
  })
})
