import type { AttachmentsDownloadAnswer } from '@trackerkit/core/types'
import { operations } from '@trackerkit/core/operations'
import { among, only, type Route } from '../router/route.js'
import type { AnswerFile } from '../http/response/file.js'
import type { Slice } from '../http/request/range.js'

const { attachments } = operations

const ofBug = '/bug/{id_or_alias}/attachment'
const numbered = '/bug/attachment/{attachment_id}'

/** Rights are checked again for each slice: users who lose them get no more. */
async function downloaded(ask: (slice: Slice) => Promise<unknown>): Promise<AnswerFile> {
  const parse = (answer: unknown) => attachments.download.output.parse(answer) as AttachmentsDownloadAnswer
  const { file_name, content_type, size, last_change_time } = parse(await ask({ offset: 0, length: 0 }))
  const read = async (slice: Slice) => parse(await ask(slice)).data
  return { name: file_name, type: content_type, size, last_change_time, read }
}

export const attachmentRoutes: readonly Route[] = [
  { method: 'GET', path: ofBug, operation: attachments.get, fill: { id_or_alias: among('ids') } },
  { method: 'POST', path: ofBug, operation: attachments.create, fill: { id_or_alias: only('id_or_alias') } },
  { method: 'GET', path: numbered, operation: attachments.get, fill: { attachment_id: among('attachment_ids') } },
  { method: 'PUT', path: numbered, operation: attachments.update, fill: { attachment_id: among('ids') } },
  { method: 'DELETE', path: numbered, operation: attachments.erase, fill: { attachment_id: among('ids') } },
  {
    method: 'GET',
    path: `${numbered}/data`,
    operation: attachments.download,
    fill: { attachment_id: only('id') },
    file: downloaded,
  },
]
