// What editors say of the criteria of a search: the texts of the fields of bugs, and those that are here.
import { bugFieldEntries } from '../../packages/core/src/domain/bugs/fields/index.js'
import { apiNameOf } from '../../packages/core/src/domain/bugs/fields/names.js'

/** By the name that criteria have in the API. */
const texts = new Map<string, string>([
  ...bugFieldEntries.map(([name, { description }]) => [name, description] as const),
  ...Object.entries({
    assigned_to_realname: 'The real name of the assignee.',
    reporter_realname: 'The real name of who filed the bug.',
    qa_contact_realname: 'The real name of the QA contact.',
    commenter: 'Login names of those who have written a comment, as far as the caller may see it.',
    days_elapsed: 'Whole days since the last change.',
    work_time: 'Hours that have been worked. For those who may track time.',
    percentage_complete:
      'Hours worked as a share of worked and remaining ones, 0 to 100. For those who may track time.',
    longdesc: 'The text of a comment, the description among them.',
    'longdescs.isprivate': 'Whether a comment is private.',
    'longdescs.count': 'How many comments there are.',
    comment_tag: 'A tag of a comment.',
    'attachments.description': 'What an attachment is said to be.',
    'attachments.filename': 'The name of the file of an attachment.',
    'attachments.mimetype': 'The content type of an attachment, such as `image/png`.',
    'attachments.ispatch': 'Whether an attachment is a patch.',
    'attachments.isobsolete': 'Whether an attachment is obsolete.',
    'attachments.isprivate': 'Whether an attachment is private.',
    'attachments.submitter': 'The login name of who has made an attachment.',
    'attach_data.thedata': 'The content of an attachment, as text.',
    tag: "The caller's own tags.",
    'flagtypes.name': 'A flag with its status, such as `review?`.',
    'requestees.login_name': 'The login name of who is asked by a flag.',
    'setters.login_name': 'The login name of who has set a flag.',
    last_visit_ts: 'When the caller has last seen the bug.',
    content: 'Words in the summary and in comments.',
    owner_idle_time:
      'For how long the assignee has done nothing to the bug: `2w`, compared by `greaterthan` or `lessthan`.',
    bugidtype: '`nowords` or `exclude`: all bugs but those of `id`.',
    chfield: 'Names of fields that have changed; `[Bug creation]` for new bugs.',
    chfieldfrom: 'Changed then or later: a date, or how long ago, such as `7d`.',
    chfieldto: 'Changed then or before: a date, or how long ago; `Now`.',
    chfieldvalue: 'Changed to this value.',
    deadlinefrom: 'Due on this day or later.',
    deadlineto: 'Due on this day or before.',
  }),
])

/** Names of older clients that stand for others. */
const others: Readonly<Record<string, string>> = {
  long_desc: 'longdesc',
  tags: 'tag',
  changedin: 'days_elapsed',
  actual_time: 'work_time',
  'attachments.thedata': 'attach_data.thedata',
}

/** @throws Error for one that nothing is said of */
export function textOfCriterion(name: string): string {
  const compared = /^(.+)_type$/.exec(name)?.[1]
  if (compared !== undefined) return `How \`${compared}\` is compared, such as \`substring\` or \`notequals\`.`
  const api = others[name] ?? apiNameOf(name)
  const text = texts.get(api)
  if (text === undefined) throw new Error(`criteria.ts says nothing of the criterion ${name}`)
  return api === name ? text : `The same as \`${api}\`. ${text}`
}
