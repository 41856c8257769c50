import { rowsOf } from '../moving/copy/rows.js'
import { migrations } from '../schema/migrations/index.js'
import { requireKnownSchema } from '../schema/known-migrations.js'
import { schema, type Reader, type TrackerSchema } from '../schema/index.js'
import { isDamage, isStoreError, type Store } from '../store/index.js'
import type { Derivation } from './check.js'
import { checks, derivations } from './checks.js'
import { problemsOf, wrongRows } from './derived.js'
import type { Problem, ReportProblem } from './problem.js'

/**
 * Finds inconsistencies in a store: dangling references, wrong derived numbers, lowercase copies that differ from their text,
 * contradictory history, email that cannot be created, incomplete content, and problems that the store reports about its file and
 * its indexes. Changes nothing, reads one snapshot, and holds few rows at a time.
 *
 * A store opened read-only must have the current schema; any other is migrated first. Writes to a store in memory wait until it
 * ends, and the checks of a SQLite file block this process for some time.
 *
 * @param onProblem called with each problem
 * @returns the number of problems
 * @throws StoreError `schema_older`, `schema_newer`
 * @example
 * const store = sqliteStore('tracker.db', { readonly: true })
 * const problems = await checkStore(store, ({ place, text }) => console.log(`${place}: ${text}`))
 */
export async function checkStore(store: Store, onProblem: ReportProblem): Promise<number> {
  let count = 0
  const report = async (problem: Problem) => {
    count++
    await onProblem(problem)
  }
  await store.migrate(schema, migrations)
  const faults = (await store.verify?.()) ?? []
  const typed = store as unknown as Store<TrackerSchema>
  // A newer version may have removed what is missing here. A damaged file may not be readable.
  if (faults.some(isDamage))
    await typed.read(requireKnownSchema).catch((error: unknown) => {
      if (isStoreError(error, 'schema_newer')) throw error
    })
  for (const fault of faults)
    await report({ check: 'storage', place: 'the database', ...fault, isDamage: isDamage(fault) })
  // Data in a damaged file is unreliable and may not be readable to the end.
  if (faults.some(isDamage)) return count
  await typed.read(
    async (tx) => {
      await requireKnownSchema(tx)
      for (const check of checks) await check.find(tx, report)
      for (const derived of derivations) await findIn(tx, derived, report)
    },
    { bulk: true },
  )
  return count
}

async function findIn(tx: Reader, derived: Derivation, report: ReportProblem): Promise<void> {
  for await (const rows of rowsOf(tx, derived.entity, schema[derived.entity])) {
    for (const wrong of await wrongRows(tx, derived, rows))
      for (const problem of problemsOf(derived, wrong)) await report(problem)
  }
}
