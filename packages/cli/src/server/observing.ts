// Metrics, if enabled, and traces, if an OpenTelemetry SDK is present.
import type { Logger, Observer, Tracker } from '@trackerkit/core'
import type { Metrics } from '@trackerkit/http-node'
import type { TrackerMetrics } from '@trackerkit/observe'
import type { LogLevel, RequestObserver } from '@trackerkit/rest'
import { inspect } from 'node:util'
import { putLog } from '../terminal/print.js'

export interface Observing {
  /** For the tracker. */
  readonly observer?: Observer | undefined
  /** For the server. */
  readonly requests?: RequestObserver | undefined
  /** Metrics of this process. */
  readonly measured?: TrackerMetrics | undefined
}

/** Loads only what is needed, so that the command starts faster. */
export async function startObserving(isMeasured: boolean): Promise<Observing> {
  const isTraced = Symbol.for('opentelemetry.js.api.1') in globalThis
  if (!isMeasured && !isTraced) return {}
  const { createMetrics, createTracing, requestsTogether, together } = await import('@trackerkit/observe')
  const measured = isMeasured ? createMetrics() : undefined
  const traced = isTraced ? createTracing() : undefined
  const all = [measured, traced].filter((one) => one !== undefined)
  return {
    observer: together(...all.map(({ observer }) => observer)),
    requests: requestsTogether(...all.map(({ requests }) => requests)),
    measured,
  }
}

/** Returns the `/metrics` response of one process. */
export function metricsOf({ measured }: Observing, token: string | undefined): Metrics | undefined {
  return (
    measured && {
      contentType: measured.contentType,
      text: measured.text,
      followServer: measured.followServer,
      token,
    }
  )
}

/** Also measures how much there is in the tracker. */
export function follow({ measured }: Observing, tracker: Tracker): void {
  measured?.follow(tracker)
}

/** Returns a logger that writes JSON Lines, as the request log does. */
export function jsonLogger(least: LogLevel): Logger {
  const write = (level: LogLevel, message: string, details: Readonly<Record<string, unknown>> = {}) => {
    const shown = Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, value instanceof Error ? inspect(value) : value]),
    )
    const entry = { level, time: new Date().toISOString(), message }
    // The entry comes first, and details with its names do not replace it.
    putLog(`${JSON.stringify({ ...entry, ...shown, ...entry })}\n`)
  }
  return {
    warn: (message, details) => void (least !== 'error' && write('warn', message, details)),
    error: (message, details) => write('error', message, details),
  }
}
