// The flags of a new bug.
import type { Component } from '../catalogue.js'
import type { Call } from '../context.js'
import { newlyAsked } from '../flags/changes.js'
import type { FlagChange } from '../flags/input.js'
import { nextFlags } from '../flags/plan.js'
import { lookUpRequestees } from '../flags/requestees.js'
import { writeFlags } from '../flags/write.js'
import type { Writer } from '../schema/index.js'
import type { Draft } from './draft.js'

/**
 * Sets flags on a bug that has been written, so that it is known who can see it. Who is asked is put on the CC list.
 * @throws as nextFlags
 */
export async function writeNewFlags(
  tx: Writer,
  call: Call,
  { after }: Draft,
  component: Component,
  changes: readonly FlagChange[],
): Promise<void> {
  if (changes.length === 0) return
  const bug_id = after.row.id
  const requestees = await lookUpRequestees(tx, call, changes, [bug_id])
  const flags = nextFlags(call, { bugId: bug_id, attachmentId: null, component }, [], changes, requestees.find)
  await writeFlags(tx, [{ before: [], after: flags }])
  const asked = new Set(newlyAsked([], flags))
  const cc = [...asked].filter((id) => !after.cc.has(id) && requestees.wantCc(id))
  if (cc.length === 0) return
  await tx.insert(
    'bug_cc',
    cc.map((user_id) => ({ bug_id, user_id })),
  )
}
