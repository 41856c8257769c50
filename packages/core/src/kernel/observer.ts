// Observers of a tracker, for metrics, logs or traces. They receive names and numbers, never user text.
import type { ErrorCode } from './errors.js'
import type { Block } from './stages.js'

/**
 * Start of an operation. Queries of followers of the change feed are reported as one run of `changes.get` for all of
 * them.
 */
export interface OperationBegun {
  /** Such as `bugs.search`. */
  readonly operation: string
  readonly kind: 'read' | 'write'
  /** The `parent` that the caller passed, such as a trace context. */
  readonly parent: unknown
}

/** One run of an operation is over. */
export interface OperationEnded {
  readonly operation: string
  /** `ok`, the code of the error, or `stopped` where the caller has given up. */
  readonly outcome: 'ok' | 'stopped' | ErrorCode
  readonly milliseconds: number
  /** The caller, if logged in. */
  readonly user_id: number | undefined
  /** The user who views the tracker as the caller, if one does. */
  readonly actor_id?: number | undefined
  /** Number of statements sent to the store and of rows returned, over all attempts. */
  readonly statements: number
  readonly rows: number
  /** The longest stage of the run, if one kept the event loop for longer than 100 ms. */
  readonly block?: Block | undefined
}

/** One statement of a run of an operation. */
export interface Statement {
  readonly verb: 'select' | 'count' | 'countBy' | 'insert' | 'put' | 'update' | 'delete'
  /** The entity, for example `bugs`. */
  readonly entity: string
}

/** Follows one run of an operation. */
export interface OperationWatch {
  /** Called when a statement begins; the returned function is called when it ends. */
  readonly statement?: ((statement: Statement) => (() => void) | undefined) | undefined
  /** Called once. */
  readonly ended: (ended: OperationEnded) => void
}

/** A transaction of the store is over, whoever wanted it. */
export interface TransactionEnded {
  readonly kind: 'read' | 'write'
  /** `retry`: it has lost a race, and is run again. */
  readonly outcome: 'ok' | 'retry' | 'failed'
  /** Until it began. */
  readonly waited: number
  /** In all. */
  readonly milliseconds: number
  /** The server that ran a large read, if the store has a standby. */
  readonly server?: 'primary' | 'standby' | undefined
}

/** A delivery attempt has ended. `dead`: no further attempts. */
export interface DeliveryEnded {
  readonly of: 'mail' | 'webhooks'
  readonly outcome: 'sent' | 'failed' | 'dead'
}

/** An email message was received, or an event of a git host. A repeated message has the outcome `nothing`. */
export interface InboundEnded {
  readonly way: 'mail' | 'code' | 'report'
  readonly outcome: 'done' | 'nothing' | 'held' | 'refused' | 'failed'
}

/** A request to a login provider, or the requests that finish one login there, ended. */
export interface ProviderEnded {
  /** The name of the provider. */
  readonly provider: string
  readonly step: 'begin' | 'finish' | 'end'
  /** `ok`: it has led there, has identified a person, or has logged one out. */
  readonly outcome: 'ok' | 'unavailable' | 'said no' | 'not valid' | 'not allowed'
  readonly milliseconds: number
}

/** A function of a rule of the embedding program ended, for one bug, comment or attachment. */
export interface RuleEnded {
  /** The name of the rule. */
  readonly rule: string
  /** `refused`: `check` has rejected the write. `retry`: the transaction lost a race and runs again. */
  readonly outcome: 'ok' | 'refused' | 'failed' | 'retry'
  readonly milliseconds: number
}

/** Observes a tracker. Omitted functions cost nothing; errors of the others are logged and affect nothing. */
export interface Observer {
  readonly operation?: ((begun: OperationBegun) => OperationWatch | undefined) | undefined
  readonly transaction?: ((ended: TransactionEnded) => void) | undefined
  readonly delivery?: ((ended: DeliveryEnded) => void) | undefined
  readonly provider?: ((ended: ProviderEnded) => void) | undefined
  readonly inbound?: ((ended: InboundEnded) => void) | undefined
  readonly rule?: ((ended: RuleEnded) => void) | undefined
  /** Called when cached configuration or identities have changed and are read again. */
  readonly reload?: ((what: 'catalogue' | 'identities') => void) | undefined
  /** A stage of a run, or of making a message, kept the event loop for longer than 100 ms. */
  readonly block?: ((block: Block) => void) | undefined
}
