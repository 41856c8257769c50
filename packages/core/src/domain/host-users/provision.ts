// Finds, creates and updates the account of a user of the host.
import { renameLogin } from '../forms/rename-choice.js'
import * as z from 'zod'
import { audit } from '../audit/write.js'
import {
  afterWriting,
  defaultIssuer,
  differences,
  digestOf,
  findAccount,
  hasLoginAsTyped,
  initialDigest,
  isTyped,
  keyOf,
  wantedGroups,
  type Digest,
  type HostField,
  type HostUsers,
} from '../../auth/host-users.js'
import type { HostUser } from '../../auth/host-user.js'
import { isLoginName } from '../../auth/login-name.js'
import { loadMemberships, type Call, type User } from '../../call/context.js'
import { line, linesOf } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { lowerAscii } from '../../kernel/ascii-case.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Writer } from '../../schema/index.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'
import { insertAccount } from '../users/insert-account.js'
import { planUserUpdate, writeUpdate, type UserValues } from '../users/plan-update.js'

/** An account, and the host's description of its owner as far as it has been written. */
interface Account {
  readonly user_id: number
  readonly digest: Digest
  readonly isNew: boolean
}

/**
 * No public operation: it runs as the system before the user's operation, if the account does not exist or the host's
 * description has changed.
 */
export const provisionUser = defineWrite({
  name: 'users.provision',
  summary: 'Give a person whom the host knows an account',
  description: 'Makes, adopts or changes the account of a person, as the host says.',
  errors: ['host_user_refused'],
  access: 'required',
  input: z.strictObject({ host: z.custom<HostUser>(), users: z.custom<HostUsers>() }),
  output: z.object({ user_id: z.int(), versions: z.string() }),
  async run(tx, { host, users }, call) {
    const { issuer = defaultIssuer, subject } = host
    const found = await findAccount(tx, host)
    const account: Account = found ? { ...found, isNew: false } : await openAccount(tx, call, host, users)
    const said = digestOf(call.catalogue, users.groups, host)
    const changed = differences(account.digest, said)
    if (changed.length > 0) {
      const written = await writeChanges(tx, call, account, changed, host, users)
      const digest = afterWriting(account.digest, said, written)
      if (digest !== account.digest) {
        const same = { and: [{ col: 'issuer', eq: issuer } as const, { col: 'subject', eq: subject } as const] }
        await tx.update('external_accounts', same, { digest })
        // No cache can hold an account that has just been created.
        if (!account.isNew) await bumpIdentityVersion(tx)
      }
    }
    const [installation] = await tx.select({ from: 'installation', columns: ['identity_version'] })
    return { user_id: account.user_id, versions: `${call.catalogue.version}.${installation?.identity_version}` }
  },
})

/** @throws host_user_refused */
async function openAccount(tx: Writer, call: Call, host: HostUser, { adopt }: HostUsers): Promise<Account> {
  const { issuer = defaultIssuer, subject } = host
  const login = loginOf(host)
  const holder = await findHolder(tx, login)
  const refuse = (reason: 'login_taken' | 'login_not_allowed') =>
    new TrackerError('host_user_refused', { value: login, reason })
  // An account with another subject belongs to another person: the host has reused the login name.
  const isSame = holder !== undefined && lowerAscii(holder.login) === lowerAscii(login)
  if (holder && (!adopt || !isSame || (await isTakenOver(tx, holder.id, issuer)))) throw refuse('login_taken')
  if (!holder && !isLoginName(call.catalogue, login)) throw refuse('login_not_allowed')
  const names = { login, full_name: line.parse(host.full_name ?? '') }
  const user_id = holder?.id ?? (await insertAccount(tx, call, { ...names, password_hash: null }))
  await tx.insert('external_accounts', [{ issuer, subject, user_id, digest: initialDigest, kind: 'host' }])
  const change = { field: 'external_account', removed: null, added: `${issuer}: ${subject}` }
  await audit(tx, call, 'users', user_id, [change])
  return { user_id, digest: initialDigest, isNew: !holder }
}

