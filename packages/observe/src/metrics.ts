// Metrics of a tracker for Prometheus: names of operations and routes, numbers, and no content.
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client'
import type { Observer, Tracker } from '@trackerkit/core'
import type { OperationEnded } from '@trackerkit/core/host'
import { isGuessCode, type RequestObserver, type ServerLoad } from '@trackerkit/rest'
import { countBlocks } from './blocks.js'
import { addFigures } from './gauges.js'
import { addLoad } from './load.js'
import { knownMethod } from './method.js'
import { addProcess } from './process.js'

/** Metrics of one process. */
export interface TrackerMetrics {
  /** For `createTracker({ observer })`. */
  readonly observer: Observer
  /** For `createNodeHandler(tracker, { observer })` and its like. */
  readonly requests: RequestObserver
  /**
   * Also measures stored items and pending deliveries of a tracker. Of several processes on one store, one is enough.
   */
  readonly follow: (tracker: Pick<Tracker, 'figures'>) => void
  /** Also measures the load of a server. `serve` calls it with these metrics. */
  readonly followServer: (read: () => ServerLoad) => void
  /** The content type of the text. */
  readonly contentType: string
  /** The text, as of now. */
  readonly text: () => Promise<string>
  /** Where all of it is registered, for metrics of your own. */
  readonly registry: Registry
}

/**
 * Counts and measures operations and requests.
 *
 * @example
 * const metrics = createMetrics()
 * const tracker = await createTracker({ store: memoryStore(), observer: metrics.observer })
 * metrics.follow(tracker)
 * const server = await serve({ tracker, observer: metrics.requests, admin: { metrics } })
 */
export function createMetrics(): TrackerMetrics {
  const registry = new Registry()
  addProcess(registry)
  const block = countBlocks(registry)
  return {
    observer: {
      ...countOperations(registry),
      ...measureStore(registry),
      ...measureProviders(registry),
      ...measureRules(registry),
      ...countOthers(registry),
      block,
    },
    requests: measureRequests(registry, block),
    follow: (tracker) => addFigures(registry, tracker),
    followServer: addLoad(registry),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    registry,
  }
}

/** Makes a cluster worker send its metrics to the primary process. */
export function shareWithPrimary({ registry }: Pick<TrackerMetrics, 'registry'>): void {
  AggregatorRegistry.setRegistries([registry])
  new AggregatorRegistry()
}

/** For the process that has started workers: their metrics, put together. */
export function metricsOfWorkers(): Pick<TrackerMetrics, 'contentType' | 'text'> {
  const all = new AggregatorRegistry()
  return { contentType: all.contentType, text: () => all.clusterMetrics() }
}

/** Seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function measureRequests(registry: Registry, block: Observer['block']): RequestObserver {
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['route', 'method', 'status'], buckets, registers: [registry] })
  const seconds = {
    api: histogram(
      'trackerkit_http_request_duration_seconds',
      'How long requests to the API took, to the last byte of their answers.',
    ),
    pages: histogram(
      'trackerkit_http_page_duration_seconds',
      'How long requests for pages took, and for what belongs to them, with the requests to the API within.',
    ),
  }
  const limited = new Counter({
    name: 'trackerkit_http_requests_limited_total',
    help: 'Requests that were refused because there were too many (429).',
    registers: [registry],
  })
  return ({ of }) => ({
    block,
    ended({ route = 'none', method, status, milliseconds, isAnsweredByApi }) {
      if (isAnsweredByApi) return
      seconds[of].observe({ route, method: knownMethod(method) ?? 'other', status }, milliseconds / 1000)
      if (of === 'api' && status === 429) limited.inc()
    },
  })
}

/** Outcomes of failed or expired authentication. */
function isRefusal(outcome: string): boolean {
  return isGuessCode(outcome) || outcome === 'account_disabled' || outcome === 'api_key_revoked'
}

