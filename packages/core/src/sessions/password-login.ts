// A login name and a password become a user: the check, and the lock after too many failures.
import { addMinutes, subMinutes } from 'date-fns'
import { TrackerError } from '../errors.js'
import type { Preparation } from '../operation.js'
import type { Reader, Row } from '../schema/index.js'
import { createGate, fold, type Gate } from '../store/index.js'
import { isPassword } from './secrets.js'

const maxFailures = 5
const lockMinutes = 30

/** Attempts on one account from one address wait for each other, so that many at once are counted like one after another. */
const gates = new Map<string, Gate>()

/**
 * Proves a password and returns the id of its user.
 * @throws invalid_login_or_password, account_locked, account_disabled
 */
export async function provePassword(preparation: Preparation, login: string, password: string): Promise<number> {
  const address = preparation.address ?? ''
  const key = `${fold(login.trim())} ${address}`
  const gate = gates.get(key) ?? createGate()
  gates.set(key, gate)
  try {
    return await gate.run(() => attempt(preparation, login, password, address))
  } finally {
    if (gate.isIdle()) gates.delete(key)
  }
}

async function attempt(preparation: Preparation, login: string, password: string, address: string): Promise<number> {
  const { store, environment } = preparation
  const now = environment.clock()
  const { user, failures } = await store.read(async (tx) => {
    const [found] = await tx.select({ from: 'users', where: { col: 'login_folded', eq: fold(login.trim()) } })
    return { user: found, failures: found ? await recentFailures(tx, found.id, address, now) : [] }
  })
  requireUnlocked(failures)
  const isRight = await isPassword(password, user?.password_hash ?? null)
  if (!user || !isRight) {
    if (user) {
      await store.write(
        async (tx) => void (await tx.insert('login_failures', [{ user_id: user.id, address, at: now }])),
      )
    }
    throw new TrackerError('invalid_login_or_password')
  }
  if (failures.length > 0) {
    const own = {
      and: [
        { col: 'user_id', eq: user.id },
        { col: 'address', eq: address },
      ],
    } as const
    await store.write(async (tx) => void (await tx.delete('login_failures', own)))
  }
  if (user.login_denied_text !== '') throw new TrackerError('account_disabled', { reason: user.login_denied_text })
  return user.id
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
