// Incoming email from the command as it is built: a real mailbox, killed servers, refused logins, and held reports.
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasDovecot, openDovecot } from '../../../mail-in/test/dovecot.js'
import { message, verified } from '../../../mail-in/test/mailbox.js'
import { eachInAFolder, run, runHere, start } from '../command.js'
import { until } from '../processes.js'
import { done, given, newBug, send } from '../writes.js'

eachInAFolder()

const parameters = { mail_in_address: 'bugs+*@tracker.example', mail_in_trusted: 'mx.tracker.example' }

async function seed(url: string): Promise<void> {
  await done(url, 'PUT', '/parameters', { parameters })
  await done(url, 'POST', '/user', { email: 'ann@example.com', full_name: 'Ann' })
  await done(url, 'POST', '/product', { name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await done(url, 'POST', '/component', component)
  await done(url, 'POST', '/bug', newBug('It blinks'))
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  await done(url, 'POST', '/intake', { name: 'widgets', ...place, accepts: 'anybody' })
}

interface Given {
  readonly from?: string
  readonly subject?: string
}

const mailed = (body: string, { from = 'ann@example.com', subject = '[Bug 1] It blinks' }: Given = {}) =>
  message({ from, to: 'bugs+widgets@tracker.example', subject, body, headers: [verified(from.split('@')[1] ?? '')] })

async function commentsIn(url: string): Promise<unknown[]> {
  const { bugs } = (await done(url, 'GET', '/bug/1/comment')) as {
    bugs: Record<string, { comments: { text: string }[] }>
  }
  return (bugs['1']?.comments ?? []).slice(1).map(({ text }) => text)
}

async function readiness(url: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(new URL('/readyz', url))
  return { status: answer.status, body: await answer.json() }
}

describe.runIf(hasDovecot)('trackerkit serve --imap', () => {
  let dovecot: Awaited<ReturnType<typeof openDovecot>>
  beforeEach(async () => {
    dovecot = await openDovecot()
  })
  afterEach(() => dovecot.close())

  const serve = (password = 'secret', ...more: string[]) => {
    const env = { ...given, TRACKERKIT_IMAP_PASSWORD: password }
    return start(['serve', '--db', 'tracker.db', '--port', '0', '--imap', dovecot.url, ...more], { env })
  }

  it('receives each message once, although the server is killed', { timeout: 120_000 }, async () => {
    const first = serve()
    const url = await first.url()
    await seed(url)
    dovecot.put(mailed('Here too.'))
    await until(async () => (await commentsIn(url)).length === 1)
    for (let count = 1; count < 10; count++) dovecot.put(mailed(`Message ${count}.`))
    await first.stop('SIGKILL')
    const second = serve()
    const again = await second.url()
    await until(() => second.out().includes(`receiving email from ${dovecot.url}`))
    await until(async () => dovecot.read() === 10)
    expect((await commentsIn(again)).length).toBeLessThanOrEqual(10)
    const { items } = await done(again, 'GET', '/inbound?limit=100')
    const outcomes = (items as { outcome: string; reason: string }[]).map(({ outcome, reason }) => outcome + reason)
    // Five to one bug within ten minutes.
    expect(outcomes.toSorted()).toEqual(
      ['done', 'nothingtoo_many'].flatMap((one) => Array.from({ length: 5 }, () => one)),
    )
    expect(new Set(await commentsIn(again)).size).toBe(5)
    expect((await second.stop()).code).toBe(0)
  })

  it('stays ready after refused logins, and reports them in /readyz', { timeout: 120_000 }, async () => {
    const server = serve('wrong-password')
    const url = await server.url()
    expect(await readiness(url)).toEqual({ status: 200, body: { status: 'ready' } })
    await until(async () => JSON.stringify((await readiness(url)).body).includes('mailbox'))
    expect(await readiness(url)).toMatchObject({
      status: 200,
      body: { status: 'ready', problems: [{ check: 'mailbox' }] },
    })
    const { code, out, err } = await server.stop()
    expect(code).toBe(0)
    expect(out + err).not.toContain('wrong-password')
    expect(err).toContain('the login was refused 3 times')
  })

  it('reads the mailbox in one of several workers', { timeout: 120_000 }, async () => {
    const server = serve('secret', '--workers', '2')
    const url = await server.url()
    await seed(url)
    dovecot.put(mailed('Here too.'))
    await until(async () => (await commentsIn(url)).length === 1)
    await pause(500)
    expect(dovecot.logins()).toBe(1)
    // Whichever worker is asked, it can read email.
    dovecot.put(mailed('Loudly.', { from: 'sue@else.example', subject: 'It hums' }))
    await until(async () => dovecot.read() === 2)
    const { items } = await done(url, 'GET', '/inbound?outcome=held')
    const ids = (items as { id: number }[]).map(({ id }) => id)
    expect(await done(url, 'POST', '/inbound/accept', { ids })).toMatchObject({
      items: [{ outcome: 'done', bugs: [2] }],
    })
    expect((await server.stop()).code).toBe(0)
  })

  it('reports wrong settings before it creates a tracker', async () => {
    const args = ['serve', '--db', 'none.db', '--port', '0', '--workers', '2', '--imap']
    const missing = await start([...args, dovecot.url], { env: given }).ended
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('TRACKERKIT_IMAP_PASSWORD') as unknown })
    const wrong = await start([...args, 'http://x/'], { env: { ...given, TRACKERKIT_IMAP_PASSWORD: 'secret' } }).ended
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('--imap: the URL of a mailbox') as unknown })
  })
})

