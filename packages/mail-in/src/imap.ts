// Receives what comes into a mailbox.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Tracker } from '@trackerkit/core'
import { hostOf } from '@trackerkit/core/host'
import type { ImapFlow } from 'imapflow'
import { fetchMessage } from './fetch-message.js'
import { serverOf, type ImapServer } from './imap-url.js'
import { whileClaimed } from './while-claimed.js'

/** A mailbox that only the tracker reads. */
export interface ImapInboxOptions {
  /** `imaps://USER@HOST/INBOX?done=FOLDER`; `imap://` to this machine, or with `?tls=never`. */
  readonly url: string
  readonly password: string
}

/** A mailbox whose messages are read as they arrive. */
export interface ImapInbox {
  /** The mailbox, without the password. */
  readonly shown: string
  /**
   * Receives messages until the signal is aborted, in one process of all that follow the mailbox. Lost connections are opened again;
   * after three refused logins it ends.
   */
  follow(tracker: Tracker, signal: AbortSignal): Promise<void>
  /** Why `follow` has stopped reading, without the mailbox and its password; undefined while it reads, waits or tries again. */
  problem(): string | undefined
}

type Receiver = Pick<Tracker, 'receiveMail' | 'logger'>
type Receive = (bytes: Uint8Array) => ReturnType<Receiver['receiveMail']>

/** Milliseconds. */
const [firstPause, longestPause, lookEvery, claimEvery] = [5000, 300_000, 60_000, 10_000]
const mostRefusedLogins = 3

/**
 * Receives the unread messages of a mailbox in their order, and new ones as they arrive. Received ones are marked as read, and
 * moved if the URL has `done`; failed ones are also flagged. Errors of the tracker's store leave them for later.
 * @throws Error for a URL that is not that of a mailbox
 * @example
 * const inbox = imapInbox({ url: 'imaps://bugs%40example.com@mail.example.com/INBOX', password: 'secret' })
 * await inbox.follow(tracker, AbortSignal.timeout(3_600_000))
 */
export function imapInbox({ url, password }: ImapInboxOptions): ImapInbox {
  const server = serverOf(url)
  let stopped: string | undefined
  return {
    shown: server.shown,
    problem: () => stopped,
    async follow(tracker, signal) {
      stopped = undefined
      let [pause, refused] = [firstPause, 0]
      const onReceived = () => ([pause, refused] = [firstPause, 0])
      const waitAfter = async (problem: string, until: AbortSignal) => {
        tracker.logger.warn(`could not read ${server.shown}`, { problem })
        if (refused < mostRefusedLogins) await sleep(pause, until)
        pause = Math.min(pause * 2, longestPause)
      }
      const read = async (until: AbortSignal) => {
        try {
          await readMailbox(server, password, tracker, until, onReceived)
        } catch (error) {
          if (until.aborted || !isRefusal(error)) throw error
          refused++
          // With the claim: another process would be refused, too.
          await waitAfter('the login was refused', until)
        }
      }
      while (!signal.aborted && refused < mostRefusedLogins) {
        try {
          const wasMine = await whileClaimed(hostOf(tracker), server.shown, signal, read)
          if (!wasMine) await sleep(claimEvery, signal)
        } catch (error) {
          if (!signal.aborted) await waitAfter(textOf(error, password), signal)
        }
      }
      if (refused < mostRefusedLogins) return
      stopped = `the login was refused ${refused} times`
      tracker.logger.error(`stopped reading ${server.shown}: ${stopped}`)
    },
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined)
}

function isRefusal(error: unknown): boolean {
  return (error as { readonly authenticationFailed?: boolean }).authenticationFailed === true
}

async function readMailbox(
  { host, port, secure, user, mailbox, done }: ImapServer,
  password: string,
  tracker: Receiver,
  signal: AbortSignal,
  onReceived: () => void,
): Promise<void> {
  const { ImapFlow } = await import('imapflow')
  signal.throwIfAborted()
  const client = new ImapFlow({
    host,
    port,
    secure,
    // Without TLS by the URL: certificates of servers on this machine are often self-signed.
    ...(!secure && { doSTARTTLS: false }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
  })
  const over = new AbortController()
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', reject)
    client.on('close', () => reject(new Error('the connection was closed')))
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: over.signal })
  })
  lost.catch(() => undefined)
  let underWay: Promise<unknown> = Promise.resolve()
  const receive: Receive = (bytes) => {
    over.signal.throwIfAborted()
    const received = tracker.receiveMail(bytes, { source: mailbox })
    underWay = received.catch(() => undefined)
    return received
  }
  const left = new Set<number>()
  const receiveAll = async () => {
    await Promise.race([receiveUnread(client, receive, { done, left }, tracker), lost])
    onReceived()
  }
  try {
    await Promise.race([client.connect(), lost])
    await Promise.race([client.mailboxOpen(mailbox), lost])
    // If it cannot be created, moving a message reports it.
    if (done !== undefined) await Promise.race([client.mailboxCreate(done).catch(() => undefined), lost])
    for (;;) await untilNews(client, lost, receiveAll)
  } finally {
    over.abort()
    client.close()
    await underWay
  }
}

/** Resolves when a message arrives during the work or after it, and after a minute from servers that do not report it. */
async function untilNews(client: ImapFlow, lost: Promise<never>, work: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const arrived = once(client, 'exists', { signal })
  arrived.catch(() => undefined)
  try {
    await work()
    // The next command ends it.
    client.idle().catch(() => undefined)
    await Promise.race([arrived, wait(lookEvery, undefined, { signal }), lost])
  } finally {
    over.abort()
  }
}

interface Settling {
  /** Received messages are moved there. */
  readonly done: string | undefined
  /** Messages that this connection does not read again: the server cannot return them, or mark them as read. */
  readonly left: Set<number>
}

/** @throws the error of the store: the message is left, and those after it wait */
async function receiveUnread(
  client: ImapFlow,
  receive: Receive,
  { done, left }: Settling,
  { logger }: Receiver,
): Promise<void> {
  const found = (await client.search({ seen: false }, { uid: true })) || []
  for (const uid of found.filter((one) => !left.has(one))) {
    const one = { uid: true }
    const leave = (problem: string) => {
      left.add(uid)
      logger.warn(`left a message until the next connection: ${problem}`, { uid })
    }
    const fetched = await fetchMessage(client, uid)
    if ('problem' in fetched) {
      leave(fetched.problem)
      continue
    }
    const { outcome, hasFailedPart = false } = await receive(fetched.bytes)
    const flags = outcome === 'failed' || hasFailedPart ? ['\\Seen', '\\Flagged'] : ['\\Seen']
    if (!(await client.messageFlagsAdd(String(uid), flags, one))) leave('the server did not mark it as read')
    if (done !== undefined && !(await client.messageMove(String(uid), done, one)))
      logger.warn(`could not move a received message to ${done}`, { uid })
  }
}

function textOf(error: unknown, password: string): string {
  const { message = '', responseText = '' } = error as { readonly message?: string; readonly responseText?: string }
  return `${message} ${responseText}`.trim().replaceAll(password, '***').slice(0, 500)
}
