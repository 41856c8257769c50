// Who watches requests, to measure or to trace them. What it is told has no address, no name and no text in it.
import process from 'node:process'
import { inspect } from 'node:util'
import {
  beginStages,
  finishStages,
  longerBlock,
  type Block,
  type Observation,
  type OperationEnded,
} from '@trackerkit/core'
import type { RestRequest } from '../http/messages.js'
import { peekHeader } from '../http/request/request-limits.js'

/** A request begins. */
export interface RequestBegun {
  /** Of the API, or of pages and what belongs to them. */
  readonly of: 'api' | 'pages'
  readonly method: string
  /** A header of the request, such as `traceparent`; undefined where it is longer than `requestLimits` says. */
  readonly header: (name: string) => string | undefined
}

/** A request has been answered, to its last byte. */
export interface RequestEnded {
  readonly method: string
  /**
   * The path below `/rest` as the documentation writes it, such as `/bug/{id_or_alias}`, or that of a page, such as `/bug/:id`;
   * undefined where nothing answers there.
   */
  readonly route: string | undefined
  /** What it ran, such as `bugs.get`. */
  readonly operation: string | undefined
  readonly status: number
  readonly milliseconds: number
  /** Whether something went wrong inside. */
  readonly isFault: boolean
  /** Of a request that came for pages: whether the API has answered it, and so reports it as well. */
  readonly isAnsweredByApi?: boolean | undefined
}

/** How much is under way in a server. */
export interface ServerLoad {
  readonly connections: number
  /** Bytes of bodies that have arrived, of requests that are not answered yet. */
  readonly bodyBytes: number
  /** Bytes of answers that clients have yet to take. */
  readonly answerBytes: number
  /** How often something was refused, by what there was too much of. */
  readonly refused: ReadonlyMap<string, number>
}

/** Follows one request. */
export interface RequestWatch {
  /** What the observer of the tracker is given as `parent` of the operations of this request. */
  readonly parent?: unknown
  /** Headers for requests that are made on behalf of this one, such as `traceparent`. Default: those of this one. */
  readonly passedOn?: TraceHeaders | undefined
  /** Receives stages of the request itself that kept the event loop for longer than 100 ms. */
  readonly block?: ((block: Block) => void) | undefined
  /** Is told once. */
  readonly ended: (ended: RequestEnded) => void
}

/** What says to which trace a request belongs. @see https://www.w3.org/TR/trace-context/ */
export interface TraceHeaders {
  readonly traceparent?: string | undefined
  readonly tracestate?: string | undefined
}

/** Is told of each request. What it throws fails none. */
export type RequestObserver = (begun: RequestBegun) => RequestWatch | undefined

/** What is learned of a request while it is answered. */
export interface Seen extends Observation {
  route?: string
  operation?: string | undefined
  user_id?: number | undefined
  rows: number
  /** It takes as long as whoever asks wants to wait. */
  isPatient?: boolean
  readonly parent?: unknown
  readonly traceparent?: string | undefined
  /** For the tracker: what became of an operation. Left out where nobody wants to know. */
  readonly onEnded?: (ended: OperationEnded) => void
}

/** Begins to follow a request. */
export function startSeeing(request: RestRequest, observer: RequestObserver | undefined, isLogged: boolean) {
  const { method } = request
  const told = followRequest(observer, {
    of: 'api',
    method,
    header: (name) => peekHeader(request, name.toLowerCase()),
  })
  const seen: Seen = beginStages<Seen>({
    rows: 0,
    onBlock: told?.block,
    parent: told?.parent,
    traceparent: told?.passedOn?.traceparent,
    ...((isLogged || told) && {
      onEnded: ({ user_id, rows, block }: OperationEnded) => {
        seen.user_id = user_id ?? seen.user_id
        seen.rows += rows
        seen.longestBlock = longerBlock(seen.longestBlock, block)
      },
    }),
  })
  const end = (answered: Pick<RequestEnded, 'status' | 'milliseconds' | 'isFault'>) => {
    finishStages(seen)
    told?.ended({ method, route: seen.route, operation: seen.operation, ...answered })
  }
  return { seen, end }
}

/** Has an observer follow a request, and keeps from others what it throws. */
export function followRequest(observer: RequestObserver | undefined, begun: RequestBegun): RequestWatch | undefined {
  const watch = safely(() => observer?.(begun))
  if (!watch) return undefined
  const { block, ended } = watch
  return {
    ...watch,
    ended: (one) => safely(() => ended.call(watch, one)),
    ...(block && { block: (one) => safely(() => block.call(watch, one)) }),
  }
}

function safely<T>(tell: () => T): T | undefined {
  try {
    return tell()
  } catch (error) {
    process.stderr.write(`trackerkit: an observer of requests failed: ${inspect(error)}\n`)
    return undefined
  }
}
