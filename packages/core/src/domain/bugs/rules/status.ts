// Status and resolution: the initial status, permitted changes, and their consequences.
import { hasProductRight, mayChange, type BugRoles } from '../../../access/permissions.js'
import { isOn, type Catalogue, type LegalValue, type Product } from '../../../setup/catalogue.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { legalValues, noResolution, productOf, requireLegalValue } from '../fields/values.js'
import { valueName } from '../fields/choices.js'
import { fold } from '../../../store/index.js'
import { rule } from './rule.js'

const unconfirmed = 'UNCONFIRMED'
const duplicate = 'DUPLICATE'

type FirstStatus = Pick<BugRow, 'status_id' | 'resolution_id' | 'is_confirmed'>
export type StatusColumns = FirstStatus & Pick<BugRow, 'dupe_of' | 'remaining_time'>

export const statusRule = rule({
  name: 'status',
  needs: [],
  applies: () => true,
  create({ row }, { call, product, input }) {
    Object.assign(row, statusOfNew(call, product, input))
  },
  update({ before, row, comments }, { call: { catalogue }, input, bugs }) {
    const product = productOf(catalogue, row)
    const isMove = before.product_id !== row.product_id
    // A move can take a status away.
    const moved =
      isMove && isSameStatus(catalogue, before, input.status) ? firstConfirmed(catalogue, product, row) : undefined
    const status = moved ?? input.status
    const duplicateOf = input.dupe_of ? bugs.require(input.dupe_of, 'dupe_of').id : undefined
    Object.assign(row, nextStatus(catalogue, product, row, { status, resolution: input.resolution, duplicateOf }))
    const isSaid = comments.some((comment) => comment.text !== '')
    requireTransitionFields(catalogue, product, before, row, isSaid)
  },
})

function isSameStatus(catalogue: Catalogue, { status_id }: Readonly<BugRow>, name: string | null | undefined): boolean {
  return name === undefined || fold(name?.trim() ?? '') === fold(valueName(catalogue, status_id))
}

/** Input about the status of a bug. Null and empty strings differ from absence. */
export interface StatusInput {
  readonly status?: string | null | undefined
  readonly resolution?: string | null | undefined
  /** The bug that this one becomes a duplicate of. */
  readonly duplicateOf?: number | undefined
}

/**
 * The status of a new bug. Without editbugs or canconfirm, callers cannot choose: their bugs are unconfirmed if the
 * product has that status.
 * @throws illegal_bug_status_transition, object_does_not_exist, missing_resolution, dupe_not_at_creation,
 *   resolution_not_allowed
 */
function statusOfNew(call: Call, product: Product, input: Omit<StatusInput, 'duplicateOf'>): FirstStatus {
  const { catalogue } = call
  const none = noResolution(catalogue)
  const resolution = isBlank(input.resolution)
    ? none
    : requireLegalValue(catalogue, 'resolution', input.resolution ?? null)
  if (resolution.name === duplicate)
    throw new TrackerError('dupe_not_at_creation', { field: 'resolution', value: duplicate })
  const choices = targets(catalogue, product, 0)
  const mayChoose = hasProductRight(call, product, 'editbugs') || hasProductRight(call, product, 'canconfirm')
  const status = mayChoose ? chosenFirst(catalogue, choices, input.status) : givenFirst(choices)
  if (!status) throw new TrackerError('object_not_specified', { field: 'status', value: input.status })
  const given = { status_id: status.id, is_confirmed: status.name !== unconfirmed }
  if (status.is_open) {
    if (resolution !== none && mayChoose)
      throw new TrackerError('resolution_not_allowed', { field: 'resolution', value: input.resolution })
    return { ...given, resolution_id: none.id }
  }
  if (resolution === none) throw missingResolution(catalogue, input.resolution)
  return { ...given, resolution_id: resolution.id }
}

/**
 * Status, resolution and what follows from them after an update. Reopening clears the resolution and the duplicate link;
 * closing, and any transition between closed statuses, leaves no hours to do.
 * @throws illegal_bug_status_transition, object_not_specified, object_does_not_exist, missing_resolution,
 *   resolution_not_allowed, dupe_id_required, param_invalid
 */
function nextStatus(catalogue: Catalogue, product: Product, bug: BugRow, input: StatusInput): StatusColumns {
  const { status, resolution, duplicateOf } = input
  const { status_id, resolution_id, is_confirmed, dupe_of, remaining_time } = bug
  const same = { status_id, resolution_id, is_confirmed, dupe_of, remaining_time }
  if (status !== undefined) return moved(catalogue, product, bug, { ...input, status })
  if (duplicateOf !== undefined && (resolution === undefined || isDuplicate(resolution)))
    return becomeDuplicate(catalogue, bug, duplicateOf)
  if (resolution === undefined) return same
  requireNothingOfClosed(catalogue, bug, input)
  return { ...same, ...resolved(catalogue, bug, { ...input, resolution }) }
}

