/** Readers of a parameter: all, logged-in users, or members of tweakparams. */
export type Audience = 'everybody' | 'logged_in' | 'tweakparams'

interface Kind {
  /** Everything but text and patterns is one line. Groups, urls, patterns, addresses, logins and proxies may also be blank. */
  readonly type:
    | 'text'
    | 'line'
    | 'url'
    | 'bool'
    | 'int'
    | 'choice'
    | 'group'
    | 'pattern'
    | 'patterns'
    | 'value'
    | 'address'
    | 'suffix'
    | 'sender'
    | 'incoming'
    | 'logins'
    | 'proxies'
  /** For choices: the accepted values. */
  readonly choices?: readonly string[]
  /** For ints. */
  readonly max?: number
  readonly min?: number
  /** The field, if the parameter is a field value. */
  readonly field?: string
  /** For values: there need be none. */
  readonly isOptional?: boolean
}

export interface Parameter extends Kind {
  readonly default: string
  readonly audience: Audience
  /** Why the value cannot change: clients read the parameter, but it has no effect. */
  readonly fixed?: string
}

const text: Kind = { type: 'text' }
const line: Kind = { type: 'line' }
const url: Kind = { type: 'url' }
const bool: Kind = { type: 'bool' }
const group: Kind = { type: 'group' }
const int = (max: number, min = 0): Kind => ({ type: 'int', max, min })
const value = (field: string): Kind => ({ type: 'value', field })
const choice = (...choices: string[]): Kind => ({ type: 'choice', choices })

const everybody = (start: string, kind: Kind): Parameter => ({ ...kind, default: start, audience: 'everybody' })
const loggedIn = (start: string, kind: Kind): Parameter => ({ ...kind, default: start, audience: 'logged_in' })
const hidden = (start: string, kind: Kind): Parameter => ({ ...kind, default: start, audience: 'tweakparams' })

const fixed = (parameter: Parameter, reason: string): Parameter => ({ ...parameter, fixed: reason })

