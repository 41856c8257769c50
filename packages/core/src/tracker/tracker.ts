// A tracker: the operations, bound to a store.
import { requireIdentities, systemCredential, type Credential, type Identity } from '../auth/identity.js'
import type { ChangeEntry, Operations } from '@trackerkit/types'
import type { Logger } from '../kernel/environment.js'
import type { EventName, Listener } from '../kernel/events.js'
import type { CallOrigin } from './session/begin-call.js'
import { bindOperations } from './bind.js'
import { closeContext, createContext } from './context.js'
import { readFigures, type Figures } from './figures.js'
import { entriesOf, iterateChanges, type FollowOptions } from './follow.js'
import { createHealth, type Health } from './health.js'
import type { ReportDoor } from '../domain/reports/log.js'
import type { ReceiveMailOptions } from './receive-mail.js'
import type { ReceivedMailResult } from './receive-mail-part.js'
import { loadOccasional, type Occasional } from './load-occasional.js'
import { loadOperations } from './find-operation.js'
import { hosted } from './host.js'
import { claimMailbox, releaseMailbox } from './mailbox-claims.js'
import { createJoins, type HostConnection, type Joined } from './join.js'
import { requireOptions, type TrackerOptions } from './options.js'
import { withRules } from './rules-of-call.js'
import type { Run } from './request.js'
import { createRunner } from './run.js'
import { runTransaction } from './run-transaction.js'
import type { Transaction, TransactionOptions } from './session/transaction-handle.js'

/** Information about calls beside the caller. */
export interface CallDetails extends CallOrigin {
  /**
   * For one write: it is done once, however often it is called with the same key within 24 hours, and each call
   * returns the first response. 1 to 255 visible ASCII characters; for logged-in callers. Using the key for another
   * call fails with idempotency_key_reused.
   *
   * @example
   * const retried = tracker.as({ api_key }, { idempotencyKey: crypto.randomUUID() })
   * const { id } = await retried.comments.create({ id: 12, comment: 'Fixed in r34' })
   */
  readonly idempotencyKey?: string | undefined
}

/** Input of `setUp`: the first administrator and optional first product. */
export interface SetUpInput {
  /** The login, an email address. */
  readonly login: string
  /** At least 6 characters. */
  readonly password: string
  /** At most 255 characters. */
  readonly real_name?: string | undefined
  /** Names have 1 to 64 characters; the description 1 to 65,535. */
  readonly product?: { readonly name: string; readonly description: string; readonly component: string } | undefined
}

