// Session tokens, "<user id>-<secret>": made, found and forgotten here and nowhere else.
import { addDays } from 'date-fns/addDays'
import { subDays } from 'date-fns/subDays'
import type { Call } from '../call/context.js'
import { TrackerError } from '../kernel/errors.js'
import type { Reader, Row, Where, Writer } from '../schema/index.js'
import { hashSecret, randomText } from './secrets.js'

const idleDays = 30
/** However often it is used. */
const longestDays = 180
const secretLength = 32

/** Where and when a token is shown. */
export interface Origin {
  readonly now: Date
  /** Undefined for callers in the same process. */
  readonly address: string | undefined
}

/** Returns the user ID in a token and the hash of its secret; undefined for malformed tokens. */
export function readToken(token: string): Pick<Row<'tokens'>, 'user_id' | 'secret_hash'> | undefined {
  const [, userId, secret] = /^(\d+)-(.+)$/s.exec(token) ?? []
  return secret === undefined ? undefined : { user_id: Number(userId), secret_hash: hashSecret(secret) }
}

/**
 * Returns the token if it is valid and permitted from this address. Tokens expire after 30 days without use, and 180
 * days after creation.
 */
export async function findToken(
  tx: Reader,
  token: string,
  { now, address }: Origin,
): Promise<Row<'tokens'> | undefined> {
  const given = readToken(token)
  if (!given) return undefined
  const [row] = await tx.select({ from: 'tokens', where: { col: 'secret_hash', eq: given.secret_hash } })
  if (!row || row.user_id !== given.user_id) return undefined
  if (row.address !== null && row.address !== (address ?? '')) return undefined
  const isOver =
    (row.expires !== null && row.expires <= now) ||
    row.last_used < subDays(now, idleDays) ||
    row.creation_time < subDays(now, longestDays)
  return isOver ? undefined : row
}

/** The tokens that a user uses, also to act as others; not those with which others act as the user. */
export function tokensInUse(userId: number, now: Date): Where<'tokens'> {
  return {
    and: [
      {
        or: [
          {
            and: [
              { col: 'user_id', eq: userId },
              { col: 'actor_id', eq: null },
            ],
          },
          { col: 'actor_id', eq: userId },
        ],
      },
      { not: { col: 'last_used', lt: subDays(now, idleDays) } },
      { not: { col: 'creation_time', lt: subDays(now, longestDays) } },
      {
        or: [
          { col: 'expires', eq: null },
          { col: 'expires', gt: now },
        ],
      },
    ],
  }
}

/** Returns the token a call asks about. An invalid token is no error, but it is counted as an attempt to guess one. */
export async function findTokenAskedAbout(tx: Reader, token: string, call: Call): Promise<Row<'tokens'> | undefined> {
  const row = await findToken(tx, token, call)
  if (!row) call.onWrongCredentials?.(new TrackerError('auth_invalid_token'))
  return row
}

/** When a session ends if it is not used again. */
export function endOfToken(token: Pick<Row<'tokens'>, 'last_used' | 'creation_time' | 'expires'>): Date {
  const { last_used, creation_time, expires } = token
  const ends = [addDays(last_used, idleDays), addDays(creation_time, longestDays), ...(expires ? [expires] : [])]
  return ends.reduce((first, end) => (end < first ? end : first))
}

interface NewToken {
  /** Valid only from the address of the call. */
  readonly isRestricted?: boolean
  readonly login_by?: string
  /** Of the provider. */
  readonly login_issuer?: string
  readonly expires?: Date
  readonly has_second_factor?: boolean
  /** The user who acts as the owner, and why. */
  readonly acting?: { readonly actor_id: number; readonly reason: string }
}

interface IssuedToken {
  readonly id: number
  readonly token: string
}

/**
 * Creates a token, restricted to the address of the call on request, and deletes tokens unused for long. If the last
 * use is far in the future, recorded by a wrong clock, it is set to now, because the token would expire too late.
 */
export async function issueToken(
  tx: Writer,
  call: Call,
  userId: number,
  { isRestricted = false, login_by = 'password', login_issuer, expires, has_second_factor = false, acting }: NewToken,
): Promise<IssuedToken> {
  const secret = randomText(call.environment, secretLength)
  await tx.delete('tokens', { col: 'last_used', lt: subDays(call.now, idleDays) })
  await tx.update(
    'tokens',
    { col: 'last_used', gt: addDays(call.now, idleDays) },
    { last_used: call.now, creation_time: call.now },
  )
  const [id = 0] = await tx.insert('tokens', [
    {
      user_id: userId,
      secret_hash: hashSecret(secret),
      address: isRestricted ? (call.address ?? '') : null,
      begun_from: call.address ?? null,
      creation_time: call.now,
      last_used: call.now,
      login_by,
      login_issuer: login_issuer ?? null,
      expires: expires ?? null,
      has_second_factor,
      actor_id: acting?.actor_id ?? null,
      reason: acting?.reason ?? null,
    },
  ])
  return { id, token: `${userId}-${secret}` }
}
