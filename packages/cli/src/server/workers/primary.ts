// The process that listens for all workers, replaces them, and serves nothing itself.
import cluster from 'node:cluster'
import { serveAdmin, type Metrics } from '@trackerkit/http-node'
import { CommandError } from '../../terminal/command.js'
import {
  announceMail,
  announceMailbox,
  announceMigrations,
  announceServer,
  createBackups,
  setBaseUrl,
} from '../around-serving.js'
import { openMailbox } from '../incoming-mail.js'
import { originOf } from '../pages.js'
import { signalled } from '../run-server.js'
import type { ServerContext } from '../server-context.js'
import type { FromWorker, ToWorker } from './messages.js'
import { createSupervisor, type Worker } from './supervisor.js'
import { createHealthOfWorkers, reportMetrics } from './watching.js'
import { warn } from '../../terminal/print.js'

/** Serves until SIGTERM or SIGINT. A second signal ends all processes at once. */
export async function runPrimary(context: ServerContext): Promise<void> {
  const { workers, port, server, values } = context
  // A worker reads it. Wrong settings are reported before anything is created.
  const mailbox = values.imap === undefined ? undefined : await openMailbox(values.imap)
  const signal = signalled()
  const start = createStarter(port, () => setUpOnce(context))
  const log = (message: string) => warn(`trackerkit: ${message}`)
  const supervisor = createSupervisor({ count: workers, start, log })
  const metrics = await metricsOfAll(context)
  if (metrics) reportMetrics(metrics)
  const { admin } = server
  const adminServer = admin && (await serveAdmin({ health: createHealthOfWorkers(), metrics }, admin.port, admin.host))
  const backups = createBackups(context)
  try {
    const url = await Promise.race([supervisor.start(), signal])
    if (typeof url === 'string') {
      announceServer(context, url)
      announceMailbox(mailbox)
      backups.start()
      await Promise.race([signal, supervisor.lost])
    }
  } finally {
    await supervisor.stop()
    await adminServer?.stop()
    await backups.stop()
  }
}

/** Makes the tracker ready for workers. Called when the port is bound, so that a port in use leaves nothing behind. */
async function setUpOnce(context: ServerContext): Promise<void> {
  const { values, mail, setUp, logger, rules, offer } = context
  mail?.open()
  await announceMigrations(context)
  const opened = await setUp({ ...logger, rules })
  await setBaseUrl(context, opened)
  await offer?.offeredTo(opened, await originOf(values, opened))
  await announceMail(context, opened)
  await opened.close()
}

async function metricsOfAll({ server }: ServerContext): Promise<Metrics | undefined> {
  if (!server.metrics) return undefined
  const { metricsOfWorkers } = await import('@trackerkit/observe')
  const { contentType, text } = metricsOfWorkers()
  return { contentType, text, token: server.metrics.token }
}

function createStarter(port: number, setUp: () => Promise<void>) {
  // Workers accept connections from one queue of the system: no connection is lost with a worker that ends, as would
  // happen if this process distributed them, and busy workers take fewer.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const address = createAddress(port)
  let isSetUp: Promise<void> | undefined
  return ({ delivers }: { readonly delivers: boolean }): Worker =>
    startWorker({ delivers, address, setUp: () => (isSetUp ??= setUp()) })
}

/** Where workers listen. The port is bound for as long as one of them does; after that, 0 would be another one. */
function createAddress(givenPort: number) {
  const bound = new Set<number>()
  let port = givenPort
  let realPort = givenPort
  return {
    port: () => (port = bound.size === 0 ? realPort : port),
    listens: (worker: number, at: number) => {
      bound.add(worker)
      realPort = at
    },
    ended: (worker: number) => void bound.delete(worker),
  }
}

interface WorkerOptions {
  readonly address: ReturnType<typeof createAddress>
  readonly delivers: boolean
  readonly setUp: () => Promise<void>
}

function startWorker({ address, delivers, setUp }: WorkerOptions): Worker {
  const forked = cluster.fork()
  let failure: string | undefined
  let isStopped = false
  // Workers that have ended by now are reported by 'exit'.
  const tell = (message: ToWorker) => void (forked.isConnected() && forked.send(message, () => undefined))
  const ended = new Promise<string>((resolve) => {
    forked.once('exit', (code, signal) => {
      address.ended(forked.id)
      resolve(failure ?? (signal || `exit code ${code}`))
    })
  })
  const ready = new Promise<string>((resolve, reject) => {
    forked.once('listening', ({ port }: { readonly port: number }) => {
      address.listens(forked.id, port)
      void setUp().then(() => tell({ kind: 'open' }), reject)
    })
    forked.on('message', (message: FromWorker) => {
      if (message.kind === 'hears')
        return tell(isStopped ? { kind: 'stop' } : { kind: 'start', port: address.port(), delivers })
      if (message.kind === 'ready') return resolve(message.url)
      // Other messages are for watching.ts and the metrics.
      if (message.kind !== 'failed') return
      failure = message.message
      reject(new CommandError(failure))
    })
    void ended.then((how) => reject(new CommandError(`a worker exited during startup: ${how}`)))
  })
  const stop = () => {
    isStopped = true
    tell({ kind: 'stop' })
  }
  return { pid: forked.process.pid, ready, ended, stop }
}
