// Ranges of files, for clients that resume a download.
import { WireError } from '../errors.js'
import type { RestRequest } from '../messages.js'
import { headerOf } from './request-limits.js'

/**
 * The part that `Range` asks for; undefined for all of it: without that header, with one that is not understood or asks for
 * several parts, and when `If-Range` names another state of the file.
 * @throws WireError (416) when it begins beyond the end
 */
export function rangeOf(request: RestRequest, tag: string, size: number): Slice | undefined {
  const header = headerOf(request, 'range')
  const onlyIf = headerOf(request, 'if-range')
  if (request.method !== 'GET' || header === undefined || (onlyIf !== undefined && onlyIf.trim() !== tag))
    return undefined
  const equals = header.indexOf('=')
  if (header.slice(0, equals).trim().toLowerCase() !== 'bytes') return undefined
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(header.slice(equals + 1).trim()) ?? []
  if (first === '' && last === '') return undefined
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size)
  if (first !== '' && last !== '' && Number(last) < offset) return undefined
  if (offset < end) return { offset, length: end - offset }
  throw new WireError(416, `The range is not satisfiable: the file has ${size} bytes.`, undefined, {
    'Content-Range': `bytes */${size}`,
  })
}

export interface Slice {
  readonly offset: number
  /** Bytes. */
  readonly length: number
}
