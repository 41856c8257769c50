// Slows down whoever tries one secret after another.
import { WireError } from './wire/errors.js'

export interface AttemptLimit {
  /** How many failed authentications an address may have within the window; 0 for any number. Default: 100. */
  readonly failures?: number
  /** Seconds. Default: 300. */
  readonly window?: number
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

export interface Attempts {
  /** @throws WireError (429) when the address has to wait */
  require(address: string | undefined): void
  failed(address: string | undefined): void
}

/** So many addresses are remembered; who needs more is not stopped by counting them. */
const maxAddresses = 10_000

/** Counts failures by address in the memory of this process. Whoever says nothing wrong for a window starts anew. */
export function createAttempts({
  failures = 100,
  window = 300,
  now = () => performance.now(),
}: AttemptLimit = {}): Attempts {
  const counts = new Map<string, { count: number; readonly until: number }>()
  const current = (address: string) => {
    const counted = counts.get(address)
    if (counted && counted.until <= now()) counts.delete(address)
    return counts.get(address)
  }
  return {
    require(address) {
      const counted = address === undefined ? undefined : current(address)
      if (!counted || failures === 0 || counted.count < failures) return
      const seconds = Math.ceil((counted.until - now()) / 1000)
      throw new WireError(
        429,
        `There were too many wrong credentials from this address. Try again in ${seconds} seconds.`,
        undefined,
        { 'Retry-After': String(seconds) },
      )
    },
    failed(address) {
      if (address === undefined) return
      const counted = current(address)
      if (counted) counted.count++
      else {
        const [oldest] = counts.keys()
        if (counts.size >= maxAddresses && oldest !== undefined) counts.delete(oldest)
        counts.set(address, { count: 1, until: now() + window * 1000 })
      }
    },
  }
}
