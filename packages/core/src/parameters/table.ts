/** Who may read a parameter: everybody, whoever is logged in, or members of tweakparams. */
export type Audience = 'everybody' | 'logged_in' | 'tweakparams'

interface Kind {
  /** Everything but text is one line. Groups, urls, patterns, addresses, logins and proxies may also be blank. */
  readonly type:
    | 'text'
    | 'line'
    | 'url'
    | 'path'
    | 'bool'
    | 'int'
    | 'choice'
    | 'group'
    | 'pattern'
    | 'value'
    | 'address'
    | 'suffix'
    | 'sender'
    | 'logins'
    | 'proxies'
  /** For choices: what is accepted. */
  readonly choices?: readonly string[]
  /** For ints. */
  readonly max?: number
  /** For values: the field whose legal value it is. */
  readonly field?: string
  /** For values: there need be none. */
  readonly isOptional?: boolean
}

export interface Parameter extends Kind {
  readonly default: string
  readonly audience: Audience
}

const text: Kind = { type: 'text' }
const line: Kind = { type: 'line' }
const url: Kind = { type: 'url' }
const bool: Kind = { type: 'bool' }
const group: Kind = { type: 'group' }
const int = (max: number): Kind => ({ type: 'int', max })
const value = (field: string): Kind => ({ type: 'value', field })
const choice = (...choices: string[]): Kind => ({ type: 'choice', choices })

const everybody = (start: string, kind: Kind): Parameter => ({ ...kind, default: start, audience: 'everybody' })
const loggedIn = (start: string, kind: Kind): Parameter => ({ ...kind, default: start, audience: 'logged_in' })
const hidden = (start: string, kind: Kind): Parameter => ({ ...kind, default: start, audience: 'tweakparams' })

/** Every parameter: its default, who may read it, and what it may be set to. Values are stored and answered as strings. */
export const parameterTable = {
  maintainer: everybody('', { type: 'address' }),
  requirelogin: everybody('0', bool),

  allowemailchange: loggedIn('1', bool),
  attachment_base: loggedIn('', url),
  commentonchange_resolution: loggedIn('0', bool),
  commentonduplicate: loggedIn('0', bool),
  cookiepath: loggedIn('/', { type: 'path' }),
  defaultopsys: loggedIn('All', { ...value('op_sys'), isOptional: true }),
  defaultplatform: loggedIn('All', { ...value('rep_platform'), isOptional: true }),
  defaultpriority: loggedIn('---', value('priority')),
  defaultseverity: loggedIn('enhancement', value('bug_severity')),
  duplicate_or_move_bug_status: loggedIn('RESOLVED', value('bug_status')),
  emailregexpdesc: loggedIn('A login name looks like an e-mail address: local@domain.tld.', text),
  emailsuffix: loggedIn('', { type: 'suffix' }),
  letsubmitterchoosemilestone: loggedIn('1', bool),
  letsubmitterchoosepriority: loggedIn('1', bool),
  mailfrom: loggedIn('tracker-daemon', { type: 'sender' }),
  maxattachmentsize: loggedIn('1000', int(1_000_000)),
  maxlocalattachment: loggedIn('0', int(100_000)),
  musthavemilestoneonaccept: loggedIn('0', bool),
  noresolveonopenblockers: loggedIn('0', bool),
  password_complexity: loggedIn(
    'no_constraints',
    choice('no_constraints', 'mixed_letters', 'letters_numbers', 'letters_numbers_specialchars'),
  ),
  rememberlogin: loggedIn('on', choice('on', 'off', 'defaulton', 'defaultoff')),
  search_allow_no_criteria: loggedIn('1', bool),
  urlbase: loggedIn('', url),
  use_see_also: loggedIn('1', bool),
  useclassification: loggedIn('0', bool),
  usemenuforusers: loggedIn('0', bool),
  useqacontact: loggedIn('1', bool),
  usestatuswhiteboard: loggedIn('1', bool),
  usetargetmilestone: loggedIn('1', bool),

  emailregexp: hidden('^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', { type: 'pattern' }),
  createemailregexp: hidden('.*', { type: 'pattern' }),
  webservice_email_filter: hidden('1', bool),
  insidergroup: hidden('admin', group),
  timetrackinggroup: hidden('editbugs', group),
  comment_taggers_group: hidden('editbugs', group),
  collapsed_comment_tags: hidden('obsolete, spam', line),
  querysharegroup: hidden('editbugs', group),
  chartgroup: hidden('editbugs', group),
  debug_group: hidden('admin', group),
  usevisibilitygroups: hidden('0', bool),
  strict_isolation: hidden('0', bool),
  or_groups: hidden('0', bool),
  makeproductgroups: hidden('0', bool),
  max_search_results: hidden('10000', int(1_000_000)),
  default_search_limit: hidden('500', int(1_000_000)),
  maxusermatches: hidden('1000', int(1_000_000)),
  last_visit_keep_days: hidden('10', int(36_500)),
  globalwatchers: hidden('', { type: 'logins' }),
  /** None: nobody is told by mail. What brings mail on its way otherwise is up to the program that runs the tracker. */
  mail_delivery_method: hidden('SMTP', choice('None', 'SMTP', 'Test')),
  whinedays: hidden('7', int(36_500)),
  allowbugdeletion: hidden('0', bool),
  allowuserdeletion: hidden('0', bool),
  allow_attachment_deletion: hidden('0', bool),
  inbound_proxies: hidden('', { type: 'proxies' }),
  shutdownhtml: hidden('', text),
  password_check_on_login: hidden('1', bool),
} satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameterTable
export type ParameterValues = Readonly<Record<ParameterName, string>>

export const parameterNames = Object.keys(parameterTable) as ParameterName[]

/** The parameters whose value is the name of a group. */
export const groupParameters = parameterNames.filter((name) => parameterTable[name].type === 'group')

/** The login names that a parameter of type 'logins' lists. */
export function loginsIn(value: string): string[] {
  return value.split(/[\s,]+/).filter((login) => login !== '')
}

/** All parameters: the stored ones over the defaults. Rows of names that no longer exist are left out. */
export function parameterValues(stored: readonly { name: string; value: string }[]): ParameterValues {
  const values = Object.fromEntries(parameterNames.map((name) => [name, parameterTable[name].default])) as Record<
    ParameterName,
    string
  >
  for (const { name, value: current } of stored) if (isParameterName(name)) values[name] = current
  return values
}

export function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(parameterTable, name)
}
