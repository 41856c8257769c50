// A dovecot on this machine, with one mailbox for every user and the password 'secret'.
import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { freePort } from '../../test-postgres/src/free-port.js'

const program = '/usr/sbin/dovecot'

export const hasDovecot = existsSync(program)

function configOf(folder: string, port: number): string {
  const isRoot = process.getuid?.() === 0
  const own = ['default_internal_user', 'default_login_user'].map((name) => `${name} = ${userInfo().username}`)
  // Dovecot refuses mailboxes of root.
  const [uid, gid] = isRoot ? [65_534, 65_534] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  if (isRoot) {
    chmodSync(folder, 0o755)
    for (const part of ['.', 'cur', 'new', 'tmp']) chownSync(join(folder, 'mail', part), uid, gid)
  }
  const service = (name: string, ...lines: string[]) => [`service ${name} {`, ...lines, 'chroot =', '}']
  const listener = (name: string, at: number) => [`inet_listener ${name} {`, `port = ${at}`, '}']
  return [
    ...[`base_dir = ${folder}/run`, `log_path = ${folder}/log`, 'protocols = imap', 'ssl = no', 'first_valid_uid = 0'],
    ...['disable_plaintext_auth = no', `mail_location = maildir:${folder}/mail`, 'auth_failure_delay = 0'],
    ...[...(isRoot ? [] : own), 'listen = 127.0.0.1'],
    ...service('imap-login', ...listener('imap', port), ...listener('imaps', 0)),
    ...[...service('anvil'), ...service('stats')],
    ...['passdb {', 'driver = static', 'args = password=secret', '}'],
    ...['userdb {', 'driver = static', `args = uid=${uid} gid=${gid} home=${folder}/mail`, '}'],
  ].join('\n')
}

export async function openDovecot() {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-imap-'))
  const box = join(folder, 'mail')
  for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(box, part), { recursive: true })
  const port = await freePort()
  const config = join(folder, 'dovecot.conf')
  writeFileSync(config, `${configOf(folder, port)}\n`)
  let server: ChildProcess | undefined
  let count = 0

  const untilPort = (open: boolean) =>
    vi.waitFor(async () => expect(await isOpen(port)).toBe(open), { timeout: 30_000, interval: 100 })

  async function start(): Promise<void> {
    await untilPort(false)
    server = spawn(program, ['-F', '-c', config], { stdio: 'ignore', detached: true })
    await untilPort(true)
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const running = server
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    // With the processes that serve connections: they would outlive the one that is killed, for a while.
    process.kill(-(running.pid as number), signal)
    await new Promise((resolve) => running.once('exit', resolve))
  }

  await start()
  return {
    url: `imap://bugs@127.0.0.1:${port}/INBOX`,
    start,
    stop,
    /** Delivers a message, as a mail server does. The names of files give the order. */
    put: (bytes: Uint8Array) =>
      writeFileSync(join(box, 'new', `${Date.now()}.${String(++count).padStart(4, '0')}.test`), bytes),
    /** How many messages are marked as read, in the inbox or the directory of another folder. */
    read: (folderName = '') => namesIn(join(box, folderName, 'cur')).filter((name) => /:2,.*S/.test(name)).length,
    /** How many messages are flagged. */
    flagged: () => readdirSync(join(box, 'cur')).filter((name) => /:2,.*F/.test(name)).length,
    /** How many logins succeeded. */
    logins: () => (readFileSync(join(folder, 'log'), 'utf8').match(/Login: user=/g) ?? []).length,
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