describe('trackerkit inbound', () => {
  const inbound = (...args: string[]) => runHere(['inbound', ...args, '--db', 'tracker.db'])

  async function receive(bytes: Uint8Array): Promise<void> {
    const args = ['mail', 'receive', '--db', 'tracker.db']
    expect(await run(args, { input: new TextDecoder().decode(bytes) })).toMatchObject({ code: 0 })
  }

  it('lists, shows, accepts and refuses what is held', { timeout: 60_000 }, async () => {
    const server = start(['serve', '--db', 'tracker.db', '--port', '0'], { env: given })
    const url = await server.url()
    await seed(url)
    await receive(mailed('Loudly.', { from: 'sue@else.example', subject: 'It hums' }))
    await receive(mailed('Twice.', { from: 'eve@else.example', subject: 'Buy \u001b[31mthis' }))
    await receive(mailed('Again.', { from: 'eve@else.example', subject: 'Buy that' }))
    const { out } = await inbound('list', '--outcome', 'held')
    const lines = out.trimEnd().split('\n')
    expect(lines.map((line) => line.split('\t').slice(2))).toEqual([
      ['mail', 'pipe', 'eve@else.example', 'held', 'Buy that'],
      ['mail', 'pipe', 'eve@else.example', 'held', expect.not.stringContaining('\u001b') as unknown],
      ['mail', 'pipe', 'sue@else.example', 'held', 'It hums'],
    ])
    const [that = '', , hums = ''] = lines.map((line) => line.split('\t')[0])
    expect((await inbound('show', hums)).out).toContain('Subject: It hums\r\n')
    expect(await inbound('accept', hums)).toEqual({ code: 0, out: `${hums}\tdone\tbug 2\n`, err: '' })
    expect((await inbound('refuse', that, '--all-of-sender')).out.match(/refused\trefused_by_person/g)).toHaveLength(2)
    await receive(mailed('Quietly.', { from: 'dan@no.example', subject: 'It stays' }))
    await done(url, 'PUT', '/parameters', { parameters: { emailregexp: '@else\\.example$' } })
    const stays = (await inbound('list', '--outcome', 'held')).out.split('\t')[0] ?? ''
    expect(await inbound('accept', stays)).toEqual({
      code: 1,
      out: `${stays}\theld\tno_right\n`,
      err: `trackerkit: still held: ${stays}\n`,
    })
    expect(await inbound('accept', hums)).toMatchObject({ code: 1, err: expect.stringContaining('held') as unknown })
    expect(await inbound('retry', hums)).toMatchObject({ code: 1, err: expect.stringContaining('failed') as unknown })
    expect(await inbound('show', hums)).toMatchObject({ code: 1, out: '' })
    expect(await inbound('show', 'x')).toMatchObject({ code: 2, out: '' })
    expect((await inbound('list', '--outcome', 'done', '--json')).out).toContain('"bugs":[2]')
    expect((await send(url, 'GET', '/bug/2')).status).toBe(200)
  })
})
