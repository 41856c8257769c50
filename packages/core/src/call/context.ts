// The caller, and everything else an operation uses beside its input.
import { isOn, type Catalogue, type Group } from '../setup/catalogue.js'
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'
import type { TrackerEvent } from '../kernel/events.js'
import { unlimited, type Limits } from './limits.js'
import type { Logins } from './login-provider.js'
import type { MailNotes } from './mail-fact.js'
import type { ChangeEvent } from './change-event.js'
import type { AskRules } from './host-rules.js'
import type { TimeBudget } from './time-budget.js'
import type { Reader, Row } from '../schema/index.js'

/** Groups whose members have a right. */
export const systemRights = [
  'admin',
  'tweakparams',
  'editusers',
  'creategroups',
  'editclassifications',
  'editcomponents',
  'editkeywords',
  'editbugs',
  'canconfirm',
  'bz_sudoers',
] as const
export type SystemGroup = (typeof systemRights)[number]

export type User = Row<'users'>

/** The parts of a user shown to others. */
export type Person = Pick<User, 'id' | 'login' | 'login_folded' | 'real_name'>

/** An identified caller: a user, an anonymous caller, or the embedding program itself. */
export interface Caller {
  /** NULL for anonymous callers, and for the system unless it acts for a user. */
  readonly user: User | null
  /** The embedding program: passes every check of rights and visibility. */
  readonly isSystem: boolean
  /** All groups: direct, by pattern and inherited. */
  readonly groupIds: ReadonlySet<number>
  /** The groups the caller may grant to others. */
  readonly blessIds: ReadonlySet<number>
  readonly isInsider: boolean
  readonly isTimeTracker: boolean
  /** Limits of the credential. */
  readonly limits: Limits
}

/**
 * `session`: the session began, or was confirmed, a short time ago. `missing`: that was longer ago. `other`: another credential, which
 * is not asked.
 */
export type Confirmation = 'session' | 'missing' | 'other'

/** One run of an operation. */
export interface Call {
  readonly who: Caller
  /** The one time of everything this operation writes. */
  readonly now: Date
  readonly catalogue: Catalogue
  readonly environment: Environment
  /** Users loaded so far, by ID. Reads of the same state of the store share them. */
  readonly people: Map<number, Person>
  /**
   * The same object while configuration and identities do not change. A key for caching results that depend only on
   * these.
   */
  readonly asOf: object
  /**
   * The same text while bugs do not change. With `asOf`, a key for caching results that depend only on configuration,
   * caller and bugs.
   */
  readonly lastChange: string
  /** The rules of the embedding program, for a write of a tracker that has some. */
  readonly rules?: AskRules | undefined
  /** For loops that may take long. */
  readonly timeBudget: TimeBudget
  /** The address of the request, if any. */
  readonly address: string | undefined
  /** The ID of the request, if any. */
  readonly requestId?: string | undefined
  /** Meaningless search criteria are rejected (default) or returned as `ignored`. */
  readonly handling?: 'strict' | 'lenient' | undefined
  /** The sessions that authenticated the call. */
  readonly sessionIds?: readonly number[]
  /** The state of the confirmation required for lasting access. Default: none is required. */
  readonly confirmation?: Confirmation
  /** The providers by which people log in. */
  readonly logins: Logins
  /** Reports wrong credentials although the call continues. */
  readonly onWrongCredentials?: (error: TrackerError) => void
  /** Notifies listeners after the commit. */
  readonly emit: (...event: TrackerEvent) => void
  /** Adds to the change feed, in the transaction of the operation, for every event. */
  readonly recordChange: (event: ChangeEvent) => void
  /** Sends email about accounts. */
  readonly mail: MailNotes
  /** Makes the webhook dispatcher look for due requests after the commit. */
  readonly wakeWebhooks: () => void
}

/** The caller and the configuration, which decide visibility. */
export type Viewer = Pick<Call, 'who' | 'catalogue'>

/** The rights that do not administer anything: a key without the scope `admin` can use them as well. */
export const everydayRights: readonly SystemGroup[] = ['editbugs', 'canconfirm']

/** Returns true if the caller has the right of a system group and the credential permits its use. */
export function hasRight(call: Viewer, right: SystemGroup): boolean {
  const isAllowed = call.who.limits.mayAdminister || everydayRights.includes(right)
  return isAllowed && inGroupNamed(call.who, call.catalogue, right)
}

/** The error of a credential that does not permit what its user may do. */
export function beyondScope({ actorId }: Limits, scope: string): TrackerError {
  return actorId === undefined ? new TrackerError('api_key_scope', { scope }) : new TrackerError('acting_read_only')
}

