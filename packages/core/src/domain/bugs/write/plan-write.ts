// Asks every rule that applies, in their order. Nothing is read or written here.
import { mayChange, rolesIn, type BugRoles } from '../../../access/permissions.js'
import { seesField } from '../../../access/visibility.js'
import type { Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { UpdateInput } from '../fields/body-types.js'
import { rightsOf } from '../fields/names.js'
import { productOf } from '../fields/values.js'
import { creationRules } from '../rules/index.js'
import type { CreateWrite, UpdateWrite } from '../rules/rule.js'
import { deniedMove, moveBetween } from '../rules/status.js'
import { changedFields } from '../state/changes.js'
import type { AnyDraft } from '../state/draft.js'
import type { LoadedUpdate } from './load-update.js'

/** Makes the row and the parts of a new bug. @throws the first error in the input */
export function planCreate(write: CreateWrite, draft: AnyDraft): void {
  for (const { create } of creationRules) create?.(draft, write)
}

/** Changes other bugs with a new one, which has its ID already. @throws the first error in the input */
export function planLinks(write: CreateWrite, draft: AnyDraft): void {
  for (const { createLinks } of creationRules) createLinks?.(draft, write)
}

/** Changes the draft, and the drafts of bugs that change with it. @throws the first error in the input */
export function planUpdate(write: LoadedUpdate, draft: AnyDraft): void {
  for (const { update } of write.rules) update?.(draft, write)
  requireRights(write, draft)
}

/**
 * Asks the decision table about every field that the input names and that differs or is hidden from the caller, who would
 * otherwise learn a hidden value by guessing it. Fields that change only because others do (a resolution that is cleared,
 * hours that closing sets to 0) are not asked about.
 * @throws illegal_change; illegal_bug_status_transition for the status
 */
function requireRights({ call, input }: UpdateWrite, draft: AnyDraft): void {
  const { before, row } = draft
  const product = productOf(call.catalogue, before)
  const asked = rolesIn(call, product, before, row)
  // A role that the caller takes in this update gives no rights.
  const asBefore = rolesIn(call, product, before)
  const named = new Set<string>(Object.keys(input))
  if (input.reset_assigned_to) named.add('assigned_to')
  if (input.reset_qa_contact) named.add('qa_contact')
  if (before.product_id !== row.product_id) {
    named.add('component').add('version')
    // Chosen only if the caller may, see placementRule.
    named.delete('target_milestone')
  }
  const changed = changedFields(draft, call.catalogue)
  if (named.has('status') && changed.has('status')) requireMove(call, draft, asked)
  for (const field of new Set([...changed, ...hiddenFieldsIn(call, input)])) {
    const rights = rightsOf(field)
    if (!named.has(field) || rights.rights === 'own rules') continue
    const roles = field === 'assigned_to' || field === 'qa_contact' ? asBefore : asked
    if (!mayChange(roles, rights)) throw new TrackerError('illegal_change', { field, value: input[field as never] })
  }
}

/** The named fields that the caller cannot see. Null changes nothing, and work_time has its own rule. */
function hiddenFieldsIn(call: Call, input: UpdateInput): string[] {
  return Object.entries(input).flatMap(([field, given]) =>
    given === null || given === undefined || seesField(call, field) || !rightsOf(field).changedBy ? [] : [field],
  )
}

function requireMove({ catalogue }: Call, { before, row }: AnyDraft, asked: BugRoles): void {
  const status = catalogue.values.get(row.status_id)
  if (!status || mayChange(asked, moveBetween(catalogue, before, status))) return
  throw deniedMove(catalogue, productOf(catalogue, row), before, status, asked)
}
