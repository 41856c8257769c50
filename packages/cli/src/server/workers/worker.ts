// One of the processes that serve, controlled by messages of the primary.
import cluster from 'node:cluster'
import type { Tracker } from '@trackerkit/core'
import { defaultFailures } from '@trackerkit/rest'
import { CommandError } from '../../terminal/command.js'
import { messageOf } from '../../terminal/explain.js'
import { openTracker } from '../../store/store.js'
import { openMailbox } from '../incoming-mail.js'
import { readerIfInstalled } from '../../store/mail-reader.js'
import { follow, startObserving, type Observing } from '../observing.js'
import { runServer, signalled } from '../run-server.js'
import type { ServerContext } from '../server-context.js'
import type { Rates } from '../server-settings.js'
import type { FromWorker, ToWorker } from './messages.js'
import { createMetricsOfAll, reportHealth } from './watching.js'

/** Serves until a message of the primary, SIGTERM or SIGINT. The primary reports failures. */
export async function runWorker(context: ServerContext): Promise<void> {
  const { workers, server, serving } = context
  const observing = await startObserving(server.metrics !== undefined)
  const { measured } = observing
  if (measured) (await import('@trackerkit/observe')).shareWithPrimary(measured)
  const [started, opened, stopped] = [received('start'), received('open'), received('stop')]
  const closed = Promise.race([stopped, signalled()])
  const early = closed.then(() => Promise.reject(new CommandError('stopped during startup')))
  // An address whose requests are spread over all workers must not get more attempts than with a single process.
  const attempts = { failures: Math.floor(defaultFailures / workers) }
  const limits = { ...serving.limits, attempts, rate: shareOf(serving.limits.rate, workers) }
  const token = server.metrics?.token
  const metrics = measured && { contentType: measured.contentType, text: createMetricsOfAll(), token }
  // The primary serves a separate port.
  const admin = server.admin ? false : { metrics }
  const { imap } = context.values
  send({ kind: 'hears' })
  try {
    const { port, delivers } = await Promise.race([started, early])
    const mailbox = delivers && imap !== undefined ? await openMailbox(imap) : undefined
    const tracker = async () => {
      await Promise.race([opened, early])
      const mine = await openAs(context, observing, delivers)
      const tracker = mailbox?.start(mine) ?? mine
      reportHealth(() => tracker.health())
      return tracker
    }
    await runServer(
      { ...serving, port, tracker, limits, admin, observer: observing.requests },
      ({ url, load }) => {
        measured?.followServer(load)
        send({ kind: 'ready', url })
      },
      // No message is begun that could not be ended.
      closed.then(() => mailbox?.close()),
    )
  } catch (error) {
    send({ kind: 'failed', message: messageOf(error) })
  }
  cluster.worker?.disconnect()
}

async function openAs(context: ServerContext, observing: Observing, delivers: boolean): Promise<Tracker> {
  const { database, replica, proxy, logger, logins, rules, mail, sender } = context
  const [mailer, reader] = [delivers ? mail?.open() : undefined, await readerIfInstalled()]
  const opened = await openTracker(database, {
    mustExist: true,
    replica,
    ...logger,
    observer: observing.observer,
    ...(proxy && { hostUsers: proxy.hostUsers }),
    logins,
    rules,
    ...((mailer || reader) && { mail: { mailer, reader } }),
    // All workers check URLs, and send test requests of webhooks.
    webhooks: { sender, onDemand: !delivers },
  })
  // Each worker would count the same.
  if (delivers) follow(observing, opened)
  return opened
}

/** The share of one worker; 0 is any amount. */
export function shareOf({ perMinute, anonymousPerMinute }: Rates, workers: number): Rates {
  const partOf = (rate: number) => (rate === 0 ? 0 : Math.max(1, Math.floor(rate / workers)))
  return { perMinute: partOf(perMinute), anonymousPerMinute: partOf(anonymousPerMinute) }
}

function send(message: FromWorker): void {
  process.send?.(message)
}

/** The first message of that kind. */
function received<K extends ToWorker['kind']>(kind: K): Promise<Extract<ToWorker, { kind: K }>> {
  return new Promise((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message.kind === kind) resolve(message as Extract<ToWorker, { kind: K }>)
    })
  })
}
