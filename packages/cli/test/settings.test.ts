// Settings from options, environment and file, and the startup output of a server.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eachInAFolder, folder, runHere, start } from './command.js'
import { until } from './processes.js'

eachInAFolder()
afterEach(() => vi.unstubAllEnvs())

const inFolder = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const check = async (settings: object) =>
  runHere(['config', 'check', '--config', inFolder('settings.json', JSON.stringify(settings))])

describe('trackerkit config check', () => {
  it('finds nothing in settings that are right, and makes nothing', async () => {
    const db = join(folder, 'new.db')
    const { code, out } = await check({
      db,
      port: 0,
      hosts: ['bugs.example.com'],
      maxBody: '20M',
      mailFile: `${db}.mbox`,
    })
    expect([code, out]).toEqual([0, `${join(folder, 'settings.json')}: no mistakes\n`])
    expect([existsSync(db), existsSync(`${db}.mbox`)]).toEqual([false, false])
  })

  it('has a line for each mistake in the file, and quotes no value of it', async () => {
    const { code, err } = await check({ prot: 1, port: 'hunter2', cors: 'https://a.example' })
    expect(code).toBe(1)
    const lines = err.trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(err).toMatch(/settings\.json: port: expected number/)
    expect(err).toMatch(/settings\.json: cors: expected array/)
    expect(err).toMatch(/settings\.json: unknown setting prot. Did you mean port\?/)
    expect(err).not.toContain('hunter2')
    const broken = await runHere(['config', 'check', '--config', inFolder('broken.json', '{ "smtp": "hunter2" ')])
    expect([broken.code, broken.err]).toEqual([
      1,
      expect.stringMatching(/^trackerkit: \S+broken\.json is not valid JSON\n$/),
    ])
  })

  it('reads all settings from the file of --config, and none from trackerkit.json', async () => {
    inFolder('trackerkit.json', JSON.stringify({ db: 'mysql://localhost/bugs', rules: ['missing.js'] }))
    expect(await check({})).toMatchObject({ code: 0, err: '' })
  })

  it('prints the redirect address of each login provider, and names one that does not respond', async () => {
    const secret = inFolder('client.secret', 'hunter2\n')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.close()
    await once(server, 'close')
    const own = { preset: 'oidc', name: 'staff', title: 'Staff', issuer, client_id: 'x', client_secret_file: secret }
    const github = { preset: 'github', client_id: 'x', client_secret_file: 'client.secret', organization: 'example' }
    const logins = inFolder('logins.json', JSON.stringify({ providers: [own, github] }))
    const { code, out, err } = await check({ port: 0, origin: 'https://bugs.example.com', logins })
    const at = (name: string) => `${name}: https://bugs.example.com/-/login/${name}/callback\n`
    expect([code, out, err]).toEqual([
      1,
      at('staff') + at('github'),
      'trackerkit: login provider staff: no connection\n',
    ])
    const right = await check({ logins: inFolder('github.json', JSON.stringify({ providers: [github] })) })
    expect([right.code, right.err]).toEqual([0, ''])
  })

  it('has a line for each mistake in the file of logins, and quotes no value of it', async () => {
    const client = { client_id: 'x', client_secret: 'hunter2' }
    const wrong: readonly (readonly [providers: unknown, message: RegExp])[] = [
      [[{ preset: 'github', client_id: 'x' }], /providers\.0: either client_secret_file or client_secret/],
      [[{ preset: 'apple', client_id: 'x' }], /providers\.0\.preset: /],
      [[{ preset: 'google', client_id: 'x', client_secret: 'hunter2', adpt: true }], /unknown key adpt/],
      [[{ preset: 'microsoft', client_id: 'x', client_secret: 'hunter2', tenant: 'common' }], /GUID/],
      [[{ preset: 'keycloak', client_id: 'x', client_secret: 'hunter2', issuer: 'http://a.example' }], /https/],
      [[{ ...client, preset: 'gitlab', url: 'http://a.example', groups_claim: 'roles' }], /https/],
      [[{ preset: 'google', client_id: 'x', client_secret_file: 'none' }], /client_secret_file cannot be read: ENOENT/],
      ['hunter2', /providers: expected array/],
    ]
    for (const [providers, message] of wrong) {
      const { code, err } = await check({ logins: inFolder('wrong.json', JSON.stringify({ providers })) })
      expect([code, err]).toEqual([1, expect.stringMatching(message)])
      expect(err).not.toContain('hunter2')
    }
    const both = { logins: 'x.json', authHeader: 'X-User', authFrom: '127.0.0.1' }
    expect(await check(both)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/cannot be used together/) as unknown,
    })
  })

  it.each([
    [{ port: 70_000 }, /'70000' is not a valid port/],
    [{ db: 'mysql://root@localhost/bugs' }, /unsupported scheme mysql; use a file, pglite:FOLDER or postgres/],
    [{ replica: 'postgres://db2/bugs' }, /--replica requires a --db that begins with postgres/],
    [{ db: 'postgres://db1/bugs', replica: 'copy.db' }, /--replica must be a postgres:/],
    [{ db: 'postgres://db1/bugs', replica: 'postgres://db2/bugs?prefix=b_' }, /without schema or prefix/],
    [{ hosts: ['https://a.example'] }, /'https:\/\/a\.example' is not a host name/],
    [{ cors: ['a.example'] }, /'a\.example' is not an origin/],
    [{ maxBody: 'much' }, /--max-body must be a size such as/],
    [{ jsonp: 'maybe' }, /--jsonp must be on or off/],
    [{ rateLimit: '0' }, /--rate-limit must be a number per minute such as 6000, or off, not '0'/],
    [
      { rateLimitAnonymous: 'none' },
      /--rate-limit-anonymous must be a number per minute such as 1200, or off, not 'none'/,
    ],
    [{ prefix: 'tracker' }, /--prefix must be a path such as/],
    [{ baseUrl: 'bugs.example.com' }, /--base-url must be a URL such as/],
    [{ logLevel: 'loud' }, /error, warn, info/],
    [{ tlsCert: 'cert.pem' }, /must be used together/],
    [{ tlsCert: 'cert.pem', tlsKey: 'key.pem' }, /cert\.pem cannot be read: ENOENT/],
    [{ adminHost: '127.0.0.1' }, /requires --admin-port/],
    [{ smtp: 'smtp://localhost', mailFile: 'mail.mbox' }, /--smtp and --mail-file cannot be used together/],
  ])('says what cannot be meant: %j', async (settings, message) => {
    const { code, err } = await check(settings)
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
    expect(err).toMatch(message)
  })

  it('reads secrets from the files that the environment names, and says which cannot be read', async () => {
    vi.stubEnv('TRACKERKIT_DB_FILE', inFolder('db', 'mysql://root:hunter2@localhost/bugs\n'))
    const { err } = await check({ db: 'other.db' })
    expect(err).toContain('unsupported scheme mysql')
    expect(err).not.toContain('hunter2')
    vi.stubEnv('TRACKERKIT_DB_FILE', join(folder, 'missing'))
    expect((await check({})).err).toMatch(/TRACKERKIT_DB_FILE: \S+missing cannot be read: ENOENT/)
  })
})

