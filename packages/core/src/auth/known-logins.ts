// Logins that were right lately, so that a crowd of others cannot take all the places. Neither name nor password is kept.
import { createHmac, randomBytes } from 'node:crypto'

const maxKnown = 10_000
const knownFor = 10 * 60_000

interface KnownLogin {
  readonly wasRight: boolean
  note(): void
  forget(): void
}

export interface KnownLogins {
  find(login: string, password: string): KnownLogin
}

/** Remembers digests in memory. `now`: milliseconds of a monotonic clock. */
export function createKnownLogins(now = () => performance.now()): KnownLogins {
  const secret = randomBytes(32)
  /** When each was right last, the latest at the end. */
  const known = new Map<string, number>()
  return {
    find(login, password) {
      const digest = createHmac('sha256', secret)
        .update(JSON.stringify([login, password]))
        .digest('base64url')
      const at = known.get(digest)
      return {
        wasRight: at !== undefined && now() - at <= knownFor,
        note() {
          known.delete(digest)
          const [oldest] = known.keys()
          if (known.size >= maxKnown && oldest !== undefined) known.delete(oldest)
          known.set(digest, now())
        },
        forget: () => void known.delete(digest),
      }
    },
  }
}
