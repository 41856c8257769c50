import type { FieldOfMetadata, HistoryEntry } from '@trackerkit/client'
import type { Texts } from '../texts/index.js'

/** The label of a field by its name in bugs. */
export function labelOf(
  { metadata }: { readonly metadata: { readonly fields: readonly FieldOfMetadata[] } },
  texts: Texts,
  name: string,
): string {
  const field = metadata.fields.find(({ name_in_bugs }) => name_in_bugs === name)
  return labelOfField(texts, { name_in_bugs: name, display_name: field?.display_name ?? name })
}

/** The label of a field: translated, or its display name. */
export function labelOfField(
  { fields }: Texts,
  { name_in_bugs, display_name }: Pick<FieldOfMetadata, 'name_in_bugs' | 'display_name'>,
): string {
  const isTranslated = name_in_bugs !== null && Object.hasOwn(fields, name_in_bugs)
  return isTranslated ? fields[name_in_bugs as keyof Texts['fields']] : display_name
}

/** The label of a changed field, with its attachment. */
export function fieldNameOf(texts: Texts, { field_name, attachment_id }: HistoryEntry['changes'][number]): string {
  const label = labelOfField(texts, { name_in_bugs: field_name, display_name: field_name })
  return attachment_id === undefined ? label : `${texts.bug.onAttachment(attachment_id)} ${label}`
}
