// The rules of the embedding program, as runs of operations open them.
import type { StaleCredential } from '../../auth/last-use.js'
import type { AskRules } from '../../call/host-rules.js'
import type { Reader } from '../../schema/index.js'
import type { CallStarter } from '../session/begin-call.js'
import type { Effects } from '../session/effects.js'

/** The rules of one run. */
export interface RulesOfCall extends AskRules {
  /** Lets rules act on what has been written. @throws rule_failed */
  readonly finish: () => Promise<void>
  /** Ends what rules may still try to do. */
  readonly end: () => void
}

/** The transaction of the run. */
export interface RuledSession {
  readonly beginCall: CallStarter
  readonly staleCredentials: StaleCredential[]
}

/** Opens the rules for a run in an open transaction. */
export type OpenRules = (tx: Reader, session: RuledSession, effects: Effects) => RulesOfCall
