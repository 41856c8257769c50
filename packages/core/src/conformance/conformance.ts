import { counterTests } from './counters.js'
import { fuzzTests } from './fuzz.js'
import { joinTests } from './joins.js'
import { lifecycleTests } from './lifecycle.js'
import { migrationTests } from './migrations.js'
import { predicateTests } from './predicates.js'
import { putTests } from './puts.js'
import { queryTests } from './queries.js'
import { rowTests } from './rows.js'
import { createSuite, type ConformanceOptions } from './suite.js'
import { countByTests } from './count-by.js'
import { transactionTests } from './transactions.js'
import { valueTests } from './values.js'

/**
 * Registers every test that a store must pass: the semantics of `store/types.ts` one by one, and tens of thousands of random
 * queries and transactions compared with the evaluator. It needs no test framework, and nothing in it can be left out.
 * `docs/writing-an-adapter.md` shows it in use.
 */
export function conformance(options: ConformanceOptions): void {
  const suite = createSuite(options)
  predicateTests(suite)
  queryTests(suite)
  countByTests(suite)
  valueTests(suite)
  rowTests(suite)
  putTests(suite)
  transactionTests(suite)
  counterTests(suite)
  joinTests(suite)
  lifecycleTests(suite)
  migrationTests(suite)
  fuzzTests(suite)
}
