// The flags of a new bug.
import type { Component } from '../../../setup/catalogue.js'
import type { Call } from '../../../call/context.js'
import { newlyAsked } from '../../flags/changes.js'
import type { FlagChange } from '../../flags/input.js'
import { nextFlags } from '../../flags/plan.js'
import { lookUpRequestees } from '../../flags/requestees.js'
import type { Writer } from '../../../schema/index.js'
import { toDraft, type BugDraft } from '../state/draft.js'
import { requireIsolation } from '../rules/isolation.js'
import { writeSets } from './write-sets.js'

/**
 * Sets flags on a bug that has been written, so that it is known who can see it. Who is asked is put on the CC list. Returns the
 * bug with its flags.
 * @throws as nextFlags; invalid_user_group
 */
export async function writeNewFlags(
  tx: Writer,
  call: Call,
  draft: BugDraft,
  component: Component,
  changes: readonly FlagChange[],
): Promise<BugDraft> {
  if (changes.length === 0) return draft
  const { after } = draft
  const bugId = after.row.id
  const { find, wantCc } = await lookUpRequestees(tx, call, changes, [bugId])
  const flagged = toDraft(after)
  const flags = nextFlags(call, { bugId, attachmentId: null, component }, [], changes, find)
  flagged.after.flags = flags
  for (const id of newlyAsked([], flags)) if (wantCc(id)) flagged.after.cc.add(id)
  await requireIsolation(tx, call, [flagged])
  await writeSets(tx, [flagged])
  return flagged
}
