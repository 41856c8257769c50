// Checks that a session was confirmed recently: a token may be stolen, and must not be enough for lasting access.
import type { Confirmation } from '../call/context.js'
import type { Row } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'

type Token = Pick<Row<'tokens'>, 'confirmed_time' | 'creation_time'>

const minute = 60_000

/** Until when a session counts as confirmed; undefined where confirmation is off. */
export function confirmedUntil({ confirmed_time, creation_time }: Token, { parameters }: Catalogue): Date | undefined {
  const minutes = Number(parameters.confirm_minutes)
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

function isConfirmed(session: Token, catalogue: Catalogue, now: Date): boolean {
  const until = confirmedUntil(session, catalogue)
  if (until === undefined) return true
  // A clock that was ahead would confirm for as long as it was ahead.
  const begun = (session.confirmed_time ?? session.creation_time).getTime()
  return now < until && begun <= now.getTime() + minute
}
