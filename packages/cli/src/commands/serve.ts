import cluster from 'node:cluster'
import type { Tracker } from '@trackerkit/core'
import type { Metrics, ServeOptions as ServeOfServer } from '@trackerkit/http-node'
import { createLog } from '@trackerkit/rest'
import { addDatabaseOption, portOf, UsageError, type CommandDefinition } from '../terminal/command.js'
import { addMailOptions, chosenMailer, type MailOptions } from '../server/mail.js'
import { chosenPages, originOf } from '../server/pages.js'
import { addProxyOptions, chosenProxy, type ProxyOptions } from '../store/proxy.js'
import { addServerOptions, runServer, type ServerOptions } from '../server/run-server.js'
import { addWebhookOptions, chosenSender, type WebhookOptions } from '../server/webhooks.js'
import { trackerSetUp } from '../server/first-run.js'
import { createSetUpOffer } from '../server/setup-link.js'
import { databaseOf, inMemory, readDatabase, replicaOf } from '../store/database.js'
import { follow, jsonLogger, metricsOf, startObserving } from '../server/observing.js'
import { addServerSettings, chosenServer, type ChosenLimits, type ServerSettings } from '../server/server-settings.js'
import { prepareMigrations } from '../backup/before-migrations.js'
import { chosenBackups, startBackups, type BackupOptions } from '../backup/each-night.js'
import { settled } from '../settings/resolve-settings.js'
import { openTracker } from '../store/store.js'
import { runPrimary } from '../server/workers/primary.js'
import { createMetricsOfAll } from '../server/workers/watching.js'
import { runWorker } from '../server/workers/worker.js'
import { say, warn } from '../terminal/print.js'

export interface ServeOptions
  extends ServerOptions, ServerSettings, BackupOptions, MailOptions, ProxyOptions, WebhookOptions {
  readonly config?: string
  readonly replica?: string
  readonly admin?: string
  readonly workers?: string
  readonly copy?: boolean
}

/**
 * More would gain little, because writes wait for each other, and would leave each worker fewer wrong passwords of an address than
 * lock an account.
 */
const maxWorkers = 16

/** `trackerkit serve`: serves the tracker of a file, and sets up a new one. */
export const serve: CommandDefinition = {
  summary: 'Serve a tracker.',
  define: (command) => {
    command.description(
      'Serves a tracker. If it has no administrator, prints a setup URL. With --admin, with credentials in the ' +
        'environment, or without pages, creates an administrator instead and prints generated credentials once. ' +
        "':memory:' keeps nothing.",
    )
    addServerOptions(addDatabaseOption(command))
    command
      .option(
        '--replica <URL>',
        'A standby of the PostgreSQL of --db, for searches; it is used whenever it has all that is in the other. Default: none.',
      )
      .option('--admin <LOGIN>', 'The administrator of a new tracker, instead of setting it up by the pages.')
      .option('--workers <N>', `How many processes serve, 1 to ${maxWorkers}: one for each core. Default: 1.`)
    addServerSettings(addWebhookOptions(addMailOptions(addProxyOptions(command)))).action(runServe)
  },
}

type Serving = Omit<ServeOfServer, 'tracker' | 'port'> & { readonly host: string; readonly limits: ChosenLimits }

/** What is to be served and how, with nothing opened or made yet. @throws UsageError, Refusal */
export function planOf(given: ServeOptions) {
  const values = settled(given)
  const port = portOf(values.port ?? '8080')
  const host = values.host ?? '127.0.0.1'
  const database = databaseOf(values.db)
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
    host,
    pages,
    identify: proxy?.identify,
    ...server.options,
    log: createLog(server.logLevel),
  }
  // Who wants the log wants all of it in one form.
  const logger = values.log || values.logLevel !== undefined ? { logger: jsonLogger(server.logLevel) } : {}
  const mail = chosenMailer(values)
  const backups = chosenBackups(values)
  return {
    backups,
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
    logger,
    mail,
    sender: chosenSender(values),
  }
}

type Plan = ReturnType<typeof planOf>

async function runServe(given: ServeOptions): Promise<void> {
  const plan = planOf(given)
  if (plan.workers === 1) return serveAlone(plan)
  return cluster.isWorker ? serveAsWorker(plan) : startWorkers(plan)
}

