// Mail from the command as it is built: other processes, real databases, a real mail server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import { freshDatabase } from '@trackerkit/test-postgres'
import { describe, expect, it } from 'vitest'
import { smtpMailer } from '@trackerkit/mail-smtp'
import { chosenToday } from '../../../core/test/chosen-stores.js'
import { eachInAFolder, folder, run, runHere, start } from '../command.js'
import { openMailServer, read, type Arrived, type TestMailServer } from '../../../mail-smtp/test/mail-server.js'

eachInAFolder()

const key = 'AdministratorsKey1234567890'
const given = { TRACKERKIT_ADMIN_PASSWORD: 'correct horse', TRACKERKIT_ADMIN_API_KEY: key }

type Body = Record<string, unknown>

async function ask(url: string, method: string, path: string, body?: Body): Promise<Body> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-Tracker-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as Body
}

function serve(options: readonly string[], db = 'tracker.db') {
  return start(['serve', '--db', db, '--port', '0', ...options], { env: given })
}

/** Alice, and a product whose bugs are hers. */
async function seedPeople(url: string): Promise<void> {
  await ask(url, 'POST', '/user', { email: 'alice@example.com', full_name: 'Alice' })
  await ask(url, 'POST', '/product', { name: 'Wídgets', description: 'Things', version: '1.0' })
  const component = { product: 'Wídgets', name: 'UI', description: 'Part', default_assignee: 'alice@example.com' }
  await ask(url, 'POST', '/component', component)
}

/** Makes a bug, of which Alice hears. */
async function newBug(url: string, summary: string): Promise<number> {
  return (await ask(url, 'POST', '/bug', { product: 'Wídgets', component: 'UI', version: '1.0', summary }))[
    'id'
  ] as number
}

interface Entry {
  readonly id: number
  readonly kind: string
  readonly state: string
  readonly attempts: number
  readonly last_error: string | null
}

/** Mail about bugs. */
async function mail(url: string, query = ''): Promise<Entry[]> {
  const { messages } = (await ask(url, 'GET', `/mail?limit=1000${query}`)) as { messages: Entry[] }
  return messages.filter((one) => one.kind !== 'account')
}

/** Asks until all mail is as it should be. */
async function mailUntil(url: string, isSo: (entries: Entry[]) => boolean): Promise<Entry[]> {
  const giveUp = AbortSignal.timeout(30_000)
  for (;;) {
    const entries = await mail(url)
    if (isSo(entries)) return entries
    if (giveUp.aborted) throw new Error(`mail stays like this: ${JSON.stringify(entries)}`)
    await pause(20)
  }
}

const allSent = (count: number) => (entries: Entry[]) =>
  entries.length === count && entries.every((one) => one.state === 'sent')

/** Returns the email for Alice. The administrator is notified of new API keys. */
const alices = (mailServer: TestMailServer) => mailServer.messages.filter((one) => one.to === 'alice@example.com')

async function arrived(mailServer: TestMailServer, count: number): Promise<Arrived[]> {
  await mailServer.until(() => alices(mailServer).length >= count)
  return alices(mailServer)
}

async function subjects(mailServer: TestMailServer): Promise<string[]> {
  return (await Promise.all(alices(mailServer).map(read))).map((email) => email.subject ?? '').toSorted()
}

const ids = async (mailServer: TestMailServer) =>
  (await Promise.all(alices(mailServer).map(read))).map((email) => email.messageId)

