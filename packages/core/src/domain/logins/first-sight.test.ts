import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { allow } from '../../../test/erasure.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { browserOf, logins, person, testProvider } from '../../../test/login-provider.js'
import { openMailWorld } from '../../../test/mail.js'
import { addPasskey, logIn } from '../../../test/passkeys.js'
import { groupId, join, rowsOf, userId } from '../../../test/people.js'
import { password } from '../../../test/second-factor.js'
import type { LoginPolicy } from '../../call/login-provider.js'

type Open = (options?: object) => Promise<World>

async function openAcme(open: Open, policy: LoginPolicy) {
  const provider = testProvider()
  const world = await open(logins(provider, policy))
  const links = async () => (await rowsOf(world, 'external_accounts')).length
  return { world, links, ...browserOf(world, provider) }
}

async function joinByAnother(world: World, name: string, group: string) {
  const admin = world.as('admin')
  await admin.groups.create({ name: 'chiefs', description: 'x' })
  await admin.groups.inherit({ names: [group], membership: { add: ['chiefs'] } })
  await join(world, name, 'chiefs')
}

onEveryStore('an account that an address is not enough for', (open) => {
  const refused = { code: 'login_refused', data: { reason: 'account_exists' } }
  const guarded: readonly (readonly [name: string, prepare: (world: World) => Promise<unknown>, comes: object])[] = [
    ...['admin', 'editusers', 'creategroups', 'tweakparams', 'bz_sudoers'].map(
      (group) => [`a member of ${group}`, (world: World) => join(world, 'bob', group), refused] as const,
    ),
    ['a member of admin by another group', (world) => joinByAnother(world, 'bob', 'admin'), refused],
    ['a user with a passkey', async (world) => addPasskey(await logIn(world, 'bob')), { outcome: 'password' }],
  ]
  it.each(guarded)('is that of %s, even with adopt', async (_name, prepare, comes) => {
    const { world, links, finish } = await openAcme(open, { adopt: true })
    await prepare(world)
    const sessions = (await rowsOf(world, 'tokens')).length
    const outcome: unknown = await finish(person('1', at('bob'))).catch((error: unknown) => error)
    expect(outcome).toMatchObject(comes)
    expect([await links(), (await rowsOf(world, 'tokens')).length]).toEqual([0, sessions])
  })
})

onEveryStore('a person at first sight', (open) => {
  it('with an unverified address gets the same error whether an account has it or not', async () => {
    const { links, finish } = await openAcme(open, { adopt: true, accounts: 'all' })
    const errorFor = async (email: string) => {
      const error: unknown = await finish(person('1', email, { proof: 'none' })).catch((one: unknown) => one)
      const { code, message, data } = error as { code: string; message: string; data: object }
      return { code, message, data }
    }
    const error = await errorFor(at('bob'))
    expect(error).toMatchObject({ code: 'login_refused', data: { reason: 'email_not_verified' } })
    expect([await errorFor('none@example.com'), await links()]).toEqual([error, 0])
  })

  it('is a new one after they were erased', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all' })
    await allow(world, 'allowuserdeletion')
    const { id = 0, token = '' } = await finish(person('1', 'erin@example.com'))
    await world.as('admin').users.erase({ ids: [id], reason: 'Asked for' })
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    const again = await finish(person('1', 'erin@example.com'))
    expect([again.outcome, again.id === id]).toEqual(['done', false])
  })

  it('joins groups of the provider on behalf of the system, and leaves none if the login fails', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all', groups: ['insiders'] })
    const { id } = await finish(person('1', 'erin@example.com', { groups: ['insiders'] }))
    const logged = (await rowsOf(world, 'audit_log')).filter(
      ({ object_id, field }) => object_id === id && field === 'groups',
    )
    expect(logged).toMatchObject([{ user_id: null, added: 'insiders' }])
    await expect(finish(person('2', 'fay@example.com', { proof: 'once', groups: ['insiders'] }))).rejects.toMatchObject(
      {
        code: 'login_refused',
      },
    )
    const insiders = await groupId(world, 'insiders')
    const members = (await rowsOf(world, 'user_groups')).filter((row) => row.group_id === insiders)
    expect(members.map(({ user_id }) => user_id)).toContain(id)
    expect((await rowsOf(world, 'users')).map(({ login }) => login)).not.toContain('fay@example.com')
  })

  it('counts for the limit of an hour beside users who register by email', async () => {
    const provider = testProvider()
    const { world, arrived } = await openMailWorld((more) =>
      open({ ...logins(provider, { accounts: 'all' }), ...more }),
    )
    await inStore(world.store, (tx) => setParameter(tx, 'createemailregexp', '.'))
    await inStore(world.store, (tx) => setParameter(tx, 'registrations_per_hour', '1'))
    const { accounts } = world.as(null)
    await accounts.register({ email: 'new@example.com' })
    let code: string | undefined
    const look = async () => {
      code = (await arrived()).map(({ text }) => /Code \| (\w+)/.exec(text)?.[1]).find((one) => one !== undefined)
      return code !== undefined
    }
    await expect.poll(look, { timeout: 60_000 }).toBe(true)
    const { finish } = browserOf(world, provider)
    expect(await finish(person('1', 'erin@example.com'))).toMatchObject({ outcome: 'done' })
    await expect(accounts.create({ code: code ?? '', password })).rejects.toMatchObject({ code: 'too_busy' })
    await expect(finish(person('2', 'fay@example.com'))).rejects.toMatchObject({ code: 'too_busy' })
    expect(await userId(world, 'erin')).toBeGreaterThan(0)
  })
})
