import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { imapInbox } from '../src/index.js'
import { message, openMailbox, reader } from './mailbox.js'

const dovecot = '/usr/sbin/dovecot'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('imapInbox', () => {
  it('rejects URLs that are none of a mailbox, or would send the password in the clear', () => {
    for (const url of [
      '',
      'http://a@b/',
      'imaps://example.com/INBOX',
      'imap://a@example.com/',
      'imaps://a:b@c/',
      'imaps://a@b/?x=1',
    ])
      expect(() => imapInbox({ url, password: 'secret' })).toThrow(/mailbox|imap/)
    expect(imapInbox({ url: 'imaps://bugs%40x@mail.example/', password: '' }).shown).toBe(
      'imaps://bugs@x@mail.example:993/INBOX',
    )
  })
})

describe.runIf(existsSync(dovecot))('imapInbox on dovecot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-imap-'))
  const box = join(folder, 'mail')
  let port = 0
  let server: ReturnType<typeof spawn>

  beforeAll(async () => {
    port = await freePort()
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(box, part), { recursive: true })
    const isRoot = process.getuid?.() === 0
    const own = isRoot
      ? []
      : ['default_internal_user', 'default_login_user'].map((name) => `${name} = ${userInfo().username}`)
    // Dovecot refuses mailboxes of root.
    const [uid, gid] = isRoot ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
    if (isRoot) {
      chmodSync(folder, 0o755)
      for (const part of ['.', 'cur', 'new', 'tmp']) chownSync(join(box, part), uid, gid)
    }
    const lines = [
      ...[`base_dir = ${folder}/run`, 'log_path = /dev/null', 'protocols = imap', 'ssl = no', 'first_valid_uid = 0'],
      ...['disable_plaintext_auth = no', `mail_location = maildir:${box}`],
      ...[...own, 'listen = 127.0.0.1'],
      ...[
        'service imap-login {',
        `inet_listener imap {`,
        `port = ${port}`,
        '}',
        'inet_listener imaps {',
        'port = 0',
        '}',
        'chroot =',
        '}',
      ],
      ...['service anvil {', 'chroot =', '}', 'service stats {', 'chroot =', '}'],
      ...['passdb {', 'driver = static', 'args = password=secret', '}'],
      ...['userdb {', 'driver = static', `args = uid=${uid} gid=${gid} home=${box}`, '}'],
    ]
    const config = join(folder, 'dovecot.conf')
    writeFileSync(config, `${lines.join('\n')}\n`)
    server = spawn(dovecot, ['-F', '-c', config], { stdio: 'ignore' })
  })

  afterAll(async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    await reader.close?.()
    rmSync(folder, { recursive: true, force: true })
  })

  it('receives what is there and what arrives, and leaves it marked as read', { timeout: 60_000 }, async () => {
    const { tracker, replyTo, comments } = await openMailbox()
    const put = (body: string) => {
      const bytes = message({ from: 'ann@example.com', to: replyTo('ann@example.com'), body })
      writeFileSync(join(box, 'new', `${Date.now()}.${body.length}.test`), bytes)
    }
    put('First.')
    const stopping = new AbortController()
    const inbox = imapInbox({ url: `imap://bugs@127.0.0.1:${port}/INBOX`, password: 'secret' })
    const following = inbox.follow(tracker, stopping.signal)
    const texts = async () => (await comments()).slice(1).map(({ text }) => text)
    await vi.waitFor(async () => expect(await texts()).toEqual(['First.']), { timeout: 30_000, interval: 200 })
    put('And the second.')
    await vi.waitFor(async () => expect(await texts()).toEqual(['First.', 'And the second.']), {
      timeout: 20_000,
      interval: 200,
    })
    const isRead = () => readdirSync(join(box, 'cur')).filter((name) => /:2,.*S/.test(name)).length
    await vi.waitFor(() => expect(isRead()).toBe(2), { timeout: 10_000, interval: 100 })
    stopping.abort()
    await following
  })

  it('ends a message that is under way when it is stopped', { timeout: 60_000 }, async () => {
    const { tracker } = await openMailbox()
    writeFileSync(join(box, 'new', `${Date.now()}.stopped.test`), message({ from: 'a@x.example', to: 'b@x.example' }))
    const stopping = new AbortController()
    const events: string[] = []
    const receiver = {
      logger: tracker.logger,
      async receiveMail() {
        stopping.abort()
        await new Promise((resolve) => setTimeout(resolve, 200))
        events.push('received')
        return { outcome: 'done', reason: '', bugs: [] } as const
      },
    }
    const inbox = imapInbox({ url: `imap://bugs@127.0.0.1:${port}/INBOX`, password: 'secret' })
    await inbox.follow(receiver, stopping.signal)
    events.push('stopped')
    expect(events).toEqual(['received', 'stopped'])
  })
})
