import { follow, metricsOf, startObserving } from './observing.js'
import {
  announceMail,
  announceMailbox,
  announceMigrations,
  announceServer,
  createBackups,
  setBaseUrl,
} from './around-serving.js'
import { openMailbox } from './incoming-mail.js'
import { readerIfInstalled } from '../store/mail-reader.js'
import { runServer, signalled } from './run-server.js'
import type { ServerContext } from './server-context.js'

/** Serves in this process. */
export async function serveAlone(context: ServerContext): Promise<void> {
  const { values, port, server, setUp, serving, logger, logins, rules, mail, sender } = context
  const observing = await startObserving(server.metrics !== undefined)
  const mailbox = values.imap === undefined ? undefined : await openMailbox(values.imap)
  const metrics = metricsOf(observing, server.metrics?.token)
  const tracker = async () => {
    await announceMigrations(context)
    const mailer = mail?.open()
    const reader = await readerIfInstalled()
    const sending = mailer || reader ? { mail: { mailer, reader } } : {}
    const delivering = { ...sending, ...logger, logins, rules, webhooks: { sender } }
    const opened = await setUp({ ...delivering, observer: observing.observer })
    await setBaseUrl(context, opened)
    follow(observing, opened)
    await announceMail(context, opened)
    return mailbox?.start(opened) ?? opened
  }
  const backups = createBackups(context)
  try {
    await runServer(
      { ...serving, tracker, port, admin: { ...server.admin, metrics }, observer: observing.requests },
      ({ url }) => {
        announceServer(context, url)
        announceMailbox(mailbox)
        backups.start()
      },
      // No message is begun that could not be ended.
      signalled().then(() => mailbox?.close()),
    )
  } finally {
    await mailbox?.close()
    await backups.stop()
  }
}
