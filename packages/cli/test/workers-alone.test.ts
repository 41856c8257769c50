// Worker processes behind one port: start and stop, and tests that need a separate server.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chosenToday } from '../../core/test/chosen-stores.js'
import { eachInAFolder, folder, run, runHere, start } from './command.js'
import { childrenOf, isThere, until } from './processes.js'
import { connectToAll, databases, serve } from './workers.js'
import { key } from './writes.js'

eachInAFolder()

describe.each(databases)('trackerkit serve --workers on a %s', (_, fresh) => {
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
    const server = serve('tracker.db', ['--rate-limit-anonymous', '40'])
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

  it('refuses a number of workers that is none, and a tracker that cannot be shared, and makes nothing', async () => {
    const cases: [string[], RegExp][] = [
      [['--workers', '0'], /--workers must be a number from 1 to 16, not '0'/],
      [['--workers', '17'], /not '17'/],
      [['--workers', '1.5'], /not '1\.5'/],
      [['--workers', 'many'], /not 'many'/],
      [['--workers', '2', '--db', ':memory:'], /--workers 2 requires a file or postgres:/],
      [['--workers', '2', '--db', 'pglite:data'], /--workers 2 requires a file or postgres:/],
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
    const inUse = `port ${port} on 127.0.0.1 is in use; choose another with --port`
    const cases: [string[], string][] = [
      [['--db', 'taken.db', '--port', String(port)], inUse],
      [['--db', 'no/such/folder.db'], 'cannot create no/such/folder.db: its folder does not exist'],
      [['--db', 'tracker.db', '--host', '192.0.2.1'], '--host is not an address of this machine'],
      [
        ['--db', 'tracker.db', '--admin', 'nonsense'],
        "administrator.login: 'nonsense' is not a valid login: use an address of at most 127 characters, such as user@host.example.",
      ],
      [
        ['--db', 'postgres://nobody@127.0.0.1:1/none'],
        'postgres://nobody@127.0.0.1:1/none is unreachable: connect ECONNREFUSED 127.0.0.1:1',
      ],
    ]
    for (const [args, message] of chosenToday('what keeps it from serving', cases)) {
      const several = await run(['serve', '--port', '0', ...args, '--workers', '2'])
      expect(several).toEqual({ code: 1, out: '', err: `trackerkit: ${message}\n` })
    }
    expect(await run(['serve', '--port', String(port)])).toMatchObject({ code: 1, err: `trackerkit: ${inUse}\n` })
    other.close()
    expect(existsSync(join(folder, 'taken.db'))).toBe(false)
  })
})
