// People with passkeys.
import { testAuthenticator, type KeyKind } from './authenticator.js'
import { at } from './bugs.js'
import type { World } from './harness.js'
import { givePassword } from './people.js'
import { password } from './second-factor.js'

export const origin = 'https://bugs.example.com'
const by = 'passkey'

/** A user with a password, in a session. */
export async function logIn(world: World, name: string, otp?: string) {
  await givePassword(world, name, password)
  return sessionOf(world, name, otp)
}

export async function sessionOf(world: World, name: string, otp?: string) {
  const { token } = await world.as(null).sessions.create({ login: at(name), password, ...(otp && { otp }) })
  return world.tracker.as({ token })
}

export type Client = Awaited<ReturnType<typeof logIn>>

interface Added {
  readonly name?: string
  readonly is_second_factor?: boolean
  readonly current_password?: string
  readonly kind?: KeyKind
  readonly counts?: boolean
}

export async function addPasskey(
  mine: Client,
  { name = 'Laptop', is_second_factor = false, current_password, ...how }: Added = {},
  at_origin = origin,
) {
  const authenticator = testAuthenticator(at_origin, how)
  const { flow, options } = await mine.passkeys.begin({ origin: at_origin })
  const proof = current_password === undefined ? {} : { current_password }
  const answer = authenticator.create(options)
  const added = await mine.passkeys.create({ flow, answer, name, is_second_factor, ...proof })
  return { authenticator, options, ...added }
}

export async function begin(who: Pick<Client, 'logins'>, purpose: 'login' | 'confirm' = 'login', of = origin) {
  const { flow, options } = await who.logins.begin({ by, purpose, origin: of, return_to: '/bug/1' })
  if (!options) throw new Error('no options')
  return { flow, options }
}

export async function openWithPasskey(
  open: (options?: object) => Promise<World>,
  how: { kind?: KeyKind; counts?: boolean } = {},
) {
  const world = await open()
  const mine = await logIn(world, 'alice')
  const { authenticator, ...added } = await addPasskey(mine, how)
  const nobody = world.as(null)
  const logInWith = async (one = authenticator) => {
    const { flow, options } = await begin(nobody)
    return nobody.logins.finish({ flow, answer: one.get(options) })
  }
  return { world, mine, nobody, authenticator, logInWith, ...added }
}
