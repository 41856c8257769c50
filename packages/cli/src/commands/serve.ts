import cluster from 'node:cluster'
import { addIncomingMailOptions } from '../server/incoming-mail.js'
import { addLoginsOptions } from '../server/logins.js'
import { addMailOptions } from '../server/mail.js'
import { addRulesOption } from '../settings/rules.js'
import { addServerOptions } from '../server/run-server.js'
import { serveAlone } from '../server/serve-alone.js'
import { createServerContext, maxWorkers, type ServeOptions } from '../server/server-context.js'
import { addServerSettings } from '../server/server-settings.js'
import { addWebhookOptions } from '../server/webhooks.js'
import { runPrimary } from '../server/workers/primary.js'
import { runWorker } from '../server/workers/worker.js'
import { addProxyOptions } from '../store/proxy.js'
import { addDatabaseOption, type CommandDefinition } from '../terminal/command.js'

/** `trackerkit serve`: serves the tracker of a file, and sets up a new one. */
export const serve: CommandDefinition = {
  summary: 'Serve a tracker',
  define: (command) => {
    command.description(
      'Serves a tracker. If it has no administrator, prints a setup URL. With --admin, with credentials in the ' +
        'environment, or without pages, creates an administrator instead and prints generated credentials once. ' +
        "With --db ':memory:', nothing is saved.",
    )
    addServerOptions(addDatabaseOption(command))
    command
      .option('--replica <URL>', 'PostgreSQL standby of --db for searches; used while it is up to date. Default: none.')
      .option('--admin <LOGIN>', 'Administrator of a new tracker; skips the setup page.')
      .option('--workers <N>', `Number of processes, 1 to ${maxWorkers}; use one per core. Default: 1.`)
    addServerSettings(
      addWebhookOptions(
        addIncomingMailOptions(addMailOptions(addLoginsOptions(addRulesOption(addProxyOptions(command))))),
      ),
    ).action(runServe)
  },
}

async function runServe(options: ServeOptions): Promise<void> {
  const context = await createServerContext(options)
  if (context.workers === 1) return serveAlone(context)
  return cluster.isWorker ? runWorker(context) : runPrimary(context)
}
