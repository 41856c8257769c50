// Limits of one process: connections, incoming bodies, unread answers.
import type { IncomingMessage } from 'node:http'
import type { ServerLoad } from '@trackerkit/rest'
import { createBodyRoom, defaultBodyMemory, type BodyRoom } from './body-room.js'
import type { AnyServer, Connections } from './close.js'
import { createSlowBodies } from './slow-bodies.js'
import { limitConnections } from './idle-connections.js'
import { bytesFor, createUntaken } from './untaken.js'

export interface InFlightLimits {
  /**
   * Connections at a time. A further one closes another without a request, of the address that has most of these; if all are busy, it
   * is closed itself. Default: 4000.
   */
  readonly connections?: number | undefined
  /**
   * Bytes of request bodies in memory at a time; requests beyond it get 503. One address may have an eighth of it, callers without
   * recent valid credentials one half together. Default: 64 MB.
   */
  readonly bodyMemory?: number | undefined
}

export interface InFlightTimes {
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  /** Calls `look` repeatedly, until the returned function is called. */
  readonly repeat?: (look: () => void) => () => void
  /** Bytes of unread answers. */
  readonly maxAnswerMemory?: number
}

export interface Held {
  readonly bodies: BodyRoom
  /** Closes stalled connections, and more of them while all unread answers exceed the limit. */
  readonly lookAtAnswers: () => void
}

/** For a handler in the server of a program, which manages its connections itself. */
export function notShared(): Held {
  return { bodies: createBodyRoom(), lookAtAnswers: () => undefined }
}

export interface InFlight extends Held {
  /** Counts a refusal by its reason. */
  readonly refuse: (why: string) => void
  watch(server: AnyServer, connections: Connections): void
  readonly load: () => ServerLoad
}

/** Shared by the API, the pages and the admin server. */
export function createInFlight(
  { connections: maxConnections = 4000, bodyMemory = defaultBodyMemory }: InFlightLimits = {},
  { now = () => performance.now(), repeat = everySecond, maxAnswerMemory = 128 * 1024 ** 2 }: InFlightTimes = {},
): InFlight {
  const refused = new Map<string, number>()
  const refuse = (why: string) => void refused.set(why, (refused.get(why) ?? 0) + 1)
  const watched: Connections[] = []
  const bodies = createBodyRoom(bodyMemory, () => refuse('bodies'))
  const untaken = createUntaken({ now, maxAnswerMemory, onClosed: () => refuse('answers') })
  const open = () => watched.flatMap((connections) => [...connections.open])
  return {
    bodies,
    refuse,
    lookAtAnswers: () => untaken.look(open()),
    watch(server, connections) {
      limitConnections(server, {
        most: maxConnections,
        onEvicted: () => refuse('idle_connections'),
        onRefused: () => refuse('connections'),
      })
      watched.push(connections)
      const slow = createSlowBodies(now)
      server.on('request', (request: IncomingMessage) => slow.begin(request))
      const stop = repeat(() => {
        for (const socket of slow.find()) {
          refuse('slow')
          // As node:http reports late requests.
          server.emit('clientError', Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
        }
        untaken.look(open())
      })
      server.once('close', stop)
    },
    load: () => ({
      connections: watched.reduce((sum, { raw }) => sum + raw.size, 0),
      bodyBytes: bodies.bytes(),
      answerBytes: bytesFor(open()),
      refused,
    }),
  }
}

function everySecond(look: () => void): () => void {
  const looking = setInterval(look, 1000).unref()
  return () => clearInterval(looking)
}
