import { rowsOf } from '../moving/copy/rows.js'
import { migrations } from '../schema/migrations/index.js'
import { requireKnownSchema } from '../schema/known-migrations.js'
import { schema, type Reader, type TrackerSchema } from '../schema/index.js'
import type { Store } from '../store/index.js'
import type { Derivation } from './check.js'
import { checks, derivations } from './checks.js'
import { problemsOf, wrongRows } from './derived.js'
import type { Problem, ReportProblem } from './problem.js'

/**
 * Looks for what does not hold in a store: references to what is not there, numbers that are kept of other rows and differ from
 * them, texts without case that are not those of the text, changes that history tells and that do not follow from each other,
 * mail that cannot be made, content that is not complete, and what the store itself can say of its file and its indexes. Changes
 * nothing, sees the store as of one moment, and holds some rows at a time.
 *
 * A store that was opened for reading only must be up to date; any other is brought up to date first. Where the store is in memory
 * writes wait meanwhile, and where it is a file of SQLite, what the file itself is asked holds up this process for some time.
 *
 * @param tell is given one problem at a time
 * @returns how many there were
 * @throws StoreError `schema_older`, `schema_newer`
 * @example
 * const store = sqliteStore('tracker.db', { readonly: true })
 * const problems = await checkStore(store, ({ place, text }) => console.log(`${place}: ${text}`))
 */
export async function checkStore(store: Store, tell: ReportProblem): Promise<number> {
  let count = 0
  const report = async (problem: Problem) => {
    count++
    await tell(problem)
  }
  await store.migrate(schema, migrations)
  const faults = (await store.verify?.()) ?? []
  for (const { text, isRepairable } of faults)
    await report({ check: 'storage', place: 'the database', text, isRepairable })
  // What is in a damaged file cannot be relied on, nor be read to its end.
  if (faults.some(({ isRepairable }) => !isRepairable)) return count
  await (store as unknown as Store<TrackerSchema>).read(async (tx) => {
    await requireKnownSchema(tx)
    for (const check of checks) await check.find(tx, report)
    for (const derived of derivations) await findIn(tx, derived, report)
  })
  return count
}

async function findIn(tx: Reader, derived: Derivation, report: ReportProblem): Promise<void> {
  for await (const rows of rowsOf(tx, derived.entity, schema[derived.entity])) {
    for (const wrong of await wrongRows(tx, derived, rows))
      for (const problem of problemsOf(derived, wrong)) await report(problem)
  }
}
