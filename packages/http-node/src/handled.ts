// Requests that frameworks and their body parsers have changed.
import type { IncomingMessage } from 'node:http'
import { bodyAlreadyRead, headerOf, peekHeader } from '@trackerkit/rest'

interface Handled extends IncomingMessage {
  /** The target as it was before the folder was cut off where a handler is mounted. */
  readonly originalUrl?: unknown
  /** The bytes of the body. */
  readonly rawBody?: unknown
  /** The parsed body: bytes, text, or the object of JSON or a form. */
  readonly body?: unknown
}

/** The target as the client sees it, wherever the handler is mounted. */
export function targetOf({ originalUrl, url }: Handled): string {
  return typeof originalUrl === 'string' ? originalUrl : (url ?? '/')
}

/**
 * The body as a parser has kept it: its bytes, or for a stream that is used up the parsed value. Undefined where the stream is
 * untouched. It never waits for a stream that has ended.
 * @throws body_already_read
 */
export function keptBody(incoming: Handled): Uint8Array | undefined {
  const { rawBody, body } = incoming
  if (rawBody instanceof Uint8Array) return rawBody
  if (!incoming.readableDidRead && !incoming.readableEnded) return undefined
  if (body instanceof Uint8Array) return body
  if (typeof body === 'string') return Buffer.from(body)
  if (!announcesBody(incoming)) return new Uint8Array()
  const text = textOfParsed(body, headerOf(incoming, 'content-type'))
  if (text === undefined) throw bodyAlreadyRead()
  return Buffer.from(text)
}

export function announcesBody(incoming: IncomingMessage): boolean {
  return (
    peekHeader(incoming, 'transfer-encoding') !== undefined || Number(headerOf(incoming, 'content-length') ?? 0) > 0
  )
}

/** Text that parses to the same value; undefined for unknown types. */
function textOfParsed(body: unknown, contentType = ''): string | undefined {
  const [media = ''] = contentType.toLowerCase().split(';')
  if (media.trim() === 'application/json') return body === undefined ? undefined : JSON.stringify(body)
  if (media.trim() === 'application/x-www-form-urlencoded') return textOfForm(body)
  return undefined
}

function textOfForm(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const fields = Object.entries(body).flatMap(([name, values]: [string, unknown]) =>
    (Array.isArray(values) ? values : [values]).map((value: unknown) => [name, value] as const),
  )
  const isFlat = fields.every((field): field is readonly [string, string] => typeof field[1] === 'string')
  return isFlat ? new URLSearchParams(fields as [string, string][]).toString() : undefined
}
