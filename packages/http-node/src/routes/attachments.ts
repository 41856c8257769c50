import { operations } from '@trackerkit/core'
import { among, only, type Route } from '../route.js'
import type { AnswerFile } from '../wire/file.js'

const { attachments } = operations

const ofBug = '/bug/{id_or_alias}/attachment'
const numbered = '/bug/attachment/{attachment_id}'

function downloaded(answer: unknown): AnswerFile {
  const { file_name, content_type, data } = attachments.download.output.parse(answer)
  return { name: file_name, type: content_type, data }
}

export const attachmentRoutes: readonly Route[] = [
  { method: 'GET', path: ofBug, operation: attachments.get, fill: { id_or_alias: among('ids') } },
  { method: 'POST', path: ofBug, operation: attachments.create, fill: { id_or_alias: only('ids') } },
  { method: 'GET', path: numbered, operation: attachments.get, fill: { attachment_id: among('attachment_ids') } },
  { method: 'PUT', path: numbered, operation: attachments.update, fill: { attachment_id: among('ids') } },
  {
    method: 'GET',
    path: `${numbered}/data`,
    operation: attachments.download,
    fill: { attachment_id: only('id') },
    file: downloaded,
  },
]
