import type { HistoryEntry } from '@trackerkit/client'
import type { Texts } from '../texts/index.js'

/** The label of a changed field, with its attachment. */
export function fieldNameOf(texts: Texts, { field_name, attachment_id }: HistoryEntry['changes'][number]): string {
  const label = Object.hasOwn(texts.fields, field_name) ? texts.fields[field_name as keyof Texts['fields']] : field_name
  return attachment_id === undefined ? label : `${texts.bug.onAttachment(attachment_id)} ${label}`
}
