import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { openAcme, person } from '../../../test/login-provider.js'
import { changeUser, givePassword, join, rowsOf } from '../../../test/people.js'
import { addPasskey, begin, logIn as logInAs } from '../../../test/passkeys.js'
import { password, shownBy, withAuthenticator } from '../../../test/second-factor.js'

const asks = { secondFactor: 'provider' } as const
const notSetUp = { code: 'second_factor_not_set_up', number: 1482 }
const bob = person('1', at('bob'))

/** From now on, bob needs a second factor. */
async function requireFactor(world: World, name = 'bob') {
  await join(world, name, 'editbugs')
  await inStore(world.store, (tx) => setParameter(tx, 'second_factor_group', 'editbugs'))
}

async function proofs(world: World) {
  return (await rowsOf(world, 'external_accounts')).map(({ linked_with }) => linked_with)
}

onEveryStore('an account that a password alone has linked to a provider that asks for a second factor', (open) => {
  async function openLinked() {
    const acme = await openAcme(open, asks)
    const { world, finish } = acme
    await givePassword(world, 'bob', password)
    const { flow, outcome } = await finish(bob)
    expect(outcome).toBe('password')
    const { token = '' } = await world.as(null).logins.complete({ flow, password })
    return { ...acme, token }
  }

  it('lacks the second factor that it needs, also with its API keys, until one was proven here', async () => {
    const { world, finish, token } = await openLinked()
    const { api_key } = await world.tracker.as({ token }).apiKeys.create({})
    expect(await proofs(world)).toEqual(['one_factor'])
    await requireFactor(world)
    const { token: later = '' } = await finish(bob)
    const mine = world.tracker.as({ token: later })
    for (const one of [mine, world.tracker.as({ api_key })])
      await expect(one.bugs.search({})).rejects.toMatchObject(notSetUp)
    const { secret } = await mine.secondFactor.begin({ current_password: password })
    await mine.secondFactor.confirm({ otp: shownBy(secret, world) })
    const { flow, outcome } = await finish(bob)
    expect(outcome).toBe('second_factor')
    world.clock.advance(30)
    await world.as(null).logins.complete({ flow, otp: shownBy(secret, world) })
    expect([await proofs(world), (await finish(bob)).outcome]).toEqual([['two_factors'], 'done'])
  })

  it('is asked for the second factor that its owner has set up since, and confirms no session instead of it', async () => {
    const { world, finish } = await openLinked()
    const { logIn, shown } = await withAuthenticator(world, 'bob')
    const { token } = await logIn(shown())
    expect((await finish(bob)).outcome).toBe('second_factor')
    world.clock.advance(16 * 60)
    expect(await world.tracker.as({ token }).sessions.current()).toMatchObject({ confirm_by: ['password', 'otp'] })
  })
})

onEveryStore('an account linked to a provider that asks for a second factor', (open) => {
  it('counts as two factors for a new user, also once they have a password', async () => {
    const { world, finish } = await openAcme(open, { ...asks, accounts: 'all' })
    const erin = person('1', 'erin@example.com')
    await finish(erin)
    await givePassword(world, 'erin', password)
    await requireFactor(world, 'erin')
    const { token = '' } = await finish(erin)
    expect(await world.tracker.as({ token }).bugs.search({})).toHaveProperty('bugs')
    expect(await proofs(world)).toEqual(['provider'])
  })

  it('counts for an existing account that the provider may give only if it has asked then', async () => {
    for (const [policy, proof] of [
      [asks, 'provider'],
      [{}, 'one_factor'],
    ] as const) {
      const { world, finish } = await openAcme(open, { ...policy, adopt: true })
      await finish(bob)
      expect(await proofs(world)).toEqual([proof])
    }
  })

  it('counts if it was linked in a session with two factors, and not in one with only a password', async () => {
    for (const [name, proof] of [
      ['alice', 'two_factors'],
      ['bob', 'one_factor'],
    ] as const) {
      const { world, finish } = await openAcme(open, asks)
      await givePassword(world, 'bob', password)
      const { logIn, shown } = await withAuthenticator(world, 'alice')
      const { token } =
        name === 'alice' ? await logIn(shown()) : await world.as(null).sessions.create({ login: at('bob'), password })
      await finish(person('1'), { token }, 'link')
      expect(await world.tracker.as({ token }).linkedAccounts.get()).toMatchObject({
        linked_accounts: [{ linked_with: proof }],
      })
    }
  })

  it('counts, if that was not noted, for a user without a password and another provider, and then stays', async () => {
    const { world, finish } = await openAcme(open, { ...asks, adopt: true })
    await finish(bob)
    const forget = async () =>
      inStore(world.store, (tx) => tx.update('external_accounts', { col: 'subject', eq: '1' }, { linked_with: null }))
    await requireFactor(world)
    const search = async () => {
      const { token = '' } = await finish(bob)
      return world.tracker.as({ token }).bugs.search({})
    }
    await forget()
    await givePassword(world, 'bob', password)
    await expect(search()).rejects.toMatchObject(notSetUp)
    expect(await proofs(world)).toEqual([null])
    await changeUser(world, 'bob', { password_hash: null })
    expect(await search()).toHaveProperty('bugs')
    await givePassword(world, 'bob', password)
    expect(await search()).toHaveProperty('bugs')
  })
})

