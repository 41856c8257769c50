// The mailbox that --imap names.
import type { Health, Tracker } from '@trackerkit/core'
import type { Command } from 'commander'
import { loadOptional } from '../store/optional-package.js'
import { CommandError, fromEnvironment, UsageError } from '../terminal/command.js'

export interface IncomingMailOptions {
  readonly imap?: string
}

export function addIncomingMailOptions(command: Command): Command {
  return command.option(
    '--imap <URL>',
    'Receive email from the mailbox imaps://USER@HOST/INBOX, optionally with ?done=FOLDER. The password is ' +
      'read from TRACKERKIT_IMAP_PASSWORD.',
  )
}

/** Receives email until `close`. */
export interface Receiving {
  readonly shown: string
  /** Starts, and returns the tracker with a `health` that reports the mailbox, too. */
  start(tracker: Tracker): Tracker
  close(): Promise<void>
}

/** @throws UsageError for a URL that is not that of a mailbox, CommandError without a password */
export async function openMailbox(url: string): Promise<Receiving> {
  const { imapInbox } = await loadOptional('@trackerkit/mail-in', () => import('@trackerkit/mail-in'))
  const password = fromEnvironment('TRACKERKIT_IMAP_PASSWORD')
  if (password === undefined) throw new CommandError('--imap requires the password in TRACKERKIT_IMAP_PASSWORD')
  const stopping = new AbortController()
  let following: Promise<void> = Promise.resolve()
  const inbox = parsed(() => imapInbox({ url, password }))
  return {
    shown: inbox.shown,
    start(tracker) {
      following = inbox.follow(tracker, stopping.signal)
      return { ...tracker, health: async () => withProblem(await tracker.health(), inbox.problem()) }
    },
    async close() {
      stopping.abort()
      await following
    },
  }
}

/** The server can still serve requests. */
function withProblem(health: Health, message: string | undefined): Health {
  return message === undefined ? health : { ...health, problems: [...health.problems, { check: 'mailbox', message }] }
}

function parsed<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`--imap: ${(error as Error).message}`)
  }
}