/** An issue tracker on a store, made by `createTracker`. */
export interface Tracker {
  /**
   * Operations with one user's permissions. Cheap: holds only the identity. @throws invalid_options for an invalid
   * identity
   */
  as(who: Identity | readonly Identity[], details?: CallDetails): Operations
  /**
   * Runs several operations in one transaction: all of them are kept, or none. `work` calls them only through the
   * given handle, never through the tracker, and has no other side effects, because it runs again if it loses a race.
   * Listeners are called, and mail is sent, after the commit. A failed write ends the transaction, even if `work`
   * catches its error; a failed read does not. No other write can run at the same time.
   *
   * @throws whatever `work` throws; transaction_failed when it took no notice of a write that failed; transaction_timeout;
   *   use_transaction for a call of the tracker itself inside of it; not_in_transaction for passwords; store_busy
   * @example
   * const id = await tracker.transaction(async (tx) => {
   *   const alice = tx.as({ login: 'alice@example.com' })
   *   const { id } = await alice.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' })
   *   await alice.comments.create({ id, comment: 'Since yesterday.' })
   *   return id
   * })
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs several operations within a transaction that the program has started on a connection to the tracker's file
   * or database: their changes are kept if the program commits, and rolled back if it does not. `work` is as with
   * `transaction`, but never runs again: after `store_busy` the program rolls back its transaction, and may start
   * over. If `work` fails, its changes are undone and the transaction continues. No other write can run until it
   * ends.
   *
   * @throws whatever `work` throws; join_refused with its `reason`; store_busy; transaction_failed; transaction_timeout;
   *   use_transaction; not_in_transaction
   * @example
   * await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE')
   * const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
   * const made = await tracker.join(client, (tx) => tx.as({ login: 'alice@example.com' }).bugs.create(bug))
   * await client.query('UPDATE orders SET bug = $1 WHERE id = 7', [made.result.id])
   * await client.query('COMMIT')
   * made.committed()
   */
  join<T>(
    connection: HostConnection,
    work: (tx: Transaction) => Promise<T>,
    options?: Pick<TransactionOptions, 'timeout'>,
  ): Promise<Joined<T>>
  /**
   * Returns the operations without checks of rights and visibility, for setup by the embedding program. With a login,
   * changes are made in the name of that user. @throws invalid_options for a login that is not text
   */
  asSystem(login?: string): Operations
  /**
   * Returns true if the tracker can be administered: there is an enabled administrator with a password, a key that
   * may write, or an account of the host.
   */
  canBeAdministered(): Promise<boolean>
  /**
   * Creates the first administrator, and the first product with a component and the version 'unspecified', in one
   * transaction. The login must be new or belong to an account that cannot be logged in to. If two calls race, one is
   * rejected.
   *
   * @throws set_up_already once the tracker can be administered; param_required, illegal_email_address, account_exists,
   *   password_too_short, password_not_complex; for the product what products.create and components.create throw
   * @example
   * const product = { name: 'Widgets', description: 'Our product', component: 'General' }
   * if (!(await tracker.canBeAdministered()))
   *   await tracker.setUp({ login: 'alice@example.com', password: 'correct horse', product })
   */
  setUp(input: SetUpInput): Promise<{ id: number }>
  /**
   * Yields all changes in commit order, from every process: the entries of changes.get, without an end. With `as`,
   * only what that user may see when the entry is read; without, all of it. `break`, `return()`, the signal (with its
   * reason as error) and `close()` end it. Unlike `on`, it can resume: keep the `seq` of the last processed entry and
   * pass it as `since`.
   *
   * @throws changes_gone when what comes after `since` is not kept any more; what changes.get throws, also later: when rights end
   * @example
   * for await (const { type, bug_id } of tracker.changes({ as: { login: 'alice@example.com' } })) console.log(type, bug_id)
   */
  changes(options?: FollowOptions): AsyncIterableIterator<ChangeEntry>
  /**
   * Calls `listener` after every commit that fired such an event. Returns a function that removes the listener. For
   * `'*'`, it receives every event with its name.
   *
   * @throws invalid_options for a name that no event has, and for a listener that is not a function
   * @example
   * const stop = tracker.on('bug.created', ({ bug_id }) => console.log(bug_id))
   * tracker.on('*', ([name, event]) => console.log(name, event))
   */
  on<N extends EventName | '*'>(name: N, listener: Listener<N>): () => void
  /**
   * Attempts all due email deliveries; resolves when they have finished. A tracker with a mailer does this
   * automatically, unless it was created with `mail: { onDemand: true }`. Call it in short-lived programs and in
   * tests. Does nothing without a mailer.
   */
  deliverMail(): Promise<void>
  /**
   * Receives an email message: a reply becomes a comment, and a message to an intake a bug. The sender may be anyone, so that the
   * result states only what was done. When it throws, deliver the message again later: a repeated one does nothing.
   *
   * @throws mail_reader_missing without `mail.reader`; deliveries_on_hold; store_busy and other trouble of the store
   */
  receiveMail(bytes: Uint8Array, options?: ReceiveMailOptions): Promise<ReceivedMailResult>
  /**
   * Attempts all due webhook requests; resolves when they have finished. A tracker with a sender does this
   * automatically, unless it was created with `webhooks: { onDemand: true }`. Does nothing without a sender.
   */
  deliverWebhooks(): Promise<void>
  /**
   * Checks if the tracker can work: the store can be read and written, this version supports its schema, and there is
   * free space. For monitoring. Call it as often as you like: it reads at most once a second and writes at most once
   * in ten seconds.
   *
   * @throws use_transaction within a transaction of the tracker
   * @example
   * const { isReady, problems } = await tracker.health()
   * if (!isReady) console.warn(problems)
   */
  health(): Promise<Health>
  /**
   * Numbers of stored items and pending deliveries, regardless of visibility, for metrics. Counts everything each time.
   *
   * @throws use_transaction within a transaction of the tracker
   */
  figures(): Promise<Figures>
  /** The logger. */
  readonly logger: Logger
  /** True when the store was empty and has been set up by this call of createTracker. */
  readonly isNew: boolean
  /**
   * Waits for running work, including mail being sent, and closes the store. Remaining mail is sent after the next
   * start.
   *
   * @throws use_transaction within a transaction of the tracker
   */
  close(): Promise<void>
}

