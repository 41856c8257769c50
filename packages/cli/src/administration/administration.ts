// The commands that set up a tracker, and which operation each of them is: the usual ones of every resource that is administered, and others.
import { administered, operations, resources, type AnyOperation, type Resource } from '@trackerkit/core/operations'
import { UsageError } from '../terminal/command.js'
import { aboutTargets, targetOf } from '../terminal/follow-targets.js'

type Values = Readonly<Record<string, unknown>>

export interface Administration {
  /** The kind of object. */
  readonly kind: string
  readonly operation: AnyOperation
  readonly operands: Operands
  /** The list in the answer that `--lines` prints all of. */
  readonly lines?: string
  /** For operations that read email: the outcome of items that stay unchanged, which makes the command fail. */
  readonly undone?: 'held' | 'failed'
  /** For operations on the things of one user: runs with the permissions of the user of `--as`, which is required. */
  readonly isPersonal?: boolean
}

/** Positional arguments. */
interface Operands {
  /** The inputs that the operands set. */
  readonly fields: readonly string[]
  /** `<NAME>` must be there, `[NAME]` may be, `<NAME...>` is one or more. */
  readonly labels: readonly string[]
  /** Default: the description of the first of these inputs. */
  readonly description?: string
  /**
   * From the operands, beside the input from options.
   * @throws UsageError for one that is not of the form it needs
   */
  readonly toInput: (operands: readonly string[], given: Values) => Values
}

const { apiKeys, attachments, audit, bugs, changes, comments, fields, follows, groups, fieldValues } = operations
const { inbound, inbox, linkedAccounts, mail, parameters, schedules, secondFactor, users, webhooks, workflow } =
  operations

const none: Operands = { fields: [], labels: [], toInput: () => ({}) }
const oneName: Operands = { fields: ['name'], labels: ['<NAME>'], toInput: ([name]) => ({ name }) }
const idsOrNames: Operands = {
  fields: ['ids', 'names'],
  labels: ['<NAME...>'],
  description: 'Names or IDs. Digits are always an ID.',
  toInput: idsAndNames,
}
/** None of them is all of them. */
const anyIdsOrNames: Operands = { ...idsOrNames, labels: ['[NAME...]'] }
/** Users are also found by a text. */
const anyUsers: Operands = {
  ...anyIdsOrNames,
  description:
    'Names or IDs. Digits are always an ID. Without any, and without --match: all enabled users, at most as many as the parameter maxusermatches.',
  toInput: (operands, given) => {
    const chosen = { ...given, ...idsAndNames(operands) }
    return ['ids', 'names', 'match'].some((key) => key in chosen) ? chosen : { match: ['*'] }
  },
}
/** Objects without IDs, whose names may consist of digits. */
const onlyNames: Operands = { fields: ['names'], labels: ['<NAME...>'], toInput: (names) => ({ names }) }
const someIds: Operands = { fields: ['ids'], labels: ['<ID...>'], toInput: (ids) => ({ ids }) }
const oneId: Operands = { fields: ['id'], labels: ['<ID>'], toInput: ([id]) => ({ id }) }
const anyIds: Operands = { ...someIds, labels: ['[ID...]'], toInput: (ids) => listOf('ids', ids) }

