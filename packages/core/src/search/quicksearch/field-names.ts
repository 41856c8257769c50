// The names that fields have in a quicksearch: their own, shorter ones, and the beginnings of both.
import type { Catalogue } from '../../setup/catalogue.js'
import { searchField, standardNames } from '../fields/fields.js'
import { customFields } from '../fields/custom-fields.js'

const otherNames: Readonly<Record<string, string>> = {
  status: 'bug_status',
  platform: 'rep_platform',
  os: 'op_sys',
  severity: 'bug_severity',
  assignee: 'assigned_to',
  owner: 'assigned_to',
  milestone: 'target_milestone',
  summary: 'short_desc',
  description: 'longdesc',
  comment: 'longdesc',
  url: 'bug_file_loc',
  whiteboard: 'status_whiteboard',
  sw: 'status_whiteboard',
  kw: 'keywords',
  group: 'bug_group',
  flag: 'flagtypes.name',
  requestee: 'requestees.login_name',
  setter: 'setters.login_name',
  attachment: 'attachments.description',
  attachmentdesc: 'attachments.description',
  attachdesc: 'attachments.description',
  attachmentdata: 'attach_data.thedata',
  attachdata: 'attach_data.thedata',
  attachmentmimetype: 'attachments.mimetype',
  attachmimetype: 'attachments.mimetype',
}

/** Names that have shorter ones and are not found by their beginnings. */
const wholeOnly = [
  'rep_platform',
  'bug_status',
  'bug_file_loc',
  'bug_group',
  'bug_severity',
  'status_whiteboard',
  'cclist_accessible',
  'reporter_accessible',
]

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