function countOperations(registry: Registry): Pick<Observer, 'operation'> {
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `trackerkit_${name}`, help, labelNames, registers: [registry] })
  const operations = counter('operations_total', 'Operations, by what came of them.', ['operation', 'outcome'])
  const seconds = counter('operation_seconds_total', 'Seconds that operations took, together.', ['operation'])
  const rows = counter('operation_rows_total', 'Rows that operations read, together.', ['operation'])
  const overdue = counter('operations_overdue_total', 'Operations that were ended by their deadline.', ['operation'])
  const refused = counter('credentials_refused_total', 'Wrong credentials, and those of locked accounts.', ['reason'])
  const ended = ({ operation, outcome, milliseconds, rows: read }: OperationEnded) => {
    operations.inc({ operation, outcome })
    seconds.inc({ operation }, milliseconds / 1000)
    rows.inc({ operation }, read)
    if (outcome === 'search_too_expensive' || outcome === 'operation_timeout') overdue.inc({ operation })
    if (isRefusal(outcome)) refused.inc({ reason: outcome })
  }
  return { operation: () => ({ ended }) }
}

function measureStore(registry: Registry): Pick<Observer, 'transaction'> {
  const seconds = new Histogram({
    name: 'trackerkit_store_transaction_duration_seconds',
    help: 'How long transactions of the store took, with the wait for their turn. Lost races (retry) are run again.',
    labelNames: ['kind', 'outcome'],
    buckets,
    registers: [registry],
  })
  const waiting = new Counter({
    name: 'trackerkit_store_waiting_seconds_total',
    help: 'Seconds that transactions waited for their turn, together.',
    labelNames: ['kind'],
    registers: [registry],
  })
  const scans = new Counter({
    name: 'trackerkit_store_scans_total',
    help: 'Reads of very many rows, such as searches, by the server that answered, where there is a standby.',
    labelNames: ['server'],
    registers: [registry],
  })
  return {
    transaction({ kind, outcome, waited, milliseconds, server }) {
      if (server) scans.inc({ server })
      seconds.observe({ kind, outcome }, milliseconds / 1000)
      waiting.inc({ kind }, waited / 1000)
    },
  }
}

function measureProviders(registry: Registry): Pick<Observer, 'provider'> {
  const logins = new Counter({
    name: 'trackerkit_provider_logins_total',
    help: 'Logins at login providers, by how far the provider got, and requests that did not lead there.',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'trackerkit_provider_seconds',
    help: 'How long login providers took to lead to their page, and to identify a person.',
    labelNames: ['provider', 'step'],
    buckets,
    registers: [registry],
  })
  return {
    provider({ provider, step, outcome, milliseconds }) {
      seconds.observe({ provider, step }, milliseconds / 1000)
      if (step === 'finish' || outcome !== 'ok') logins.inc({ provider, outcome: outcome.replace(' ', '_') })
    },
  }
}

function measureRules(registry: Registry): Pick<Observer, 'rule'> {
  const rules = new Counter({
    name: 'trackerkit_rules_total',
    help: 'Calls of rules of the embedding program, by outcome.',
    labelNames: ['rule', 'outcome'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'trackerkit_rule_seconds',
    help: 'How long calls of rules took. Writes wait for them.',
    labelNames: ['rule'],
    buckets,
    registers: [registry],
  })
  return {
    rule({ rule, outcome, milliseconds }) {
      rules.inc({ rule, outcome })
      seconds.observe({ rule }, milliseconds / 1000)
    },
  }
}

function countOthers(registry: Registry): Pick<Observer, 'delivery' | 'inbound' | 'reload'> {
  const deliveries = new Counter({
    name: 'trackerkit_deliveries_total',
    help: 'Attempts to send a message or to make a request of a webhook. Those that were given up are dead.',
    labelNames: ['of', 'outcome'],
    registers: [registry],
  })
  const inbound = new Counter({
    name: 'trackerkit_inbound_total',
    help: 'Received email and events of git hosts, by outcome.',
    labelNames: ['way', 'outcome'],
    registers: [registry],
  })
  const reloads = new Counter({
    name: 'trackerkit_reloads_total',
    help: 'Reloads of the configuration or of users after changes.',
    labelNames: ['what'],
    registers: [registry],
  })
  return {
    delivery: ({ of, outcome }) => deliveries.inc({ of, outcome }),
    inbound: ({ way, outcome }) => inbound.inc({ way, outcome }),
    reload: (what) => reloads.inc({ what }),
  }
}