/** Commands with other words or other operands than the usual ones. */
const others: Readonly<Record<string, Administration>> = {
  'value create': { kind: 'value', operation: fieldValues.create, operands: oneName },
  'value list': { kind: 'value', operation: fields.values, operands: none },
  'value update': { kind: 'value', operation: fieldValues.update, operands: onlyNames },
  'value delete': { kind: 'value', operation: fieldValues.delete, operands: onlyNames },
  'workflow list': { kind: 'workflow', operation: workflow.get, operands: none },
  'workflow allow': { kind: 'workflow', operation: workflow.update, operands: transitionOperands('add') },
  'workflow forbid': { kind: 'workflow', operation: workflow.update, operands: transitionOperands('remove') },
  'group inherit': { kind: 'group', operation: groups.inherit, operands: idsOrNames },
  'param get': {
    kind: 'param',
    operation: parameters.get,
    operands: {
      fields: ['include_fields'],
      labels: ['[NAME...]'],
      description: 'Only these parameters.',
      toInput: (names) => listOf('include_fields', names),
    },
  },
  'param set': {
    kind: 'param',
    operation: parameters.update,
    operands: { fields: ['parameters'], labels: ['<NAME=VALUE...>'], toInput: assignments },
  },
  'api-key list': {
    kind: 'api-key',
    operation: apiKeys.get,
    operands: { labels: ['[LOGIN]'], fields: ['user'], toInput: ([user]) => ({ user }) },
  },
  'api-key revoke': {
    kind: 'api-key',
    operation: apiKeys.update,
    operands: { ...someIds, fields: ['ids', 'is_revoked'], toInput: (ids) => ({ ids, is_revoked: true }) },
  },
  'linked-account list': {
    kind: 'linked-account',
    operation: linkedAccounts.get,
    operands: { labels: ['<LOGIN>'], fields: ['user'], toInput: ([user]) => ({ user }) },
  },
  'linked-account remove': {
    kind: 'linked-account',
    operation: linkedAccounts.remove,
    operands: {
      labels: ['<LOGIN>', '<ISSUER>'],
      fields: ['user', 'issuer'],
      description: "Login, then the issuer as listed by 'linked-account list'.",
      toInput: ([user, issuer]) => ({ user, issuer }),
    },
  },
  'attachment erase': { kind: 'attachment', operation: attachments.erase, operands: someIds },
  'bug delete': { kind: 'bug', operation: bugs.delete, operands: someIds },
  'comment redact': { kind: 'comment', operation: comments.redact, operands: someIds },
  'user list': { kind: 'user', operation: users.get, operands: anyUsers },
  'user reset-second-factor': { kind: 'user', operation: secondFactor.reset, operands: idsOrNames },
  'user erase': { kind: 'user', operation: users.erase, operands: someIds },
  'audit list': { kind: 'audit', operation: audit.get, operands: none, lines: 'audit_log' },
  'changes restart': { kind: 'feed', operation: changes.restart, operands: none },
  'webhook create': { kind: 'webhook', operation: webhooks.create, operands: oneName },
  'webhook list': { kind: 'webhook', operation: webhooks.get, operands: anyIds },
  'webhook update': { kind: 'webhook', operation: webhooks.update, operands: someIds },
  'webhook delete': { kind: 'webhook', operation: webhooks.delete, operands: someIds },
  'webhook rotate': { kind: 'webhook', operation: webhooks.rotate, operands: oneId },
  'webhook ping': { kind: 'delivery', operation: webhooks.ping, operands: oneId },
  'webhook deliveries': { kind: 'delivery', operation: webhooks.deliveries, operands: oneId },
  'webhook redeliver': { kind: 'delivery', operation: webhooks.redeliver, operands: oneId },
  'inbound list': { kind: 'inbound', operation: inbound.list, operands: anyIds, lines: 'items' },
  'inbound accept': { kind: 'inbound', operation: inbound.accept, operands: someIds, undone: 'held' },
  'inbound refuse': { kind: 'inbound', operation: inbound.refuse, operands: someIds },
  'inbound retry': { kind: 'inbound', operation: inbound.retry, operands: someIds, undone: 'failed' },
  'mail list': { kind: 'mail', operation: mail.list, operands: anyIds },
  'mail resend': { kind: 'mail', operation: mail.resend, operands: someIds },
  'mail drop': { kind: 'message', operation: mail.drop, operands: anyIds },
  'inbox list': { kind: 'inbox', operation: inbox.get, operands: none, isPersonal: true },
  'follow list': { kind: 'follow', operation: follows.get, operands: none, isPersonal: true },
  'follow add': { kind: 'follow', operation: follows.update, operands: targets('add'), isPersonal: true },
  'follow remove': { kind: 'follow', operation: follows.update, operands: targets('remove'), isPersonal: true },
  'follow off': { kind: 'follow', operation: follows.update, operands: targets('off'), isPersonal: true },
  'schedule list': { kind: 'schedule', operation: schedules.get, operands: none, isPersonal: true },
  'schedule run': { kind: 'schedule run', operation: schedules.run, operands: oneId, isPersonal: true },
}

