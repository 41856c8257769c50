import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import { describe, expect, it } from 'vitest'
import { administrator } from '../src/demo/setting.js'
import { chosenToday } from '../../core/test/chosen-stores.js'
import { eachInAFolder, folder, run, runHere, start } from './command.js'

eachInAFolder()

async function nameOf(url: string, credentials: Record<string, string>): Promise<unknown> {
  const response = await fetch(`${url}/whoami?${new URLSearchParams(credentials).toString()}`)
  return ((await response.json()) as { name?: unknown }).name
}

const key = 'AdministratorsKey1234567890'
const given = { TRACKERKIT_ADMIN_PASSWORD: 'correct horse', TRACKERKIT_ADMIN_API_KEY: key }

describe('trackerkit serve', () => {
  it('prints where it listens, and ends with 0 at SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = start(['serve', '--db', ':memory:', '--port', '0'], { env: given })
      const url = await server.url()
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/rest$/)
      expect(await (await fetch(`${url}/version`)).json()).toEqual({ version: expect.any(String) as unknown })
      const { code, out, err } = await server.stop(signal)
      expect([code, err]).toEqual([0, ''])
      expect(out.match(/listening/g)).toHaveLength(1)
    }
  })

  it('makes the administrator of a new file, and prints once what it made up', async () => {
    const args = ['serve', '--db', 'new.db', '--port', '0', '--admin', 'root@example.com']
    const first = start(args)
    const url = await first.url()
    const password = /password: (\S+)/.exec(first.out())?.[1] as string
    const apiKey = /API key: +(\S+)/.exec(first.out())?.[1] as string
    expect(await nameOf(url, { login: 'root@example.com', password })).toBe('root@example.com')
    expect(await nameOf(url, { api_key: apiKey })).toBe('root@example.com')
    await first.stop()
    const second = start(args)
    expect(await nameOf(await second.url(), { api_key: apiKey })).toBe('root@example.com')
    const { out } = await second.stop()
    expect(out).not.toMatch(/password|API key/)
  })

  it('prints a setup link for a tracker without an administrator, until it has one', async () => {
    const args = ['serve', '--db', 'new.db', '--port', '0']
    const code = 'no-more-than-a-test-knows-this-code'
    const first = start(args, { env: { TRACKERKIT_SETUP_CODE: code } })
    const url = await first.url()
    expect(first.out()).not.toMatch(/password|API key/)
    const address = /^Set up: (\S+)$/m.exec(first.out())?.[1] ?? ''
    expect(address).toBe(`${new URL(url).origin}/setup?code=${code}`)
    expect(await (await fetch(address)).text()).toContain('type="password"')
    const product = { product: 'Kites', description: '', component: 'General' }
    const person = { login: 'root@example.com', name: '', password: 'correct horse' }
    const headers = { 'X-TrackerKit-Web': '1', 'Content-Type': 'application/json' }
    const body = JSON.stringify({ code, ...person, ...product })
    expect((await fetch(new URL('/-/setup', url), { method: 'POST', headers, body })).status).toBe(200)
    expect(await nameOf(url, { login: person.login, password: person.password })).toBe('root@example.com')
    await first.stop()
    const second = start(args)
    await second.url()
    expect((await second.stop()).out).not.toContain('Set up')
    const guessable = await run(args, { env: { TRACKERKIT_SETUP_CODE: 'short' } })
    expect(guessable).toMatchObject({ code: 1, err: expect.stringContaining('TRACKERKIT_SETUP_CODE') as unknown })
  })

  it('takes its settings from the environment, and prints no secret that was given', async () => {
    const own = { TRACKERKIT_DB: 'env.db', TRACKERKIT_HOST: '127.0.0.1', TRACKERKIT_PORT: '0' }
    const server = start(['serve'], { env: { ...given, ...own, TRACKERKIT_ADMIN: 'root@example.com' } })
    const url = await server.url()
    expect(await nameOf(url, { api_key: key })).toBe('root@example.com')
    expect(await nameOf(url, { login: 'root@example.com', password: 'correct horse' })).toBe('root@example.com')
    const { out, err } = await server.stop()
    for (const secret of [key, 'correct horse']) expect(out + err).not.toContain(secret)
    expect(existsSync(join(folder, 'env.db'))).toBe(true)
  })

  it('says at its start that a given key does not belong to the tracker, without showing it', async () => {
    const args = ['serve', '--db', 'new.db', '--port', '0']
    const told: boolean[] = []
    for (const api_key of [key, key, 'AnotherKey1234567890']) {
      const server = start(args, { env: { ...given, TRACKERKIT_ADMIN_API_KEY: api_key } })
      await server.url()
      const { out, err } = await server.stop()
      told.push(out.includes('TRACKERKIT_ADMIN_API_KEY is not a valid key of this tracker'))
      expect(out + err).not.toContain(api_key)
    }
    expect(told).toEqual([false, false, true])
  })

  it('starts although the owner of a given key may not call, and says when the key is of no use', async () => {
    const tracker = await createTracker({ store: sqliteStore(join(folder, 'new.db')) })
    const { users, apiKeys, parameters } = tracker.asSystem()
    const bob = await users.create({ email: 'bob@example.com' })
    const { id, api_key } = await apiKeys.create({ user: 'bob@example.com' })
    const keptOut: readonly (readonly [() => Promise<unknown>, boolean])[] = [
      [() => parameters.update({ parameters: { shutdownhtml: 'Back at noon' } }), false],
      [() => users.update({ ids: [bob.id], login_denied_text: 'Gone' }), true],
      [() => apiKeys.update({ ids: [id], is_revoked: true }), true],
    ]
    for (const [keepOut, isSaid] of keptOut) {
      await keepOut()
      const env = { ...given, TRACKERKIT_ADMIN_API_KEY: api_key }
      const server = start(['serve', '--db', 'new.db', '--port', '0'], { env })
      await server.url()
      const { code, out, err } = await server.stop()
      const isRefused = out.includes('TRACKERKIT_ADMIN_API_KEY is not a valid key of this tracker')
      expect([code, err, isRefused]).toEqual([0, '', isSaid])
      await parameters.update({ parameters: { shutdownhtml: '' } })
    }
    await tracker.close()
  })

  it('finishes a request that is under way before it ends', async () => {
    const server = start(['serve', '--db', 'new.db', '--port', '0'], { env: given })
    const url = await server.url()
    const body = JSON.stringify({ name: 'Late', description: 'Late', version: '1', api_key: key })
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
    const late = request(`${url}/product`, { method: 'POST', headers })
    late.write(body.slice(0, 10))
    await once(late, 'socket')
    // Only a request that the server knows of is under way: the next one shows that it reads.
    await fetch(`${url}/version`)
    const ended = server.stop()
    await expect(pollUntilRefused(url)).resolves.toBe('refused')
    late.end(body.slice(10))
    const [response] = (await once(late, 'response')) as [{ statusCode: number; resume: () => void }]
    response.resume()
    expect(response.statusCode).toBe(200)
    expect((await ended).code).toBe(0)
    const again = start(['serve', '--db', 'new.db', '--port', '0'])
    const products: unknown = await (
      await fetch(`${await again.url()}/product?api_key=${key}&include_fields=name`)
    ).json()
    expect(products).toEqual({ products: [{ name: 'Late' }] })
  })

  it('logs requests when asked, without secrets', async () => {
    const server = start(['serve', '--db', ':memory:', '--port', '0', '--log'], { env: given })
    await fetch(`${await server.url()}/whoami?api_key=${key}`)
    const { err } = await server.stop()
    expect(JSON.parse(err)).toMatchObject({ method: 'GET', url: '/rest/whoami?api_key=***', status: 200 })
  })

  it('says in one line what keeps it from serving, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    writeFileSync(join(folder, 'text.db'), 'This is a text and no database. '.repeat(100))
    const cases: [string[], RegExp, Record<string, string>?][] = [
      [['--db', 'taken.db', '--port', String(port)], new RegExp(`port ${port} on 127.0.0.1 is in use`)],
      [['--db', 'new.db', '--admin-port', String(port)], new RegExp(`port ${port} on .* with --admin-port$`, 'm')],
      [['--db', 'new.db', '--admin-port', '0', '--admin-host', '192.0.2.1'], /--admin-host is not an address of this/],
      [['--db', 'no/such/folder.db'], /folder does not exist/],
      [['--db', 'text.db'], /text\.db is not a database/],
      [['--db', '.'], /cannot open \.:/],
      [['--db', ':memory:', '--admin', 'nonsense'], /'nonsense' is not a valid login/],
      [['--db', ':memory:', '--host', '192.0.2.1', '--port', '0'], /--host is not an address of this machine/],
      [['--db', 'new.db'], /at least 16 letters or digits/, { TRACKERKIT_ADMIN_API_KEY: 'short' }],
      [['--db', 'new.db'], /at least 6 characters/, { TRACKERKIT_ADMIN_PASSWORD: 'short' }],
    ]
    for (const [args, message, env] of chosenToday('what keeps it from serving', cases)) {
      const { code, err } = await run(['serve', '--port', '0', ...args], env ? { env } : {})
      expect([args, code, err.trim().split('\n').length]).toEqual([args, 1, 1])
      expect(err).toMatch(message)
      expect(err).toMatch(/^trackerkit: /)
    }
    other.close()
    // Nothing is made before the port is bound.
    expect(existsSync(join(folder, 'taken.db'))).toBe(false)
  })

  it('leaves no tracker without its administrator, whenever it is killed at its first start', async () => {
    for (const after of chosenToday('killed', [0, 25])) {
      const file = `killed-${after}.db`
      const args = ['serve', '--db', file, '--port', '0']
      const killed = start(args, { env: given })
      await Promise.race([pollUntilThere(join(folder, file)), killed.ended])
      await new Promise((resolve) => setTimeout(resolve, after))
      await killed.stop('SIGKILL')
      const again = start(args, { env: given })
      expect([after, await nameOf(await again.url(), { api_key: key })]).toEqual([after, 'admin@example.com'])
      await again.stop('SIGKILL')
    }
  })
})

