// People with two-factor authentication, and authenticators that show what a test asks them for.
import { TOTP } from 'otpauth'
import { at } from './bugs.js'
import type { World } from './harness.js'
import { givePassword } from './people.js'

export const password = 'correct horse'

/** The code of an authenticator, this many periods from now. */
export function shownBy(secret: string, { clock }: { readonly clock: { now(): Date } }, periods = 0): string {
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + periods * 30_000 })
}

/** A user with a password and an authenticator, half a minute after it was confirmed. */
export async function withAuthenticator(world: World, name: string) {
  await givePassword(world, name, password)
  const own = world.as(name).secondFactor
  const { secret } = await own.begin({ current_password: password })
  const { recovery_codes } = await own.confirm({ otp: shownBy(secret, world) })
  world.clock.advance(30)
  const logIn = (otp?: string, given = password, address?: string) =>
    world.tracker.as(null, { address }).sessions.create({ login: at(name), password: given, ...(otp && { otp }) })
  return { own, secret, recovery_codes, logIn, shown: (periods = 0) => shownBy(secret, world, periods) }
}
