// Checks that a session was confirmed recently: a token may be stolen, and must not be enough for lasting access.
import type { Confirmation } from '../call/context.js'
import type { Row } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'

type Token = Pick<Row<'tokens'>, 'confirmed_time' | 'creation_time'>

const minute = 60_000
const usualMinutes = 15

/** 0 where confirmation is off. */
function minutesOf({ parameters }: Catalogue): number {
  return Number(parameters.confirm_minutes)
}

export function isConfirmationOff(catalogue: Catalogue): boolean {
  return minutesOf(catalogue) === 0
}

/** Until when a session counts as confirmed; undefined where confirmation is off. */
export function confirmedUntil({ confirmed_time, creation_time }: Token, catalogue: Catalogue): Date | undefined {
  const minutes = minutesOf(catalogue)
  if (minutes === 0) return undefined
  return new Date((confirmed_time ?? creation_time).getTime() + minutes * minute)
}

/** `isSession`: only these sessions identify the caller. */
export function confirmationOf(
  { sessions, isSession }: { readonly sessions: readonly Token[]; readonly isSession: boolean },
  catalogue: Catalogue,
  now: Date,
): Confirmation {
  if (!isSession) return 'other'
  return sessions.some((session) => isConfirmed(session, catalogue, now)) ? 'session' : 'missing'
}

function isConfirmed({ confirmed_time, creation_time }: Token, catalogue: Catalogue, now: Date): boolean {
  const minutes = minutesOf(catalogue)
  return minutes === 0 || isRecent(confirmed_time ?? creation_time, minutes, now)
}

/** Returns true for a session that was confirmed after it began; where confirmation is off, within 15 minutes. */
export function wasConfirmed({ confirmed_time }: Token, catalogue: Catalogue, now: Date): boolean {
  return confirmed_time !== null && isRecent(confirmed_time, minutesOf(catalogue) || usualMinutes, now)
}

/** Returns true for a session that began as recently as one must have been confirmed. */
export function hasJustBegun({ creation_time }: Token, catalogue: Catalogue, now: Date): boolean {
  return isRecent(creation_time, minutesOf(catalogue) || usualMinutes, now)
}

function isRecent(time: Date, minutes: number, now: Date): boolean {
  const age = now.getTime() - time.getTime()
  // A clock that was ahead would confirm for as long as it was ahead.
  return age < minutes * minute && age >= -minute
}
