// Decides on recipients of email about a flag. Pure.
import type { FlagTransition } from '../../call/change-event.js'

/** Returns the individual recipient: the current requestee or, when a request ends, its setter. */
export function addressee({
  before,
  after,
}: FlagTransition): { userId: number; why: 'requested' | 'answered' } | undefined {
  const isRequest = after?.status === '?'
  const asked = isRequest ? after.requestee_id : null
  const wasAsked = before?.status === '?' ? before.requestee_id : null
  if (asked !== null && asked !== wasAsked) return { userId: asked, why: 'requested' }
  if (before?.status === '?' && !isRequest) return { userId: before.setter_id, why: 'answered' }
  return undefined
}

/** The addresses of a list such as the one of a flag type: apart by blanks or commas. */
export function splitAddresses(addresses: string): string[] {
  return [...new Set(addresses.split(/[\s,]+/).filter((address) => address !== ''))]
}

/** Returns the state of the flag after the change. */
export function outcomeOf({ after }: FlagTransition): 'requested' | 'granted' | 'denied' | 'canceled' {
  if (!after) return 'canceled'
  if (after.status === '?') return 'requested'
  return after.status === '+' ? 'granted' : 'denied'
}
