// The fields that the form for a new bug has, and so the errors that it can show at a field.
import type { FieldOfMetadata } from '@trackerkit/client'
import { isVisible } from '../../fields/visibility.js'
import type { Who } from '../../page/who.js'
import { valuesOfNew } from './default-of.js'
import { privately, type FilledForm, type NewData } from './load.js'

const main: readonly string[] = ['product', 'component', 'summary', 'description']

/** Values of a draft that are no fields beside the form. */
const others: readonly string[] = ['form', 'groups']

/** Fields that a new bug derives from others. */
const derived: readonly string[] = ['status', 'resolution', 'qa_contact']

/** Groups whose fields only some users may set. */
const restricted: readonly (string | null)[] = ['time', 'visibility']

/** The fields beside the form, whatever their values. */
function fieldsBeside({ metadata }: NewData): readonly FieldOfMetadata[] {
  const elsewhere = [...main, ...derived]
  return metadata.fields.filter(
    (field) =>
      field.control !== null && !restricted.includes(field.group) && !elsewhere.includes(field.name_in_bugs ?? ''),
  )
}

function isShownFor(form: FilledForm, field: FieldOfMetadata): boolean {
  return isVisible(form.data.metadata.fields, field, (name) => valuesOfNew(form, name))
}

/** The fields beside the form. */
export function sideFields(form: FilledForm): readonly FieldOfMetadata[] {
  return fieldsBeside(form.data).filter((field) => isShownFor(form, field))
}

/** The names of fields that are not shown for the values of others. */
export function namesNotShown(form: FilledForm): readonly (string | null)[] {
  const hidden = fieldsBeside(form.data).filter((field) => !isShownFor(form, field))
  return hidden.map(({ name_in_bugs }) => name_in_bugs)
}

/** False if the form would show an error at the field nowhere: an address can have any field. */
export function isShown(form: FilledForm, name: string): boolean {
  return main.includes(name) || sideFields(form).some(({ name_in_bugs }) => name_in_bugs === name)
}

/** The form has a control for the value, also if it does not show it now. */
export function isInForm(data: NewData, who: Who | null, name: string): boolean {
  if (name === privately) return who?.isInsider ?? false
  if (main.includes(name) || others.includes(name) || name.startsWith('answers.')) return true
  return fieldsBeside(data).some(({ name_in_bugs }) => name_in_bugs === name)
}
