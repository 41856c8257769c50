// Traces through the OpenTelemetry API. Without a registered SDK, nothing is recorded.
import {
  context,
  propagation,
  ProxyTracerProvider,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type TextMapGetter,
  type Tracer,
} from '@opentelemetry/api'
import { version, type Observer } from '@trackerkit/core'
import type { RequestObserver, TraceHeaders } from '@trackerkit/rest'
import { knownMethod } from './method.js'

/** Makes spans of requests, operations and statements. */
export interface Tracing {
  /** For `createTracker({ observer })`. */
  readonly observer: Observer
  /** For `createNodeHandler(tracker, { observer })` and its like. */
  readonly requests: RequestObserver
}

/**
 * Makes spans, if an OpenTelemetry SDK is registered: of requests, which continue the trace of the header
 * `traceparent`, of the operations that they run, and of their statements. They contain names and numbers, but no
 * texts.
 *
 * @example
 * const tracing = createTracing()
 * const tracker = await createTracker({ store: memoryStore(), observer: tracing.observer })
 * const answer = createNodeHandler(tracker, { observer: tracing.requests })
 */
export function createTracing(): Tracing {
  const tracer = trace.getTracer('trackerkit', version)
  return {
    observer: { operation: (begun) => (isListened() ? traceOperation(tracer, begun) : undefined) },
    requests: traceRequests(tracer),
  }
}

/** Returns true if an SDK is registered. */
function isListened(): boolean {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('trackerkit') !== undefined
}

interface Carrier {
  readonly traceparent: string | undefined
  readonly tracestate: string | undefined
}

const getter: TextMapGetter<Carrier> = {
  get: (carrier, key) => (key === 'traceparent' || key === 'tracestate' ? carrier[key] : undefined),
  keys: (carrier) => Object.keys(carrier),
}

function traceRequests(tracer: Tracer): RequestObserver {
  return ({ of, method, header }) => {
    if (!isListened()) return undefined
    const carrier = { traceparent: header('traceparent'), tracestate: header('tracestate') }
    const above = propagation.extract(context.active(), carrier, getter)
    const known = knownMethod(method)
    const attributes = { 'http.request.method': known ?? '_OTHER' }
    // The name that OpenTelemetry's semantic conventions give to an unknown method.
    const span = tracer.startSpan(known ?? 'HTTP', { kind: SpanKind.SERVER, attributes }, above)
    const within = trace.setSpan(above, span)
    return {
      parent: within,
      passedOn: headersOf(within),
      ended({ route, status, isFault }) {
        const path = route !== undefined && (of === 'api' ? `/rest${route}` : route)
        if (path) span.updateName(`${known} ${path}`).setAttribute('http.route', path)
        span.setAttribute('http.response.status_code', status)
        if (isFault || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
}

/** Without a propagator there are none, and those of the request itself are passed on. */
function headersOf(within: Context): TraceHeaders | undefined {
  const headers: Record<string, string> = {}
  propagation.inject(within, headers)
  return headers['traceparent'] === undefined ? undefined : headers
}

function traceOperation(
  tracer: Tracer,
  { operation, kind, parent }: Parameters<NonNullable<Observer['operation']>>[0],
) {
  const above = isContext(parent) ? parent : context.active()
  const span = tracer.startSpan(operation, { attributes: { 'trackerkit.kind': kind } }, above)
  const within = trace.setSpan(above, span)
  return {
    statement({ verb, entity }: { readonly verb: string; readonly entity: string }) {
      const attributes = { 'db.operation.name': verb, 'db.collection.name': entity }
      const one = tracer.startSpan(`${verb} ${entity}`, { kind: SpanKind.CLIENT, attributes }, within)
      return () => one.end()
    },
    ended({
      outcome,
      rows,
      statements,
    }: {
      readonly outcome: string
      readonly rows: number
      readonly statements: number
    }) {
      span.setAttributes({
        'trackerkit.outcome': outcome,
        'trackerkit.rows': rows,
        'trackerkit.statements': statements,
      })
      if (outcome === 'fault') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function isContext(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && 'getValue' in value
}
