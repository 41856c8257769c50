// An update that is tried and not made.
import type { BugRef, BugRow } from '../../../access/find-bugs.js'
import type { Call } from '../../../call/context.js'
import { requireFewChanges } from '../../../call/define/inputs.js'
import { isTrackerError, type TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import type { UpdateInput } from '../fields/body-types.js'
import { settleDuplicates } from '../rules/duplicates.js'
import type { FieldChange } from '../state/changes.js'
import { checkWrite } from './check-write.js'
import { foreseeChanges } from './commit-write.js'
import { loadUpdate, type Links, type LoadedUpdate } from './load-update.js'
import { planUpdate } from './plan-write.js'
import { changesIn, requireOwnComments, requireSingle, requireUpdatable } from './update-checks.js'

/** The update of those bugs that it would change, and what the others would be refused for. */
export interface Trial {
  readonly update?: LoadedUpdate
  readonly changes: ReadonlyMap<number, readonly FieldChange[]>
  readonly faults: ReadonlyMap<BugRef, TrackerError>
}

type Report = (about: BugRef, error: unknown) => void

/**
 * What the update would change, and what it would be refused for, with as many statements as the update unless some bugs are
 * refused and others not. What is wrong with a bug does not keep others from being looked at: they are looked at again without
 * it, as what it would have done to them is not done.
 */
export async function tryUpdate(tx: Reader, call: Call, input: UpdateInput, links: Links): Promise<Trial> {
  const faults = new Map<BugRef, TrackerError>()
  const report = (about: BugRef, error: unknown) => {
    if (!isTrackerError(error)) throw error
    if (!faults.has(about)) faults.set(about, error)
  }
  const found = new Set<BugRow>()
  for (const ref of input.ids) attempt(() => found.add(links.bugs.require(ref, 'ids')), ref, report)
  const asked = [...found]
  requireSingle(asked, input)
  requireFewChanges(asked.length, changesIn(input), 'ids')
  while (found.size > 0) {
    const update = await tryTogether(tx, call, { asked, rows: [...found] }, input, links, report)
    if (update) return { update, changes: await foreseeChanges(call, update.named, update.people), faults }
    for (const row of found) if (faults.has(row.id)) found.delete(row)
  }
  return { changes: new Map(), faults }
}

/** The update of those of the bugs that are left; undefined when some of them are refused. */
async function tryTogether(
  tx: Reader,
  call: Call,
  { asked, rows }: { readonly asked: readonly BugRow[]; readonly rows: readonly BugRow[] },
  input: UpdateInput,
  links: Links,
  report: Report,
): Promise<LoadedUpdate | undefined> {
  let isRefused = false
  const ids = new Set<BugRef>(rows.map((row) => row.id))
  const refuse = (about: BugRef | undefined, error: unknown) => {
    isRefused = true
    // What is not about one of the bugs is about the only one: duplicates and aliases.
    const bug = about !== undefined && ids.has(about) ? about : rows[0]?.id
    report(bug ?? 0, error)
  }
  const update = await loadUpdate(tx, call, rows, input, links, refuse)
  // Also those of bugs that have been refused: the update was asked for them too.
  requireOwnComments(update, asked)
  for (const draft of update.named) {
    await call.timeBudget.step()
    const plan = () => {
      requireUpdatable(call, draft.row, input)
      planUpdate(update, draft)
    }
    attempt(plan, draft.row.id, refuse)
  }
  if (!isRefused) {
    try {
      await settleDuplicates(tx, update.named, update)
      await checkWrite(tx, update, update.rules, update.named)
    } catch (error) {
      refuse(undefined, error)
    }
  }
  return isRefused ? undefined : update
}

function attempt(work: () => unknown, about: BugRef, report: Report): void {
  try {
    work()
  } catch (error) {
    report(about, error)
  }
}
