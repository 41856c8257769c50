// The row of a new bug: what is given, as far as the caller may say it, and defaults for the rest. Pure.
import type { z } from 'zod'
import { hasProductRight } from '../../../access/permissions.js'
import { isOn, type Catalogue, type Component, type Product } from '../../../setup/catalogue.js'
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
import { plainColumns } from './plain-fields.js'
import { statusOfNew } from '../rules/status.js'

type CreateBody = z.output<BugBody<typeof createFields>>

/** What Create Bug was given, without what is null. */
export type CreateInput = { readonly [F in keyof CreateBody]: Exclude<CreateBody[F], null> }

/** The defaults of fields that an installation may leave without one. */
const defaultsOf = {
  op_sys: 'defaultopsys',
  platform: 'defaultplatform',
  priority: 'defaultpriority',
  severity: 'defaultseverity',
} as const

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
  const { summary } = input
  if (summary === undefined) throw new TrackerError('require_summary', { field: 'summary' })
  const mayEdit = hasProductRight(call, product, 'editbugs')
  const mayChooseMilestone = mayEdit || isOn(catalogue, 'letsubmitterchoosemilestone')
  const { component, columns } = placementOfNew(product, input, mayChooseMilestone)
  const bare = {
    ...columns,
    ...rolesOfNew(call, component, input, mayEdit, person),
    ...statusOfNew(call, product, input),
    ...blank,
    creator_id: requireUser(call.who).id,
    creation_time: now,
    last_change_time: now,
    ...plainColumns(catalogue, { ...selects(catalogue, input), ...texts(input), ...hours(call, input), summary }),
  }
  const row = { ...bare, ...columnsAfter(bare, { is_private: input.comment_is_private ?? false }) } as BugRow
  const draft = toDraft(emptyState(row))
  draft.after.groups = new Set(groups)
  const { id: _unassigned, ...complete } = { ...row, ...derivedColumns(catalogue, draft) }
  return { row: complete, component }
}

/** What a bug has before anything is said of it. */
const blank = {
  url: '',
  whiteboard: '',
  deadline: null,
  dupe_of: null,
  is_cc_accessible: true,
  is_creator_accessible: true,
  group_count: 0,
  estimated_time: 0,
  remaining_time: 0,
  actual_time: 0,
  percentage_complete: 0,
  comment_count: 0,
  public_comment_count: 0,
  last_mail_time: null,
}

function selects(catalogue: Catalogue, input: CreateInput): Record<keyof typeof defaultsOf, string> {
  const chosen = (field: keyof typeof defaultsOf) => {
    const isForced = field === 'priority' && !isOn(catalogue, 'letsubmitterchoosepriority')
    const given = isForced ? undefined : input[field]
    return given ?? catalogue.parameters[defaultsOf[field]]
  }
  return {
    op_sys: chosen('op_sys'),
    platform: chosen('platform'),
    priority: chosen('priority'),
    severity: chosen('severity'),
  }
}

function texts({ url, whiteboard, is_cc_accessible, is_creator_accessible }: CreateInput) {
  // Forms begin with the scheme; alone it says nothing.
  return { url: url?.trim() === 'http://' ? '' : url, whiteboard, is_cc_accessible, is_creator_accessible }
}

/** What is to be done at first is what was estimated. Ignored from callers who do not track time. */
function hours({ who }: Call, { estimated_time = 0, remaining_time = 0, deadline }: CreateInput) {
  return who.isTimeTracker ? { estimated_time, remaining_time: estimated_time || remaining_time, deadline } : {}
}
