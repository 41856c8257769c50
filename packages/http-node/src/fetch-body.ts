// The body of a request of node:http as the Fetch standard takes it.
import type { IncomingMessage } from 'node:http'
import { bodyBrokeOff } from '@trackerkit/rest'
import { keptBody } from './handled.js'
import { limitPieces, takeInTurns } from './in-turns.js'

export interface FetchBody {
  readonly init: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  /** Throws away the unread rest as it arrives: until then the connection cannot take another request. */
  readonly discard: () => void
}

/** Reserves memory. @throws too_busy */
type Take = (bytes: number) => void

/** The stream, when it is read, fails with body_already_read and too_busy. */
export function fetchBody(incoming: IncomingMessage, take: Take): FetchBody {
  const discard = () => {}
  try {
    const kept = keptBody(incoming)
    return kept ? { init: kept as Uint8Array<ArrayBuffer>, discard } : streamOf(incoming, take)
  } catch (error) {
    const refusing = new ReadableStream<Uint8Array>(
      { pull: (controller) => controller.error(error) },
      { highWaterMark: 0 },
    )
    return { init: refusing, discard }
  }
}

/** One part after the other, each when it is asked for. */
function streamOf(incoming: IncomingMessage, take: Take): FetchBody {
  let stop = () => {}
  const limit = limitPieces(incoming)
  let isTurn = false
  const discard = () => {
    stop()
    takeInTurns(incoming, () => undefined)
    incoming.resume()
  }
  const init = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onData = (chunk: Uint8Array) => {
          incoming.pause()
          const due = limit(chunk.length)
          if (due === 'closed') return onBreak()
          isTurn = due === 'turn'
          try {
            take(chunk.length)
            controller.enqueue(chunk)
          } catch (error) {
            discard()
            controller.error(error)
          }
        }
        const onEnd = () => {
          stop()
          controller.close()
        }
        const onBreak = () => {
          stop()
          controller.error(bodyBrokeOff())
        }
        stop = () => void incoming.off('data', onData).off('end', onEnd).off('close', onBreak)
        // An error without a listener would end the process; 'close' follows it.
        incoming.on('error', () => {})
        incoming.pause().on('data', onData).on('end', onEnd).on('close', onBreak)
        if (incoming.destroyed) onBreak()
      },
      pull() {
        if (isTurn) setImmediate(() => incoming.resume())
        else incoming.resume()
      },
      cancel: discard,
    },
    { highWaterMark: 0 },
  )
  return { init, discard }
}
