// Answers that are files: uploads are sent unchanged, to be saved and never to be run.
import type { RestRequest, RestResponse } from '../messages.js'
import { headerOf } from '../request/request-limits.js'
import { rangeOf, type Slice } from '../request/range.js'
import { matchesTag, notModified } from './conditional.js'
import { commonHeaders } from './headers.js'

export interface AnswerFile {
  readonly name: string
  /** Its content type. */
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** Changes with its name and type too. */
  readonly last_change_time: Date
  /** Reads some of the content. */
  readonly read: (slice: Slice) => Promise<Uint8Array>
}

/** In bytes: a file is read and sent slice by slice, as fast as the client reads. */
const sliceSize = 1_048_576

/**
 * The file, or the range of it that the request asks for. Files of one slice are read at once; longer ones while they go out.
 * @throws WireError (416) for a range that begins beyond the end
 */
export async function respondFile(
  request: RestRequest,
  headers: RestResponse['headers'],
  file: AnswerFile,
): Promise<RestResponse> {
  const tag = `"${file.last_change_time.getTime().toString(36)}-${file.size.toString(36)}"`
  const all = {
    ...commonHeaders,
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: tag,
    ...headers,
    ...fileHeaders(file),
  }
  if (matchesTag(headerOf(request, 'if-none-match'), tag)) return notModified(all)
  const range = rangeOf(request, tag, file.size)
  const { offset, length } = range ?? { offset: 0, length: file.size }
  const ranged = range && {
    'Content-Range': `bytes ${offset}-${offset + length - 1}/${file.size}`,
    // Ranges refer to the uncompressed content.
    'Cache-Control': 'private, no-cache, no-transform',
  }
  const status = range ? 206 : 200
  if (length <= sliceSize && request.method === 'GET')
    return { status, headers: { ...all, ...ranged }, body: await file.read({ offset, length }) }
  return {
    status,
    headers: { ...all, ...ranged, 'Content-Length': String(length) },
    body: slicesOf(file, offset, offset + length),
  }
}

async function* slicesOf(file: AnswerFile, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let offset = start; offset < end; offset += sliceSize) {
    const slice = await file.read({ offset, length: Math.min(sliceSize, end - offset) })
    // Deleted while it is sent: an aborted response is better than one that looks complete.
    if (slice.byteLength === 0) throw new Error(`the file ends at byte ${offset} of ${end}`)
    yield slice
  }
}

/** A file that is opened in the browser is a page without scripts and forms, in a separate origin. */
function fileHeaders({ name, type }: AnswerFile): Record<string, string> {
  const plain = name.replace(/[^\w.() -]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  }
}
