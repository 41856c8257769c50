import type { ServeOptions as HttpOptions } from '@trackerkit/http-node'
import { createLog } from '@trackerkit/rest'
import { chosenBackups, type BackupOptions } from '../backup/each-night.js'
import { settled } from '../settings/resolve-settings.js'
import { databaseNamed, kindOf, readDatabase, replicaOf } from '../store/database.js'
import { chosenProxy, type ProxyOptions } from '../store/proxy.js'
import { portOf, UsageError } from '../terminal/command.js'
import { trackerSetUp } from './first-run.js'
import { chosenLogins, type LoginsOptions } from './logins.js'
import type { IncomingMailOptions } from './incoming-mail.js'
import { chosenMailer, type MailOptions } from './mail.js'
import { jsonLogger } from './observing.js'
import { chosenPages } from './pages.js'
import { loadRules, type RulesOptions } from '../settings/rules.js'
import type { ServerOptions } from './run-server.js'
import { chosenServer, type ChosenServer, type ServerSettings } from './server-settings.js'
import { createSetUpOffer } from './setup-link.js'
import { chosenSender, type WebhookOptions } from './webhooks.js'

export interface ServeOptions
  extends
    ServerOptions,
    ServerSettings,
    BackupOptions,
    MailOptions,
    IncomingMailOptions,
    ProxyOptions,
    WebhookOptions,
    LoginsOptions,
    RulesOptions {
  readonly config?: string
  readonly replica?: string
  readonly admin?: string
  readonly workers?: string
  readonly copy?: boolean
}

/** The options of the HTTP server that are known before the tracker is opened. */
type Serving = Omit<HttpOptions, 'tracker' | 'port'> & ChosenServer['options']

export type ServerContext = Awaited<ReturnType<typeof createServerContext>>

/** Checks all settings of `serve`, and opens nothing yet. @throws UsageError, CommandError */
export async function createServerContext(options: ServeOptions) {
  // From here on, all settings come from the file of --config, where other commands read another one.
  const values = settled(options)
  const port = portOf(values.port ?? '8080')
  const database = databaseNamed(values.db)
  readDatabase(database)
  const replica = replicaOf(values.replica, database)
  const workers = workersOf(values.workers ?? '1', database)
  const server = chosenServer(values)
  const proxy = chosenProxy(values)
  const offer = values.web === false || proxy ? undefined : createSetUpOffer()
  const pages = chosenPages(values, { identify: proxy?.identify, setUp: offer })
  const setUp = trackerSetUp(database, {
    login: values.admin,
    hostUsers: proxy?.hostUsers,
    replica,
    isOffered: offer !== undefined,
  })
  const serving: Serving = {
    pages,
    identify: proxy?.identify,
    ...server.options,
    log: createLog(server.logLevel),
  }
  const hasLog = values.log || values.logLevel !== undefined
  return {
    values,
    port,
    database,
    replica,
    workers,
    server,
    proxy,
    offer,
    setUp,
    serving,
    /** Logs in the format of the request log if there is one. */
    logger: hasLog ? { logger: jsonLogger(server.logLevel) } : {},
    logins: await chosenLogins(values, proxy !== undefined),
    rules: await loadRules(values.rules ?? []),
    mail: await chosenMailer(values),
    backups: chosenBackups(values, database),
    sender: await chosenSender(values),
  }
}

/**
 * More would gain little, because writes wait for each other, and would leave each worker fewer wrong passwords of an address than
 * lock an account.
 */
export const maxWorkers = 16

/** @throws UsageError */
function workersOf(text: string, database: string): number {
  const workers = Number(text)
  if (!/^\d+$/.test(text) || workers < 1 || workers > maxWorkers)
    throw new UsageError(`--workers must be a number from 1 to ${maxWorkers}, not '${text}'`)
  if (workers > 1 && ['memory', 'folder'].includes(kindOf(database)))
    throw new UsageError(`--workers ${workers} requires a file or postgres://; processes cannot share memory or PGlite`)
  return workers
}