/** Every parameter: its default, its readers, and its accepted values. Values are stored and returned as strings. */
export const parameterTable = {
  maintainer: everybody('', { type: 'address' }),
  requirelogin: everybody('0', bool),

  allowemailchange: loggedIn('0', bool),
  attachment_base: fixed(loggedIn('', url), 'attachments are served from the API address, as downloads'),
  commentonchange_resolution: loggedIn('0', bool),
  commentonduplicate: loggedIn('0', bool),
  cookiepath: fixed(loggedIn('/', line), 'no cookies are used'),
  defaultopsys: loggedIn('All', { ...value('op_sys'), isOptional: true }),
  defaultplatform: loggedIn('All', { ...value('rep_platform'), isOptional: true }),
  defaultpriority: loggedIn('---', value('priority')),
  defaultseverity: loggedIn('enhancement', value('bug_severity')),
  duplicate_or_move_bug_status: loggedIn('RESOLVED', value('bug_status')),
  emailregexpdesc: loggedIn('A login name looks like an e-mail address: local@domain.tld.', text),
  emailsuffix: loggedIn('', { type: 'suffix' }),
  hold_deliveries: hidden('0', bool),
  letsubmitterchoosemilestone: loggedIn('1', bool),
  letsubmitterchoosepriority: loggedIn('1', bool),
  mailfrom: loggedIn('tracker-daemon', { type: 'sender' }),
  /** The address of incoming email: `*` is replaced by a token or the name of an intake. Empty: none. */
  mail_in_address: hidden('', { type: 'incoming' }),
  /** Names of trusted servers in `Authentication-Results`, separated by spaces or commas. */
  mail_in_trusted: hidden('', line),
  maxattachmentsize: loggedIn('1000', int(1_000_000)),
  maxlocalattachment: loggedIn('0', int(100_000)),
  musthavemilestoneonaccept: loggedIn('0', bool),
  noresolveonopenblockers: loggedIn('0', bool),
  password_complexity: loggedIn(
    'no_constraints',
    choice('no_constraints', 'mixed_letters', 'letters_numbers', 'letters_numbers_specialchars'),
  ),
  rememberlogin: fixed(
    loggedIn('on', line),
    'no cookies are used; tokens expire after 30 days without use, and after 180 days',
  ),
  search_allow_no_criteria: loggedIn('1', bool),
  urlbase: loggedIn('', url),
  use_see_also: loggedIn('1', bool),
  useclassification: loggedIn('0', bool),
  usemenuforusers: fixed(loggedIn('0', bool), 'clients decide how users are selected'),
  useqacontact: loggedIn('1', bool),
  usestatuswhiteboard: loggedIn('1', bool),
  usetargetmilestone: loggedIn('1', bool),
  /** True if new texts may be Markdown. */
  use_markdown: hidden('1', bool),
  /** True if users can react to comments with signs. */
  use_comment_reactions: hidden('1', bool),

  emailregexp: hidden('^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', { type: 'pattern' }),
  /** Pattern of addresses that can register, ignoring case; empty: none. */
  createemailregexp: hidden('', { type: 'pattern' }),
  /** New accounts within an hour that people make for themselves; 0: any number. */
  registrations_per_hour: hidden('60', int(1_000_000)),
  webservice_email_filter: hidden('1', bool),
  insidergroup: hidden('admin', group),
  timetrackinggroup: hidden('editbugs', group),
  comment_taggers_group: hidden('editbugs', group),
  collapsed_comment_tags: fixed(hidden('obsolete, spam', line), 'clients decide which comments are collapsed'),
  /** Group whose members must use a second factor; empty: none. */
  second_factor_group: hidden('', group),
  /** The group that logs in with a password; blank: all users. */
  password_login_group: hidden('', group),
  /** How long a session may give lasting access after it began or was confirmed; 0: for good. */
  confirm_minutes: hidden('15', int(10_080)),
  querysharegroup: hidden('editbugs', group),
  /** Group whose members can have webhooks. */
  webhook_group: hidden('admin', group),
  chartgroup: fixed(hidden('', group), 'there are no charts'),
  debug_group: fixed(hidden('', group), 'searches do not show their query'),
  usevisibilitygroups: hidden('0', bool),
  /** One in each line: whole addresses of bugs in other trackers than the known ones. */
  see_also_patterns: hidden('', { type: 'patterns' }),
  strict_isolation: hidden('0', bool),
  or_groups: hidden('0', bool),
  makeproductgroups: hidden('0', bool),
  max_search_results: hidden('10000', int(1_000_000)),
  default_search_limit: fixed(hidden('0', line), 'search results are limited by max_search_results'),
  maxusermatches: hidden('1000', int(1_000_000)),
  last_visit_keep_days: hidden('10', int(36_500)),
  /** For how long entries of the change feed are kept; 0: for ever. */
  changes_keep_days: hidden('30', int(36_500)),
  /** Retention of the audit log in days; 0: unlimited. Records of erased data are always kept. */
  audit_keep_days: hidden('0', int(36_500)),
  /** After how many days without a success a webhook is disabled. */
  webhook_disable_days: hidden('5', int(365)),
  globalwatchers: hidden('', { type: 'logins' }),
  /** None: no email is sent. Otherwise the host chooses the mailer. */
  mail_delivery_method: hidden('SMTP', choice('None', 'SMTP', 'Test')),
  whinedays: fixed(hidden('0', line), 'no reminders are sent'),
  allowbugdeletion: hidden('0', bool),
  // Minutes in which authors can edit their comments; 0: never, -1: always.
  comment_edit_minutes: hidden('0', int(5_256_000, -1)),
  allowuserdeletion: hidden('0', bool),
  allow_attachment_deletion: hidden('0', bool),
  inbound_proxies: hidden('', { type: 'proxies' }),
  shutdownhtml: hidden('', text),
  password_check_on_login: fixed(hidden('0', bool), 'passwords are checked when they are set'),
} satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameterTable
export type ParameterValues = Readonly<Record<ParameterName, string>>

export const parameterNames = Object.keys(parameterTable) as ParameterName[]

/** The parameters whose value is the name of a group. */
export const groupParameters = parameterNames.filter((name) => parameterTable[name].type === 'group' && !isFixed(name))

/** The patterns that a parameter of type 'patterns' lists. */
export function patternsIn(value: string): string[] {
  return value
    .split('\n')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
}

/** The login names that a parameter of type 'logins' lists. */
export function loginsIn(value: string): string[] {
  return value.split(/[\s,]+/).filter((login) => login !== '')
}

/** All parameters: the stored ones over the defaults. Rows of names that no longer exist, or cannot be set, are left out. */
export function parameterValues(stored: readonly { name: string; value: string }[]): ParameterValues {
  const values = Object.fromEntries(parameterNames.map((name) => [name, parameterTable[name].default])) as Record<
    ParameterName,
    string
  >
  for (const { name, value: current } of stored) if (isParameterName(name) && !isFixed(name)) values[name] = current
  return values
}

function isFixed(name: ParameterName): boolean {
  const parameter: Parameter = parameterTable[name]
  return parameter.fixed !== undefined
}

export function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(parameterTable, name)
}
