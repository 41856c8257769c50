// The content of an attachment, which is transferred as a file and not as JSON.
import type { AttachmentsDownloadAnswer, AttachmentsDownloadInput, AttachmentsGetAnswer } from '@trackerkit/types'
import { requireAnswer } from './answer.js'
import { requestOf, type ApiRequest } from './request.js'
import type { Received } from './received.js'

type About = Omit<AttachmentsDownloadAnswer, 'data'>

interface Ways {
  readonly exchange: (asked: ApiRequest, headers: Readonly<Record<string, string>>) => Promise<Received>
  /** The attachment, from `attachments.get`. */
  readonly describe: (input: object) => Promise<AttachmentsGetAnswer<About>>
}

const fields = ['file_name', 'content_type', 'size', 'last_change_time']

/** @throws object_does_not_exist */
export async function download(
  { id, offset = 0, length }: AttachmentsDownloadInput,
  { exchange, describe }: Ways,
): Promise<AttachmentsDownloadAnswer> {
  const asked = requestOf('attachments.download', { id })
  const isWhole = offset === 0 && length === undefined
  // A range has at least one byte.
  const last = length === undefined ? '' : offset + Math.max(length, 1) - 1
  const received = await exchange(asked, isWhole ? {} : { Range: `bytes=${offset}-${last}` })
  // Beyond the end there is nothing.
  const isBeyond = received.status === 416
  if (!isBeyond) requireAnswer({ operation: 'attachments.download', input: { id } }, received)
  const all = isBeyond ? new Uint8Array() : received.bytes
  // Not every server between gives parts.
  const from = received.status === 206 ? 0 : offset
  const data = all.subarray(from, length === undefined ? undefined : from + length)
  const { attachments } = await describe({ attachment_ids: [id], include_fields: fields })
  const { file_name, content_type, size, last_change_time } = Object.values(attachments)[0] as About
  return { file_name, content_type, size, last_change_time, data }
}
