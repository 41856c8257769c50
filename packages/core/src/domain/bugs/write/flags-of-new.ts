// The flags of a new bug, set after it has been written, when its visibility is known.
import type { Call } from '../../../call/context.js'
import type { Reader, Writer } from '../../../schema/index.js'
import type { FlagChange } from '../../flags/input.js'
import { newlyAsked } from '../../flags/changes.js'
import { nextFlags } from '../../flags/plan.js'
import { lookUpRequestees } from '../../flags/requestees.js'
import { componentOf } from '../fields/values.js'
import { addAskedToCc } from '../rules/flags.js'
import { requireIsolation } from '../rules/isolation.js'
import { createDraft, type AnyDraft, type BugDraft } from '../state/draft.js'
import { writeSets } from './write-sets.js'

/**
 * Writes the flags of a new bug and puts the requestees on the CC list. @throws as nextFlags; invalid_user_group
 */
export async function writeFlagsOfNew(
  tx: Writer,
  call: Call,
  draft: BugDraft<'cc' | 'flags'>,
  changes: readonly FlagChange[],
): Promise<void> {
  if (changes.length === 0) return
  const { id: bugId } = draft.row
  const component = componentOf(call.catalogue, draft.row)
  const requestees = await lookUpRequestees(tx, call, changes, [bugId])
  const flags = nextFlags(call, { bugId, attachmentId: null, component }, [], changes, requestees.find)
  const flagged = createDraft(draft.row, { cc: draft.part('cc'), flags: [] })
  for (const one of [flagged, draft]) {
    one.setPart('flags', flags)
    addAskedToCc(one, [], flags, requestees)
  }
  await requireIsolation(tx, call, [flagged])
  await writeSets(tx, [flagged])
}

/**
 * The new bug with its flags, for rules of the embedding program. `writeFlagsOfNew` checks that requestees can see the bug.
 * @throws as nextFlags
 */
export async function withFlags(
  tx: Reader,
  call: Call,
  draft: AnyDraft,
  changes: readonly FlagChange[] = [],
): Promise<AnyDraft> {
  if (changes.length === 0) return draft
  const { id: bugId } = draft.row
  const component = componentOf(call.catalogue, draft.row)
  const { find, wantCc } = await lookUpRequestees(tx, call, changes, [bugId], { publicIds: new Set([bugId]) })
  const flags = nextFlags(call, { bugId, attachmentId: null, component }, [], changes, find)
  const asked = [...newlyAsked([], flags)].filter(wantCc)
  const pending = { flags: () => flags, cc: () => new Set([...draft.part('cc'), ...asked]) }
  return {
    ...draft,
    part: (name) => (name in pending ? pending[name as keyof typeof pending]() : draft.part(name)) as never,
  }
}
