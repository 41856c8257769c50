// The fields that the form for a new bug has, and so the errors that it can show at a field.
import type { FieldOfMetadata } from '@trackerkit/client'
import { isVisible } from '../../fields/visibility.js'
import { textOf, type Draft, type NewData } from './load.js'

const main: readonly string[] = ['product', 'component', 'summary', 'description']

/** Fields that a new bug derives from others. */
const derived: readonly string[] = ['status', 'resolution', 'qa_contact']

/** Groups whose fields only some users may set. */
const restricted: readonly (string | null)[] = ['time', 'visibility']

/** The fields beside the form. */
export function sideFields({ metadata }: NewData, draft: Draft): readonly FieldOfMetadata[] {
  const elsewhere = [...main, ...derived]
  return metadata.fields.filter(
    (field) =>
      field.control !== null &&
      !restricted.includes(field.group) &&
      !elsewhere.includes(field.name_in_bugs ?? '') &&
      isVisible(metadata.fields, field, (name) => textOf(draft, name)),
  )
}

/** False if the form would show an error at the field nowhere: an address can have any field. */
export function isShown(data: NewData, draft: Draft, name: string): boolean {
  return main.includes(name) || sideFields(data, draft).some(({ name_in_bugs }) => name_in_bugs === name)
}
