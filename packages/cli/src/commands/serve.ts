import cluster from 'node:cluster'
import { addDatabaseOption, fromEnvironment, portOf, UsageError, type CommandDefinition } from '../command.js'
import { addMailOptions, chosenMailer, type MailOptions } from '../mail.js'
import { chosenPages, originOf } from '../pages.js'
import { addProxyOptions, chosenProxy, type ProxyOptions } from '../proxy.js'
import { addServerOptions, runServer, type ServerOptions } from '../run-server.js'
import { addWebhookOptions, chosenSender, type WebhookOptions } from '../webhooks.js'
import { trackerSetUp } from '../set-up.js'
import { createSetUpOffer } from '../set-up-offer.js'
import { databaseOf, inMemory } from '../database.js'
import { openTracker } from '../store.js'
import { runPrimary } from '../workers/primary.js'
import { runWorker } from '../workers/worker.js'

interface ServeOptions extends ServerOptions, MailOptions, ProxyOptions, WebhookOptions {
  readonly admin?: string
  readonly workers?: string
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
      'Serves a tracker. While nobody can administer it, it prints an address of its pages that sets it up. With --admin, ' +
        'with a password or key from the environment, and without pages, a new file gets an administrator instead, whose ' +
        "password and API key are printed once unless they are given. ':memory:' as database keeps nothing.",
    )
    addServerOptions(addDatabaseOption(command))
    command
      .option('--admin <LOGIN>', 'The administrator of a new tracker, instead of setting it up by the pages.')
      .option('--workers <N>', `How many processes serve, 1 to ${maxWorkers}: one for each core. Default: 1.`)
    addWebhookOptions(addMailOptions(addProxyOptions(command))).action(runServe)
  },
}

async function runServe(values: ServeOptions): Promise<void> {
  const port = portOf(values.port ?? fromEnvironment('TRACKERKIT_PORT') ?? '8080')
  const host = values.host ?? fromEnvironment('TRACKERKIT_HOST') ?? '127.0.0.1'
  const database = databaseOf(values.db)
  const workers = workersOf(values.workers ?? '1', database)
  const proxy = chosenProxy(values)
  const offer = values.web === false || proxy ? undefined : createSetUpOffer()
  const setUp = trackerSetUp(database, {
    login: values.admin,
    hostUsers: proxy?.hostUsers,
    isOffered: offer !== undefined,
  })
  const pages = chosenPages(values, { identify: proxy?.identify, setUp: offer })
  const serving = { host, pages, identify: proxy?.identify, logsRequests: values.log }
  const announce = (url: string) => {
    offer?.announce(url)
    process.stdout.write(`trackerkit listening on ${url}\n`)
  }
  const mail = chosenMailer(values)
  const sender = chosenSender(values)
  const announceMail = () => void (mail && process.stdout.write(`mail goes to ${mail.target}\n`))
  if (workers === 1) {
    const tracker = async () => {
      const opened = await setUp({ ...(mail && { mailer: mail.mailer }), webhooks: { sender } })
      announceMail()
      return opened
    }
    return runServer({ ...serving, tracker, port }, announce)
  }
  if (cluster.isWorker) {
    const open = ({ delivers }: { readonly delivers: boolean }) =>
      openTracker(database, {
        mustExist: true,
        ...(proxy && { hostUsers: proxy.hostUsers }),
        ...(delivers && mail && { mailer: mail.mailer }),
        // All of them judge URLs, and try webhooks when somebody asks for that.
        webhooks: { sender, onDemand: !delivers },
      })
    return runWorker({ ...serving, workers, open })
  }
  const setUpOnce = async () => {
    const opened = await setUp()
    await offer?.offeredTo(opened, await originOf(values, opened))
    await opened.close()
    announceMail()
  }
  await runPrimary({ workers, port, setUp: setUpOnce }, announce)
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
