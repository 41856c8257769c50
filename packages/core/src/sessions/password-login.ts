// A login name and a password become a user: the check, and the lock after too many failures.
import { addMinutes, subMinutes } from 'date-fns'
import type { User } from '../context.js'
import { TrackerError } from '../errors.js'
import { keepsMail, writeFacts } from '../mail/outbox.js'
import type { Preparation } from '../operation.js'
import { parameterValues } from '../parameters/table.js'
import type { Reader, Row, Where, Writer } from '../schema/index.js'
import { createGate, fold, type Gate } from '../store/index.js'
import { isPassword } from './secrets.js'

const maxFailures = 5
const lockMinutes = 30

/**
 * Attempts on one account from one address wait for each other, so that many at once are counted like one after another.
 * Several processes on one store count together, but each may have one attempt under way when the lock falls.
 */
const gates = new Map<string, Gate>()

/** Whose password was proven, and which password it was. */
export type ProvenUser = Pick<User, 'id' | 'password_hash'>

/**
 * Proves a password and returns its user. A login name that nobody has costs as much time as a wrong password.
 * @throws invalid_login_or_password, account_locked, account_disabled
 */
export async function provePassword(preparation: Preparation, login: string, password: string): Promise<ProvenUser> {
  const address = preparation.address ?? ''
  const folded = fold(login.trim())
  const key = `${folded} ${address}`
  const gate = gates.get(key) ?? createGate()
  gates.set(key, gate)
  try {
    return await gate.run(() => attempt(preparation, folded, password, address))
  } finally {
    if (gate.isIdle()) gates.delete(key)
  }
}

async function attempt({ store, environment }: Preparation, login: string, password: string, address: string) {
  const now = environment.clock()
  const { user, failures } = await store.read(async (tx) => {
    const [found] = await tx.select({
      from: 'users',
      where: { col: 'login_folded', eq: login },
      columns: ['id', 'password_hash', 'login_denied_text'],
    })
    return { user: found, failures: found ? await recentFailures(tx, found.id, address, now) : [] }
  })
  requireUnlocked(failures)
  const isRight = await isPassword(password, user?.password_hash ?? null)
  if (!user || !isRight) {
    if (user) await store.write((tx) => noteFailure(tx, user.id, address, now))
    if (user && failures.length + 1 === maxFailures) await store.write((tx) => tellOfLock(tx, login, address, now))
    throw new TrackerError('invalid_login_or_password')
  }
  if (failures.length > 0) await store.write((tx) => forgetFailures(tx, user.id, address))
  if (user.login_denied_text !== '') throw new TrackerError('account_disabled', { reason: user.login_denied_text })
  return user
}

/** Whoever maintains the tracker hears of it by mail. */
async function tellOfLock(tx: Writer, login: string, address: string, now: Date): Promise<void> {
  const [installation] = await tx.select({ from: 'installation' })
  const parameters = parameterValues(await tx.select({ from: 'parameters' }))
  const to = parameters.maintainer
  if (!installation || to === '' || !keepsMail(installation, { parameters }, now)) return
  const story = { what: 'account_locked', login, address, minutes: lockMinutes } as const
  await writeFacts(tx, now, [{ kind: 'account', to: { address: to }, story }])
}

/** Failures that no longer count go at the same time. */
async function noteFailure(tx: Writer, userId: number, address: string, now: Date): Promise<void> {
  const old: Where<'login_failures'> = { col: 'at', lte: subMinutes(now, lockMinutes) }
  await tx.delete('login_failures', { and: [{ col: 'user_id', eq: userId }, old] })
  await tx.insert('login_failures', [{ user_id: userId, address, at: now }])
}

async function forgetFailures(tx: Writer, userId: number, address: string): Promise<void> {
  const here: Where<'login_failures'> = { col: 'address', eq: address }
  await tx.delete('login_failures', { and: [{ col: 'user_id', eq: userId }, here] })
}

async function recentFailures(
  tx: Reader,
  userId: number,
  address: string,
  now: Date,
): Promise<Row<'login_failures'>[]> {
  return tx.select({
    from: 'login_failures',
    where: {
      and: [
        { col: 'user_id', eq: userId },
        { col: 'address', eq: address },
        { col: 'at', gt: subMinutes(now, lockMinutes) },
      ],
    },
    order: [{ col: 'at', desc: true }],
  })
}

function requireUnlocked(failures: readonly Row<'login_failures'>[]): void {
  const decisive = failures[maxFailures - 1]
  if (decisive) throw new TrackerError('account_locked', { until: addMinutes(decisive.at, lockMinutes) })
}