onEveryStore('an account that was linked with a second factor which then goes', (open) => {
  const ways = {
    'is removed': async (world: World, code: () => string) =>
      world.as('bob').secondFactor.remove({ current_password: password, otp: code() }),
    'is reset': async (world: World) => world.as('admin').secondFactor.reset({ names: [at('bob')] }),
  }

  it.each(Object.entries(ways))('proves one factor once that %s, and leads to the next one', async (_way, forget) => {
    const { world, finish } = await openAcme(open, asks)
    const { logIn, shown } = await withAuthenticator(world, 'bob')
    const { token } = await logIn(shown())
    await finish(bob, { token }, 'link')
    expect([await proofs(world), (await finish(bob)).outcome]).toEqual([['two_factors'], 'done'])
    world.clock.advance(30)
    await forget(world, shown)
    expect(await proofs(world)).toEqual(['one_factor'])
    await withAuthenticator(world, 'bob')
    expect((await finish(bob)).outcome).toBe('second_factor')
  })

  it.each([true, false])(
    'proves one factor once the last passkey is removed; a second factor: %s',
    async (isFactor) => {
      const { world, finish } = await openAcme(open, asks)
      const mine = await logInAs(world, 'bob')
      const how = isFactor ? { is_second_factor: true, current_password: password } : {}
      const { id, authenticator } = await addPasskey(mine, how)
      const { id: other } = await addPasskey(mine, { name: 'Phone' })
      const { flow, options } = await begin(world.as(null))
      const { token = '' } = await world.as(null).logins.finish({ flow, answer: authenticator.get(options) })
      await finish(bob, { token }, 'link')
      const session = world.tracker.as({ token })
      await session.passkeys.remove({ id: other, current_password: password })
      expect(await proofs(world)).toEqual(['two_factors'])
      await session.passkeys.remove({ id, current_password: password })
      expect(await proofs(world)).toEqual(['one_factor'])
      await withAuthenticator(world, 'bob')
      expect((await finish(bob)).outcome).toBe('second_factor')
    },
  )

  it('is not linked with two factors in a session that began with them', async () => {
    const { world, finish } = await openAcme(open, asks)
    const { own, logIn, shown } = await withAuthenticator(world, 'bob')
    const { token } = await logIn(shown())
    world.clock.advance(30)
    await own.remove({ current_password: password, otp: shown() })
    await finish(bob, { token }, 'link')
    expect(await proofs(world)).toEqual(['one_factor'])
  })

  it('still counts if the provider itself was the proof', async () => {
    const { world, finish } = await openAcme(open, { ...asks, accounts: 'all' })
    await finish(person('1', 'erin@example.com'))
    const { own, shown } = await withAuthenticator(world, 'erin')
    await own.remove({ current_password: password, otp: shown() })
    expect(await proofs(world)).toEqual(['provider'])
  })
})
