import type { AskedRule } from '../../../call/host-rules.js'
import type { Refuse } from '../rules/refuse.js'

/** A write as rules see it, and the bug that it belongs to. */
export interface ShownWrite {
  readonly bugId: number
  readonly write: object
}

/** Asks rule after rule about each write, and passes refusals to `refuse`. @throws rule_failed */
export async function askRules(
  rules: readonly AskedRule[],
  writes: readonly ShownWrite[],
  refuse: Refuse,
): Promise<void> {
  for (const { check } of rules) {
    for (const { bugId, write } of writes) {
      const refusal = await check?.(write)
      if (refusal) refuse(bugId, refusal)
    }
  }
}
