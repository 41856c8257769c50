import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { openAcme, person, refused } from '../../../test/login-provider.js'
import { add, changeUser, givePassword, join, userId } from '../../../test/people.js'
import { password, withAuthenticator } from '../../../test/second-factor.js'
import type { LoginPolicy, ProviderPerson } from '../../call/login-provider.js'

const addressOf = at('bob')

interface Takeover {
  readonly name: string
  readonly policy?: LoginPolicy
  readonly person?: Partial<ProviderPerson>
  readonly prepare?: (world: World) => Promise<unknown>
  /** An outcome, or the reason of a refusal. */
  readonly comes: string
}

const adopt = { adopt: true }
const withPassword = (world: World) => givePassword(world, 'bob', password)

/** A person new here who proves, or does not prove, the address of bob. */
const takeovers: readonly Takeover[] = [
  { name: 'without a password', comes: 'account_exists' },
  { name: 'with a password', prepare: withPassword, comes: 'password' },
  { name: 'adopted', policy: adopt, comes: 'done' },
  { name: 'adopted, with a password', policy: adopt, prepare: withPassword, comes: 'done' },
  { name: 'in capitals', policy: adopt, person: { email: addressOf.toUpperCase() }, comes: 'done' },
  { name: 'not verified', policy: adopt, person: { proof: 'none' }, comes: 'email_not_verified' },
  { name: 'not verified, of nobody', person: { proof: 'none', email: 'x@example.com' }, comes: 'email_not_verified' },
  { name: 'no address', policy: adopt, person: { email: undefined }, comes: 'email_not_verified' },
  { name: 'verified by the operator', policy: { ...adopt, emails: 'all' }, person: { proof: 'none' }, comes: 'done' },
  { name: 'verified once', policy: adopt, person: { proof: 'once' }, prepare: withPassword, comes: 'password' },
  {
    name: 'an address that folds alike',
    policy: adopt,
    person: { email: 'bo\u212A@example.com' },
    comes: 'email_not_verified',
  },
  { name: 'a second address', policy: adopt, person: { email: `x@y,${addressOf}` }, comes: 'email_not_verified' },
  { name: 'an address with a line', policy: adopt, person: { email: `${addressOf}\n` }, comes: 'email_not_verified' },
  {
    name: 'an administrator',
    policy: adopt,
    prepare: async (world) => [await withPassword(world), await join(world, 'bob', 'admin')],
    comes: 'password',
  },
  {
    name: 'an administrator without a password',
    policy: adopt,
    prepare: (world) => join(world, 'bob', 'admin'),
    comes: 'account_exists',
  },
  {
    name: 'an editor of users',
    policy: adopt,
    prepare: (world) => join(world, 'bob', 'editusers'),
    comes: 'account_exists',
  },
  { name: 'with two factors', policy: adopt, prepare: (world) => withAuthenticator(world, 'bob'), comes: 'password' },
  {
    name: 'disabled',
    policy: adopt,
    prepare: (world) => changeUser(world, 'bob', { login_denied_text: 'Left' }),
    comes: 'account_disabled',
  },
  { name: 'a new address', person: { email: 'erin@example.com' }, comes: 'login_not_allowed' },
  {
    name: 'a new address, verified once',
    policy: { ...adopt, accounts: 'all' },
    person: { email: 'erin@example.com', proof: 'once' },
    comes: 'email_not_verified',
  },
  {
    name: 'a new address, verified once, by the word of the operator',
    policy: { accounts: 'all', emails: 'all' },
    person: { email: 'erin@example.com', proof: 'once' },
    comes: 'done',
  },
  { name: 'a new address, for all', policy: { accounts: 'all' }, person: { email: 'erin@example.com' }, comes: 'done' },
  {
    name: 'a new address, for none',
    policy: { accounts: 'none' },
    person: { email: 'erin@example.com' },
    comes: 'no_account',
  },
  {
    name: 'not in the group',
    policy: { ...adopt, requireGroup: 'staff' },
    person: { groups: ['x'] },
    comes: 'not_allowed',
  },
  { name: 'without groups', policy: { ...adopt, requireGroup: 'staff' }, comes: 'not_allowed' },
  { name: 'in the group', policy: { ...adopt, requireGroup: 'staff' }, person: { groups: ['staff'] }, comes: 'done' },
  {
    name: 'linked to another of the issuer',
    policy: adopt,
    prepare: async (world) => {
      const identity = { issuer: 'https://acme.example.com', subject: 'other', digest: '', kind: 'linked' }
      await add(world, 'external_accounts', [{ ...identity, user_id: await userId(world, 'bob') }])
    },
    comes: 'account_exists',
  },
]

onEveryStore('a person whom nobody has seen before', (open) => {
  it.each(takeovers)('$name: $comes', async ({ policy, person: more, prepare, comes }) => {
    const { world, finish, sessions, linked } = await openAcme(open, policy)
    await prepare?.(world)
    const before = await sessions()
    const links = await linked()
    const outcome = await finish(person('1', addressOf, more)).catch((error: unknown) => error as { code: string })
    const {
      outcome: reached,
      code,
      data,
    } = outcome as {
      readonly outcome?: string
      readonly code?: string
      readonly data?: { readonly reason?: string }
    }
    expect(reached ?? (code === 'login_refused' ? data?.reason : code)).toBe(comes)
    const gained = comes === 'done' ? 1 : 0
    expect([await sessions(), (await linked()).length]).toEqual([before + gained, links.length + gained])
  })

  it('gets an account only if its address is permitted, without the suffix of all logins', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all' })
    await inStore(world.store, (tx) => setParameter(tx, 'emailregexp', '^[^@]+@example\\.com$'))
    await expect(finish(person('1', 'erin@else.example'))).rejects.toMatchObject(refused('login_not_allowed'))
    expect(await finish(person('1', 'erin@example.com'))).toMatchObject({ outcome: 'done' })
    await inStore(world.store, (tx) => setParameter(tx, 'emailregexp', '^[a-z]+$'))
    await inStore(world.store, (tx) => setParameter(tx, 'emailsuffix', '@example.com'))
    await expect(finish(person('2', 'fay@else.example'))).rejects.toMatchObject(refused('email_not_verified'))
    const { token = '' } = await finish(person('2', 'fay@example.com'))
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: 'fay' })
  })

  it('gets a name from the address and groups by its pattern, up to a limit an hour', async () => {
    const { world, finish } = await openAcme(open, { accounts: 'all' })
    await inStore(world.store, (tx) => setParameter(tx, 'registrations_per_hour', '2'))
    await world.tracker
      .asSystem()
      .groups.create({ name: 'partners', description: 'x', user_regexp: '@partner\\.example' })
    const { token = '' } = await finish(person('1', 'erin@partner.example', { full_name: 'E'.repeat(300) }))
    const { users } = await world.as('admin').users.get({ names: ['erin@partner.example'] })
    expect(users[0]).toMatchObject({ real_name: 'E'.repeat(255) })
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({ name: 'erin@partner.example' })
    expect(users[0]?.groups?.map(({ name }: { name: string }) => name)).toContain('partners')
    await finish(person('2', 'fay@example.com'))
    await expect(finish(person('3', 'gil@example.com'))).rejects.toMatchObject({ code: 'too_busy' })
    expect(await finish(person('2', 'fay@example.com'))).toMatchObject({ outcome: 'done' })
    world.clock.advance(3600)
    expect(await finish(person('3', 'gil@example.com'))).toMatchObject({ outcome: 'done' })
  })
})