/** The first open status that an unconfirmed bug may change to, if the product has no UNCONFIRMED status. */
function firstConfirmed(catalogue: Catalogue, product: Product, bug: BugRow): string | undefined {
  if (product.has_unconfirmed || !isUnconfirmed(catalogue, bug.status_id)) return undefined
  return targets(catalogue, product, bug.status_id).find((status) => status.is_open)?.name
}

export function isUnconfirmed(catalogue: Catalogue, statusId: number): boolean {
  return valueName(catalogue, statusId) === unconfirmed
}

/**
 * A caller may not make this transition.
 * @returns the error, which names the transitions that the caller could make
 */
export function deniedMove(
  catalogue: Catalogue,
  product: Product,
  bug: BugRow,
  status: LegalValue,
  roles: BugRoles,
): TrackerError {
  const allowed = allowedMoves(catalogue, product, bug, roles)
  return illegalMove(valueName(catalogue, bug.status_id), status.name, allowed)
}

/** The statuses that a caller with these roles may give the bug next, in their order. */
export function allowedMoves(catalogue: Catalogue, product: Product, bug: BugRow, roles: BugRoles): LegalValue[] {
  return targets(catalogue, product, bug.status_id).filter((target) =>
    mayChange(roles, moveBetween(catalogue, bug, target)),
  )
}

/** The properties of a status change for the decision table. */
export function moveBetween(
  catalogue: Catalogue,
  bug: BugRow,
  to: LegalValue,
): { flipsConfirmation: boolean; staysOpen: boolean } {
  const confirms = to.is_open === true && to.name !== unconfirmed
  return {
    flipsConfirmation: bug.is_confirmed ? isUnconfirmed(catalogue, to.id) : confirms,
    staysOpen: bug.is_open && to.is_open === true,
  }
}

/** The names of nonempty resolutions, for error messages. */
function resolutionNames(catalogue: Catalogue): string[] {
  return legalValues(catalogue, 'resolution').flatMap((value) => (value.name === '' ? [] : [value.name]))
}

function moved(
  catalogue: Catalogue,
  product: Product,
  bug: BugRow,
  input: StatusInput & { readonly status: string | null },
): StatusColumns {
  const status = requireLegalValue(catalogue, 'status', input.status)
  const choices = targets(catalogue, product, bug.status_id)
  if (status.id !== bug.status_id && !choices.includes(status))
    throw illegalMove(valueName(catalogue, bug.status_id), status.name, choices)
  if (status.is_open) {
    requireNothingOfClosed(catalogue, bug, input)
    return {
      status_id: status.id,
      is_confirmed: status.name !== unconfirmed,
      resolution_id: noResolution(catalogue).id,
      dupe_of: null,
      remaining_time: bug.remaining_time,
    }
  }
  const remaining_time = status.id === bug.status_id ? bug.remaining_time : 0
  const closed = { status_id: status.id, is_confirmed: bug.is_confirmed, remaining_time }
  if (input.resolution === undefined && bug.is_open) throw missingResolution(catalogue, undefined)
  const resolution = input.resolution === undefined ? keptResolution(catalogue, bug, input) : input.resolution
  return { ...closed, ...resolved(catalogue, { ...bug, remaining_time }, { ...input, resolution }) }
}

/** Rejects a resolution and duplicate mark for an open bug. Reopening always clears both. */
function requireNothingOfClosed(catalogue: Catalogue, bug: BugRow, { resolution, duplicateOf }: StatusInput): void {
  if (!bug.is_open) return
  if (resolution !== undefined) {
    const { name } = requireLegalValue(catalogue, 'resolution', resolution)
    throw new TrackerError('resolution_not_allowed', { field: 'resolution', value: name })
  }
  if (duplicateOf !== undefined)
    throw new TrackerError('resolution_not_allowed', { field: 'dupe_of', value: duplicateOf })
}

/** A bug that stays closed keeps its resolution, unless it is named a duplicate now. */
function keptResolution(catalogue: Catalogue, bug: BugRow, input: StatusInput): string {
  return input.duplicateOf === undefined ? valueName(catalogue, bug.resolution_id) : duplicate
}

/** The resolution of a bug that is closed. */
function resolved(
  catalogue: Catalogue,
  bug: BugRow,
  input: StatusInput & { readonly resolution: string | null },
): Pick<StatusColumns, 'resolution_id' | 'dupe_of' | 'remaining_time'> {
  if (isBlank(input.resolution)) throw missingResolution(catalogue, input.resolution)
  const { id: resolution_id, name } = requireLegalValue(catalogue, 'resolution', input.resolution)
  if (name !== duplicate) {
    if (input.duplicateOf !== undefined) throw contradiction(name)
    return { resolution_id, dupe_of: null, remaining_time: bug.remaining_time }
  }
  const dupe_of = input.duplicateOf ?? bug.dupe_of
  // The other bug of a duplicate may have been deleted.
  const isStill = resolution_id === bug.resolution_id
  if (dupe_of === null && !isStill) throw new TrackerError('dupe_id_required', { field: 'resolution', value: name })
  return { resolution_id, dupe_of, remaining_time: isStill ? bug.remaining_time : 0 }
}

