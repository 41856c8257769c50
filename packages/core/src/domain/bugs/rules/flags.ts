// The flags of a bug. Those of its attachments go with it when it changes its place.
import { groupBy } from '../../../kernel/collections.js'
import { flagsAfterMove } from '../../flags/after-move.js'
import { newlyAsked } from '../../flags/changes.js'
import { nextFlags, type FlagState } from '../../flags/plan.js'
import type { Requestees } from '../../flags/requestees.js'
import { componentOf } from '../fields/values.js'
import type { BugDraft } from '../state/draft.js'
import { isRelocation } from './placement.js'
import { rule, type UpdateWrite } from './rule.js'

/** Flags that do not apply in the new component change or are removed; then the input applies. */
export const flagsRule = rule({
  name: 'flags',
  needs: ['flags', 'cc'],
  applies: (input, { catalogue }) =>
    (input.flags ?? []).length > 0 || (isRelocation(input) && catalogue.flagTypes.size > 0),
  update(draft, write) {
    moveFlags(draft, write)
    setFlags(draft, write)
  },
})

function moveFlags(draft: BugDraft<'flags'>, { call, setters }: UpdateWrite<'flags'>): void {
  if (draft.row.component_id === draft.before.component_id) return
  const carriers = groupBy(draft.beforePart('flags'), (flag) => flag.attachment_id)
  const component = componentOf(call.catalogue, draft.row)
  const flags = [...carriers.values()].flatMap((own) => flagsAfterMove(call, component, own, setters))
  draft.setPart('flags', flags)
}

function setFlags(draft: BugDraft<'flags' | 'cc'>, { call, input, requestees }: UpdateWrite<'flags' | 'cc'>): void {
  const changes = input.flags ?? []
  if (changes.length === 0) return
  const { row } = draft
  const component = componentOf(call.catalogue, row)
  const flags = draft.part('flags')
  const ofBug = flags.filter((flag) => flag.attachment_id === null)
  const next = nextFlags(call, { bugId: row.id, attachmentId: null, component }, ofBug, changes, requestees.find)
  addAskedToCc(draft, ofBug, next, requestees)
  draft.setPart('flags', [...next, ...flags.filter((flag) => flag.attachment_id !== null)])
}

/** Puts users who are newly requested by flags on the CC list of the bug, unless they opted out. */
export function addAskedToCc(
  draft: BugDraft<'cc'>,
  before: readonly FlagState[],
  after: readonly FlagState[],
  { wantCc }: Pick<Requestees, 'wantCc'>,
): void {
  const asked = [...newlyAsked(before, after)].filter(wantCc)
  if (asked.length > 0) draft.setPart('cc', new Set([...draft.part('cc'), ...asked]))
}
