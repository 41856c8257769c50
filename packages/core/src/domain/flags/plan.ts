// Plans an update of the flags of one bug or attachment. Pure.
import type { Component, FlagType } from '../../setup/catalogue.js'
import { requireUser, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Row } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { applies } from './flag-type.js'
import type { FlagChange } from './input.js'
import { flagStatuses, mayClear, maySet, type FlagStatus } from './rights.js'

/** A flag before or after the update; without an ID if it is not stored. */
export type FlagState = Omit<Row<'flags'>, 'id'> & { readonly id?: number }

/** The bug or attachment with the flags. */
export interface FlagCarrier {
  readonly bugId: number
  /** NULL for the flags of the bug itself. */
  readonly attachmentId: number | null
  /** Of the bug: it decides which types apply. */
  readonly component: Component
}

/**
 * Finds a requestee. @throws object_does_not_exist, flag_requestee_disabled and others when that person cannot be asked
 */
export type RequesteeFinder = (login: string, type: FlagType, bugId: number, field: string) => number

/**
 * The flags after the changes, which are made in their order.
 * @throws flag_status_invalid (129), flag_update_denied (130), flag_type_requestee_disabled (131), flag_not_unique (132),
 *   flag_type_not_unique (133), flag_type_inactive (134), flag_type_not_multiplicable, object_does_not_exist (51),
 *   params_required (50), param_invalid (53), and as the finder of requestees
 */
export function nextFlags(
  call: Call,
  carrier: FlagCarrier,
  before: readonly FlagState[],
  changes: readonly FlagChange[],
  requestee: RequesteeFinder,
): FlagState[] {
  let flags = [...before]
  for (const [index, change] of changes.entries()) {
    const field = `flags.${index}`
    const found = findTarget(call, carrier, flags, change, field)
    const status = requireStatus(change, field)
    if (found.flag) {
      const old = found.flag
      const now = changed(call, carrier, found.type, old, { ...change, status }, requestee, field)
      flags = flags.flatMap((flag) => (flag === old ? (now ?? []) : [flag]))
    } else if (status !== 'X') {
      flags.push(created(call, carrier, flags, found.type, { ...change, status }, requestee, field))
    }
  }
  return flags
}

interface FlagInput {
  readonly status: FlagStatus | 'X'
  readonly requestee?: string | null | undefined
}

/** The flag that a change means, or the type of which it makes a new one. */
function findTarget(
  call: Call,
  carrier: FlagCarrier,
  flags: readonly FlagState[],
  change: FlagChange,
  field: string,
): { type: FlagType; flag?: FlagState } {
  const { flagTypes } = call.catalogue
  if (change.id !== undefined) {
    const flag = flags.find((one) => one.id === change.id)
    const type = flag && flagTypes.get(flag.type_id)
    if (flag && type) return { flag, type }
    throw new TrackerError('object_does_not_exist', { kind: 'flag', field: `${field}.id`, value: change.id })
  }
  const type = requireType(call, carrier, change, field)
  // Those made by the same request are further ones, not the one that a name means.
  const ofType = flags.filter((flag) => flag.type_id === type.id && flag.id !== undefined)
  if (change.new || ofType.length === 0) return { type }
  if (ofType.length > 1) throw new TrackerError('flag_not_unique', { field, value: type.name })
  return { type, flag: ofType[0] as FlagState }
}

function requireType({ catalogue }: Call, carrier: FlagCarrier, change: FlagChange, field: string): FlagType {
  const target = carrier.attachmentId === null ? 'bug' : 'attachment'
  const fitting = [...catalogue.flagTypes.values()].filter(
    (type) => type.target_type === target && applies(type, carrier.component),
  )
  if (change.type_id !== undefined) {
    const type = fitting.find((one) => one.id === change.type_id)
    if (type) return type
    throw new TrackerError('object_does_not_exist', {
      kind: 'flag type',
      field: `${field}.type_id`,
      value: change.type_id,
    })
  }
  const name = change.name?.trim() ?? ''
  if (name === '')
    throw new TrackerError('params_required', { fields: ['id', 'type_id', 'name'].map((key) => `${field}.${key}`) })
  const types = fitting.filter((type) => type.name_folded === fold(name))
  if (types.length > 1) throw new TrackerError('flag_type_not_unique', { field: `${field}.name`, value: name })
  const [type] = types
  if (type) return type
  const accepted = [...new Set(fitting.map((one) => one.name))]
  throw new TrackerError('object_does_not_exist', { kind: 'flag type', field: `${field}.name`, value: name, accepted })
}

