// The names that fields have in a quicksearch: their own, shorter ones, and the beginnings of both.
import type { Catalogue } from '../../setup/catalogue.js'
import { bugFieldEntries } from '../../domain/bugs/fields/index.js'
import { internalNameOf } from '../../domain/bugs/fields/names.js'
import { searchField, standardNames } from '../fields/fields.js'
import { customFields } from '../fields/custom-fields.js'

/** Other names of fields of bugs and other criteria. */
const otherNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    bugFieldEntries.flatMap(([field, { quicksearch = [] }]) =>
      quicksearch.map((other) => [other, internalNameOf(field)]),
    ),
  ),
  description: 'longdesc',
  comment: 'longdesc',
  flag: 'flagtypes.name',
  requestee: 'requestees.login_name',
  setter: 'setters.login_name',
  code: 'code_link',
  attachment: 'attachments.description',
  attachmentdesc: 'attachments.description',
  attachdesc: 'attachments.description',
  attachmentdata: 'attach_data.thedata',
  attachdata: 'attach_data.thedata',
  attachmentmimetype: 'attachments.mimetype',
  attachmimetype: 'attachments.mimetype',
}

/** Names that have shorter ones and are not found by their beginnings. */
const wholeOnly = bugFieldEntries.flatMap(([field, { isWholeOnly }]) => (isWholeOnly ? [internalNameOf(field)] : []))

const standard: readonly (readonly [name: string, field: string])[] = [
  ...standardNames
    .filter((name) => !name.includes('.') && !wholeOnly.includes(name))
    .map((name) => [name, name] as const),
  ...Object.entries(otherNames),
]

/** The field that a name, or the beginning of the names of one field, means. Custom fields also go without `cf_`. */
export function fieldNamed(catalogue: Catalogue, name: string): string | undefined {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return undefined
  const custom = [...customFields(catalogue).keys()].flatMap((field) => [
    [field, field] as const,
    [field.replace(/^cf_/, ''), field] as const,
  ])
  const exact = Object.hasOwn(otherNames, wanted) ? otherNames[wanted] : searchField(catalogue, wanted)?.name
  const whole = exact ?? custom.find(([known]) => known === wanted)?.[1]
  if (whole !== undefined) return whole
  const found = new Set(
    [...standard, ...custom].filter(([known]) => known.startsWith(wanted)).map(([, field]) => field),
  )
  return found.size === 1 ? [...found][0] : undefined
}
