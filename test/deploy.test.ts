// The files of deploy/ do what docs/deployment.md says, as far as this machine has the programs that read them.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { serve, type LogEntry, type ServeOptions } from '@trackerkit/http-node'
import { freePort } from '../packages/test-postgres/src/free-port.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const deploy = fileURLToPath(new URL('../deploy', import.meta.url))
const isThere = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined

let folder: string
const ending: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-deploy-'))
})
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
  rmSync(folder, { recursive: true })
})

/** Runs a program that checks a file. */
function judge(program: string, args: readonly string[]): { readonly code: number | null; readonly said: string } {
  const { status, stderr } = spawnSync(program, args, { cwd: deploy })
  return { code: status, said: stderr.toString() }
}

/** A certificate for that name, which only the test trusts. */
function makeCertificate() {
  const [key, cert] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const subject = ['-subj', '/CN=bugs.example.com', '-addext', 'subjectAltName=DNS:bugs.example.com']
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject]
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key, cert, ca: readFileSync(cert) }
}

async function openServer(options: Partial<ServeOptions> = {}) {
  const tracker = await createTracker({ store: memoryStore() })
  await tracker.asSystem().parameters.update({ parameters: { inbound_proxies: '127.0.0.1' } })
  const log: LogEntry[] = []
  const server = await serve({ tracker, port: 0, log: (entry) => void log.push(entry), ...options })
  ending.push(() => server.stop())
  return { server, log }
}

async function ask(port: number, ca: Buffer, path: string, headers: Record<string, string> = {}) {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    ca,
    servername: 'bugs.example.com',
    agent: false,
    headers: { Host: 'bugs.example.com', ...headers },
  })
  asked.end()
  const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }]
  const chunks = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
}

