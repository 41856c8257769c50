// Sends requests as they are, however malformed, and takes what comes back.
import { Agent, request, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { HostileRequest } from './requests.js'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Until the whole answer was here. */
  readonly milliseconds: number
}

/** Milliseconds after which a request counts as not answered. */
const patience = 60_000

export function createSender(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  /** Status 0 when the connection was closed without an answer, which a server may do to what is too large. */
  function send({ method, path, headers, body }: HostileRequest): Promise<Answer> {
    const began = performance.now()
    const content =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const close = () => resolve({ status: 0, headers: {}, text: '', milliseconds: performance.now() - began })
      const outgoing = request(
        new URL(`${origin}/rest${path}`),
        { method, agent, headers: { ...content, ...latin(headers) } },
        (incoming) => {
          const chunks: Buffer[] = []
          const end = () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: unpacked(Buffer.concat(chunks), incoming.headers['content-encoding']),
              milliseconds: performance.now() - began,
            })
          incoming.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            if (!isStream(incoming)) return
            end()
            incoming.destroy()
          })
          incoming.on('error', close)
          incoming.on('end', end)
        },
      )
      outgoing.setTimeout(patience, () => reject(new Error(`no answer in ${patience / 1000} s`)))
      outgoing.on('error', (error) => (error.message.startsWith('no answer') ? reject(error) : close()))
      outgoing.end(body)
    })
  }

  return { send, close: () => agent.destroy() }
}

/** A stream of changes has no end. */
function isStream({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true
}

/** Removes characters that a header cannot contain. */
function latin(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\xa0-\xff]/g, '')]),
  )
}

function unpacked(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return ''
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString()
}
