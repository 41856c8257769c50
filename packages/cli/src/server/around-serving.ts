// Before a tracker is served and once it is, by this process or by workers.
import type { Tracker } from '@trackerkit/core'
import { prepareMigrations } from '../backup/before-migrations.js'
import { startBackups } from '../backup/each-night.js'
import { say, warn } from '../terminal/print.js'
import type { Receiving } from './incoming-mail.js'
import type { ServerContext } from './server-context.js'

export async function announceMigrations({ database, values }: ServerContext): Promise<void> {
  await prepareMigrations(database, { keepsCopy: values.copy !== false, tell: say })
}

export async function announceMail({ mail }: ServerContext, tracker: Tracker): Promise<void> {
  if (!mail) return
  say(`sending email to ${mail.target}`)
  if ((await baseUrlOf(tracker)) === '') say('email has no links until you set --base-url, or the parameter urlbase')
}

export function announceMailbox(mailbox: Pick<Receiving, 'shown'> | undefined): void {
  if (mailbox) say(`receiving email from ${mailbox.shown}`)
}

export function announceServer({ offer }: ServerContext, url: string): void {
  offer?.announce(url)
  say(`trackerkit listening on ${url}`)
}

/** Stores the public address as a parameter: mail has links. */
export async function setBaseUrl({ server: { baseUrl } }: ServerContext, tracker: Tracker): Promise<void> {
  if (baseUrl === undefined) return
  if ((await baseUrlOf(tracker)) !== baseUrl)
    await tracker.asSystem().parameters.update({ parameters: { urlbase: baseUrl } })
}

async function baseUrlOf(tracker: Tracker): Promise<string | undefined> {
  const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['urlbase'] })
  return parameters['urlbase']
}

/** Backups by the process that is not replaced, once the tracker exists. */
export function createBackups({ backups, database, logger }: ServerContext) {
  const report = (message: string) => (logger.logger ? logger.logger.error(message) : warn(`trackerkit: ${message}`))
  let running: ReturnType<typeof startBackups> | undefined
  return {
    start: () => void (running = backups && startBackups(backups, database, report)),
    stop: async () => running?.stop(),
  }
}