function requireStatus({ status }: FlagChange, field: string): FlagStatus | 'X' {
  const accepted = [...flagStatuses, 'X'] as const
  const known = accepted.find((one) => one === status)
  if (known !== undefined) return known
  throw new TrackerError('flag_status_invalid', { field: `${field}.status`, value: status, accepted })
}

function created(
  call: Call,
  carrier: FlagCarrier,
  flags: readonly FlagState[],
  type: FlagType,
  input: FlagInput & { readonly status: FlagStatus },
  requestee: RequesteeFinder,
  field: string,
): FlagState {
  if (!type.is_active) throw new TrackerError('flag_type_inactive', { field, value: type.name })
  if (!type.is_multiplicable && flags.some((flag) => flag.type_id === type.id))
    throw new TrackerError('flag_type_not_multiplicable', { field, value: type.name })
  requireMaySet(call, type, input.status, field)
  return {
    type_id: type.id,
    bug_id: carrier.bugId,
    attachment_id: carrier.attachmentId,
    status: input.status,
    setter_id: requireUser(call.who).id,
    requestee_id: requestedFlag(carrier, type, null, input, requestee, field),
    creation_date: call.now,
    modification_date: call.now,
  }
}

/** The flag after a change; undefined when it is cleared. Changing only the requestee keeps the setter. */
function changed(
  call: Call,
  carrier: FlagCarrier,
  type: FlagType,
  flag: FlagState,
  input: FlagInput,
  requestee: RequesteeFinder,
  field: string,
): FlagState | undefined {
  const { status } = input
  if (status === 'X') {
    if (mayClear(call.who, type, flag)) return undefined
    throw new TrackerError('flag_update_denied', { field, value: type.name, status })
  }
  const isNewStatus = status !== flag.status
  if (isNewStatus) requireMaySet(call, type, status, field)
  const requestee_id = requestedFlag(carrier, type, flag.requestee_id, { ...input, status }, requestee, field)
  if (!isNewStatus && requestee_id === flag.requestee_id) return flag
  // Users who may clear a request may reassign it.
  if (!isNewStatus && !mayClear(call.who, type, flag))
    throw new TrackerError('flag_update_denied', { field, value: type.name, status })
  const setter_id = status === '?' && !isNewStatus ? flag.setter_id : requireUser(call.who).id
  return { ...flag, status, requestee_id, setter_id, modification_date: call.now }
}

function requireMaySet(call: Call, type: FlagType, status: FlagStatus, field: string): void {
  if (status === '?' && !type.is_requestable)
    throw new TrackerError('flag_status_invalid', {
      field: `${field}.status`,
      value: status,
      accepted: ['+', '-', 'X'],
    })
  if (!maySet(call.who, type, status)) throw new TrackerError('flag_update_denied', { field, value: type.name, status })
}

/** The requestee. Only requests have one. */
function requestedFlag(
  carrier: FlagCarrier,
  type: FlagType,
  current: number | null,
  input: FlagInput,
  requestee: RequesteeFinder,
  field: string,
): number | null {
  const login = input.requestee?.trim() ?? ''
  if (input.status !== '?') {
    // Clients send back the flag as they got it, with another status.
    if (login === '' || requestee(login, type, carrier.bugId, `${field}.requestee`) === current) return null
    const reason = 'only a request (?) is for a particular person'
    throw new TrackerError('param_invalid', { field: `${field}.requestee`, value: login, problem: reason })
  }
  if (input.requestee === undefined) return current
  if (login === '') return null
  if (!type.is_requesteeble)
    throw new TrackerError('flag_type_requestee_disabled', { field: `${field}.requestee`, value: type.name })
  return requestee(login, type, carrier.bugId, `${field}.requestee`)
}
