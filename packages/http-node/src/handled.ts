// What frameworks and their parsers have made of a request by the time that it comes here.
import type { IncomingMessage } from 'node:http'
import { bodyAlreadyRead, headerOf, peekHeader } from '@trackerkit/rest'

/** What they leave in a request. */
interface Handled extends IncomingMessage {
  /** The target as it was before the folder was cut off where a handler is mounted. */
  readonly originalUrl?: unknown
  /** The bytes of the body. */
  readonly rawBody?: unknown
  /** What was made of the body: bytes, text, or the object that was JSON or a form. */
  readonly body?: unknown
}

/** The target as the client sees it, wherever the handler is mounted. */
export function targetOf({ originalUrl, url }: Handled): string {
  return typeof originalUrl === 'string' ? originalUrl : (url ?? '/')
}

/**
 * The body where somebody keeps it: the bytes, else what was made of a stream that is used up. Undefined where the stream has it,
 * untouched. It never has anybody wait for a stream that has ended.
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

/** Whether the headers say that a body follows. */
export function announcesBody(incoming: IncomingMessage): boolean {
  return (
    peekHeader(incoming, 'transfer-encoding') !== undefined || Number(headerOf(incoming, 'content-length') ?? 0) > 0
  )
}

/** The text that a parser made this of, in its kind if not in its letters; undefined where that cannot be known. */
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
