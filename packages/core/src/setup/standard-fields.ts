// Standard fields other than those of bugs. IDs and names are the same in every installation.
import { fieldTypes } from './field-types.js'

export { fieldTypes } from './field-types.js'

/** The row of a field in the entity `fields`. */
export interface StandardField {
  /** Where it is the same in every installation: later fields get the next one there is. */
  readonly id?: number
  readonly display_name: string
  readonly type: number
  readonly is_mandatory: boolean
  /** Included in the email about a new bug. */
  readonly is_in_new_mail: boolean
}

export const inNewMail = { is_in_new_mail: true } as const

/** Of one that bugs cannot be without. */
export const mandatory = { ...inNewMail, is_mandatory: true } as const

/** An optional field of plain text, with other properties if given. */
export function standardField(
  display_name: string,
  options: Partial<Omit<StandardField, 'display_name'>> = {},
): StandardField {
  return { display_name, type: fieldTypes.plain, is_mandatory: false, is_in_new_mail: false, ...options }
}

const { dateTime, keywords } = fieldTypes

/** Fields of charts and metadata other than those of bugs, by internal name. */
export const otherStandardFields: Readonly<Record<string, StandardField>> = {
  assigned_to_realname: standardField('AssignedToName', { id: 19 }),
  reporter_realname: standardField('ReportedByName', { id: 20 }),
  qa_contact_realname: standardField('QAContactName', { id: 21 }),
  'attachments.description': standardField('Attachment description', { id: 25 }),
  'attachments.filename': standardField('Attachment filename', { id: 26 }),
  'attachments.mimetype': standardField('Attachment mime type', { id: 27 }),
  'attachments.ispatch': standardField('Attachment is patch', { id: 28 }),
  'attachments.isobsolete': standardField('Attachment is obsolete', { id: 29 }),
  'attachments.isprivate': standardField('Attachment is private', { id: 30 }),
  'attachments.submitter': standardField('Attachment creator', { id: 31 }),
  longdesc: standardField('Comment', { id: 35 }),
  'longdescs.isprivate': standardField('Comment is private', { id: 36 }),
  'longdescs.count': standardField('Number of Comments', { id: 37 }),
  commenter: standardField('Commenter', { id: 46 }),
  'flagtypes.name': standardField('Flags', { id: 47 }),
  'requestees.login_name': standardField('Flag Requestee', { id: 48 }),
  'setters.login_name': standardField('Flag Setter', { id: 49 }),
  work_time: standardField('Hours Worked', { id: 50 }),
  percentage_complete: standardField('Percentage Complete', { id: 51 }),
  content: standardField('Content', { id: 52 }),
  'attach_data.thedata': standardField('Attachment data', { id: 53 }),
  owner_idle_time: standardField('Time Since Assignee Touched', { id: 54 }),
  tag: standardField('Personal Tags', { id: 56, type: keywords }),
  last_visit_ts: standardField('Last Visit', { id: 57, type: dateTime }),
  comment_tag: standardField('Comment Tag', { id: 58 }),
  days_elapsed: standardField('Days since bug changed', { id: 59 }),
}

export const openStatuses: readonly string[] = ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS']

/** Allowed status transitions; the empty status is a new bug. A closed bug can always become a duplicate. */
export const standardWorkflow: Readonly<Record<string, readonly string[]>> = {
  '': ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS'],
  UNCONFIRMED: ['CONFIRMED', 'IN_PROGRESS', 'RESOLVED'],
  CONFIRMED: ['IN_PROGRESS', 'RESOLVED'],
  IN_PROGRESS: ['CONFIRMED', 'RESOLVED'],
  RESOLVED: ['UNCONFIRMED', 'CONFIRMED', 'VERIFIED'],
  VERIFIED: ['UNCONFIRMED', 'CONFIRMED'],
}