async function pollUntilThere(file: string): Promise<void> {
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 1))
}

describe('trackerkit user and api-key', () => {
  it('add people and keys to a tracker that is there', async () => {
    const missing = await runHere(['user', 'create', 'bob@example.com', '--db', 'new.db'])
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('no tracker in new.db') as unknown])
    expect(existsSync(join(folder, 'new.db'))).toBe(false)
    const server = start(['serve', '--db', 'new.db', '--port', '0'], { env: given })
    const url = await server.url()
    const bob = ['user', 'create', 'bob@example.com', '--name', 'Bob', '--password-stdin', '--db', 'new.db']
    expect(await runHere(bob, { input: 'secret word\n' })).toMatchObject({ code: 0, out: 'user 2 bob@example.com\n' })
    expect(await nameOf(url, { login: 'bob@example.com', password: 'secret word' })).toBe('bob@example.com')
    const made = await runHere(['api-key', 'create', 'bob@example.com', '--description', 'x', '--db', 'new.db'])
    expect(made.out).toMatch(/^\w{40}\n$/)
    expect(await nameOf(url, { api_key: made.out.trim() })).toBe('bob@example.com')
    expect(await runHere(bob, { input: 'secret word' })).toMatchObject({ code: 1, out: '' })
    const nobody = await runHere(['api-key', 'create', 'nobody@example.com', '--db', 'new.db'])
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('nobody@example.com') as unknown])
    expect(await runHere([...bob.slice(0, 2), 'x@example.com', '--password-stdin', '--db', 'new.db'])).toMatchObject({
      code: 1,
    })
    const keyOnly = await runHere(['user', 'create', 'robot@example.com', '--db', 'new.db'])
    expect(keyOnly.out).toContain('no password')
  })
})

