import { follow, metricsOf, startObserving } from './observing.js'
import { announceMail, announceMigrations, announceServer, createBackups, setBaseUrl } from './around-serving.js'
import { runServer } from './run-server.js'
import type { ServerContext } from './server-context.js'

/** Serves in this process. */
export async function serveAlone(context: ServerContext): Promise<void> {
  const { port, server, setUp, serving, logger, logins, rules, mail, sender } = context
  const observing = await startObserving(server.metrics !== undefined)
  const metrics = metricsOf(observing, server.metrics?.token)
  const tracker = async () => {
    await announceMigrations(context)
    const delivering = { mail: mail?.open(), ...logger, logins, rules, webhooks: { sender } }
    const opened = await setUp({ ...delivering, observer: observing.observer })
    await setBaseUrl(context, opened)
    follow(observing, opened)
    announceMail(context)
    return opened
  }
  const backups = createBackups(context)
  try {
    await runServer(
      { ...serving, tracker, port, admin: { ...server.admin, metrics }, observer: observing.requests },
      ({ url }) => {
        announceServer(context, url)
        backups.start()
      },
    )
  } finally {
    await backups.stop()
  }
}
