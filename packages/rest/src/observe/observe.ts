// Observers, which measure or trace requests. They receive no addresses, names or texts.
import process from 'node:process'
import { inspect } from 'node:util'
import {
  beginStages,
  finishStages,
  longerBlock,
  type Block,
  type Observation,
  type OperationEnded,
} from '@trackerkit/core/host'
import type { RestRequest } from '../http/messages.js'
import { peekHeader } from '../http/request/request-limits.js'

/** A request that has begun. */
export interface RequestBegun {
  /** To the API, or to pages and their assets. */
  readonly of: 'api' | 'pages'
  readonly method: string
  /** A header of the request, such as `traceparent`; undefined where it exceeds `requestLimits`. */
  readonly header: (name: string) => string | undefined
}

/** A request that has been answered, to its last byte. */
export interface RequestEnded {
  readonly method: string
  /**
   * The path below `/rest` as documented, such as `/bug/{id_or_alias}`, or that of a page, such as `/bug/:id`; undefined where
   * there is no route.
   */
  readonly route: string | undefined
  /** For example `bugs.get`. */
  readonly operation: string | undefined
  readonly status: number
  readonly milliseconds: number
  /** There was an internal error. */
  readonly isFault: boolean
  /** For a request to the pages: whether the API has answered it, and so reports it as well. */
  readonly isAnsweredByApi?: boolean | undefined
}

/** The load of a server. */
export interface ServerLoad {
  readonly connections: number
  /** Bytes of the bodies received of requests that are not answered yet. */
  readonly bodyBytes: number
  /** Bytes of responses that clients have not received yet. */
  readonly answerBytes: number
  /** Counts of rejections, by reason. */
  readonly refused: ReadonlyMap<string, number>
}

/** Observes one request. */
export interface RequestWatch {
  /** Passed to the observer of the tracker as the `parent` of this request's operations. */
  readonly parent?: unknown
  /** Headers for requests made on behalf of this one, such as `traceparent`. Default: those of this one. */
  readonly passedOn?: TraceHeaders | undefined
  /** Receives stages of the request itself that kept the event loop for longer than 100 ms. */
  readonly block?: ((block: Block) => void) | undefined
  /** Is called once. */
  readonly ended: (ended: RequestEnded) => void
}

/** The trace that a request belongs to. @see https://www.w3.org/TR/trace-context/ */
export interface TraceHeaders {
  readonly traceparent?: string | undefined
  readonly tracestate?: string | undefined
}

/** Is called for each request. Requests do not fail by its errors. */
export type RequestObserver = (begun: RequestBegun) => RequestWatch | undefined

/** Facts about a request, collected while it is answered. */
export interface RequestObservation extends Observation {
  /** The same as in the header X-Request-Id of the answer. */
  readonly id: string
  route?: string
  operation?: string | undefined
  user_id?: number | undefined
  actor_id?: number | undefined
  rows: number
  /** The client decides how long it takes. */
  isPatient?: boolean
  /** Leaves the place of a large answer, of which few are made at a time. */
  leave?: (() => void) | undefined
  readonly parent?: unknown
  readonly traceparent?: string | undefined
  /** For the tracker, where requests are logged or observed. */
  readonly onEnded?: (ended: OperationEnded) => void
}

/** Begins to observe a request. */
export function observeRequest(
  id: string,
  request: RestRequest,
  observer: RequestObserver | undefined,
  isLogged: boolean,
) {
  const { method } = request
  const watch = followRequest(observer, {
    of: 'api',
    method,
    header: (name) => peekHeader(request, name.toLowerCase()),
  })
  const observation: RequestObservation = beginStages<RequestObservation>({
    id,
    rows: 0,
    onBlock: watch?.block,
    parent: watch?.parent,
    traceparent: watch?.passedOn?.traceparent,
    ...((isLogged || watch) && {
      onEnded: ({ user_id, actor_id, rows, block }: OperationEnded) => {
        observation.user_id = user_id ?? observation.user_id
        observation.actor_id = actor_id ?? observation.actor_id
        observation.rows += rows
        observation.longestBlock = longerBlock(observation.longestBlock, block)
      },
    }),
  })
  const end = (answered: Pick<RequestEnded, 'status' | 'milliseconds' | 'isFault'>) => {
    finishStages(observation)
    watch?.ended({ method, route: observation.route, operation: observation.operation, ...answered })
  }
  return { observation, end }
}

/** Calls an observer; its errors go to stderr. */
export function followRequest(observer: RequestObserver | undefined, begun: RequestBegun): RequestWatch | undefined {
  const watch = safely(() => observer?.(begun))
  if (!watch) return undefined
  const { block, ended } = watch
  return {
    ...watch,
    ended: (request) => safely(() => ended.call(watch, request)),
    ...(block && { block: (stage) => safely(() => block.call(watch, stage)) }),
  }
}

function safely<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    process.stderr.write(`trackerkit: an observer of requests failed: ${inspect(error)}\n`)
    return undefined
  }
}
