// An update that is tried, and not made.
import type { BugRef, BugRow } from '../../../access/find-bugs.js'
import type { Call } from '../../../call/context.js'
import type { TrackerError } from '../../../kernel/errors.js'
import type { Reader } from '../../../schema/index.js'
import { failureOf } from '../rules/refuse.js'
import { foreseeWrite, type CommittedWrite } from './commit-write.js'
import type { LoadedUpdate } from './load-update.js'
import { prepareUpdate, type UpdateRequest } from './prepare-write.js'

export interface Trial extends Pick<CommittedWrite, 'changes'> {
  /** The update of the bugs that are accepted. */
  readonly update: LoadedUpdate | undefined
  /** Bugs that do not exist come first; the others are in the order of the request. */
  readonly faults: readonly (readonly [BugRef, TrackerError])[]
}

/**
 * Takes as many statements as the update, unless some bugs are refused and others not: these are prepared again, as bugs that the
 * refused ones would not have changed.
 */
export async function tryUpdate(
  tx: Reader,
  call: Call,
  { input, links }: Pick<UpdateRequest, 'input' | 'links'>,
): Promise<Trial> {
  const faults = new Map<BugRef, TrackerError>()
  const requested = new Set<BugRow>()
  for (const ref of input.ids) {
    const error = failureOf(() => requested.add(links.bugs.require(ref, 'ids')))
    if (error) faults.set(ref, error)
  }
  const all = [...requested]
  const order = [...faults.keys(), ...all.map(({ id }) => id)]
  let update: LoadedUpdate | undefined
  for (let rows = all; rows.length > 0 && !update; rows = rows.filter(({ id }) => !faults.has(id))) {
    const ids = new Set<number>(rows.map(({ id }) => id))
    const prepared = await prepareUpdate(tx, call, { input, links, requested: all, rows }, (about, error) => {
      const id = ids.has(about) ? about : (rows[0]?.id ?? 0)
      if (!faults.has(id)) faults.set(id, error)
    })
    if (!prepared.named.some(({ row }) => faults.has(row.id))) update = prepared
  }
  const changes = update ? await foreseeWrite(call, update) : new Map<number, never>()
  return {
    update,
    changes,
    faults: order.filter((ref) => faults.has(ref)).map((ref) => [ref, faults.get(ref) as TrackerError]),
  }
}
