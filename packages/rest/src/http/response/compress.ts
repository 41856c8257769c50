// Compresses large answers for clients that accept it. Small ones fit into a few packets.
import { Buffer } from 'node:buffer'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RestRequest, RestResponse } from '../messages.js'
import { headerOf } from '../request/request-limits.js'
import { weightsOf } from '../request/weights.js'

/** The size in bytes from which answers are compressed: a bug, or a page of a few, stays below. */
const largeSize = 8192

/** Best first. Both run beside everything else, in the threads of libuv. */
const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

const [brotliBytes, gzipBytes] = [promisify(brotliCompress), promisify(gzip)]

const compressed: Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>> = {
  // The greatest quality that is as fast as gzip, and still a fifth smaller.
  br: (body) =>
    brotliBytes(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => gzipBytes(body),
}

/**
 * Compresses a response where the client accepts it. It then has a weak entity tag: the same answer in other bytes. A 304 repeats the
 * tag in the form that the client sent.
 */
export async function compress(request: RestRequest, response: RestResponse): Promise<RestResponse> {
  if (response.status === 304) return heldAs(request, response)
  const { body: plain } = response
  if (response.status === 206 || isStream(plain)) return response
  if (plain.length < largeSize || !isText(response)) return response
  const varied = withHeaders(response, { Vary: [response.headers['Vary'], 'Accept-Encoding'].join(', ') })
  const encoding = preferred(headerOf(request, 'accept-encoding') ?? '')
  if (encoding === undefined) return varied
  const body = await compressed[encoding](bytesOf(plain))
  const tag = response.headers['ETag']
  const headers = { 'Content-Encoding': encoding, ...(tag !== undefined && { ETag: `W/${String(tag)}` }) }
  return { ...withHeaders(varied, headers), body }
}

function heldAs(request: RestRequest, response: RestResponse): RestResponse {
  const weak = `W/${String(response.headers['ETag'])}`
  const isWeak = headerOf(request, 'if-none-match')?.includes(weak) === true
  return isWeak
    ? withHeaders(response, { ETag: weak, Vary: [response.headers['Vary'], 'Accept-Encoding'].join(', ') })
    : response
}

function withHeaders(response: RestResponse, headers: RestResponse['headers']): RestResponse {
  return { ...response, headers: { ...response.headers, ...headers } }
}

/** Pictures, archives and videos are compressed already; of uploads, only text is worth the time. */
function isText({ headers }: RestResponse): boolean {
  const type = String(headers['Content-Type'])
  return /^text\/|^[^;]*[/+](?:json|xml|javascript|yaml|sql|x-sh)\s*(?:;|$)/i.test(type)
}

/** Streams are not delayed by compression. */
function isStream(body: RestResponse['body']): body is AsyncIterable<Uint8Array> {
  return typeof body !== 'string' && !(body instanceof Uint8Array)
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body
}

/** The encoding with the greatest q above 0, the better one of several; undefined to send the answer as it is. */
function preferred(acceptEncoding: string): Encoding | undefined {
  const weights = new Map(weightsOf(acceptEncoding).map(([name, q]) => [name === 'x-gzip' ? 'gzip' : name, q]))
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}
