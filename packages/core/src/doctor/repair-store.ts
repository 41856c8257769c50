import { nextRows } from '../moving/copy/rows.js'
import { defaultEnvironment } from '../kernel/environment.js'
import { retrying } from '../call/retry.js'
import { migrations } from '../schema/migrations/index.js'
import { requireKnownSchema, writeToKnownSchema } from '../schema/known-migrations.js'
import { schema, type TrackerSchema, type Writer } from '../schema/index.js'
import { isStoreError, type PlainReader, type PlainRow, type Store } from '../store/index.js'
import type { Derivation } from './check.js'
import { derivations } from './checks.js'
import { keyOf, mend, problemsOf, wrongRows, type WrongRow } from './derived.js'
import type { Problem, ReportProblem } from './problem.js'

/**
 * Repairs what `checkStore` finds in derived data: numbers, lowercase copies, indexes. The tracker can stay in use: each row is
 * recomputed in the transaction that writes it.
 *
 * @param onProblem called with each repaired problem
 * @returns the number of repaired problems
 * @throws StoreError `schema_newer`
 * @example
 * await repairStore(store, ({ place, text }) => console.log(`mended: ${place}: ${text}`))
 */
export async function repairStore(store: Store, onProblem: ReportProblem): Promise<number> {
  await store.migrate(schema, migrations)
  const typed = store as unknown as Store<TrackerSchema>
  let mended = 0
  const report = async (problems: readonly Problem[]) => {
    for (const problem of problems.filter(({ isRepairable }) => isRepairable)) {
      mended++
      await onProblem(problem)
    }
  }
  const faults = ((await store.verify?.()) ?? []).filter(({ isRepairable }) => isRepairable)
  if (faults.length > 0) {
    await typed.read(requireKnownSchema)
    await retrying(defaultEnvironment, async () => store.reindex?.())
  }
  await report(faults.map((fault) => ({ check: 'storage', place: 'the database', ...fault })))
  for (const derived of derivations) {
    let last: PlainRow | undefined
    do {
      const { rows, wrong } = await retrying(defaultEnvironment, () =>
        typed.read(
          async (tx) => {
            const page = await nextRows(tx, derived.entity, schema[derived.entity], last)
            return { rows: page, wrong: await wrongRows(tx, derived, page) }
          },
          { bulk: true },
        ),
      )
      last = rows.at(-1)
      if (wrong.length > 0)
        await report(
          await retrying(defaultEnvironment, () => writeToKnownSchema(typed, (tx) => mendRows(tx, derived, wrong))),
        )
    } while (last)
  }
  return mended
}

/** Rereads the rows, because they may have changed, and repairs them. Returns the problems repaired. */
async function mendRows(tx: Writer, derived: Derivation, suspects: readonly WrongRow[]): Promise<Problem[]> {
  const { key } = schema[derived.entity]
  const where = { or: suspects.map(({ row }) => keyOf(key, row)) }
  const rows = await (tx as unknown as PlainReader).select({ from: derived.entity, where })
  const mended: Problem[] = []
  for (const wrong of await wrongRows(tx, derived, rows)) {
    try {
      await mend(tx, derived, wrong)
      mended.push(...problemsOf(derived, wrong))
    } catch (error) {
      // Another row already has that text; which one is right cannot be determined here.
      if (!isStoreError(error, 'unique')) throw error
    }
  }
  return mended
}
