// Opens the call of an operation: its caller and the configuration, as of its transaction.
import type { Catalogue } from '../../setup/catalogue.js'
import type { ReadSetup } from '../../setup/read-setup.js'
import type { Limits } from '../../call/limits.js'
import { narrowTo } from '../../setup/narrow.js'
import {
  beyondScope,
  hasRight,
  inGroupNamed,
  nobody,
  requireRight,
  type Call,
  type Person,
} from '../../call/context.js'
import type { Environment } from '../../kernel/environment.js'
import { isPromise } from '../../kernel/is-promise.js'
import { TrackerError } from '../../kernel/errors.js'
import { readRequestId } from '../../kernel/request-id.js'
import { readTraceparent } from '../../kernel/traceparent.js'
import { findCaller, isTwofold } from '../../auth/find-caller.js'
import { isCredentialError, noCredential, type ProvenCredential } from '../../auth/identity.js'
import { createIdentityCache, forkIdentityCache, type IdentityCache } from '../../auth/identity-cache.js'
import type { StaleCredential } from '../../auth/last-use.js'
import { requireShown } from '../../auth/acting.js'
import { confirmationOf } from '../../auth/confirmation.js'
import { isFactorElsewhere, linksOf } from '../../auth/links.js'
import type { Origin } from '../../auth/tokens.js'
import { forkHostUsers, freshHostUsers, type HostUsers } from '../../auth/host-users.js'
import { keepsMail } from '../../call/mail-outbox.js'
import type { AnyOperation } from '../../call/define/operation.js'
import { notesFor, type Effects } from './effects.js'
import type { Logins } from '../../call/login-provider.js'
import type { TimeBudget } from '../../call/time-budget.js'
import type { Reader } from '../../schema/index.js'

interface Opened {
  readonly call: Call
  readonly stale: readonly StaleCredential[]
  /** The number of the last entry of the change feed. */
  readonly lastChange: number
}

/** The origin of a call. */
export interface CallOrigin {
  /** The address of the client; callers in the same process have none. */
  readonly address?: string | undefined
  /**
   * How to treat invalid criteria of a search: `strict` (default) rejects them, because a search without them finds too much;
   * `lenient` searches without them, and lists them as `ignored`.
   */
  readonly handling?: 'strict' | 'lenient' | undefined
  /**
   * The trace of the call, in the format of the header `traceparent`: requests of webhooks about its changes carry it on. An invalid
   * value is ignored.
   */
  readonly traceparent?: string | undefined
  /**
   * The ID of the request, such as that of the header `X-Request-Id` of its response: the log names it where a login provider failed. 1
   * to 100 visible ASCII characters; an invalid value is ignored.
   */
  readonly requestId?: string | undefined
  /** Receives wrong credentials of a call that succeeds nevertheless, for counting them. */
  readonly onWrongCredentials?: ((error: TrackerError) => void) | undefined
}

export interface CallStarter {
  (
    tx: Reader,
    operation: AnyOperation,
    credential: ProvenCredential,
    origin: CallOrigin,
    effects: Effects,
    timeBudget: TimeBudget,
  ): Promise<Opened>
  /**
   * A starter for calls of a transaction, whose changes may be rolled back: cached data is not shared with other calls.
   */
  readonly fork: () => CallStarter
  /**
   * A starter for calls of a transaction begun by others, which may see less than is remembered: versions identify changes, not the
   * accounts created since. It begins without identities.
   */
  readonly fresh: () => CallStarter
  readonly hostUsers: HostUsers
}

interface CallSetup {
  readonly environment: Environment
  readonly readSetup: ReadSetup
  readonly hostUsers: HostUsers
  readonly logins: Logins
  /** True if this tracker has a mailer. */
  readonly delivers: boolean
}

/**
 * Creates the function that opens calls. It caches identities as of a version that is read in every transaction: the next call sees
 * a change made by any process. Only state committed before a transaction began is cached, and a slow call never writes into the
 * cache of a later one.
 */