/**
 * Opens a tracker on a store: migrates the stored schema, fills an empty store with a fresh installation, and is then
 * ready. On failure, the store stays open.
 *
 * @throws no_tracker when there is nothing in the store and `mustExist` is set
 * @throws invalid_options, with the `field`, for an option that does not exist, one of the wrong type, and without an open store
 * @throws store_unavailable, store_full, store_read_only when the database cannot be reached, or not be written to; table_exists when
 *   it has other tables with our names
 * @example
 * const tracker = await createTracker({ store: memoryStore() })
 * const { version } = await tracker.as(null).server.version()
 */
export async function createTracker(options: TrackerOptions): Promise<Tracker> {
  requireOptions(options)
  // A rule calls operations within the transaction of a write, which must not wait for them.
  if (options.rules?.length) await loadOperations()
  const context = withRules(await createContext(options), options.rules)
  const { environment, changes, mail, webhooks } = context
  const { run, follow } = createRunner(context)
  const bind = binder(run)
  const joins = createJoins(context)
  const occasionally = <T>(work: (parts: Occasional) => Promise<T>) =>
    context.calls.track(async () => work(await loadOccasional()))
  // Last: a tracker that could not be created leaves nothing running.
  mail?.wake()
  webhooks?.dispatcher.wake()
  return {
    isNew: context.isNew,
    logger: environment.logger,
    as(who, details) {
      requireIdentities(who)
      return bind(who, details)
    },
    asSystem: (login) => bind(systemCredential(login)),
    transaction: (work, options) => context.calls.track(() => runTransaction(context, work, options)),
    join: (connection, work, options) => context.calls.track(() => joins.join(connection, work, options)),
    canBeAdministered: () =>
      occasionally(async ({ findAdministrators: find }) => {
        const { any } = (await run(find, { system: true }, {})) as { readonly any: boolean }
        return any
      }),
    setUp: (input) =>
      occasionally(async ({ setUpTracker }) => (await run(setUpTracker, { system: true }, input)) as { id: number }),
    ...hosted({
      run,
      receiveCode: (request, details = {}) =>
        occasionally(({ receiveCode }) => receiveCode(context, run, request, details)),
      receiveBmo: (request, details = {}) =>
        occasionally(({ receiveBmo }) => receiveBmo(context, run, request, details)),
      findDoor: (key) =>
        occasionally(
          async ({ findDoor }) => (await run(findDoor, { system: true }, { key })) as ReportDoor | undefined,
        ),
      claimMailbox: (mailbox, reader) => context.calls.track(() => claimMailbox(context, mailbox, reader)),
      releaseMailbox: (mailbox, reader) => context.calls.track(() => releaseMailbox(context, mailbox, reader)),
      followChanges: (options, details = {}) =>
        iterateChanges(changes, options.signal, (signal) => follow(options, { ...details, signal })),
    }),
    changes(options = {}) {
      if (options.as !== undefined) requireIdentities(options.as)
      return iterateChanges(changes, options.signal, (signal) => entriesOf(follow(options, { signal })))
    },
    on: (name, listener) => context.events.on(name, listener),
    health: createHealth(context.store, environment),
    figures: () => readFigures(context.store, environment),
    receiveMail: (bytes, options) => occasionally(({ receiveMail }) => receiveMail(context, run, bytes, options)),
    deliverMail: async () => mail?.deliver(),
    deliverWebhooks: async () => webhooks?.dispatcher.deliver(),
    async close() {
      await closeContext(context)
      joins.warnOfUnreported()
    },
  }
}

/** Returns a function that makes the operations of a caller. */
function binder(run: Run) {
  return (who: Credential, details?: CallDetails): Operations =>
    bindOperations((operation, input, options) => run(operation, who, input, { ...details, ...options }))
}
