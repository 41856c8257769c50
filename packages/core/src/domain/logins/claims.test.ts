import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { browserOf, logins, person, testProvider } from '../../../test/login-provider.js'
import { openMailWorld } from '../../../test/mail.js'
import { add, changeUser, givePassword, join, rowsOf, userId } from '../../../test/people.js'
import { password } from '../../../test/second-factor.js'
import type { LoginPolicy } from '../../call/login-provider.js'
import { importedTexts } from '../users/unclaimed.js'

const refused = (reason: string) => ({ code: 'login_refused', data: { reason } })

type Open = (options?: object) => Promise<World>

/** Bob is an account of an import, and `claim` is the identity that the import has noted for him. */
async function openImported(open: Open, policy: LoginPolicy = { accounts: 'all' }) {
  const provider = testProvider()
  const opened = await openMailWorld((more) => open({ ...logins(provider, policy), ...more }))
  const { world } = opened
  await changeUser(world, 'bob', { password_hash: null, login_denied_text: importedTexts.named, email_enabled: false })
  const id = await userId(world, 'bob')
  const noteClaim = async () =>
    add(world, 'external_accounts', [
      { issuer: provider.issuer, subject: 'claim', user_id: id, digest: '', kind: 'claim', shown_as: 'bob' },
    ])
  const identities = async () =>
    (await rowsOf(world, 'external_accounts')).map(({ subject, kind, user_id }) => [subject, kind, user_id])
  return { ...opened, id, noteClaim, identities, ...browserOf(world, provider) }
}

onEveryStore('an account of an import', (open) => {
  it('becomes that of the person with the noted identity, enabled and with the proven address', async () => {
    const { world, id, noteClaim, identities, finish } = await openImported(open)
    await noteClaim()
    const { id: stranger } = await finish(person('other', 'mallory@example.com'))
    const { token = '', id: claimed } = await finish(person('claim', 'robert@example.com', { full_name: 'Robert' }))
    expect([claimed, stranger === id]).toEqual([id, false])
    expect(await world.tracker.as({ token }).users.whoami()).toMatchObject({
      name: 'robert@example.com',
      real_name: 'Robert',
    })
    expect(await identities()).toContainEqual(['claim', 'linked', id])
    const fields = (await rowsOf(world, 'audit_log')).filter((row) => row.object_id === id).map(({ field }) => field)
    expect(fields).toEqual(expect.arrayContaining(['claimed', 'linked_account', 'login']))
    expect(await finish(person('claim'))).toMatchObject({ outcome: 'done', id })
  })

  it('keeps another noted identity as it is when its user logs in', async () => {
    const { world, finish, noteClaim } = await openImported(open)
    await finish(person('1', at('bob')))
    await noteClaim()
    const claim = async () => (await rowsOf(world, 'external_accounts')).find(({ kind }) => kind === 'claim')
    const before = await claim()
    world.clock.advance(60)
    await finish(person('1'))
    expect([before?.subject, await claim()]).toEqual(['claim', before])
  })

  it('becomes that of the person who proves its address, whatever adopt says', async () => {
    const { id, finish } = await openImported(open)
    expect(await finish(person('1', at('bob')))).toMatchObject({ outcome: 'done', id })
  })

  it('becomes that of the person who registers with its address by email', async () => {
    const { world, id, arrived } = await openImported(open)
    await inStore(world.store, (tx) => setParameter(tx, 'createemailregexp', '.'))
    const { accounts, sessions } = world.as(null)
    await accounts.register({ email: at('bob') })
    let code: string | undefined
    const look = async () => {
      code = (await arrived()).map(({ text }) => /Code \| (\w+)/.exec(text)?.[1]).find((one) => one !== undefined)
      return code !== undefined
    }
    await expect.poll(look, { timeout: 60_000 }).toBe(true)
    expect(await accounts.create({ code: code ?? '', password })).toEqual({ id })
    expect(await sessions.create({ login: at('bob'), password })).toMatchObject({ id })
  })

  const kept: readonly (readonly [
    name: string,
    prepare: (world: World) => Promise<unknown>,
    comes: object,
    policy: LoginPolicy | undefined,
  ])[] = [
    [
      'was disabled by an administrator',
      (world) => changeUser(world, 'bob', { login_denied_text: 'Disabled in Bugzilla.' }),
      refused('account_exists'),
      undefined,
    ],
    ['has rights of administration', (world) => join(world, 'bob', 'editusers'), refused('account_exists'), undefined],
    ['is of a tracker without new accounts', async () => undefined, refused('no_account'), { accounts: 'none' }],
    ['has an address that may not register', async () => undefined, refused('login_not_allowed'), {}],
  ]
  it.each(kept)('stays as it is if it %s', async (_name, prepare, comes, policy) => {
    const { world, identities, finish } = await openImported(open, policy)
    await prepare(world)
    await expect(finish(person('1', at('bob')))).rejects.toMatchObject(comes)
    await expect(finish(person('2', at('bob'), { proof: 'once' }))).rejects.toMatchObject({ code: 'login_refused' })
    expect(await identities()).toEqual([])
  })

  it('is not given to an address that proves nothing, and stays for its person when another account has the address', async () => {
    const { world, id, noteClaim, identities, finish } = await openImported(open)
    await noteClaim()
    await changeUser(world, 'bob', { login: 'bob@github.invalid', login_folded: 'bob@github.invalid' })
    await expect(finish(person('1', 'bob@github.invalid'))).rejects.toMatchObject(refused('email_not_verified'))
    await expect(finish(person('claim'))).rejects.toMatchObject(refused('email_not_verified'))
    await givePassword(world, 'carl', password)
    expect(await identities()).toEqual([['claim', 'claim', id]])
    const { outcome, flow } = await finish(person('claim', at('carl')))
    expect([outcome, await identities()]).toEqual(['password', [['claim', 'claim', id]]])
    expect(await world.as(null).logins.complete({ flow, password })).toMatchObject({ outcome: 'done' })
    expect(await identities()).toEqual([['claim', 'linked', await userId(world, 'carl')]])
  })

  it('is none by which an administrator logs in, and none that is linked', async () => {
    const { world, noteClaim } = await openImported(open)
    await noteClaim()
    expect((await world.as('admin').linkedAccounts.get({ user: at('bob') })).linked_accounts).toEqual([])
  })
})
