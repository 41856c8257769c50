// A postfix on this machine with a separate queue: it delivers to mailboxes of example.com, and pipes email for
// bugs+…@tracker.example into the command, as docs/incoming-mail.md describes it.
import { spawn, spawnSync } from 'node:child_process'
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
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { command } from '../command.js'
import { freePort } from '../../../test-postgres/src/free-port.js'

const programs = '/usr/lib/postfix/sbin'

/** A pipe runs as neither root nor postfix. */
export const pipeUser = { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') }
const postfix = { uid: idOf('-u', 'postfix'), gid: idOf('-g', 'postfix') }

/** Only root can start it, and its pipe must be able to read the command. */
export const hasPostfix =
  existsSync(`${programs}/master`) &&
  process.getuid?.() === 0 &&
  spawnSync('test', ['-r', command], pipeUser).status === 0

function idOf(kind: '-u' | '-g', user: string): number {
  return Number(spawnSync('id', [kind, user]).stdout.toString() || -1)
}

/** Only 127.0.0.1, and no file of the system. */
function mainOf(folder: string, users: readonly string[]): string {
  const mailboxes = users.map((user) => `{ ${user}@example.com = ${user}/ }`)
  return Object.entries({
    ...{ compatibility_level: '3.6', queue_directory: join(folder, 'queue'), data_directory: join(folder, 'data') },
    ...{ maillog_file: join(folder, 'log'), maillog_file_prefixes: folder, syslog_name: 'postfix' },
    ...{ inet_interfaces: '127.0.0.1', inet_protocols: 'ipv4', mynetworks: '127.0.0.1/32' },
    ...{ myhostname: 'mx.tracker.example', mydestination: '', alias_maps: '', alias_database: '' },
    ...{ default_transport: 'error:no other machine', relay_transport: 'error:no other machine' },
    ...{ relay_domains: 'tracker.example', recipient_delimiter: '+', smtpd_reject_unlisted_recipient: 'no' },
    ...{ transport_maps: 'inline:{ bugs@tracker.example=tracker: }', tracker_destination_recipient_limit: '1' },
    ...{ virtual_mailbox_domains: 'example.com', virtual_mailbox_base: join(folder, 'boxes') },
    ...{
      virtual_mailbox_maps: `inline:{ ${mailboxes.join(', ')} }`,
      smtpd_relay_restrictions: 'permit_mynetworks,reject',
    },
    ...{ virtual_uid_maps: `static:${pipeUser.uid}`, virtual_gid_maps: `static:${pipeUser.gid}` },
    ...{ queue_run_delay: '2s', minimal_backoff_time: '1s', maximal_backoff_time: '2s' },
    // Otherwise a service that fails on a busy machine is not used again for a minute.
    ...{ transport_retry_time: '1s', service_throttle_time: '1s' },
  })
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
}

function masterOf(port: number, pipe: readonly string[]): string {
  // They look again after a second, in case that a wake-up is lost.
  const wakeUps: Readonly<Record<string, number>> = { pickup: 1, qmgr: 1 }
  const service = (name: string, type: string, program: string, limit: string, isPrivate = '-') =>
    `${name} ${type} ${isPrivate} - n ${wakeUps[name] ?? '-'} ${limit} ${program}\n`
  const unix = (names: readonly string[], limit: string, isPrivate?: string) =>
    names.map((name) => service(name, 'unix', name, limit, isPrivate))
  return [
    service(`127.0.0.1:${port}`, 'inet', 'smtpd', '-', 'n'),
    ...[...unix(['pickup', 'qmgr'], '1', 'n'), ...unix(['cleanup', 'flush'], '0', 'n'), ...unix(['bounce'], '0')],
    ...['defer', 'trace'].map((name) => service(name, 'unix', 'bounce', '0')),
    ...[service('rewrite', 'unix', 'trivial-rewrite', '-'), service('retry', 'unix', 'error', '-')],
    ...[...unix(['error', 'proxymap'], '-'), ...unix(['anvil'], '1')],
    'virtual unix - n n - - virtual\n',
    'postlog unix-dgram n - n - 1 postlogd\n',
    `tracker unix - n n - 4 pipe flags=DRhu user=nobody argv=${pipe.join(' ')}\n`,
  ].join('')
}

/** The folders that the package would create under /var. */
function makeFolders(folder: string): void {
  const make = (name: string, mode: number, { uid, gid } = postfix) => {
    mkdirSync(join(folder, name), { recursive: true })
    chownSync(join(folder, name), uid, gid)
    chmodSync(join(folder, name), mode)
  }
  const root = { uid: 0, gid: 0 }
  for (const name of ['.', 'config', 'queue', 'queue/pid']) make(name, 0o755, root)
  for (const name of ['boxes', 'tracker']) make(name, 0o755, pipeUser)
  const kinds = ['active', 'bounce', 'corrupt', 'defer', 'deferred', 'flush', 'hold', 'incoming', 'private', 'saved']
  for (const name of [...kinds, 'trace']) make(`queue/${name}`, 0o700)
  make('data', 0o700)
  const drop = {
    uid: postfix.uid,
    gid: Number(spawnSync('getent', ['group', 'postdrop']).stdout.toString().split(':')[2]),
  }
  make('queue/maildrop', 0o1730, drop)
  make('queue/public', 0o2710, drop)
}

/** `pipe` is the command that receives email, with `--db` for a file in `data`, which its user can write. */
export async function openPostfix({ users, pipe }: { users: readonly string[]; pipe: (db: string) => string[] }) {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-postfix-'))
  makeFolders(folder)
  const db = join(folder, 'tracker', 'tracker.db')
  const port = await freePort()
  const config = join(folder, 'config')
  writeFileSync(join(config, 'main.cf'), mainOf(folder, users))
  writeFileSync(join(config, 'master.cf'), masterOf(port, pipe(db)))
  const server = spawn(`${programs}/master`, ['-d', '-c', config], { stdio: 'ignore', detached: true })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  for (let tries = 0; tries < 100 && !(await accepts(port)); tries++) await pause(100)
  const log = () => readFileSync(join(folder, 'log'), 'utf8')
  return {
    db,
    url: `smtp://127.0.0.1:${port}`,
    /** How many deliveries by a service had a status, such as "sent". */
    count: (service: string, status: string) =>
      log()
        .split('\n')
        .filter((line) => line.includes(`relay=${service},`) && line.includes(`status=${status}`)).length,
    log,
    /** The messages in the mailbox of a user. */
    box(user: string): string[] {
      const box = join(folder, 'boxes', user, 'new')
      const names = existsSync(box) ? readdirSync(box).toSorted() : []
      return names.map((name) => readFileSync(join(box, name), 'utf8'))
    },
    /** Sends a message, as a mail program on this machine does. An empty `from` is that of notices. */
    send(bytes: Uint8Array, { from, to }: { readonly from: string; readonly to: string }): void {
      const { status, stderr } = spawnSync('/usr/sbin/sendmail', ['-C', config, '-i', '-f', from, to], { input: bytes })
      if (status !== 0) throw new Error(stderr.toString())
    },
    async close() {
      // Its services are in the same group of processes.
      if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
