// The row of a new bug: what is given, as far as the caller may say it, and defaults for the rest. Pure.
import type { z } from 'zod'
import { hasProductRight } from '../../../access/permissions.js'
import { isOn, type Component, type Product } from '../../../setup/catalogue.js'
import { columnsAfter } from '../../comments/append.js'
import { requireUser, type Call } from '../../../call/context.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { BugBody } from '../fields/body.js'
import { derivedColumns } from '../state/changes.js'
import { emptyState, toDraft } from '../state/draft.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { createFields } from '../fields/input.js'
import type { PersonFinder } from '../rules/lookups.js'
import { rolesOfNew } from '../rules/people.js'
import { placementOfNew } from '../rules/placement.js'
import { blankColumns, initialColumns, plainFields, type FieldValues } from './plain-fields.js'
import { statusOfNew } from '../rules/status.js'

type CreateBody = z.output<BugBody<typeof createFields>>

/** What Create Bug was given, without what is null. */
export type CreateInput = { readonly [F in keyof CreateBody]: Exclude<CreateBody[F], null> }

export interface NewBug {
  /** Without its id, which the store will assign. */
  readonly row: Omit<BugRow, 'id'>
  readonly component: Component
}

/**
 * Makes the row of a bug that holds one comment, its description, and is in `groups`.
 * @throws require_summary, require_component, object_not_specified, object_does_not_exist, value_inactive, and as statusOfNew
 */
export function newBug(
  call: Call,
  product: Product,
  input: CreateInput,
  groups: ReadonlySet<number>,
  person: PersonFinder,
): NewBug {
  const { catalogue, now } = call
  if (input.summary === undefined) throw new TrackerError('require_summary', { field: 'summary' })
  const mayEdit = hasProductRight(call, product, 'editbugs')
  const mayChooseMilestone = mayEdit || isOn(catalogue, 'letsubmitterchoosemilestone')
  const { component, columns } = placementOfNew(product, input, mayChooseMilestone)
  const bare = {
    ...columns,
    ...rolesOfNew(call, component, input, mayEdit, person),
    ...statusOfNew(call, product, input),
    ...blankColumns,
    ...counters,
    creator_id: requireUser(call.who).id,
    creation_time: now,
    last_change_time: now,
    ...initialColumns(catalogue, settable(call, input)),
  } as BugRow
  const row = { ...bare, ...columnsAfter(bare, { is_private: input.comment_is_private ?? false }) }
  const draft = toDraft(emptyState(row))
  draft.after.groups = new Set(groups)
  const { id: _unassigned, ...complete } = { ...row, ...derivedColumns(catalogue, draft) }
  return { row: complete, component }
}

/** What is counted and summed up, of a bug that has nothing yet. */
const counters = {
  group_count: 0,
  percentage_complete: 0,
  comment_count: 0,
  public_comment_count: 0,
  last_mail_time: null,
}

/** What the caller may say of a new bug. What is to be done at first is what was estimated. */
function settable(call: Call, input: CreateInput): FieldValues {
  const { catalogue, who } = call
  const given: { [field: string]: unknown } = {}
  for (const [name, { changedBy, rights }] of plainFields) {
    if (changedBy === 'time tracker' && !who.isTimeTracker) continue
    if (rights === 'priority' && !isOn(catalogue, 'letsubmitterchoosepriority')) continue
    given[name] = (input as FieldValues)[name]
  }
  if (who.isTimeTracker) given.remaining_time = input.estimated_time || input.remaining_time
  return given
}
