// Parameters: labels and descriptions.
import type { ParameterName } from '../../generated/parameter-names.js'

export interface ParameterText {
  readonly label: string
  readonly about: string
}

const text = (label: string, about: string): ParameterText => ({ label, about })

export const parameterTexts: Readonly<Record<ParameterName, ParameterText>> = {
  maintainer: text('Contact address', 'The email address of the people who run this tracker.'),
  requirelogin: text('Require login', 'Only users who have logged in can see anything.'),
  allowemailchange: text('Users can change their email address', 'A code is sent to the new address first.'),
  attachment_base: text('Attachment address', 'The address from which attachments are served.'),
  commentonchange_resolution: text('Require a comment to resolve', 'A change of the resolution needs a comment.'),
  commentonduplicate: text('Require a comment on duplicates', 'Marking a bug as a duplicate needs a comment.'),
  cookiepath: text('Cookie path', 'The path for which cookies are set.'),
  defaultopsys: text('Default operating system', 'Used for new bugs unless another is chosen.'),
  defaultplatform: text('Default hardware', 'Used for new bugs unless other hardware is chosen.'),
  defaultpriority: text('Default priority', 'Used for new bugs unless another is chosen.'),
  defaultseverity: text('Default severity', 'Used for new bugs unless another is chosen.'),
  duplicate_or_move_bug_status: text('Status of duplicates', 'Given to bugs that are marked as duplicates.'),
  emailregexpdesc: text('Description of login names', 'Shown when a login name is not accepted.'),
  emailsuffix: text('Email suffix', 'Added to login names to form email addresses, for example @example.com.'),
  hold_deliveries: text('Hold deliveries', 'Email and webhooks wait until this is turned off.'),
  letsubmitterchoosemilestone: text('Reporters can set the milestone', 'Otherwise only users who can edit bugs can.'),
  letsubmitterchoosepriority: text('Reporters can set the priority', 'Otherwise only users who can edit bugs can.'),
  mailfrom: text('Sender of email', 'The address from which email is sent.'),
  maxattachmentsize: text('Largest attachment (KB)', 'The higher of this limit and the one in megabytes applies.'),
  maxlocalattachment: text('Largest attachment (MB)', 'The higher of this limit and the one in kilobytes applies.'),
  musthavemilestoneonaccept: text(
    'Require a milestone to start work',
    'IN_PROGRESS requires a milestone other than the default.',
  ),
  noresolveonopenblockers: text(
    'Keep blocked bugs open',
    'A bug cannot be fixed while bugs that it depends on are open.',
  ),
  password_complexity: text('Password complexity', 'The characters that a new password must contain.'),
  rememberlogin: text('Stay logged in', 'Whether logins last beyond the browser session.'),
  search_allow_no_criteria: text('Allow searches for all bugs', 'A search without criteria finds all bugs.'),
  urlbase: text('Address of the tracker', 'Links in email start with this URL.'),
  use_see_also: text('Use See also', 'Bugs can link to bugs in other trackers.'),
  useclassification: text('Use classifications', 'Products are grouped by classification.'),
  usemenuforusers: text('Choose users from a menu', 'Whether forms list all users.'),
  useqacontact: text('Use QA contacts', 'Bugs and components have a QA contact.'),
  usestatuswhiteboard: text('Use the whiteboard', 'Bugs have a line for short notes.'),
  usetargetmilestone: text('Use milestones', 'Bugs have a milestone.'),
  use_markdown: text('Use Markdown', 'Comments and descriptions can be written in Markdown.'),
  emailregexp: text('Login pattern', 'A regular expression that login names must match.'),
  createemailregexp: text(
    'Registration pattern',
    'A regular expression. Users with a matching address can create an account. Empty: no one can.',
  ),
  registrations_per_hour: text('Registrations per hour', 'Accounts that users can create within an hour. 0: no limit.'),
  webservice_email_filter: text(
    'Hide email domains',
    'Users who are not logged in see addresses without their domain.',
  ),
  insidergroup: text('Insiders', 'Members of this group can see and write private comments.'),
  timetrackinggroup: text('Time trackers', 'Members of this group can see and record hours.'),
  comment_taggers_group: text('Comment taggers', 'Members of this group can tag comments.'),
  collapsed_comment_tags: text('Tags of folded comments', 'Comments with these tags are folded.'),
  second_factor_group: text(
    'Two-factor authentication',
    'Members of this group need a second factor in addition to their password.',
  ),
  use_comment_reactions: text('Reactions', 'Users can react to comments with an emoji.'),
  password_login_group: text(
    'Password login',
    'Only members of this group can log in with a password. Empty: all users can.',
  ),
  confirm_minutes: text(
    'Minutes until confirmation',
    'Sensitive actions ask for the password again after this time. 0: never.',
  ),
  querysharegroup: text('Sharing searches', 'Members of this group can share saved searches.'),
  webhook_group: text('Webhooks', 'Members of this group can create webhooks.'),
  chartgroup: text('Charts', 'Members of this group can use old charts.'),
  debug_group: text('Debugging', 'Members of this group can see the queries of searches.'),
  usevisibilitygroups: text(
    'Limit which users are visible',
    'Users see only members of groups that are visible to them.',
  ),
  see_also_patterns: text('See also patterns', 'Regular expressions for addresses in other trackers, one per line.'),
  strict_isolation: text('Strict isolation', 'Bugs can be assigned only to users who can edit the product.'),
  or_groups: text(
    'One group is enough',
    'A member of any of its groups can see a bug. Otherwise membership in all is needed.',
  ),
  makeproductgroups: text('Groups for products', 'A group is created with each new product.'),
  max_search_results: text('Largest search result', 'The most bugs that a search can return.'),
  default_search_limit: text('Default search limit', 'The number of bugs that a search without a limit returns.'),
  maxusermatches: text('Most user matches', 'The most users that a search for users can return. 0: no limit.'),
  last_visit_keep_days: text('Keep visits', 'Days for which visits to bugs are kept.'),
  changes_keep_days: text('Keep the change feed', 'Days for which changes can be followed. 0: forever.'),
  audit_keep_days: text('Keep the audit log', 'Days for which its entries are kept. 0: forever.'),
  webhook_disable_days: text('Disable failing webhooks', 'Days without a success after which a webhook is disabled.'),
  globalwatchers: text('Global watchers', 'Logins of users who get every email about bugs, separated by commas.'),
  mail_delivery_method: text('Email delivery', 'None sends no email about bugs.'),
  mail_in_address: text(
    'Address for replies',
    'Replies to email about bugs are sent to it. Empty: replies are not accepted.',
  ),
  mail_in_trusted: text('Trusted mail servers', 'Names of servers whose sender checks are trusted.'),
  whinedays: text('Reminders', 'Days after which reminders about new bugs are sent.'),
  allowbugdeletion: text('Bugs can be deleted', 'Administrators can delete bugs for good.'),
  comment_edit_minutes: text(
    'Minutes to edit comments',
    'The time in which authors can edit their comments. 0: never, -1: always.',
  ),
  allowuserdeletion: text('Accounts can be erased', 'Administrators can erase personal data of accounts.'),
  allow_attachment_deletion: text(
    'Attachments can be deleted',
    'Administrators can delete the content of attachments.',
  ),
  inbound_proxies: text('Proxies', 'Addresses of proxies whose forwarded client addresses are trusted.'),
  shutdownhtml: text('Maintenance message', 'If set, the tracker is closed and shows this message.'),
  password_check_on_login: text('Check passwords at login', 'Whether old passwords must satisfy new rules.'),
}