/** Only the link moves when the bug is a duplicate already. The transition to the status of duplicates is open from everywhere. */
function becomeDuplicate(catalogue: Catalogue, bug: BugRow, dupe_of: number): StatusColumns {
  const { is_confirmed, status_id, resolution_id, remaining_time } = bug
  if (isDuplicate(valueName(catalogue, resolution_id)))
    return { status_id, resolution_id, is_confirmed, remaining_time, dupe_of }
  return {
    status_id: requireLegalValue(catalogue, 'status', catalogue.parameters.duplicate_or_move_bug_status).id,
    resolution_id: requireLegalValue(catalogue, 'resolution', duplicate).id,
    is_confirmed,
    dupe_of,
    remaining_time: 0,
  }
}

/**
 * Requires a comment for a change of status or resolution if the workflow or parameters demand it, and a milestone
 * before work starts.
 * @throws comment_required, milestone_required
 */
function requireTransitionFields(
  catalogue: Catalogue,
  product: Product,
  before: BugRow,
  after: BugRow,
  hasComment: boolean,
): void {
  if (!hasComment) requireTransitionComment(catalogue, before, after)
  const isTakenUp = after.status_id !== before.status_id && valueName(catalogue, after.status_id) === 'IN_PROGRESS'
  const mustHave = isOn(catalogue, 'musthavemilestoneonaccept') && isOn(catalogue, 'usetargetmilestone')
  if (isTakenUp && mustHave && product.milestones.length > 1) {
    if (after.target_milestone_id === product.default_milestone_id)
      throw new TrackerError('milestone_required', { field: 'target_milestone' })
  }
}

function requireTransitionComment(catalogue: Catalogue, before: BugRow, after: BugRow): void {
  const field = 'comment'
  if (catalogue.workflow.get(before.status_id)?.get(after.status_id))
    throw new TrackerError('comment_required', { field, why: 'for this change of the status' })
  const isResolved = after.resolution_id !== before.resolution_id && after.resolution_id !== noResolution(catalogue).id
  if (isResolved && isOn(catalogue, 'commentonchange_resolution'))
    throw new TrackerError('comment_required', { field, why: 'when the resolution changes' })
  const isMarked = after.dupe_of !== null && after.dupe_of !== before.dupe_of
  if (isMarked && isOn(catalogue, 'commentonduplicate'))
    throw new TrackerError('comment_required', { field, why: 'when a bug is marked as a duplicate' })
}

/** The statuses that may follow (0: of a new bug), in their order. */
function targets(catalogue: Catalogue, product: Product, fromStatusId: number): LegalValue[] {
  const transitions = catalogue.workflow.get(fromStatusId)
  return legalValues(catalogue, 'status').filter(
    (status) =>
      status.is_active && transitions?.has(status.id) && (product.has_unconfirmed || status.name !== unconfirmed),
  )
}

function chosenFirst(
  catalogue: Catalogue,
  choices: readonly LegalValue[],
  name: string | null | undefined,
): LegalValue | undefined {
  if (isBlank(name)) return choices.find((status) => status.name !== unconfirmed) ?? choices[0]
  const status = requireLegalValue(catalogue, 'status', name ?? null)
  if (!choices.includes(status)) throw illegalMove(undefined, status.name, choices)
  return status
}

function givenFirst(choices: readonly LegalValue[]): LegalValue | undefined {
  return choices.find((status) => status.name === unconfirmed) ?? choices[0]
}

function isBlank(name: string | null | undefined): boolean {
  return (name ?? '').trim() === ''
}

function isDuplicate(name: string | null): boolean {
  return name?.trim().toUpperCase() === duplicate
}

function illegalMove(from: string | undefined, to: string, choices: readonly LegalValue[]): TrackerError {
  const accepted = choices.map((status) => status.name)
  return new TrackerError('illegal_bug_status_transition', { field: 'status', value: to, from, accepted })
}

function missingResolution(catalogue: Catalogue, value: unknown): TrackerError {
  return new TrackerError('missing_resolution', { field: 'resolution', value, accepted: resolutionNames(catalogue) })
}

function contradiction(value: string): TrackerError {
  return new TrackerError('param_invalid', {
    field: 'resolution',
    value,
    problem: 'a bug with dupe_of is a duplicate',
    accepted: [duplicate],
  })
}