/** By the words of the command. */
export const administration: Readonly<Record<string, Administration>> = {
  ...Object.fromEntries(administered.flatMap(commandsOf)),
  ...others,
}

/** Subjects of the commands that share a first word. */
export const groupTitles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(administered.map((resource) => [kindOf(resource), resource.title])),
  value: 'Field values',
  workflow: resources.workflow.title,
  param: resources.parameters.title,
  'api-key': resources.apiKeys.title,
  'linked-account': resources.linkedAccounts.title,
  audit: resources.audit.title,
  changes: resources.changes.title,
  mail: resources.mail.title,
  inbound: resources.inbound.title,
  inbox: resources.inbox.title,
  follow: resources.follows.title,
  schedule: resources.schedules.title,
  webhook: resources.webhooks.title,
  attachment: resources.attachments.title,
  bug: resources.bugs.title,
  comment: resources.comments.title,
  erasures: 'Erasures',
  import: 'Import from other trackers and files',
  config: 'Server settings',
}

function kindOf({ one }: Resource): string {
  return one.replaceAll(' ', '-').replace(/[A-Z](?=[a-z])/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `keyword create` and `flag-type list`, as far as the resource has such operations. */
function commandsOf(resource: Resource): [string, Administration][] {
  const kind = kindOf(resource)
  const { create, get, update, delete: remove } = resource.operations
  const commands: [string, Administration][] = []
  if (create) commands.push([`${kind} create`, { kind, operation: create, operands: oneName }])
  if (get) commands.push([`${kind} list`, { kind, operation: get, operands: anyIdsOrNames }])
  if (update) commands.push([`${kind} update`, { kind, operation: update, operands: idsOrNames }])
  if (remove) commands.push([`${kind} delete`, { kind, operation: remove, operands: idsOrNames }])
  return commands
}

/** From one status to another; a blank one is that of a bug that is being filed. */
function transitionOperands(field: 'add' | 'remove'): Operands {
  return {
    labels: ['<FROM>', '<TO>'],
    description: "A status. As FROM, '' stands for a new bug.",
    fields: ['set', 'add', 'remove'],
    toInput: ([from, to]) => ({ [field]: [{ from, to }] }),
  }
}

/** Bugs, products, components and users, each as KIND=VALUE. */
function targets(field: 'add' | 'remove' | 'off'): Operands {
  return {
    labels: ['<KIND=VALUE...>'],
    description: field === 'off' ? 'bug=ID.' : aboutTargets,
    fields: ['add', 'remove', 'mute', 'off'],
    toInput: (texts) => ({ [field]: texts.map(targetOf) }),
  }
}

/** Digits are an id, as in the paths of the API. */
function idsAndNames(operands: readonly string[]): Values {
  const isId = (text: string) => /^\d+$/.test(text)
  return {
    ...listOf('ids', operands.filter(isId)),
    ...listOf(
      'names',
      operands.filter((text) => !isId(text)),
    ),
  }
}

function listOf(key: string, values: readonly string[]): Values {
  return values.length > 0 ? { [key]: values } : {}
}

function assignments(operands: readonly string[]): Values {
  const pairs = operands.map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new UsageError(`'${text}' must be NAME=VALUE`)
    return [text.slice(0, at), text.slice(at + 1)]
  })
  return { parameters: Object.fromEntries(pairs) as Values }
}