// Each test starts several processes.
describe('trackerkit serve --smtp', () => {
  it('sends mail about a change made over HTTP, in Unicode, in the thread that the bug began [EVT-01]', async () => {
    const mailServer = await openMailServer()
    const server = serve(['--smtp', mailServer.url])
    const url = await server.url()
    await ask(url, 'PUT', '/parameters', {
      parameters: { mailfrom: 'Der Melder ☎ <tracker@example.com>', urlbase: 'https://bugs.example.com/' },
    })
    await seedPeople(url)
    const id = await newBug(url, 'Es blinkt 闪烁 🎉 — «überall»')
    await arrived(mailServer, 1)
    await ask(url, 'PUT', `/bug/${id}`, { priority: 'High', comment: { body: 'Schön wär’s 你好' } })
    const [first, second] = await arrived(mailServer, 2)
    if (!first || !second) throw new Error('two messages were awaited')
    expect(second).toMatchObject({ from: 'tracker@example.com', to: 'alice@example.com' })
    const [begin, change] = [await read(first), await read(second)]
    expect([begin.subject, change.subject]).toEqual([
      expect.stringContaining('Es blinkt 闪烁 🎉 — «überall»') as unknown,
      `[Bug ${id}] Es blinkt 闪烁 🎉 — «überall»`,
    ])
    expect(change.from).toMatchObject({ name: 'Der Melder ☎', address: 'tracker@example.com' })
    for (const text of [change.text, change.html]) {
      expect(text).toContain('Schön wär’s 你好')
      expect(text).toContain('High')
    }
    expect([change.inReplyTo, change.references]).toEqual([begin.messageId, begin.messageId])
    const header = (name: string) => change.headers.find((one) => one.key === name)?.value
    expect([header('x-tracker-type'), header('x-tracker-priority'), header('x-tracker-who')]).toEqual([
      'changed',
      'High',
      'admin@example.com',
    ])
    expect([header('list-id'), header('auto-submitted')]).toEqual([
      expect.stringMatching(/<product-\d+\.bugs\.example\.com>$/) as unknown,
      'auto-generated',
    ])
    const { code, out, err } = await server.stop()
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(
      `sending email to smtp://127.0.0.1:${mailServer.port}\nemail has no links until you set --base-url`,
    )
  })

  it('answers requests while the mail server is down or hangs, and sends all mail after that', async () => {
    const mailServer = await openMailServer()
    await mailServer.close()
    const server = serve(['--smtp', mailServer.url])
    const url = await server.url()
    await seedPeople(url)
    for (let n = 0; n < 3; n++) await newBug(url, `bug ${n}`)
    const waiting = await mailUntil(url, (entries) => entries.length === 3 && entries.every((one) => one.attempts > 0))
    expect(waiting.map((one) => [one.state, one.last_error])).toEqual(
      Array(3).fill(['waiting', expect.stringContaining('ECONNREFUSED')]),
    )
    const again = await openMailServer({}, { port: mailServer.port })
    await ask(url, 'POST', '/mail/resend', { ids: waiting.map((one) => one.id) })
    await arrived(again, 3)
    again.rules = { data: () => new Promise(() => undefined) }
    await newBug(url, 'bug 3')
    await mailUntil(url, (entries) => entries.some((one) => one.state === 'waiting'))
    expect(await ask(url, 'GET', '/whoami')).toMatchObject({ name: 'admin@example.com' })
    // The message that hangs is left to the next start.
    expect((await server.stop()).code).toBe(0)
    again.rules = {}
    const next = serve(['--smtp', mailServer.url])
    const [left] = await mail(await next.url(), '&state=waiting')
    if (left) await ask(await next.url(), 'POST', `/mail/${left.id}/resend`, {})
    await arrived(again, 4)
    expect(new Set(await ids(again)).size).toBe(4)
  })

  it('stops sending a message that the mail server rejects, shows the reason, and sends it again on request', async () => {
    const mailServer = await openMailServer({ rcpt: () => [550, 'no such user'] })
    const server = serve(['--smtp', mailServer.url])
    const url = await server.url()
    await seedPeople(url)
    await newBug(url, 'refused')
    const [dead] = await mailUntil(url, ([one]) => one?.state === 'dead')
    expect(dead).toMatchObject({ attempts: 1, last_error: expect.stringContaining('550 no such user') as unknown })
    const listed = await runHere(['mail', 'list', '--state', 'dead', '--bug', '1', '--db', 'tracker.db'])
    expect([listed.code, listed.err]).toEqual([0, ''])
    expect(listed.out).toMatch(/^\d+\tdead\talice@example\.com\tbug 1\tsmtp:.* 550 no such user\n$/)
    await server.stop()
    mailServer.rules = {}
    const again = await runHere(['mail', 'resend', String(dead?.id), '--db', 'tracker.db'])
    expect(again).toEqual({ code: 0, out: `mail ${dead?.id} queued\n`, err: '' })
    await mailUntil(await serve(['--smtp', mailServer.url]).url(), allSent(1))
    expect(alices(mailServer)).toHaveLength(1)
  })

  it('says what is wrong with the settings before it starts, without the password', async () => {
    const cases: [string[], Record<string, string>, number, RegExp][] = [
      [[], { TRACKERKIT_SMTP: 'me:secret@mail.example.com' }, 2, /is not smtp:/],
      [
        ['--smtp', 'smtp://localhost', '--mail-file', 'mail.mbox'],
        {},
        2,
        /--smtp and --mail-file cannot be used together/,
      ],
      [['--mail-file', 'none/mail.mbox'], {}, 1, /cannot write email to none\/mail\.mbox: its folder does not exist/],
    ]
    const tryOut = async ([args, env, code, message]: (typeof cases)[number]) => {
      const ended = await run(['serve', '--db', ':memory:', '--port', '0', ...args], { env })
      expect([args, ended.code, ended.out]).toEqual([args, code, ''])
      expect(ended.err).toMatch(message)
      expect(ended.err).not.toContain('secret')
    }
    await Promise.all(cases.map(tryOut))
  })

  it('shows and logs no password, whatever the mail server answers', async () => {
    const mailServer = await openMailServer(
      {},
      {
        disabledCommands: ['STARTTLS'],
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (auth, _session, done) => done(Object.assign(new Error(`not ${auth.password}`), { responseCode: 535 })),
      },
    )
    const TRACKERKIT_SMTP = `smtp://me:Sup3rSecret@127.0.0.1:${mailServer.port}`
    const server = start(['serve', '--db', 'tracker.db', '--port', '0', '--log'], {
      env: { ...given, TRACKERKIT_SMTP },
    })
    const url = await server.url()
    await seedPeople(url)
    await newBug(url, 'not told')
    const entries = await mailUntil(url, ([one]) => one !== undefined && one.attempts > 0)
    expect(entries).toMatchObject([{ state: 'waiting', last_error: expect.stringContaining('535') as unknown }])
    const { out, err } = await server.stop()
    expect(err).toContain('535')
    expect(out).toContain('sending email to smtp://me@127.0.0.1')
    for (const secret of ['Sup3rSecret', Buffer.from('Sup3rSecret').toString('base64'), key])
      expect(JSON.stringify(entries) + out + err).not.toContain(secret)
  })

  it('loses no mail when it is killed, and sends nothing twice that the mail server had taken', async () => {
    const mailServer = await openMailServer()
    const server = serve(['--smtp', `${mailServer.url}?connections=8`])
    const url = await server.url()
    await seedPeople(url)
    for (let n = 0; n < 5; n++) await newBug(url, `taken ${n}`)
    await mailUntil(url, allSent(5))
    let held = 0
    mailServer.rules = { data: () => (held++, new Promise(() => undefined)) }
    for (let n = 0; n < 12; n++) await newBug(url, `left ${n}`)
    await mailServer.until(() => held > 0)
    await server.stop('SIGKILL')
    mailServer.rules = {}
    // Claims of the killed process expire after a minute.
    const late = await createTracker({
      store: sqliteStore(join(folder, 'tracker.db')),
      mail: smtpMailer(mailServer.url),
      testing: { clock: () => new Date(Date.now() + 61_000) },
    })
    await late.deliverMail()
    await late.close()
    const summaries = [
      ...Array.from({ length: 5 }, (_, n) => `taken ${n}`),
      ...Array.from({ length: 12 }, (_, n) => `left ${n}`),
    ]
    expect((await subjects(mailServer)).map((subject) => subject.replace(/^.*\] (New: )?/, '')).toSorted()).toEqual(
      summaries.toSorted(),
    )
    expect(new Set(await ids(mailServer)).size).toBe(17)
  })

  it.each(chosenToday('mail of two processes', ['SQLite file', 'PostgreSQL database']))(
    'sends each message once from two processes on one %s',
    async (kind) => {
      const db = kind === 'SQLite file' ? 'tracker.db' : (await freshDatabase()).url
      const mailServer = await openMailServer()
      const [one, two] = [serve(['--smtp', mailServer.url], db), serve(['--smtp', mailServer.url], db)]
      const urls = [await one.url(), await two.url()]
      await seedPeople(urls[0] as string)
      const count = 20
      await Promise.all(
        urls.map(async (url, process) => {
          for (let n = 0; n < count / 2; n++) await newBug(url, `bug ${process} ${n}`)
        }),
      )
      await mailUntil(urls[0] as string, allSent(count))
      expect(alices(mailServer)).toHaveLength(count)
      expect(new Set(await subjects(mailServer)).size).toBe(count)
      for (const server of [one, two]) expect(await server.stop()).toMatchObject({ code: 0, err: '' })
    },
  )
})

describe('trackerkit serve --mail-file', () => {
  it('appends mail to a file, also about changes made while nothing was sent', async () => {
    const server = serve(['--mail-file', 'mail.mbox'])
    const url = await server.url()
    await seedPeople(url)
    await newBug(url, 'first')
    await mailUntil(url, allSent(1))
    await server.stop()
    const silent = serve([])
    await newBug(await silent.url(), 'second')
    await silent.stop()
    const again = start(['serve', '--db', 'tracker.db', '--port', '0'], {
      env: { TRACKERKIT_MAIL_FILE: 'mail.mbox', ...given },
    })
    await mailUntil(await again.url(), allSent(2))
    const text = readFileSync(join(folder, 'mail.mbox'), 'utf8')
    expect(text.match(/^To: alice@example\.com$/gm)).toHaveLength(2)
    expect(text).toMatch(/^Subject: .*first$/m)
    expect(text).toMatch(/^Subject: .*second$/m)
  })
})
