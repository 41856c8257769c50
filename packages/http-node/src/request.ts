// A request of node:http as one of the API.
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  bodyBrokeOff,
  bodyInTinyPieces,
  bodyTooLarge,
  headerOf,
  namesCaller,
  requestLimits,
  type BodySender,
  type RestRequest,
} from '@trackerkit/rest'
import type { BodyRoom, HeldBody } from './body-room.js'
import { keptBody, targetOf } from './handled.js'
import { collect } from './collect.js'
import { takeInTurns } from './in-turns.js'

export function toRestRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string | undefined,
  room: BodyRoom,
): RestRequest & { release(): void } {
  let signal: AbortSignal | undefined
  let held: HeldBody | undefined
  return {
    method: incoming.method ?? 'GET',
    target: targetOf(incoming),
    headers: incoming.headers,
    headerCount: incoming.rawHeaders.length / 2,
    address,
    body: (limit, sender) => readBody(room, { incoming, limit, sender, held: (held ??= room.open(address)) }),
    release: () => held && room.release(held),
    get signal() {
      return (signal ??= signalOf(outgoing))
    },
  }
}

/** Aborts when the client has disconnected. Few requests need it. */
export function signalOf(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (outgoing.destroyed) gone.abort()
  else outgoing.once('close', () => gone.abort())
  return gone.signal
}

/** @throws WireError when the body is too large (413) or breaks off (400), body_already_read, too_busy */
async function readBody(room: BodyRoom, { incoming, held, limit, sender }: Reading): Promise<Uint8Array> {
  const kept = keptBody(incoming)
  if (!kept) return readAll(room, { incoming, held, limit, sender })
  if (kept.length > limit) throw bodyTooLarge(limit)
  return kept
}

interface Reading {
  readonly incoming: IncomingMessage
  readonly held: HeldBody
  readonly limit: number
  readonly sender: BodySender | undefined
}

/**
 * Reads all of the stream. Bytes beyond the limit are thrown away as they arrive, and the answer does not wait for them: a client
 * that is still sending can read it.
 * @throws WireError when the body is too large (413), breaks off or comes in tiny pieces (400), too_busy
 */
async function readAll(room: BodyRoom, { incoming, held, limit, sender }: Reading): Promise<Uint8Array> {
  if (Number(headerOf(incoming, 'content-length') ?? 0) > limit) throw bodyTooLarge(limit)
  // Nothing more would be heard of it.
  if (incoming.destroyed) throw bodyBrokeOff()
  if (sender?.isNamed()) room.name(held)
  let collected = collect()
  let size = 0
  return new Promise((resolve, reject) => {
    const stop = () => {
      stopTaking()
      incoming.off('end', onEnd).off('error', onBreak).off('close', onBreak)
    }
    const refuse = (error: unknown) => {
      stop()
      takeInTurns(incoming, () => undefined)
      collected = collect()
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      const before = size
      size += chunk.length
      if (size > limit) return refuse(bodyTooLarge(limit))
      collected.add(chunk)
      // Clients may name the caller in the body itself: its beginning is searched once.
      const isBeginning = before <= requestLimits.bodyWithoutCredentials && size > requestLimits.bodyWithoutCredentials
      if (
        isBeginning &&
        !held.isNamed &&
        namesCaller(collected.bytes().subarray(0, requestLimits.bodyWithoutCredentials))
      )
        room.name(held)
      try {
        room.take(held, chunk.length, sender)
      } catch (error) {
        refuse(error)
      }
    }
    const onEnd = () => {
      stop()
      resolve(collected.bytes())
    }
    const onBreak = () => {
      stop()
      // An error without a listener would end the process.
      incoming.on('error', () => undefined)
      reject(bodyBrokeOff())
    }
    const stopTaking = takeInTurns(incoming, onData, () => {
      stop()
      reject(bodyInTinyPieces())
    })
    incoming.on('end', onEnd).on('error', onBreak).on('close', onBreak)
  })
}
