// The flags of a bug. Those of its attachments go with it when it changes its place.
import { groupBy } from '../../../kernel/collections.js'
import { must } from '../../../kernel/must.js'
import { flagsAfterMove } from '../../flags/after-move.js'
import { newlyAsked } from '../../flags/changes.js'
import { nextFlags } from '../../flags/plan.js'
import type { BugDraft } from '../state/draft.js'
import { isRelocation } from './placement.js'
import { rule, type UpdateWrite } from './rule.js'

/** Flags that do not apply where the bug goes change or go; then comes the input. Who is asked is put on the CC list. */
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
  const component = must(call.catalogue.components.get(draft.row.component_id), 'component', draft.row.component_id)
  const flags = [...carriers.values()].flatMap((own) => flagsAfterMove(call, component, own, setters))
  draft.setPart('flags', flags)
}

function setFlags(draft: BugDraft<'flags' | 'cc'>, { call, input, requestees }: UpdateWrite<'flags' | 'cc'>): void {
  const changes = input.flags ?? []
  if (changes.length === 0) return
  const { row } = draft
  const component = must(call.catalogue.components.get(row.component_id), 'component', row.component_id)
  const flags = draft.part('flags')
  const ofBug = flags.filter((flag) => flag.attachment_id === null)
  const next = nextFlags(call, { bugId: row.id, attachmentId: null, component }, ofBug, changes, requestees.find)
  const asked = [...newlyAsked(ofBug, next)].filter((id) => requestees.wantCc(id))
  if (asked.length > 0) draft.setPart('cc', new Set([...draft.part('cc'), ...asked]))
  draft.setPart('flags', [...next, ...flags.filter((flag) => flag.attachment_id !== null)])
}
