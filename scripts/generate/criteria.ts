// Descriptions of search criteria: those of bug fields, and of the others.
import { bugFieldEntries } from '../../packages/core/src/domain/bugs/fields/index.js'
import { apiNameOf } from '../../packages/core/src/domain/bugs/fields/names.js'

/** By the name that criteria have in the API. */
const texts = new Map<string, string>([
  ...bugFieldEntries.map(([name, { description }]) => [name, description] as const),
  ...Object.entries({
    assigned_to_realname: 'Real name of the assignee.',
    reporter_realname: 'Real name of the reporter.',
    qa_contact_realname: 'Real name of the QA contact.',
    commenter: 'Logins of the authors of comments that the caller can see.',
    days_elapsed: 'Whole days since the last change.',
    work_time: 'Hours worked. For time trackers.',
    percentage_complete: 'Hours worked as a percentage of worked and remaining hours, 0 to 100. For time trackers.',
    longdesc: 'Text of a comment, including the description.',
    'longdescs.isprivate': 'Whether a comment is private.',
    'longdescs.count': 'Number of comments.',
    comment_tag: 'Tag of a comment.',
    code_link: 'A part of the title or URL of a linked commit or pull request.',
    'code_link.state': 'State of a link to code: `open`, `draft`, `merged`, `closed` or `pushed`.',
    'code_link.repository': 'Repository of a link to code, such as `github.com/owner/name`.',
    'attachments.description': 'Description of an attachment.',
    'attachments.filename': 'File name of an attachment.',
    'attachments.mimetype': 'The content type of an attachment, such as `image/png`.',
    'attachments.ispatch': 'Whether an attachment is a patch.',
    'attachments.isobsolete': 'Whether an attachment is obsolete.',
    'attachments.isprivate': 'Whether an attachment is private.',
    'attachments.submitter': 'Login of the creator of an attachment.',
    'attach_data.thedata': 'Content of an attachment, as text.',
    tag: "The caller's personal tags.",
    'flagtypes.name': 'A flag with its status, such as `review?`.',
    'requestees.login_name': 'Login of the requestee of a flag.',
    'setters.login_name': 'Login of the setter of a flag.',
    last_visit_ts: 'Last visit of the bug by the caller.',
    content: 'Words in the summary and in comments.',
    owner_idle_time: 'Time since the assignee last changed the bug: `2w`, compared by `greaterthan` or `lessthan`.',
    bugidtype: '`nowords` or `exclude`: all bugs except those of `id`.',
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
