// Maps users of the host to accounts and records the data received from the host.
import { hash } from 'node:crypto'
import type { Catalogue } from '../setup/catalogue.js'
import { lowerAscii } from '../kernel/ascii-case.js'
import { createLruCache } from '../store/lru-cache.js'
import type { Reader, Row } from '../schema/index.js'
import { fold } from '../store/index.js'
import type { HostUser, HostUserOptions } from './host-user.js'

/** Settings and caches of a tracker for the users of its host. */
export interface HostUsers {
  /** The names of the groups that the host decides about, folded. */
  readonly groups: readonly string[]
  readonly adopt: boolean
  /** Accounts for which nothing has to be done, by issuer and subject. */
  readonly settled: Pick<Map<string, Settled>, 'get'> & { set(key: string, value: Settled): unknown }
  /** How many times anything was noted in `settled`. */
  readonly notes: { count: number }
  /** Warnings already logged. */
  readonly warned: Set<string>
}

/** Data from the host that has been written completely, at some versions of catalogue and identities. */
interface Settled {
  readonly versions: string
  readonly said: string
  readonly user_id: number
  /** The how-manieth note it is. */
  readonly note: number
}

const mostSettled = 10_000

export function createHostUsers({ groups = [], adopt = true }: HostUserOptions = {}): HostUsers {
  const names = new Set(groups.map((name) => fold(name.trim())))
  return {
    groups: [...names].toSorted(),
    adopt,
    settled: createLruCache(mostSettled),
    notes: { count: 0 },
    warned: new Set(),
  }
}

/** Returns a copy with separate additions, for transactions that may be rolled back. */
export function forkHostUsers(users: HostUsers): HostUsers {
  const own = new Map<string, Settled>()
  const settled: HostUsers['settled'] = {
    get: (key) => own.get(key) ?? users.settled.get(key),
    set: (key, value) => own.set(key, value),
  }
  return { ...users, settled }
}

/** Nothing is known, for transactions that may see an older state than the one that was learned from. */
export function freshHostUsers(users: HostUsers): HostUsers {
  return { ...users, settled: new Map() }
}

/** Thrown where an account has to be made or changed before anything can be done in its name. Callers never see it. */
export class UnsettledHostUser extends Error {
  override readonly name = 'UnsettledHostUser'

  constructor(readonly host: HostUser) {
    super('the account of a user of the host is not what the host says')
  }
}

/** The state of the store that a call sees. */
export interface Seen {
  readonly catalogue: Catalogue
  readonly versions: string
  /**
   * How many notes there were before its transaction began. Making an account leaves the versions as they are, so that a later note
   * may be about one that this transaction does not see.
   */
  readonly notes: number
}

/**
 * The id of the account of a person. Costs no statement while nothing has changed since the last time.
 * @throws UnsettledHostUser
 */
export async function findHostUser(
  tx: Reader,
  { catalogue, versions, notes }: Seen,
  users: HostUsers,
  host: HostUser,
): Promise<number> {
  const known = users.settled.get(keyOf(host))
  const said = saidOf(users, host)
  const isSeen = known !== undefined && known.versions === versions && known.note <= notes
  if (isSeen && known.said === said) return known.user_id
  const account = await findAccount(tx, host)
  const isSettled = account && differences(account.digest, digestOf(catalogue, users.groups, host)).length === 0
  if (!isSettled) throw new UnsettledHostUser(host)
  noteSettled(users, host, { versions, user_id: account.user_id })
  return account.user_id
}

export function noteSettled(users: HostUsers, host: HostUser, found: Pick<Settled, 'versions' | 'user_id'>): void {
  const note = ++users.notes.count
  users.settled.set(keyOf(host), { ...found, said: saidOf(users, host), note })
}

export const defaultIssuer = 'host'

export async function findAccount(
  tx: Reader,
  { issuer = defaultIssuer, subject }: HostUser,
): Promise<Row<'external_accounts'> | undefined> {
  const where = { and: [{ col: 'issuer', eq: issuer } as const, { col: 'subject', eq: subject } as const] }
  return (await tx.select({ from: 'external_accounts', where }))[0]
}

/** Returns whether the subject is the lowercase login, as with a proxy, which passes on the login as typed. */
export function isTyped({ subject, login }: HostUser): boolean {
  return subject === lowerAscii(login)
}

function givenLogin(host: HostUser): string {
  return isTyped(host) ? host.subject : host.login
}

/** Returns a unique key of the user. */
export function keyOf({ issuer = defaultIssuer, subject }: HostUser): string {
  return JSON.stringify([issuer, subject])
}

/** A text of everything relevant in the host's description of a user. */
export function saidOf({ groups }: HostUsers, host: HostUser): string {
  const { full_name, disabled } = host
  return digest([givenLogin(host), full_name, disabled, wantedGroups(groups, host)])
}

/**
 * The folded names of the groups that the host controls and the user is in; undefined if the host does not describe
 * groups.
 */
export function wantedGroups(
  managed: readonly string[],
  { groups }: Pick<HostUser, 'groups'>,
): readonly string[] | undefined {
  if (groups === undefined) return undefined
  if (managed.length === 0) return []
  const own = new Set(groups.map((name) => fold(name.trim())))
  return managed.filter((name) => own.has(name))
}

/** Fields that the host can set. */
const fields = ['login', 'full_name', 'groups', 'disabled'] as const
export type HostField = (typeof fields)[number]

/** A digest for each field, in order, separated by dots; '' for fields that the host has never described. */
export type Digest = string

/** Digest of users the host has never described. That they are not disabled needs no statement. */
export const initialDigest: Digest = ['', '', '', digest('')].join('.')

/**
 * Returns the digest of the host's data about a user. It covers which groups exist, because it must change when a
 * missing group is created: users then join that group.
 */
export function digestOf({ groups }: Catalogue, managed: readonly string[], host: HostUser): Digest {
  const existing = managed.filter((name) => groups.named(name))
  const wanted = wantedGroups(existing, host)
  const said: Record<HostField, unknown> = {
    login: givenLogin(host),
    full_name: host.full_name,
    groups: wanted && [existing, wanted],
    disabled: host.disabled,
  }
  return fields.map((field) => (said[field] === undefined ? '' : digest(said[field]))).join('.')
}

/** Returns whether the digest has the login in the host's case, as digests of version 0.2 and before. */
export function hasLoginAsTyped(before: Digest, { login }: HostUser): boolean {
  return before.startsWith(`${digest(login)}.`)
}

/** The fields that the host describes differently than before. */
export function differences(before: Digest, after: Digest): HostField[] {
  const [old, now] = [before.split('.'), after.split('.')]
  return fields.filter((_, index) => now[index] !== '' && now[index] !== old[index])
}

/** The digest once these fields have been written. */
export function afterWriting(before: Digest, after: Digest, written: readonly HostField[]): Digest {
  const [old, now] = [before.split('.'), after.split('.')]
  return fields.map((field, index) => (written.includes(field) ? now[index] : old[index])).join('.')
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22)
}
