// Errors about rules and statements of the embedding program.
import { show, type About, type Accepted } from './error-text.js'

/** Reasons for which a rule fails. */
export type RuleFault = 'threw' | 'invalid_set' | 'invalid_answer' | 'timeout' | 'depth' | 'write_in_check'

/** As in the table of all errors. */
export const ruleErrors = {
  // Rules put their own message in the place of this one.
  rule_refused: [
    1520,
    (_d: About & { rule: string; reason?: string | undefined }) => 'Rejected by a rule of this tracker.',
  ],
  // The name of the rule is for those who run the tracker.
  rule_failed: [1521, (_d: { rule: string; reason: RuleFault }) => 'A rule of this tracker failed.'],
  query_refused: [
    1522,
    (d: Accepted & { reason: 'form' | 'statement' | 'several' }) =>
      `${d.field} cannot be run in this transaction${d.value === undefined ? '' : `: ${show(d.value)}`}. Accepted: ${String(d.accepted)}.`,
  ],
} satisfies Record<string, readonly [number, (data: never) => string]>
