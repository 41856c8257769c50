// Rules of the embedding program, as the writes of bugs, comments and attachments ask them.
import type { ErrorCode, TrackerError } from '../kernel/errors.js'

/** Errors of writes that rules are asked about. */
export const ruleErrors: readonly ErrorCode[] = ['rule_refused', 'rule_failed']

/** The events that rules can check. */
export type RuleEvent =
  'bug.create' | 'bug.update' | 'comment.create' | 'comment.update' | 'attachment.create' | 'attachment.update'

/** A rule as imports ask it: they have no transaction to pass. */
export interface CheckingRule {
  readonly name: string
  readonly on: readonly RuleEvent[]
  /** The fields of the bug that it reads. */
  readonly needs: readonly string[]
  readonly check: ((write: never, tx: never) => unknown) | undefined
}

/** A rule, for one write. `write` is the view of the write that it gets. */
export interface AskedRule {
  readonly name: string
  /** The fields of the bug that it reads. */
  readonly needs: readonly string[]
  /** Returns the changes that the rule makes. @throws rule_failed */
  readonly set: ((write: object) => Promise<object | undefined>) | undefined
  /** Returns the refusal. @throws rule_failed */
  readonly check: ((write: object) => Promise<TrackerError | undefined>) | undefined
  readonly hasAfter: boolean
}

/** The rules of one write. */
export interface AskRules {
  /** The rules about an event, in their order. */
  readonly of: (event: RuleEvent) => readonly AskedRule[]
  /** Lets rules act on writes of this event once the operation is done. `show` is called then. */
  readonly later: (event: RuleEvent, show: () => Promise<readonly object[]>) => void
  /** The error of a rule that has set something that cannot be set. */
  readonly invalidSet: (rule: string, cause: unknown) => unknown
}
