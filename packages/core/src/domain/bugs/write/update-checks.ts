// Errors of an update before its rules run.
import { requireEditable } from '../../../access/products.js'
import type { BugRow } from '../../../access/find-bugs.js'
import type { Call } from '../../../call/context.js'
import { entriesIn } from '../../../call/define/inputs.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { UpdateInput } from '../fields/body-types.js'
import { updateToken } from '../fields/update-token.js'
import { productOf } from '../fields/values.js'
import type { LoadedUpdate } from './load-update.js'

/** How much there is to write in each bug. */
export function changesIn({ ids: _, comment_is_private: _privacy, ...fields }: UpdateInput): number {
  return entriesIn(fields)
}

/** Callers by REST see whole seconds only: a time without fraction stands for its whole second. */
function isSameTime(expected: Date, actual: Date): boolean {
  const unit = expected.getMilliseconds() === 0 ? 1000 : 1
  return Math.floor(actual.getTime() / unit) === Math.floor(expected.getTime() / unit)
}

/** @throws product_edit_denied, conflict */
export function requireUpdatable(call: Call, row: BugRow, input: UpdateInput): void {
  const { expected_last_change_time: expected, update_token: token } = input
  requireEditable(call, productOf(call.catalogue, row))
  const { last_change_time } = row
  const user = call.who.user
  if (expected && !isSameTime(expected, last_change_time))
    throw new TrackerError('conflict', { field: 'expected_last_change_time', value: expected, last_change_time })
  if (token !== undefined && user && token !== updateToken(call.catalogue, user, row))
    throw new TrackerError('conflict', { field: 'update_token', last_change_time })
}

/** @throws multiple_alias_not_allowed, dupe_not_allowed, undefined_field */
export function requireSingle(rows: readonly BugRow[], { alias, dupe_of }: UpdateInput): void {
  const isSingle = rows.length === 1
  if (alias !== undefined && alias !== null && !isSingle)
    throw new TrackerError('multiple_alias_not_allowed', { field: 'alias', value: alias })
  if (dupe_of === undefined) return
  if (!dupe_of) throw new TrackerError('undefined_field', { field: 'dupe_of', value: dupe_of })
  if (!isSingle) throw new TrackerError('dupe_not_allowed', { field: 'dupe_of', value: dupe_of })
}

/** @throws comment_invalid_isprivate for a comment of another bug, or of none that the caller can see */
export function requireOwnComments({ input, comments }: LoadedUpdate, rows: Iterable<BugRow>): void {
  const own = new Set(Array.from(rows, ({ id }) => id))
  for (const id of Object.keys(input.comment_is_private ?? {})) {
    const bugId = comments.get(Number(id))?.bug_id
    if (bugId === undefined || !own.has(bugId))
      throw new TrackerError('comment_invalid_isprivate', { field: 'comment_is_private', value: id })
  }
}
