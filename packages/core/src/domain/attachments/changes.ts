// Changes of an attachment's row in an update, and their history. Pure.
import { fold } from '../../store/index.js'
import { typeOfContent } from './fields.js'
import type { AttachmentRow } from './find.js'

type Field = 'summary' | 'file_name' | 'content_type' | 'is_patch' | 'is_private' | 'is_obsolete'

/** The input of an update; absent fields stay. */
export type AttachmentFields = { readonly [F in Field]?: AttachmentRow[F] | undefined }

/** One changed field. History has booleans as 0 and 1. */
export interface AttachmentFieldChange {
  readonly field: Field
  /** The name that history and metadata have for it. */
  readonly historyField: string
  readonly removed: string
  readonly added: string
}

const historyFields: { readonly [F in Field]: string } = {
  summary: 'attachments.description',
  file_name: 'attachments.filename',
  content_type: 'attachments.mimetype',
  is_patch: 'attachments.ispatch',
  is_private: 'attachments.isprivate',
  is_obsolete: 'attachments.isobsolete',
}

const fields = Object.keys(historyFields) as Field[]

/** The names that history has for the fields of attachments. */
export const attachmentHistoryFields: readonly string[] = Object.values(historyFields)

/** The names that history has for some of them. */
export function attachmentHistoryFieldsOf(...some: Field[]): string[] {
  return some.map((field) => historyFields[field])
}

/** The row after an update. @throws invalid_content_type */
export function nextAttachment(before: AttachmentRow, input: AttachmentFields): AttachmentRow {
  const said = Object.fromEntries(
    fields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])),
  )
  const after: AttachmentRow = { ...before, ...said }
  after.content_type = typeOfContent(after)
  return { ...after, file_name_folded: fold(after.file_name), summary_folded: fold(after.summary) }
}

/** The fields that differ. */
export function changesOf(before: AttachmentRow, after: AttachmentRow): AttachmentFieldChange[] {
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      historyField: historyFields[field],
      removed: historyTextOf(before[field]),
      added: historyTextOf(after[field]),
    }))
}

/** The history texts of an attachment's fields, by their names in history. */
export function historyTextsOf(attachment: AttachmentRow): [historyField: string, text: string][] {
  return fields.map((field) => [historyFields[field], historyTextOf(attachment[field])])
}

function historyTextOf(value: string | boolean): string {
  return typeof value === 'string' ? value : value ? '1' : '0'
}