/** Writes the host's description, as far as possible. Returns the fields that match it now. */
async function writeChanges(
  tx: Writer,
  call: Call,
  { user_id, digest }: Account,
  changed: readonly HostField[],
  host: HostUser,
  users: HostUsers,
): Promise<readonly HostField[]> {
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: user_id } })
  if (!user) throw new Error(`an external account leads to user ${user_id}, who is not there`)
  const takesLogin = changed.includes('login') && (await mayTakeLogin(tx, call, user, host, users))
  const written = changed.filter((field) => field !== 'login' || takesLogin)
  const values: UserValues = {
    ...(takesLogin && !isRespelled(host, user, digest) && { email: loginOf(host) }),
    ...(written.includes('full_name') && { full_name: line.parse(host.full_name) }),
    ...(written.includes('disabled') && { login_denied_text: linesOf(host.disabled ?? '') }),
    ...(written.includes('groups') && { groups: groupLists(call, host, users) }),
  }
  await writeUpdate(tx, call, planUserUpdate(call, user, await loadMemberships(tx, user_id), values, null))
  await renameLogin(tx, call, user.login, values.email)
  return written
}

function loginOf({ login }: HostUser): string {
  return line.parse(login)
}

/** Two devices of a user would rename the account in turn, with email and ended sessions each time. */
function isRespelled(host: HostUser, { login }: User, before: Digest): boolean {
  return isTyped(host) && (hasLoginAsTyped(before, host) || lowerAscii(loginOf(host)) === lowerAscii(login))
}

async function findHolder(tx: Writer, login: string): Promise<Pick<User, 'id' | 'login'> | undefined> {
  const where = { col: 'login_folded', eq: fold(login) } as const
  return (await tx.select({ from: 'users', where, columns: ['id', 'login'] }))[0]
}

async function isTakenOver(tx: Writer, userId: number, issuer: string): Promise<boolean> {
  const where = { and: [{ col: 'user_id', eq: userId } as const, { col: 'issuer', eq: issuer } as const] }
  return (await tx.count('external_accounts', where)) > 0
}

/**
 * Returns whether the user can have the new login. If not, the old one stays, because locking the user out would not
 * help.
 */
async function mayTakeLogin(tx: Writer, call: Call, user: User, host: HostUser, users: HostUsers): Promise<boolean> {
  const login = loginOf(host)
  if (login === user.login) return true
  const holder = await findHolder(tx, login)
  const isTaken = holder !== undefined && holder.id !== user.id
  if (!isTaken && isLoginName(call.catalogue, login)) return true
  const why = isTaken ? 'the new login belongs to another account' : 'the new login cannot be used'
  const message = `a user of the host keeps the old login name: ${why}`
  warnOnce(call, users, `login ${keyOf(host)} ${login}`, message, { user_id: user.id, login })
  return false
}

/** In and out of the groups that the host decides about, as far as there are any of the name. */
function groupLists(call: Call, host: HostUser, users: HostUsers) {
  const { groups } = call.catalogue
  const [add, remove]: [number[], number[]] = [[], []]
  const wanted = wantedGroups(users.groups, host) ?? []
  for (const name of users.groups) {
    const group = groups.named(name)
    if (group) (wanted.includes(name) ? add : remove).push(group.id)
    else warnOnce(call, users, `group ${name}`, 'hostUsers.groups names a group that there is not', { name })
  }
  return { add, remove }
}

const mostWarned = 1000

function warnOnce(
  { environment }: Call,
  { warned }: HostUsers,
  key: string,
  message: string,
  details: Readonly<Record<string, unknown>>,
): void {
  if (warned.has(key)) return
  if (warned.size >= mostWarned) warned.clear()
  warned.add(key)
  environment.logger.warn(message, details)
}
