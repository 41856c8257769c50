import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import { changeUser, givePassword, join, rowsOf, userId } from '../../../test/people.js'
import { password } from '../../../test/second-factor.js'
import { trimActing } from '../../domain/sessions/trim.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import type { Observer } from '../../kernel/observer.js'
import type { TrackerSchema } from '../../schema/index.js'
import type { Store } from '../../store/index.js'

const readOnly = { code: 'acting_read_only', number: 1495 }
const denied = (reason: string) => ({ code: 'acting_denied', number: 1496, data: { reason } })
const invalid = { code: 'auth_invalid_token' }
const why = { user: at('bob'), reason: 'Bug 35' }

async function logIn(world: World, name: string) {
  await givePassword(world, name, password)
  const { token } = await world.as(null).sessions.create({ login: at(name), password })
  return { token, mine: world.tracker.as({ token }) }
}

type Open = (options?: object) => Promise<World>

async function openActing(open: Open) {
  const { world, messageTo } = await openMailWorld(open)
  await join(world, 'alice', 'bz_sudoers')
  const { token: own, mine } = await logIn(world, 'alice')
  const { id, token, expires } = await mine.sessions.actAs(why)
  return { world, messageTo, own, mine, id, token, expires, acting: world.tracker.as({ token }) }
}

/** The entries about acting: the actor, and both texts. */
async function logged(world: World) {
  const rows = await rowsOf(world, 'audit_log')
  return rows
    .filter(({ field }) => field === 'acted_as')
    .map(({ user_id, object_id, removed, added }) => [user_id, object_id, removed, added])
}

