// The changes that a rule of the embedding program makes: an update without what names the bugs.
import { parseInput } from '../../../call/define/operation.js'
import { TrackerError } from '../../../kernel/errors.js'
import { bugBody, byApiName } from '../fields/body.js'
import type { UpdateInput } from '../fields/body-types.js'
import { updateFields, updateNames } from '../fields/input.js'

/** Rules cannot set the place of bugs, options of the request, or statements of its author. */
const neverSet = [
  ...(['ids', 'product', 'component', 'dry_run', 'expected_last_change_time', 'update_token'] as const),
  ...(['bug_ignored', 'comment_is_private', 'minor_update', 'work_time', 'comment_tags'] as const),
]

/** Fields that have no meaning for a new bug, or are planned once it is stored. */
const neverOfNew = ['comment', 'dupe_of', 'flags', 'reset_assigned_to', 'reset_qa_contact'] as const

const { ids, ...ruleFields } = updateFields
const operation = { input: bugBody({ ids, ...ruleFields }, updateNames) }

/** @throws unknown_parameter, and what Update Bug throws for the shape of its input */
export function parseChanges(given: object, isNew: boolean): UpdateInput {
  const refused: readonly string[] = isNew ? [...neverSet, ...neverOfNew] : neverSet
  const field = Object.keys(given).find((name) => refused.includes(name))
  if (field !== undefined) throw new TrackerError('unknown_parameter', { field })
  return byApiName(parseInput(operation, { ...given, ids: [] }), updateNames)
}