export function createCallStarter(setup: CallSetup, remembered: IdentityCache = createIdentityCache('')): CallStarter {
  const { environment, readSetup, hostUsers, logins, delivers } = setup
  let identities = remembered

  const start = async (
    tx: Reader,
    operation: AnyOperation,
    credential: ProvenCredential,
    { address, handling, traceparent, requestId, onWrongCredentials = ignore }: CallOrigin,
    effects: Effects,
    timeBudget: TimeBudget,
  ): Promise<Opened> => {
    const { count: hostNotes } = hostUsers.notes
    const reading = readSetup(tx)
    const { installation, catalogue } = isPromise(reading) ? await reading : reading
    const versions = `${installation.catalogue_version}.${installation.identity_version}`
    if (identities.versions !== versions) identities = freshIdentities(environment, versions)
    const cache = identities
    const now = environment.clock()
    const known = { cache, hostUsers, seen: { catalogue, versions, notes: hostNotes } }
    const found = await finderFor(operation)(tx, known, credential, { now, address }, onWrongCredentials)
    const { isOwnLogin, stale } = found
    const isIncomplete = isOwnLogin && (await lacksSecondFactor(tx, { cache, catalogue, logins }, found, operation))
    // To operations open to all, a caller who lacks a required second factor is anonymous.
    const { caller, sessions } =
      isIncomplete && operation.access === 'exempt' ? { caller: nobody, sessions: [] } : found
    const { productIds } = caller.limits
    const notes = notesFor(effects, keepsMail(installation, catalogue, now, delivers), traceOf(traceparent))
    const isRead = operation.kind === 'read'
    // One literal: a spread with this number of members takes as long as looking up the caller.
    const call: Call = {
      who: caller,
      now,
      catalogue: productIds ? narrowTo(catalogue, productIds) : catalogue,
      environment,
      // Other calls do not see the changes of a write yet.
      people: isRead ? cache.people : new Map<number, Person>(),
      asOf: isRead ? cache : {},
      lastChange: `${installation.feed_epoch}.${installation.change_seq}`,
      timeBudget,
      address,
      requestId: readRequestId(requestId),
      handling,
      sessionIds: sessions.map(({ id }) => id),
      confirmation: confirmationOf(found, catalogue, now),
      logins,
      onWrongCredentials,
      emit: notes.emit,
      recordChange: notes.recordChange,
      mail: notes.mail,
      wakeWebhooks: notes.wakeWebhooks,
    }
    requireAllowedNow(call, operation, isIncomplete)
    return { call, stale, lastChange: installation.change_seq }
  }
  return Object.assign(start, {
    hostUsers,
    fork: () => {
      const own = { ...setup, readSetup: readSetup.fork(), hostUsers: forkHostUsers(hostUsers) }
      return createCallStarter(own, forkIdentityCache(identities))
    },
    fresh: () => createCallStarter({ ...setup, readSetup: readSetup.fork(), hostUsers: freshHostUsers(hostUsers) }),
  })
}

function ignore(): void {}

/** @throws down_for_maintenance, login_required, auth_failure, api_key_read_only, api_key_scope, second_factor_not_set_up */
function requireAllowedNow(call: Call, operation: AnyOperation, isIncomplete: boolean): void {
  requireOpen(call, operation)
  requireAccess(call, operation)
  if (isIncomplete && operation.access !== 'exempt') throw new TrackerError('second_factor_not_set_up')
}

function traceOf(traceparent: string | undefined): string | undefined {
  return traceparent === undefined ? undefined : readTraceparent(traceparent)?.text
}

function finderFor({ access }: AnyOperation): typeof findCallerOrNobody {
  return access === 'exempt' ? findCallerOrNobody : findCaller
}

async function findCallerOrNobody(
  tx: Reader,
  known: Parameters<typeof findCaller>[1],
  credential: ProvenCredential,
  at: Origin,
  onWrongCredentials: (error: TrackerError) => void,
): ReturnType<typeof findCaller> {
  try {
    return await findCaller(tx, known, credential, at)
  } catch (error) {
    if (!isCredentialError(error)) throw error
    onWrongCredentials(error)
    return findCaller(tx, known, noCredential, at)
  }
}

function freshIdentities({ observer }: Environment, versions: string): IdentityCache {
  observer?.reload?.('identities')
  return createIdentityCache(versions)
}

/** During maintenance (shutdownhtml), only administrators who can end it, and logging in, get through. */
function requireOpen(call: Call, operation: AnyOperation): void {
  const notice = call.catalogue.parameters.shutdownhtml
  if (notice === '' || operation.access === 'exempt' || hasRight(call, 'tweakparams')) return
  throw new TrackerError('down_for_maintenance', { notice })
}

function requireAccess(call: Call, operation: AnyOperation): void {
  const { who, catalogue } = call
  const needsLogin =
    operation.access === 'required' || (operation.access === 'optional' && catalogue.parameters.requirelogin === '1')
  if (needsLogin && !who.user && !who.isSystem) throw new TrackerError('login_required')
  if (operation.access !== 'exempt') requireAllowed(who.limits, operation)
  if (operation.right) requireRight(call, operation.right.group, operation.right.action)
}

interface FactorQuestion {
  readonly cache: IdentityCache
  readonly catalogue: Catalogue
  readonly logins: Logins
}

/**
 * Members of the group second_factor_group need a second factor for all but setting it up: here, or at a provider that asks
 * for it. Accounts with neither a password nor a provider, such as those of bots, are free of it.
 */
async function lacksSecondFactor(
  tx: Reader,
  { cache, catalogue, logins }: FactorQuestion,
  { caller: who, sessions, isPasswordAlone }: Awaited<ReturnType<typeof findCaller>>,
  operation: AnyOperation,
): Promise<boolean> {
  const { user } = who
  if (!user || operation.isBeforeSecondFactor) return false
  if (!inGroupNamed(who, catalogue, catalogue.parameters.second_factor_group)) return false
  if (sessions.some(({ has_second_factor }) => has_second_factor) || (await isTwofold(tx, cache, user.id))) return false
  const own = await linksOf(tx, cache, user.id)
  // A session or a password has its own proof, which need not be that of the provider.
  if (sessions.length > 0 || isPasswordAlone) return user.password_hash !== null || own.length > 0
  return !isFactorElsewhere(logins, own, user) && (user.password_hash !== null || own.length > 0)
}

/** @throws acting_read_only, api_key_read_only, api_key_scope */
function requireAllowed(limits: Limits, operation: AnyOperation): void {
  if (limits.actorId !== undefined) requireShown(operation)
  if (!limits.mayWrite && operation.kind === 'write') throw new TrackerError('api_key_read_only')
  if (!limits.mayAdminister && operation.scope) throw beyondScope(limits, operation.scope)
}