describe('trackerkit product, component, param …', () => {
  it('set up a tracker while a server uses it, which follows from the next request on', async () => {
    const url = await start(['serve', '--db', 'new.db', '--port', '0'], { env: given }).url()
    const product = ['product', 'create', 'Widgets', '--description', 'They blink', '--version', '1.0']
    expect(await runHere([...product, '--db', 'new.db'])).toEqual({ code: 0, out: 'product 1 Widgets\n', err: '' })
    const component = ['component', 'create', 'UI', '--product', 'Widgets', '--description', 'All of it', '--json']
    const made = await runHere([...component, '--default-assignee', 'admin@example.com', '--db', 'new.db'])
    expect(JSON.parse(made.out)).toEqual({ id: 1 })
    const { products } = (await (await fetch(`${url}/product/Widgets`)).json()) as {
      products: { components: unknown }[]
    }
    expect(products[0]?.components).toMatchObject([{ name: 'UI' }])
    expect(await runHere([...product, '--db', 'new.db'])).toMatchObject({ code: 1, out: '' })
    expect((await runHere(['param', 'set', 'requirelogin=1', '--db', 'new.db'])).code).toBe(0)
    expect((await fetch(`${url}/product/Widgets`)).status).toBe(401)
  })
})

describe('trackerkit', () => {
  it('names the limit of open files as the cause, wherever it is reached', async () => {
    await (await createTracker({ store: sqliteStore(join(folder, 't.db')) })).close()
    const limits = [22, 24, 26, 28, 31, 34, 40, 48]
    const failures: string[] = []
    for (const openFiles of limits) {
      const { code, err } = await run(['param', 'get', '--db', 't.db'], { ulimit: `-n ${openFiles}` })
      if (code !== 0) failures.push(err)
    }
    const explained = failures.filter((err) => /^trackerkit: too many open files \(EMFILE\)/m.test(err))
    expect(explained.length).toBeGreaterThan(0)
    expect(explained).toEqual(failures)
  })

  // Later versions of Node load modules with fewer open files than they need to start.
  it.skipIf(!process.version.startsWith('v20.'))(
    'prints one line without a stack trace, and creates nothing, if it may not open enough files',
    async () => {
      const err = "trackerkit: too many open files (EMFILE); raise the limit, for example with 'ulimit -n 1024'\n"
      const few = { ulimit: '-n 32' }
      expect(await run(['serve', '--db', 't.db', '--port', '0'], few)).toEqual({ code: 1, out: '', err })
      // A mail server tries again.
      expect(await run(['mail', 'receive', '--db', 't.db'], few)).toEqual({ code: 75, out: '', err })
      expect(existsSync(join(folder, 't.db'))).toBe(false)
    },
  )

  it('prints its help', async () => {
    const help = await runHere(['--help'])
    expect(help).toMatchObject({ code: 0, err: '' })
    for (const word of ['serve', 'demo', 'api-key create', 'user create', '--db', 'TRACKERKIT_ADMIN_API_KEY']) {
      expect(help.out).toContain(word)
    }
    expect(Math.max(...help.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(await runHere(['help'])).toEqual(help)
    const serve = await runHere(['serve', '--help'])
    expect(await runHere(['help', 'serve'])).toEqual(serve)
    expect(serve).toMatchObject({ code: 0, err: '' })
    expect(serve.out).toContain('--mail-file <FILE>')
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('points to the help of the command when it does not understand an argument, and ends with 2', async () => {
    const cases: [args: string[], help: string][] = [
      [['fly'], "unknown command 'fly'\nTry 'trackerkit --help'"],
      [['serv'], "unknown command 'serv'. Did you mean 'serve'?\nTry 'trackerkit --help'"],
      [['user', 'creat'], "unknown command 'user creat'. Did you mean 'user create'?"],
      [['--port', '1'], "expected a command before --port, such as 'serve' or 'demo'\nTry 'trackerkit --help'"],
      [['serve', '--prot', '1'], 'unknown option --prot. Did you mean --port?'],
      [['serve', '--colour', '1'], 'unknown option --colour. Available: '],
      [['import', 'bugzilla', '--url', 'x'], 'unknown option --url. Available: '],
      [['user'], 'trackerkit --help'],
      [['serve', '--prot', '1'], 'trackerkit serve --help'],
      [['serve', 'x'], 'trackerkit serve --help'],
      [['serve', '--port', 'x'], 'trackerkit serve --help'],
      // SQLite deletes a file without a name when it is closed.
      [
        ['serve', '--db=', '--port', '0'],
        'the name of the database is empty; use a file, pglite:FOLDER or postgres://',
      ],
      [['copy', '--from', '', '--to', 'a.db'], 'the name of the database is empty'],
      [['user', 'create'], 'trackerkit user create --help'],
    ]
    for (const [args, help] of cases) {
      const { code, out, err } = await runHere(args)
      expect([args, code]).toEqual([args, 2])
      expect(out + err).toContain(help)
    }
    const { code, err } = await run(['serve', '--port', 'x'])
    expect([code, err]).toEqual([2, expect.stringContaining('trackerkit serve --help') as unknown])
  })
})

describe('trackerkit demo', () => {
  it('creates an example tracker once, prints how to try it, and serves it after any change', async () => {
    const first = start(['demo', '--port', '0'])
    const url = await first.url()
    const count = async (at: string) =>
      ((await (await fetch(`${at}/bug?count_only=1`)).json()) as { bug_count: number }).bug_count
    // One of 200 is restricted.
    expect(await count(url)).toBe(199)
    const { out } = await first.stop()
    expect(existsSync(join(folder, 'data/demo.db'))).toBe(true)
    const apiKey = /API key (\S+)/.exec(out)?.[1] as string
    const lines = out.split('\n').filter((line) => line.trim().startsWith('curl '))
    expect(lines).toHaveLength(3)

    const second = start(['demo', '--port', '0'])
    const again = await second.url()
    expect(await count(again)).toBe(199)
    expect(second.out()).not.toContain('Making')
    expect(await nameOf(again, { api_key: apiKey })).toBe('admin@example.com')
    await second.stop()

    const args = ['--login-denied-text', 'Gone', '--db', 'data/demo.db']
    expect(await runHere(['user', 'update', 'admin@example.com', ...args])).toMatchObject({ code: 0 })
    const third = start(['demo', '--port', '0'])
    expect(await count(await third.url())).toBe(199)
  })

  it('runs if no command is named', async () => {
    const started = start([], { env: { TRACKERKIT_PORT: '0' } })
    expect(await nameOf(await started.url(), { api_key: administrator.apiKey })).toBe('admin@example.com')
    expect(started.out()).toContain("'trackerkit help' lists all commands")
  })

  it('does not touch a tracker that is not the demo', async () => {
    await start(['serve', '--db', 'own.db', '--port', '0'], { env: given }).url()
    const refused = await run(['demo', '--db', 'own.db', '--port', '0'])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is not the demo') as unknown])
  })
})

/** Connects repeatedly until the port is closed. */
async function pollUntilRefused(url: string): Promise<string> {
  for (;;) {
    try {
      await fetch(`${url}/version`, { headers: { Connection: 'close' } })
    } catch {
      return 'refused'
    }
  }
}
