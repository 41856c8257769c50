// Checks of a write that need other bugs and people. Only reads.
import type { Reader } from '../../../schema/index.js'
import { requireIsolation } from '../rules/isolation.js'
import type { BugWrite, Rule } from '../rules/rule.js'
import type { AnyDraft } from '../state/draft.js'

/** @throws errors that involve other bugs and people */
export async function checkWrite(
  tx: Reader,
  write: BugWrite,
  rules: readonly Rule[],
  named: readonly AnyDraft[],
): Promise<void> {
  for (const { check } of rules) await check?.(tx, named, write)
  await requireIsolation(tx, write.call, write.drafts.values(), write.people, write.refuse)
}