async function serveAlone(plan: Plan): Promise<void> {
  const { port, server, setUp, serving, logger, mail, sender } = plan
  const observing = await startObserving(server.metrics !== undefined)
  const metrics = metricsOf(observing, server.metrics?.token)
  const tracker = async () => {
    await announceMigrations(plan)
    const opened = await setUp({ mail: mail?.open(), ...logger, webhooks: { sender }, observer: observing.observer })
    await setBaseUrl(opened, server.baseUrl)
    follow(observing, opened)
    announceMail(plan)
    return opened
  }
  const backups = createBackups(plan)
  try {
    await runServer(
      { ...serving, tracker, port, metrics, observer: observing.requests },
      announcer(plan, backups.start),
    )
  } finally {
    await backups.stop()
  }
}

async function serveAsWorker({
  database,
  replica,
  workers,
  server,
  proxy,
  serving,
  logger,
  mail,
  sender,
}: Plan): Promise<void> {
  const observing = await startObserving(server.metrics !== undefined)
  const { measured } = observing
  if (measured) (await import('@trackerkit/observe')).shareWithPrimary(measured)
  const metrics = measured && { ...measured, text: createMetricsOfAll(), token: server.metrics?.token }
  const open = async ({ delivers }: { readonly delivers: boolean }) => {
    const opened = await openTracker(database, {
      mustExist: true,
      replica,
      ...logger,
      observer: observing.observer,
      ...(proxy && { hostUsers: proxy.hostUsers }),
      ...(delivers && mail && { mail: mail.open() }),
      // All of them judge URLs, and try webhooks when somebody asks for that.
      webhooks: { sender, onDemand: !delivers },
    })
    // All of them would count the same.
    if (delivers) follow(observing, opened)
    return opened
  }
  const isWatchedElsewhere = serving.adminPort !== undefined
  await runWorker({ ...serving, workers, open, metrics, observer: observing.requests, isWatchedElsewhere })
}

async function startWorkers(plan: Plan): Promise<void> {
  const { values, port, workers, server, offer, setUp, serving, logger, mail } = plan
  const setUpOnce = async () => {
    mail?.open()
    await announceMigrations(plan)
    const opened = await setUp(logger)
    await setBaseUrl(opened, server.baseUrl)
    await offer?.offeredTo(opened, await originOf(values, opened))
    await opened.close()
    announceMail(plan)
  }
  const { metricsOfWorkers } = server.metrics ? await import('@trackerkit/observe') : {}
  const metrics = metricsOfWorkers && { ...textOf(metricsOfWorkers()), token: server.metrics?.token }
  const { adminPort, adminHost = serving.host } = serving
  const admin = adminPort === undefined ? undefined : { port: adminPort, host: adminHost }
  const backups = createBackups(plan)
  try {
    await runPrimary({ workers, port, setUp: setUpOnce, admin, metrics }, announcer(plan, backups.start))
  } finally {
    await backups.stop()
  }
}

function textOf({ contentType, text }: Pick<Metrics, 'contentType' | 'text'>) {
  return { contentType, text }
}

function announcer({ offer }: Plan, then: () => void) {
  return (url: string) => {
    offer?.announce(url)
    say(`trackerkit listening on ${url}`)
    then()
  }
}

/** Copies are made by the process that is not replaced, once the tracker is there. */
function createBackups({ backups, database, logger }: Plan) {
  const tell = (message: string) => (logger.logger ? logger.logger.error(message) : warn(`trackerkit: ${message}`))
  let running: ReturnType<typeof startBackups> | undefined
  return {
    start: () => void (running = backups && startBackups(backups, database, tell)),
    stop: async () => running?.stop(),
  }
}

async function announceMigrations({ database, values }: Plan): Promise<void> {
  await prepareMigrations(database, { keepsCopy: values.copy !== false, tell: say })
}

function announceMail({ mail }: Plan): void {
  if (mail) say(`mail goes to ${mail.target}`)
}

/** Where people reach the tracker stands in a parameter: mail has links. */
async function setBaseUrl(tracker: Tracker, urlbase: string | undefined): Promise<void> {
  if (urlbase === undefined) return
  const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['urlbase'] })
  if (parameters['urlbase'] !== urlbase) await tracker.asSystem().parameters.update({ parameters: { urlbase } })
}

/** @throws UsageError */
function workersOf(text: string, database: string): number {
  const workers = Number(text)
  if (!/^\d+$/.test(text) || workers < 1 || workers > maxWorkers)
    throw new UsageError(`'${text}' is not a number of workers: a number from 1 to ${maxWorkers}`)
  if (workers > 1 && database === inMemory)
    throw new UsageError(`what is kept in memory cannot be shared: --workers ${workers} needs a file or postgres://…`)
  return workers
}