/** The configuration of deploy/ with the ports and files of the test. */
function writeConfiguration(ports: Readonly<Record<string, number>>): string {
  const text = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/listen (\d+)/g, (_, port: string) => `listen 127.0.0.1:${ports[port]}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${ports['8080']}`)
    .replaceAll('/etc/ssl/trackerkit', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  )
  const file = join(folder, 'nginx.conf')
  const around = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;\nevents {}\n`
  writeFileSync(file, `${around}http {\naccess_log off;\n${temporary.join('\n')}\n${text}\n}\n`)
  return file
}

describe('the workflows', () => {
  const workflows = join(deploy, '../.github/workflows')
  const read = (name: string) => readFileSync(join(workflows, name), 'utf8')

  it('use every action by commit, with its tag in a comment', () => {
    const used = readdirSync(workflows).flatMap((name) => read(name).match(/uses: .*/g) ?? [])
    expect(used.length).toBeGreaterThan(3)
    for (const line of used) expect(line).toMatch(/^uses: [\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('let the job that publishes, and no other, ask for a token of identity', () => {
    for (const name of readdirSync(workflows)) {
      const jobs =
        read(name)
          .split(/^jobs:\n/m)[1]
          ?.split(/^ {2}(?=\w+:\n)/m) ?? []
      for (const job of jobs.filter((one) => one.includes('id-token'))) expect(job).toContain('npm run release')
      expect(read(name).split(/^jobs:/m)[0]).not.toContain('write')
    }
  })
})

describe('the files of deploy/', () => {
  it('are each tried here, or said to be for programs that are not on the machines of developers', () => {
    const tried = ['nginx.conf', 'prometheus.yml', 'trackerkit-alerts.yml', 'trackerkit-backup.service']
    const units = ['trackerkit-backup.timer', 'trackerkit.json', 'trackerkit.service']
    expect(readdirSync(deploy).toSorted()).toEqual(['Caddyfile', 'Containerfile', ...tried, ...units])
  })

  it.skipIf(!isThere('systemd-analyze', '--version'))('have units that systemd takes without a word', () => {
    const units = ['trackerkit.service', 'trackerkit-backup.service', 'trackerkit-backup.timer']
    expect(judge('systemd-analyze', ['verify', ...units.map((unit) => `./${unit}`)])).toEqual({ code: 0, said: '' })
  })

  it('protect the backup unit as the service', () => {
    const protections = (unit: string) =>
      readFileSync(join(deploy, unit), 'utf8')
        .split('\n')
        .filter((line) => /^(NoNew|Protect|Private|Restrict|Lock|Remove|Capability|SystemCall|UMask)\w*=/.test(line))
        .toSorted()
    expect(protections('trackerkit.service').length).toBeGreaterThan(15)
    expect(protections('trackerkit-backup.service')).toEqual(protections('trackerkit.service'))
  })

  it('build a container from a fixed base image and from the lockfile', () => {
    const file = readFileSync(join(deploy, 'Containerfile'), 'utf8')
    const bases = file.match(/^FROM \S+/gm) ?? []
    expect(bases).toHaveLength(2)
    for (const base of bases) expect(base).toMatch(/@sha256:[0-9a-f]{64}$/)
    expect(new Set(bases).size).toBe(1)
    expect(file).not.toContain('npm install')
    // The build is the one of the repository, which installs with a frozen lockfile.
    expect(file).toContain('RUN npm run build ')
    expect(readFileSync(join(deploy, '../scripts/bootstrap.mjs'), 'utf8')).toContain("'--frozen-lockfile'")
  })

  it('show the metrics of a container only inside of it', () => {
    const file = readFileSync(join(deploy, 'Containerfile'), 'utf8')
    expect(file).toContain(' TRACKERKIT_ADMIN_HOST=127.0.0.1 ')
    expect(file).not.toMatch(/^EXPOSE.*8081/m)
  })

  it.skipIf(!isThere('promtool', '--version'))('have alerts and a scrape configuration that Prometheus takes', () => {
    expect(judge('promtool', ['check', 'config', 'prometheus.yml'])).toEqual({ code: 0, said: '' })
  })

  it('ask in alerts for metrics that the tracker has', () => {
    const names = readFileSync(join(deploy, 'trackerkit-alerts.yml'), 'utf8').match(/(trackerkit|nodejs)_\w+/g) ?? []
    const known = readFileSync(join(deploy, '../packages/observe/README.md'), 'utf8')
    expect(names.length).toBeGreaterThan(5)
    for (const name of names) expect(known).toContain(`\`${name.replace(/_(bucket|count)$/, '')}\``)
  })

  const hasServers = isThere('nginx', '-v') && isThere('openssl', 'version')
  it.skipIf(!hasServers)(
    'make nginx forward TLS requests to a server with host names, with the address of the client',
    async () => {
      const { ca } = makeCertificate()
      const { server, log } = await openServer({ hosts: ['bugs.example.com'] })
      const [plain, secure] = [await freePort(), await freePort()]
      const file = writeConfiguration({ 80: plain, 443: secure, 8080: server.port })
      const nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      nginx.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const ended = once(nginx, 'close')
      ending.push(() => (nginx.kill('SIGKILL'), ended))
      const isUp = () => ask(secure, ca, '/rest/version').then(Boolean, () => false)
      for (let n = 0; n < 600 && nginx.exitCode === null && !(await isUp()); n++) await pause(50)
      expect([nginx.exitCode, said]).toEqual([null, ''])

      const forged = { 'X-Forwarded-For': '203.0.113.9' }
      expect(await ask(secure, ca, '/rest/version', forged)).toMatchObject({
        status: 200,
        text: expect.stringContaining('version') as unknown,
      })
      expect(log.at(-1)).toMatchObject({ url: '/rest/version', status: 200, address: '127.0.0.1' })
      for (const path of ['/metrics', '/readyz', '/healthz']) expect((await ask(secure, ca, path)).status).toBe(404)
      const redirected = await fetch(`http://127.0.0.1:${plain}/bug/1?a=b`, { redirect: 'manual' })
      expect([redirected.status, redirected.headers.get('location')]).toEqual([301, 'https://127.0.0.1/bug/1?a=b'])
    },
  )

  it.skipIf(!isThere('openssl', 'version'))(
    'are not needed for TLS: a server can answer HTTPS itself, and stops',
    async () => {
      const { key, cert, ca } = makeCertificate()
      const { server } = await openServer({ tls: { key: readFileSync(key), cert: readFileSync(cert) } })
      expect(server.url).toMatch(/^https:/)
      expect(await ask(server.port, ca, '/rest/version')).toMatchObject({
        status: 200,
        text: expect.stringContaining('version') as unknown,
      })
      expect((await ask(server.port, ca, '/readyz')).status).toBe(200)
    },
  )
})
