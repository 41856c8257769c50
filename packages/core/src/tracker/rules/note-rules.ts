// The names of rules are kept in the store: a process without them would write what they reject.
import { retrying } from '../../call/retry.js'
import type { Environment } from '../../kernel/environment.js'
import type { TrackerSchema } from '../../schema/index.js'
import { writeToKnownSchema } from '../../schema/known-migrations.js'
import type { Store } from '../../store/index.js'
import type { Rule } from './rule.js'

/** Warns of rules that this process lacks, and stores the names of its rules. Without `rules`, the names stay. */
export async function noteRules(
  store: Store<TrackerSchema>,
  environment: Environment,
  rules: readonly Rule[] | undefined,
): Promise<void> {
  const [installation] = await retrying(environment, () =>
    store.read((tx) => tx.select({ from: 'installation', columns: ['rule_names'] })),
  )
  const kept = installation?.rule_names?.split(',') ?? []
  const own = (rules ?? []).map(({ name }) => name)
  const missing = kept.filter((name) => !own.includes(name))
  if (missing.length > 0)
    environment.logger.warn('this process writes without rules that the tracker was opened with', { rules: missing })
  if (rules === undefined || kept.join() === own.join()) return
  const rule_names = own.length === 0 ? null : own.join()
  await retrying(environment, () =>
    writeToKnownSchema(
      store,
      async (tx) => void (await tx.update('installation', { col: 'id', eq: 1 }, { rule_names })),
    ),
  )
}