onEveryStore('sessions.actAs', (open) => {
  it('shows what the user sees for two hours, and notifies the user', async () => {
    const { world, messageTo, acting, token, expires, mine, id } = await openActing(open)
    expect(await acting.users.whoami()).toMatchObject({ name: at('bob') })
    expect(expires).toEqual(new Date(world.clock.now().getTime() + 2 * 3_600_000))
    const { text, subject } = await messageTo('bob')
    expect(subject).toContain('alice@example.com views the tracker as you')
    expect(text).toContain('Bug 35')
    const { acting: shown, confirm_by } = await acting.sessions.current()
    expect([shown, confirm_by]).toEqual([{ actor: at('alice'), reason: 'Bug 35', since: world.clock.now() }, []])
    expect((await mine.sessions.current()).acting).toBeNull()
    const { sessions } = await mine.sessions.get()
    expect(sessions.map((one) => [one.id === id, one.acting_for])).toContainEqual([true, at('bob')])
    expect((await world.as('bob').sessions.get()).sessions).toEqual([])
    world.clock.advance(2 * 3600)
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject(invalid)
  })

  it('ends at the end of the session in which it began', async () => {
    const { world, own, mine } = await openActing(open)
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    await inStore(world.store, (tx) => tx.update('tokens', { col: 'actor_id', eq: null }, { expires: until }))
    const { expires, token } = await mine.sessions.actAs(why)
    expect(expires).toEqual(until)
    world.clock.advance(3600)
    for (const one of [token, own])
      await expect(world.tracker.as({ token: one }).users.whoami()).rejects.toMatchObject(invalid)
  })

  it('changes nothing, and shows nothing of how the user logs in', async () => {
    const { world, acting, token } = await openActing(open)
    await join(world, 'bob', 'editusers')
    const before = JSON.stringify([await rowsOf(world, 'users'), await rowsOf(world, 'external_accounts')])
    const attempts: readonly (() => Promise<unknown>)[] = [
      () => acting.users.updateSelf({ full_name: 'Robert' }),
      () => acting.users.update({ names: [at('carl')], full_name: 'Carl' }),
      () => acting.bugs.update({ ids: [1], comment: { body: 'x' } }),
      () => acting.apiKeys.create({}),
      () => acting.apiKeys.get(),
      () => acting.sessions.get(),
      () => acting.sessions.deleteOthers(),
      () => acting.sessions.confirm({ password }),
      () => acting.sessions.actAs({ user: at('carl'), reason: 'Further' }),
      () => acting.secondFactor.get(),
      () => acting.secondFactor.begin({}),
      () => acting.linkedAccounts.get(),
      () => acting.passkeys.get(),
      () => acting.passkeys.begin({ origin: 'https://bugs.example.com' }),
      () => acting.logins.begin({ by: 'passkey', purpose: 'confirm', origin: 'https://bugs.example.com' }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(readOnly)
    await join(world, 'bob', 'tweakparams')
    await expect(acting.parameters.describe()).rejects.toMatchObject(readOnly)
    expect(JSON.stringify([await rowsOf(world, 'users'), await rowsOf(world, 'external_accounts')])).toBe(before)
    // A key beside the token permits no more.
    const { api_key } = await world.as('bob').apiKeys.create({})
    const both = world.tracker.as([{ token }, { api_key }])
    await expect(both.users.updateSelf({ full_name: 'Robert' })).rejects.toMatchObject(readOnly)
  })

  it('requires bz_sudoers, a confirmed session, a reason, and a user who is not protected', async () => {
    const { world } = await openMailWorld(open)
    const { mine: carl } = await logIn(world, 'carl')
    await expect(carl.sessions.actAs(why)).rejects.toMatchObject({ code: 'auth_failure' })
    await join(world, 'alice', 'bz_sudoers')
    const { mine } = await logIn(world, 'alice')
    await expect(world.as('alice').sessions.actAs(why)).rejects.toMatchObject({ code: 'login_required' })
    await expect(mine.sessions.actAs({ ...why, reason: ' ' })).rejects.toMatchObject({ code: 'param_required' })
    await expect(mine.sessions.actAs({ ...why, reason: 'x'.repeat(256) })).rejects.toMatchObject({
      code: 'text_too_long',
    })
    await expect(mine.sessions.actAs({ ...why, user: at('alice') })).rejects.toMatchObject(denied('self'))
    await expect(mine.sessions.actAs({ ...why, user: at('admin') })).rejects.toMatchObject(denied('protected'))
    await join(world, 'carl', 'bz_sudo_protect')
    await expect(mine.sessions.actAs({ ...why, user: at('carl') })).rejects.toMatchObject(denied('protected'))
    await changeUser(world, 'bob', { login_denied_text: 'Left' })
    await expect(mine.sessions.actAs(why)).rejects.toMatchObject(denied('disabled'))
    await expect(mine.sessions.actAs({ ...why, user: 'none@example.com' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
    })
    await changeUser(world, 'bob', { login_denied_text: '' })
    world.clock.advance(15 * 60)
    await expect(mine.sessions.actAs(why)).rejects.toMatchObject({ code: 'confirmation_required' })
    expect(await logged(world)).toEqual([])
  })

  it('ends when it is stopped, with both ends in the audit log as done by the actor', async () => {
    const { world, token, acting, mine } = await openActing(open)
    const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
    await acting.sessions.delete({ token })
    await expect(acting.users.whoami()).rejects.toMatchObject(invalid)
    expect(await mine.users.whoami()).toMatchObject({ name: at('alice') })
    expect(await logged(world)).toEqual([
      [alice, bob, null, 'Bug 35'],
      [alice, bob, 'Bug 35', null],
    ])
  })

  const ends: readonly (readonly [name: string, (world: World, own: string) => Promise<unknown>])[] = [
    ['the actor is disabled', (world) => changeUser(world, 'alice', { login_denied_text: 'Left' })],
    [
      'the actor leaves bz_sudoers',
      (world) => world.as('admin').users.update({ names: [at('alice')], groups: { remove: ['bz_sudoers'] } }),
    ],
    [
      'the actor gets a new password',
      (world) => world.as('admin').users.update({ names: [at('alice')], password: 'battery staple' }),
    ],
    ['the user becomes an administrator', (world) => join(world, 'bob', 'admin')],
  ]
  it.each(ends)('ends when %s', async (_name, end) => {
    const { world, own, acting } = await openActing(open)
    await end(world, own)
    await expect(acting.users.whoami()).rejects.toMatchObject(invalid)
  })

  type End = (world: World, own: string, id: number) => Promise<unknown>
  const loggedEnds: readonly (readonly [name: string, end: End])[] = [
    ['the actor ends it elsewhere', (world, _own, id) => world.as('alice').sessions.end({ id })],
    [
      'the actor ends the session with which it began',
      async (world, own) => {
        const { sessions } = await world.tracker.as({ token: own }).sessions.get()
        await world.as('alice').sessions.end({ id: sessions.find(({ is_current }) => is_current)?.id ?? 0 })
      },
    ],
    ['the actor ends all other sessions', (world) => world.as('alice').sessions.deleteOthers()],
    ['the actor logs out', (world, own) => world.as(null).sessions.delete({ token: own })],
    [
      'the user gets a new password',
      (world) => world.as('admin').users.update({ names: [at('bob')], password: 'battery staple' }),
    ],
  ]
  it.each(loggedEnds)('ends when %s, which the audit log records', async (_name, end) => {
    const { world, own, acting, id } = await openActing(open)
    await end(world, own, id)
    await expect(acting.users.whoami()).rejects.toMatchObject(invalid)
    const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
    expect((await logged(world)).slice(1)).toEqual([[alice, bob, 'Bug 35', null]])
  })

  it('is named beside the user in what observers receive', async () => {
    const ended: unknown[] = []
    const observer: Observer = {
      operation: () => ({ ended: ({ user_id, actor_id }) => void ended.push([user_id, actor_id]) }),
    }
    const { world, acting, mine } = await openActing((more) => open({ observer, ...more }))
    const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
    ended.length = 0
    await acting.users.whoami()
    await mine.users.whoami()
    expect(ended).toEqual([
      [bob, alice],
      [alice, undefined],
    ])
  })

  it('ends by time, which the audit log records, whether the actor kept the right or not', async () => {
    const { world, acting, expires } = await openActing(open)
    const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
    await world.as('admin').users.update({ names: [at('alice')], groups: { remove: ['bz_sudoers'] } })
    await expect(acting.users.whoami()).rejects.toMatchObject(invalid)
    const environment = { ...defaultEnvironment, clock: () => world.clock.now() }
    const store = world.store as unknown as Store<TrackerSchema>
    const trim = () => trimActing({ store, environment })
    await trim()
    expect((await logged(world)).length).toBe(1)
    world.clock.advance(3 * 3600)
    for (let count = 0; count < 2; count++) await trim()
    expect((await logged(world)).slice(1)).toEqual([[alice, bob, 'Bug 35', null]])
    const rows = await rowsOf(world, 'audit_log')
    expect(rows.filter(({ field, added }) => field === 'acted_as' && added === null)).toMatchObject([{ at: expires }])
  })

  it('ends when the user is disabled', async () => {
    const { world, acting } = await openActing(open)
    await changeUser(world, 'bob', { login_denied_text: 'Left' })
    await expect(acting.users.whoami()).rejects.toMatchObject({ code: 'account_disabled' })
  })
})
