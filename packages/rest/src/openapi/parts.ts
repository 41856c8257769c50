// What in the inputs and outputs of operations has a name of its own in the description, and where it stands.
import { operations } from '@trackerkit/core'
import type { z } from 'zod'

const { apiKeys, attachments, audit, bugs, classifications, comments, components, fields, flagTypes } = operations
const { groupControls, groups, keywords, mail, milestones, preferences, products, savedSearches, users, visits } =
  operations

/** In outputs. */
export const outputParts: Readonly<Record<string, z.ZodType>> = {
  ApiKey: within(apiKeys.get.output, 'api_keys'),
  Attachment: within(attachments.get.output, 'attachments'),
  AuditEntry: within(audit.get.output, 'audit_log'),
  Bug: within(bugs.get.output, 'bugs'),
  UserDetail: within(bugs.get.output, 'bugs', 'creator_detail'),
  Fault: within(bugs.get.output, 'faults'),
  Flag: within(bugs.get.output, 'bugs', 'flags'),
  Classification: within(classifications.get.output, 'classifications'),
  Comment: within(comments.get.output, 'comments'),
  Component: within(components.get.output, 'components'),
  FlagTypesOfComponent: within(components.get.output, 'components', 'flag_types'),
  FlagTypeOfComponent: within(components.get.output, 'components', 'flag_types', 'bug'),
  Field: within(fields.get.output, 'fields'),
  FlagType: within(flagTypes.get.output, 'bug'),
  Group: within(groups.get.output, 'groups'),
  GroupMember: within(groups.get.output, 'groups', 'membership'),
  GroupControl: within(groupControls.get.output, 'group_controls'),
  Keyword: within(keywords.get.output, 'keywords'),
  /** Versions look the same. */
  Milestone: within(milestones.get.output, 'milestones'),
  MailPreferences: within(preferences.get.output, 'email', 'assigned_to'),
  MailMessage: within(mail.list.output, 'messages'),
  NameAndDescription: within(users.get.output, 'users', 'groups'),
  Product: within(products.get.output, 'products'),
  MilestoneOfProduct: within(products.get.output, 'products', 'milestones'),
  /** In the answers of most updates. */
  Changed: within(products.update.output, 'products'),
  FieldChange: within(products.update.output, 'products', 'changes'),
  SavedSearch: within(savedSearches.get.output, 'saved_searches'),
  User: within(users.get.output, 'users'),
  SavedSearchOfUser: within(users.get.output, 'users', 'saved_searches'),
  Visit: within(visits.get.output),
}

/** In inputs. */
export const inputParts: Readonly<Record<string, z.ZodType>> = {
  BugsChange: within(bugs.update.input, 'depends_on'),
  FlagChange: within(bugs.create.input, 'flags'),
  GroupsChange: within(users.update.input, 'groups'),
  MailSwitches: within(preferences.update.input, 'email', 'assigned_to'),
  NamesChange: within(bugs.update.input, 'cc'),
}

/** What stands below these names, one after the other; of lists and maps, what they hold. */
function within(schema: z.core.$ZodType, ...names: readonly string[]): z.ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'array') return within(def.element, ...names)
  if (def.type === 'record') return within(def.valueType, ...names)
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return within(def.innerType, ...names)
  const [name, ...others] = names
  if (name === undefined) return schema as z.ZodType
  const inner = def.type === 'object' ? def.shape[name] : undefined
  if (!inner) throw new Error(`there is no ${name} in the schema`)
  return within(inner, ...others)
}
