import type { HistoryEntry } from '@trackerkit/client'
import { labelOfField } from '../page/field-label.js'
import type { Texts } from '../texts/index.js'

/** The label of a changed field, with its attachment. */
export function fieldNameOf(texts: Texts, { field_name, attachment_id }: HistoryEntry['changes'][number]): string {
  const label = labelOfField(texts, { name_in_bugs: field_name, display_name: field_name })
  return attachment_id === undefined ? label : `${texts.bug.onAttachment(attachment_id)} ${label}`
}