describe('trackerkit serve with settings', () => {
  it('reads options, then the environment, then trackerkit.json, and serves metrics to callers with the token', async () => {
    inFolder('trackerkit.json', JSON.stringify({ db: 'file.db', port: 0, metrics: true, title: 'File', log: true }))
    inFolder('token', 'hunter2\n')
    const server = start(['serve', '--title', 'Option', '--base-url', 'https://bugs.example.com'], {
      env: { TRACKERKIT_TITLE: 'Variable', TRACKERKIT_DB: 'variable.db', TRACKERKIT_METRICS_TOKEN_FILE: 'token' },
    })
    const at = new URL(await server.url()).origin
    const headers = { Authorization: 'Bearer hunter2' }
    expect((await fetch(`${at}/metrics`)).status).toBe(401)
    await fetch(`${at}/rest/bug?quicksearch=something`)
    const text = await (await fetch(`${at}/metrics`, { headers })).text()
    expect(text).toContain('trackerkit_operations_total{operation="bugs.search",outcome="ok"} 1')
    expect(text).toContain('trackerkit_objects{of="users"}')
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text })
    expect([undefined, 0]).toContain(checked.error ? undefined : checked.status)
    expect(await (await fetch(`${at}/readyz`)).json()).toEqual({ status: 'ready' })
    const { err } = await server.stop()
    // The level says how long it took. Without `log` there would be no line.
    expect(JSON.parse(err.trim())).toMatchObject({ operation: 'bugs.search', status: 200 })
    expect([existsSync(join(folder, 'variable.db')), existsSync(join(folder, 'file.db'))]).toEqual([true, false])
    const { out } = await runHere(['param', 'get', 'urlbase', '--db', 'variable.db'])
    expect(out).toContain('urlbase=https://bugs.example.com/')
  })

  it('puts the figures of all workers together, and says on the port for that how they are', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    taken.close()
    await once(taken, 'close')
    const args = [
      'serve',
      '--db',
      'many.db',
      '--port',
      '0',
      '--workers',
      '2',
      '--metrics',
      '--admin-port',
      String(port),
    ]
    const server = start(args)
    const url = await server.url()
    const at = `http://127.0.0.1:${port}`
    const ask = () => fetch(`${url}/version`, { headers: { Connection: 'close' } })
    await Promise.all(Array.from({ length: 20 }, ask))
    await until(async () => {
      const text = await (await fetch(`${at}/metrics`)).text()
      return text.includes('trackerkit_operations_total{operation="server.version",outcome="ok"} 20')
    })
    expect((await fetch(`${at}/readyz`)).status).toBe(200)
    expect(await (await fetch(new URL('/metrics', url))).text()).not.toContain('trackerkit_operations')
    expect((await server.stop()).code).toBe(0)
  })
})
