// The body of a request: JSON, an object, and nothing else.
import { TrackerError } from '@trackerkit/core'
import { headerOf, type RestRequest } from '../request.js'
import { WireError, wireCodes } from './errors.js'
import type { Parameters } from './target.js'

/** Deeper than any input of the API; what is nested without end would exhaust the stack of whoever walks it. */
const maxDepth = 32

/**
 * Reads the parameters in the body of a request other than GET. The content type is demanded even where a body is empty: a
 * browser that sends a form or a plain text from a foreign page cannot set it. Only DELETE, which such a page cannot send,
 * may come with neither.
 */
export async function readBody(request: RestRequest): Promise<Parameters> {
  const type = headerOf(request, 'content-type')
  if (type === undefined && request.method === 'DELETE') {
    if ((await request.body()).length === 0) return new Map()
    throw wrongContentType(type)
  }
  if (!isJson(type)) throw wrongContentType(type)
  if (headerOf(request, 'content-encoding') !== undefined) {
    throw new WireError(415, 'The body must be sent as it is, without a content encoding.', wireCodes.wrongContentType)
  }
  const bytes = await request.body()
  return bytes.length === 0 ? new Map() : parseObject(bytes)
}

function isJson(type: string | undefined): boolean {
  const [media = '', ...settings] = (type ?? '').toLowerCase().split(';')
  const charset = settings.map((setting) => setting.trim()).find((setting) => setting.startsWith('charset='))
  return media.trim() === 'application/json' && /^(charset="?(utf-?8|us-ascii)"?)?$/.test(charset ?? '')
}

function wrongContentType(type: string | undefined): WireError {
  const found = type === undefined ? 'none was given' : `not '${type.slice(0, 80)}'`
  return new WireError(415, `The Content-Type must be application/json in UTF-8; ${found}.`, wireCodes.wrongContentType)
}

function parseObject(bytes: Uint8Array): Parameters {
  const body = parseJson(bytes)
  if (body === null) return new Map()
  if (typeof body !== 'object' || Array.isArray(body)) throw new TrackerError('body_not_object')
  return new Map(Object.entries(body))
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (depthWithin(value, maxDepth)) return value
  } catch (error) {
    const detail = error instanceof SyntaxError ? positionIn(error.message) : ': it is not UTF-8'
    throw new WireError(400, `The body is not valid JSON${detail}.`)
  }
  throw new WireError(400, `The body is nested deeper than ${maxDepth} levels.`)
}

/** Where the JSON breaks off, without the text around it: that may be a secret. */
function positionIn(message: string): string {
  const position = /at position \d+/.exec(message)?.[0]
  return position === undefined ? '' : `: it breaks ${position}`
}

function depthWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const inner of Object.values(value)) if (!depthWithin(inner, levels - 1)) return false
  return true
}
