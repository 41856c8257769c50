// The commands that set up a tracker, and which operation each of them is.
import { operations, resources, type AnyOperation } from '@trackerkit/core/operations'
import { UsageError } from '../command.js'

type Values = Readonly<Record<string, unknown>>

export interface Administration {
  /** What is made, changed or listed. */
  readonly kind: string
  readonly operation: AnyOperation
  /** What the operands are in the input. @throws UsageError when there are too few or too many */
  readonly operands: (operands: readonly string[]) => Values
}

const { apiKeys, audit, fields, groups, legalValues, mail, parameters, workflow } = operations

interface Verbs {
  readonly create?: AnyOperation
  readonly get?: AnyOperation
  readonly update?: AnyOperation
  readonly delete?: AnyOperation
}

/** Resources that have the usual verbs, as `keyword create` and `flag-type list`. */
const usual = [
  'products',
  'components',
  'versions',
  'milestones',
  'classifications',
  'keywords',
  'flagTypes',
  'fields',
  'groups',
  'groupControls',
  'users',
] as const

const others: Readonly<Record<string, Administration>> = {
  'value create': { kind: 'value', operation: legalValues.create, operands: oneName },
  'value list': { kind: 'value', operation: fields.values, operands: none },
  'value update': { kind: 'value', operation: legalValues.update, operands: onlyNames },
  'value delete': { kind: 'value', operation: legalValues.delete, operands: onlyNames },
  'workflow list': { kind: 'workflow', operation: workflow.get, operands: none },
  'workflow allow': { kind: 'workflow', operation: workflow.update, operands: (pair) => ({ add: [oneMove(pair)] }) },
  'workflow forbid': {
    kind: 'workflow',
    operation: workflow.update,
    operands: (pair) => ({ remove: [oneMove(pair)] }),
  },
  'group inherit': { kind: 'group', operation: groups.inherit, operands: idsOrNames },
  'param get': { kind: 'param', operation: parameters.get, operands: (names) => listOf('include_fields', names) },
  'param set': { kind: 'param', operation: parameters.update, operands: assignments },
  'api-key list': { kind: 'api-key', operation: apiKeys.get, operands: ([user]) => ({ user }) },
  'api-key revoke': {
    kind: 'api-key',
    operation: apiKeys.update,
    operands: (ids) => ({ ids: atLeastOne(ids, 'ID'), is_revoked: true }),
  },
  'audit list': { kind: 'audit', operation: audit.get, operands: none },
  'mail list': { kind: 'mail', operation: mail.list, operands: (ids) => listOf('ids', ids) },
  'mail resend': { kind: 'mail', operation: mail.resend, operands: (ids) => ({ ids: atLeastOne(ids, 'ID') }) },
  'mail drop': { kind: 'message', operation: mail.drop, operands: (ids) => listOf('ids', ids) },
}

/** By the words of the command. */
export const administration: Readonly<Record<string, Administration>> = {
  ...Object.fromEntries(usual.flatMap((name) => commandsOf(resources[name].one.replace(' ', '-'), operations[name]))),
  ...others,
}

function commandsOf(kind: string, { create, get, update, delete: remove }: Verbs): [string, Administration][] {
  const commands: [string, Administration][] = []
  if (create) commands.push([`${kind} create`, { kind, operation: create, operands: oneName }])
  if (get) commands.push([`${kind} list`, { kind, operation: get, operands: idsAndNames }])
  if (update) commands.push([`${kind} update`, { kind, operation: update, operands: idsOrNames }])
  if (remove) commands.push([`${kind} delete`, { kind, operation: remove, operands: idsOrNames }])
  return commands
}

function oneName(operands: readonly string[]): Values {
  const [name] = atLeastOne(operands, 'NAME')
  none(operands.slice(1))
  return { name }
}

function idsOrNames(operands: readonly string[]): Values {
  return idsAndNames(atLeastOne(operands, 'NAME'))
}

/** What has no ids to be named by, and may consist of digits. */
function onlyNames(operands: readonly string[]): Values {
  return { names: atLeastOne(operands, 'NAME') }
}

/** From one status to another; a blank one is that of a bug that is being filed. */
function oneMove([from, to, ...others]: readonly string[]): Values {
  if (from === undefined || to === undefined) throw new UsageError('FROM and TO are missing')
  none(others)
  return { from, to }
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
  const pairs = atLeastOne(operands, 'NAME=VALUE').map((text) => {
    const at = text.indexOf('=')
    if (at < 1) throw new UsageError(`'${text}' is not of the form NAME=VALUE`)
    return [text.slice(0, at), text.slice(at + 1)]
  })
  return { parameters: Object.fromEntries(pairs) as Values }
}

function atLeastOne(operands: readonly string[], label: string): readonly string[] {
  if (operands.length === 0) throw new UsageError(`${label} is missing`)
  return operands
}

function none(operands: readonly string[]): Values {
  if (operands[0] !== undefined) throw new UsageError(`'${operands[0]}' is one argument too many`)
  return {}
}
