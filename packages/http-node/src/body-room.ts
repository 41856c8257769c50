// The memory of request bodies in this process, and its shares for senders.
import { addressBlock } from '@trackerkit/core/host'
import { TrackerError } from '@trackerkit/core'
import { refusing, requestLimits, type BodySender } from '@trackerkit/rest'

/** A body while it arrives, and until its request is answered. */
export interface HeldBody {
  /** The network of the sender. */
  readonly block: string
  bytes: number
  /** Of these, those that arrived before anything named a caller. */
  unnamedBytes: number
  isNamed: boolean
}

export interface BodyRoom {
  open(address: string | undefined): HeldBody
  /**
   * Makes room for more bytes of a body.
   * @throws too_busy
   */
  take(body: HeldBody, bytes: number, sender: Pick<BodySender, 'isKnown'> | undefined): void
  /** Notes that the body names its caller. */
  name(body: HeldBody): void
  release(body: HeldBody): void
  bytes(): number
}

/** In bytes, for all bodies together. */
export const defaultBodyMemory = 64 * 1024 ** 2

/** The shares of all room. */
const shares = {
  /** Of unverified callers: the rest is reserved for recently verified ones. */
  unproven: 1 / 2,
  /** Of one address. */
  address: 1 / 8,
  /** Of anonymous bodies beyond the beginning that is searched for credentials, in total and per address. */
  strangers: 1 / 4,
  stranger: 1 / 32,
}

/** Bytes by account. */
type Accounts = Map<string, number>

/**
 * A body that has a share to itself is never refused: the API limits its size. So the largest permitted body can always be sent.
 */
export function createBodyRoom(most = defaultBodyMemory, onRefused: () => void = () => undefined): BodyRoom {
  const [named, unnamed, strangers]: [Accounts, Accounts, Accounts] = [new Map(), new Map(), new Map()]
  let [total, ofStrangers] = [0, 0]

  function hasRoom(body: HeldBody, bytes: number, sender: Pick<BodySender, 'isKnown'> | undefined): boolean {
    const { block, bytes: held, isNamed, unnamedBytes } = body
    const fits = (inAll: number, ofBody: number, share: number) => inAll === ofBody || inAll + bytes <= most * share
    if (!fits(total, held, 1)) return false
    if (!fits(total, held, shares.unproven) && sender?.isKnown() !== true) return false
    if (isNamed) return fits(named.get(block) ?? 0, held - unnamedBytes, shares.address)
    if (!fits(unnamed.get(block) ?? 0, unnamedBytes, shares.address)) return false
    const before = beyond(unnamedBytes)
    if (beyond(unnamedBytes + bytes) === 0) return true
    return fits(ofStrangers, before, shares.strangers) && fits(strangers.get(block) ?? 0, before, shares.stranger)
  }

  function count(body: HeldBody, bytes: number): void {
    body.bytes += bytes
    total += bytes
    if (body.isNamed) add(named, body.block, bytes)
    else countUnnamed(body, bytes)
  }

  function countUnnamed(body: HeldBody, bytes: number): void {
    const more = beyond(body.unnamedBytes + bytes) - beyond(body.unnamedBytes)
    body.unnamedBytes += bytes
    add(unnamed, body.block, bytes)
    if (more === 0) return
    ofStrangers += more
    add(strangers, body.block, more)
  }

  return {
    open: (address = '') => ({ block: addressBlock(address), bytes: 0, unnamedBytes: 0, isNamed: false }),
    take(body, bytes, sender) {
      if (!hasRoom(body, bytes, sender)) {
        onRefused()
        throw refusing(new TrackerError('too_busy'), 'counted')
      }
      count(body, bytes)
    },
    name(body) {
      if (body.isNamed) return
      const { unnamedBytes } = body
      countUnnamed(body, -unnamedBytes)
      body.isNamed = true
      if (unnamedBytes > 0) add(named, body.block, unnamedBytes)
    },
    release(body) {
      const { bytes, unnamedBytes } = body
      countUnnamed(body, -unnamedBytes)
      if (bytes > unnamedBytes) add(named, body.block, unnamedBytes - bytes)
      total -= bytes
      body.bytes = 0
    },
    bytes: () => total,
  }
}

function beyond(bytes: number): number {
  return Math.max(0, bytes - requestLimits.bodyWithoutCredentials)
}

function add(accounts: Accounts, key: string, bytes: number): void {
  const sum = (accounts.get(key) ?? 0) + bytes
  if (sum > 0) accounts.set(key, sum)
  else accounts.delete(key)
}
