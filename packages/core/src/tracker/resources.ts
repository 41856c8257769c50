// Every resource with its operations: the method names of the library, and the source of routes, commands and
// documentation.
import { accounts } from '../operations/accounts/index.js'
import { apiKeys } from '../operations/api-keys/index.js'
import { attachments } from '../operations/attachments/index.js'
import { requests } from '../operations/requests/index.js'
import { audit } from '../operations/audit/index.js'
import { bugs } from '../operations/bugs/index.js'
import { changes } from '../operations/changes/index.js'
import { classifications } from '../operations/classifications/index.js'
import { codeHooks } from '../operations/code-hooks/index.js'
import { codeLinks } from '../operations/code-links/index.js'
import { comments } from '../operations/comments/index.js'
import { components } from '../operations/components/index.js'
import { fields } from '../operations/fields/index.js'
import { flagTypes } from '../operations/flag-types/index.js'
import { groupControls } from '../operations/group-controls/index.js'
import { groups } from '../operations/groups/index.js'
import { keywords } from '../operations/keywords/index.js'
import { fieldValues } from '../operations/field-values/index.js'
import { forms } from '../operations/forms/index.js'
import { inbound } from '../operations/inbound/index.js'
import { intakes } from '../operations/intakes/index.js'
import { linkedAccounts } from '../operations/linked-accounts/index.js'
import { logins } from '../operations/logins/index.js'
import { mail } from '../operations/mail/index.js'
import { milestones } from '../operations/milestones/index.js'
import { parameters } from '../operations/parameters/index.js'
import { passkeys } from '../operations/passkeys/index.js'
import { preferences } from '../operations/preferences/index.js'
import { products } from '../operations/products/index.js'
import { reports } from '../operations/reports/index.js'
import { savedSearches } from '../operations/saved-searches/index.js'
import { schedules } from '../operations/schedules/index.js'
import { secondFactor } from '../operations/second-factor/index.js'
import { server } from '../operations/server/index.js'
import { sessions } from '../operations/sessions/index.js'
import { tags } from '../operations/tags/index.js'
import { users } from '../operations/users/index.js'
import { versions } from '../operations/versions/index.js'
import { visits } from '../operations/visits/index.js'
import { follows } from '../operations/follows/index.js'
import { inbox } from '../operations/inbox/index.js'
import { watches } from '../operations/watches/index.js'
import { webhooks } from '../operations/webhooks/index.js'
import { workflow } from '../operations/workflow/index.js'

/** Resources that administrators configure with the usual verbs, in the order of the command line's list. */
export const administered = {
  products,
  components,
  versions,
  milestones,
  classifications,
  keywords,
  flagTypes,
  fields,
  groups,
  groupControls,
  users,
  forms,
  intakes,
  codeHooks,
} as const

export const resources = {
  ...administered,
  accounts,
  apiKeys,
  attachments,
  audit,
  requests,
  bugs,
  changes,
  codeLinks,
  comments,
  fieldValues,
  inbound,
  linkedAccounts,
  logins,
  mail,
  parameters,
  passkeys,
  preferences,
  reports,
  savedSearches,
  schedules,
  secondFactor,
  server,
  sessions,
  tags,
  visits,
  follows,
  inbox,
  watches,
  webhooks,
  workflow,
} as const

export type Resources = typeof resources
export type ResourceName = keyof Resources