/**
 * @throws auth_failure unless the caller is in the group; api_key_scope or acting_read_only if only the credential does not
 * permit it
 */
export function requireRight(call: Viewer, right: SystemGroup, action: string): void {
  if (hasRight(call, right)) return
  if (inGroupNamed(call.who, call.catalogue, right)) throw beyondScope(call.who.limits, 'admin')
  throw new TrackerError('auth_failure', { action })
}

/** The caller with a credential that allows less. */
export function withLimits(who: Caller, limits: Limits): Caller {
  return { ...who, limits, blessIds: limits.mayAdminister ? who.blessIds : new Set() }
}

/** @throws login_required when logged out */
export function requireUser(who: Caller): User {
  if (!who.user) throw new TrackerError('login_required', who.isSystem ? { caller: 'system' } : {})
  return who.user
}

/** Builds the caller from the stored memberships of a user. */
export function callerOf(catalogue: Catalogue, user: User, memberships: readonly Row<'user_groups'>[]): Caller {
  const own = memberships.filter((row) => row.kind !== 'bless').map((row) => row.group_id)
  const groupIds = withInherited(catalogue, own)
  const isEditor = groupIds.has(catalogue.groups.named('editusers')?.id ?? -1)
  const blessIds = isEditor
    ? new Set([...catalogue.groups].map((group) => group.id))
    : new Set([
        ...memberships.filter((row) => row.kind === 'bless').map((row) => row.group_id),
        ...catalogue.inheritance
          .filter((row) => row.kind === 'bless' && groupIds.has(row.member_group_id))
          .map((row) => row.group_id),
      ])
  return withParameterGroups(catalogue, { user, isSystem: false, groupIds, blessIds, limits: unlimited })
}

/** The logged-out caller. */
export const nobody: Caller = {
  user: null,
  isSystem: false,
  groupIds: new Set(),
  blessIds: new Set(),
  isInsider: false,
  isTimeTracker: false,
  limits: unlimited,
}

/** Returns the embedding program as caller, acting for itself or for a user. */
export function systemCaller(catalogue: Catalogue, user: User | null): Caller {
  const all = new Set([...catalogue.groups].map((group) => group.id))
  return { user, isSystem: true, groupIds: all, blessIds: all, isInsider: true, isTimeTracker: true, limits: unlimited }
}

/** The given groups and every group that their members inherit. Circles are harmless. */
export function withInherited(catalogue: Catalogue, groupIds: Iterable<number>): Set<number> {
  const all = new Set(groupIds)
  for (const id of all) {
    for (const row of catalogue.inheritance) {
      if (row.kind === 'membership' && row.member_group_id === id) all.add(row.group_id)
    }
  }
  return all
}

/** The given groups and every group whose members inherit one of them: the other direction of withInherited. */
export function withHeirs(catalogue: Catalogue, groupIds: Iterable<number>): Set<number> {
  const all = new Set(groupIds)
  for (const id of all) {
    for (const row of catalogue.inheritance) {
      if (row.kind === 'membership' && row.group_id === id) all.add(row.member_group_id)
    }
  }
  return all
}

/** All group rows and memberships of one user. */
export async function loadMemberships(tx: Reader, userId: number): Promise<Row<'user_groups'>[]> {
  return tx.select({ from: 'user_groups', where: { col: 'user_id', eq: userId } })
}

/** Returns true if email domains are hidden from this caller. */
export function hidesMailHosts(call: Viewer): boolean {
  return !call.who.user && !call.who.isSystem && isOn(call.catalogue, 'webservice_email_filter')
}

/** A login name as answers to this caller show it. */
export function shownLogin(call: Viewer, login: string): string {
  return hidesMailHosts(call) ? login.replace(/@.*$/s, '') : login
}

/** Returns true if the caller is in the group with this name. The group need not exist. */
export function inGroupNamed(who: Pick<Caller, 'isSystem' | 'groupIds'>, catalogue: Catalogue, name: string): boolean {
  if (who.isSystem) return true
  const group: Group | undefined = name === '' ? undefined : catalogue.groups.named(name)
  return group !== undefined && who.groupIds.has(group.id)
}

function withParameterGroups(catalogue: Catalogue, caller: Omit<Caller, 'isInsider' | 'isTimeTracker'>): Caller {
  return {
    ...caller,
    isInsider: inGroupNamed(caller, catalogue, catalogue.parameters.insidergroup),
    isTimeTracker: inGroupNamed(caller, catalogue, catalogue.parameters.timetrackinggroup),
  }
}
