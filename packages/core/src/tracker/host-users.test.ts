// People whom the embedding program knows: their accounts here are what it says.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { freshDatabase } from '@trackerkit/test-postgres'
import { describe, expect, it } from 'vitest'
import { minimal } from '../../test/bugs.js'
import { chosenToday, isChosen } from '../../test/chosen-stores.js'
import { countingStore } from '../../test/counting-store.js'
import { onAnyStore, type World } from '../../test/harness.js'
import { openMailWorld } from '../../test/mail.js'
import { changeUser, groupId, join, rowsOf, userId } from '../../test/people.js'
import type { HostUser } from '../auth/host-user.js'
import { fold, type Store } from '../store/index.js'
import type { TrackerOptions } from './options.js'
import { createTracker, type Tracker } from './tracker.js'

const managed = { hostUsers: { groups: ['secret', 'Insiders'] } }
const carol: HostUser = { subject: '17', login: 'carol@example.com', full_name: 'Carol Example' }
const refused = { code: 'host_user_refused', number: 1464 }

/** Returns the tracker's data about a user, as an administrator sees it. */
async function seen({ as }: World, login: string) {
  const { users } = await as('admin').users.get({ names: [login] })
  const { real_name, login_denied_text, groups = [] } = users[0] ?? {}
  return { real_name, login_denied_text, groups: groups.map(({ name }) => name) }
}

/** Makes a call as the user and returns their login in the tracker. */
async function nameOf(tracker: Tracker, host: HostUser): Promise<string> {
  return (await tracker.as({ host }).users.whoami()).name
}

function warnings() {
  const told: string[] = []
  const logger: TrackerOptions['logger'] = { warn: (message) => void told.push(message), error: () => undefined }
  return { told, logger }
}

onAnyStore('a person whom the host names', (open) => {
  it('gets an account at first sight, without a password and without mail, which the system has made', async () => {
    const { world, arrived } = await openMailWorld((mail) => open({ ...mail, ...managed }))
    const host = { ...carol, groups: ['Secret', 'accounting'] }
    expect(await nameOf(world.tracker, host)).toBe('carol@example.com')
    expect(await seen(world, 'carol@example.com')).toEqual({
      real_name: 'Carol Example',
      login_denied_text: '',
      groups: ['secret'],
    })
    const { id } = await world.tracker.as({ host }).users.whoami()
    expect((await rowsOf(world, 'users')).find((user) => user.id === id)?.password_hash).toBeNull()
    const log = (await rowsOf(world, 'audit_log')).filter(({ object_id }) => object_id === id)
    expect(log.map(({ field, added, user_id }) => [field, added, user_id])).toEqual([
      ['__create__', 'carol@example.com', null],
      ['external_account', 'host: 17', null],
      ['groups', 'secret', null],
    ])
    expect(await arrived()).toEqual([])
  })

  it('belongs to the groups whose pattern the login name matches', async () => {
    const world = await open()
    await world.as('admin').groups.update({ names: ['canconfirm'], user_regexp: '^carol@' })
    await nameOf(world.tracker, carol)
    expect((await seen(world, 'carol@example.com')).groups).toEqual(['canconfirm'])
  })

  it('costs no statement while nothing has changed', async () => {
    const world = await open(managed)
    const host = { ...carol, groups: ['secret'] }
    await nameOf(world.tracker, host)
    const { store, queries, writes } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now }, ...managed })
    const statements = async (change: Partial<HostUser> = {}) => {
      queries.length = 0
      writes.length = 0
      await nameOf(tracker, { ...host, ...change })
      return [...queries, ...writes]
    }
    // One more process has to read it once.
    expect(await statements()).toContain('external_accounts')
    expect(await statements()).toEqual(['installation'])
    expect(await statements({ groups: ['of no account', 'SECRET'] })).toEqual(['installation'])
    // After a change of a user, account data is read again, once.
    await changeUser(world, 'bob', { real_name: 'Robert' })
    expect(await statements()).toEqual(['installation', 'external_accounts', 'users', 'user_groups'])
    expect(await statements()).toEqual(['installation'])
    expect(await statements({ full_name: 'Carol New' })).toContain('audit_log')
    expect(await statements({ full_name: 'Carol New' })).toEqual(['installation'])
  })

  it('is changed here when the host says something else than before, as the doing of the system', async () => {
    const world = await open(managed)
    await nameOf(world.tracker, { ...carol, groups: ['secret'] })
    const id = await userId(world, 'carol')
    await join(world, 'carol', 'canconfirm')
    const renamed = { subject: '17', login: 'caroline@example.com', full_name: '', groups: ['insiders'] }
    expect(await nameOf(world.tracker, renamed)).toBe('caroline@example.com')
    expect(await userId(world, 'caroline')).toBe(id)
    expect(await seen(world, 'caroline@example.com')).toMatchObject({
      real_name: '',
      groups: ['canconfirm', 'insiders'],
    })
    const log = (await rowsOf(world, 'audit_log')).filter(({ object_id }) => object_id === id).slice(3)
    expect(log.map(({ field, removed, added, user_id }) => [field, removed, added, user_id])).toEqual([
      ['full_name', 'Carol Example', '', null],
      ['email', 'carol@example.com', 'caroline@example.com', null],
      ['groups', 'secret', 'insiders', null],
    ])
    // Fields missing from the host's data stay unchanged.
    await nameOf(world.tracker, { subject: '17', login: 'caroline@example.com' })
    expect(await seen(world, 'caroline@example.com')).toMatchObject({
      real_name: '',
      groups: ['canconfirm', 'insiders'],
    })
  })

  it('keeps what is changed here while the host says the same of it, whatever else it says', async () => {
    const world = await open(managed)
    const host = { ...carol, groups: ['secret'], disabled: '' }
    await nameOf(world.tracker, host)
    const { users } = world.as('admin')
    await users.update({ names: ['carol@example.com'], full_name: 'C. E.', groups: { remove: ['secret'] } })
    await users.update({ names: ['carol@example.com'], login_denied_text: 'Sends spam' })
    const disabled = { code: 'account_disabled', data: { reason: 'Sends spam' } }
    await expect(nameOf(world.tracker, host)).rejects.toMatchObject(disabled)
    await expect(nameOf(world.tracker, { ...host, login: 'c@example.com' })).rejects.toMatchObject(disabled)
    expect(await seen(world, 'c@example.com')).toEqual({
      real_name: 'C. E.',
      login_denied_text: 'Sends spam',
      groups: [],
    })
  })

  it('is kept out as soon as the host says why, and let in when it says that no more', async () => {
    const world = await open()
    await nameOf(world.tracker, carol)
    const { api_key } = await world.tracker.as({ host: carol }).apiKeys.create({})
    const gone = nameOf(world.tracker, { ...carol, disabled: 'Left the company' })
    await expect(gone).rejects.toMatchObject({ code: 'account_disabled', data: { reason: 'Left the company' } })
    // Neither another way in nor a silent host helps.
    for (const who of [{ api_key }, { login: carol.login }, { host: carol }])
      await expect(world.tracker.as(who).users.whoami()).rejects.toMatchObject({ code: 'account_disabled' })
    expect(await nameOf(world.tracker, { ...carol, disabled: '' })).toBe('carol@example.com')
  })

  it('never comes in who is disabled at first sight', async () => {
    const world = await open()
    const first = nameOf(world.tracker, { ...carol, disabled: 'On leave' })
    await expect(first).rejects.toMatchObject({ code: 'account_disabled' })
    await expect(nameOf(world.tracker, carol)).rejects.toMatchObject({ code: 'account_disabled' })
  })

  it('cannot change login and name here, which administrators can', async () => {
    const world = await open()
    await nameOf(world.tracker, carol)
    await join(world, 'carol', 'editusers')
    const { users } = world.tracker.as({ host: carol })
    const managedByHost = { code: 'managed_by_host', number: 1461 }
    await expect(users.updateSelf({ full_name: 'C.' })).rejects.toMatchObject(managedByHost)
    for (const change of [{ full_name: 'C.' }, { email: 'c@example.com' }])
      await expect(users.update({ names: [carol.login], ...change })).rejects.toMatchObject(managedByHost)
    expect(await users.updateSelf({ full_name: 'Carol Example' })).toEqual({ changes: {} })
    await users.update({ names: [carol.login], email_enabled: false })
    await world.as('admin').users.update({ names: [carol.login], full_name: 'C.' })
    expect((await seen(world, carol.login)).real_name).toBe('C.')
    expect(await world.as('bob').users.updateSelf({ full_name: 'Robert' })).toHaveProperty('changes.full_name')
  })
})

onAnyStore('the account of somebody who was here before the host', (open) => {
  const alice: HostUser = { subject: '1', login: 'ALICE@example.com', full_name: 'Alice Liddell' }

  it('is adopted by who has its login name, with all that it has', async () => {
    const world = await open()
    const { id } = await world.as('alice').bugs.create(minimal)
    const before = await userId(world, 'alice')
    const { whoami } = world.tracker.as({ host: alice }).users
    expect(await whoami()).toMatchObject({ id: before, name: 'ALICE@example.com', real_name: 'Alice Liddell' })
    const { bugs } = await world.tracker.as({ host: alice }).bugs.get({ ids: [id] })
    expect(bugs[0]).toMatchObject({ creator_detail: { id: before } })
    const log = (await rowsOf(world, 'audit_log')).filter(({ object_id }) => object_id === before)
    expect(log).toContainEqual(expect.objectContaining({ field: 'external_account', added: 'host: 1', user_id: null }))
  })

  it.each(['\u212Aate', 'k\u0131te', 'fla\u017Fh', '\uFB02ash', 'o\uFB03ce', 'gro\u00DF'])(
    'is not given to a user whose login only folds to it: %s',
    async (name) => {
      const world = await open()
      const owner = fold(name)
      await world.tracker.asSystem().users.create({ email: `${owner}@example.com` })
      const host = { subject: '18', login: `${name}@example.com` }
      const lookAlike = world.tracker.as({ host }).users.whoami()
      await expect(lookAlike).rejects.toMatchObject({ ...refused, data: { reason: 'login_taken' } })
      const named = world.tracker.as({ login: `${name}@example.com` }).users.whoami()
      await expect(named).rejects.toMatchObject({ code: 'invalid_username' })
      const same = { subject: '19', login: `${owner.toUpperCase()}@Example.com` }
      expect(await nameOf(world.tracker, same)).toBe(same.login)
    },
  )

  it('is not given away with adopt: false', async () => {
    const world = await open({ hostUsers: { adopt: false } })
    const taken = { ...refused, data: { value: 'ALICE@example.com', reason: 'login_taken' } }
    await expect(nameOf(world.tracker, alice)).rejects.toMatchObject(taken)
    const lookAlike = { subject: '18', login: 'al\u0131ce@example.com' }
    await expect(nameOf(world.tracker, lookAlike)).rejects.toMatchObject({
      ...refused,
      data: { reason: 'login_taken' },
    })
    expect(await rowsOf(world, 'external_accounts')).toEqual([])
    expect(await nameOf(world.tracker, carol)).toBe('carol@example.com')
  })

  it('is not given to a second person of the same host, and is to the same person by another', async () => {
    const world = await open()
    await nameOf(world.tracker, alice)
    const second = nameOf(world.tracker, { ...alice, subject: '2', full_name: 'Mallory' })
    await expect(second).rejects.toMatchObject(refused)
    expect((await seen(world, 'alice@example.com')).real_name).toBe('Alice Liddell')
    await nameOf(world.tracker, { ...alice, issuer: 'https://id.example.com' })
    const accounts = (await rowsOf(world, 'external_accounts')).map(({ issuer, user_id }) => [issuer, user_id])
    const id = await userId(world, 'alice').catch(
      async () => (await world.tracker.as({ host: alice }).users.whoami()).id,
    )
    expect(accounts.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['host', id],
      ['https://id.example.com', id],
    ])
  })

  it('stays disabled when it is', async () => {
    const world = await open()
    const dora = { subject: '4', login: 'dora@example.com', disabled: '' }
    const disabled = { code: 'account_disabled', data: { reason: 'Left the company' } }
    await expect(nameOf(world.tracker, dora)).rejects.toMatchObject(disabled)
    await expect(nameOf(world.tracker, dora)).rejects.toMatchObject(disabled)
  })
})

onAnyStore('a login name that the host gives', (open) => {
  it('is not taken from another user: the old one stays, with one warning, until it is free', async () => {
    const { told, logger } = warnings()
    const world = await open({ logger })
    await nameOf(world.tracker, carol)
    const clash = { ...carol, login: 'bob@example.com', full_name: 'Bob' }
    for (let n = 0; n < 3; n++) expect(await nameOf(world.tracker, clash)).toBe('carol@example.com')
    expect(told).toEqual(['a user of the host keeps the old login name: the new login belongs to another account'])
    expect((await seen(world, 'carol@example.com')).real_name).toBe('Bob')
    expect((await seen(world, 'bob@example.com')).real_name).toBe('Bob Example')
    await world.as('admin').users.update({ names: ['bob@example.com'], email: 'robert@example.com' })
    expect(await nameOf(world.tracker, clash)).toBe('bob@example.com')
  })

  it('must be valid: an invalid one creates no account, and does not replace the old one', async () => {
    const { told, logger } = warnings()
    const world = await open({ logger })
    const notAllowed = { ...refused, data: { value: 'carol', reason: 'login_not_allowed' } }
    await expect(nameOf(world.tracker, { ...carol, login: 'carol' })).rejects.toMatchObject(notAllowed)
    await nameOf(world.tracker, carol)
    expect(await nameOf(world.tracker, { ...carol, login: 'carol' })).toBe('carol@example.com')
    expect(told).toEqual(['a user of the host keeps the old login name: the new login cannot be used'])
  })

  it('may change only in case', async () => {
    const world = await open()
    await nameOf(world.tracker, carol)
    expect(await nameOf(world.tracker, { ...carol, login: 'Carol@example.com' })).toBe('Carol@example.com')
  })
})

onAnyStore('a group that the host puts somebody into', (open) => {
  it('counts only when hostUsers.groups lists it: by default the host cannot create administrators', async () => {
    const world = await open(managed)
    await nameOf(world.tracker, { ...carol, groups: ['admin', 'editusers', 'insiders'] })
    expect((await seen(world, carol.login)).groups).toEqual(['insiders'])
    const listed = await createTracker({ store: world.store, hostUsers: { groups: ['admin'] } })
    await nameOf(listed, { ...carol, groups: ['admin'] })
    // Groups that were only in the other list stay unchanged.
    expect((await seen(world, carol.login)).groups).toEqual(expect.arrayContaining(['admin', 'insiders']))
    await nameOf(listed, { ...carol, groups: [] })
    expect((await seen(world, carol.login)).groups).toEqual(['insiders'])
  })

  it('is ignored with one warning when there is none of the name, and joined once there is', async () => {
    const { told, logger } = warnings()
    const world = await open({ logger, hostUsers: { groups: ['qa', 'secret'] } })
    const host = { ...carol, groups: ['qa', 'secret'] }
    await nameOf(world.tracker, host)
    await nameOf(world.tracker, { ...host, full_name: 'Carol' })
    expect(told).toEqual(['hostUsers.groups names a group that there is not'])
    await world.as('admin').groups.create({ name: 'QA', description: 'Tries things' })
    await nameOf(world.tracker, { ...host, full_name: 'Carol' })
    expect((await seen(world, carol.login)).groups).toEqual(expect.arrayContaining(['QA', 'secret']))
  })

  it('stays with who is in it by the login name', async () => {
    const world = await open({ hostUsers: { groups: ['editbugs'] } })
    await nameOf(world.tracker, { subject: '1', login: 'alice@example.com', groups: [] })
    expect((await seen(world, 'alice@example.com')).groups).toContain('editbugs')
  })

  it('takes effect at once: a removed member sees no more than a user who never was one', async () => {
    const world = await open(managed)
    const secret = await groupId(world, 'secret')
    const { id } = await world.as('ivan').bugs.create({ ...minimal, groups: ['secret'] })
    const answer = (groups: string[], ids: number[]) =>
      world.tracker
        .as({ host: { ...carol, groups } })
        .bugs.get({ ids })
        .then(
          ({ bugs }) => bugs.length,
          (error: Error) => error.message.replace(/\d+/, 'N'),
        )
    expect(await answer(['secret'], [id])).toBe(1)
    expect(await answer([], [id])).toBe(await answer([], [id + 100]))
    expect((await rowsOf(world, 'user_groups')).filter(({ group_id }) => group_id === secret)).toHaveLength(1)
  })
})

onAnyStore('provisioning', (open) => {
  it('makes one account for a hundred calls at once, and for two processes', async () => {
    const world = await open(managed)
    const other = await createTracker({ store: world.store, ...managed })
    const calls = Array.from({ length: 100 }, (_, n) => nameOf(n % 2 === 0 ? world.tracker : other, carol))
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['carol@example.com']))
    const made = (await rowsOf(world, 'users')).filter(({ login }) => login === carol.login)
    expect([made.length, (await rowsOf(world, 'external_accounts')).length]).toEqual([1, 1])
    const created = (await rowsOf(world, 'audit_log')).filter(({ object_id }) => object_id === made[0]?.id)
    expect(created.map(({ field }) => field)).toEqual(['__create__', 'external_account'])
  })

  it('gives a login name that two people claim at once to one of them', async () => {
    const world = await open()
    const other = await createTracker({ store: world.store })
    const claims = [
      ...Array.from({ length: 5 }, () => nameOf(world.tracker, carol)),
      ...Array.from({ length: 5 }, () => nameOf(other, { ...carol, subject: '18' })),
    ]
    const ends = (await Promise.allSettled(claims)).map(({ status }) => status)
    expect(new Set(ends.slice(0, 5)).size + new Set(ends.slice(5)).size).toBe(2)
    expect(new Set(ends).size).toBe(2)
    expect(await rowsOf(world, 'external_accounts')).toHaveLength(1)
  })

  it('is part of a transaction: undone with it, and done again afterwards', async () => {
    const world = await open(managed)
    const host = { ...carol, groups: ['secret'] }
    const events: unknown[] = []
    world.tracker.on('administration.changed', ({ changes }) => void events.push(...changes.map(({ field }) => field)))
    const undone = world.tracker.transaction(async (tx) => {
      expect((await tx.as({ host }).users.whoami()).name).toBe('carol@example.com')
      await tx.as({ host }).bugs.create(minimal)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await rowsOf(world, 'external_accounts')).toEqual([])
    expect(events).toEqual([])
    const id = await world.tracker.transaction(async (tx) => (await tx.as({ host }).bugs.create(minimal)).id)
    expect(events).toEqual(['__create__', 'external_account', 'groups'])
    const { bugs } = await world.tracker.as({ host }).bugs.get({ ids: [id] })
    expect(bugs[0]).toMatchObject({ creator: 'carol@example.com' })
  })

  it('does not join two people in one call', async () => {
    const world = await open()
    const both = world.tracker.as([{ host: carol }, { login: 'bob@example.com' }])
    const twoIdentities = { code: 'two_identities', data: { fields: ['host', 'login'] } }
    await expect(both.users.whoami()).rejects.toMatchObject(twoIdentities)
    const same = world.tracker.as([{ host: carol }, { login: 'carol@example.com' }])
    expect(await same.users.whoami()).toMatchObject({ name: 'carol@example.com' })
    const strangers = [
      { host: { subject: '5', login: 'x@example.com' } },
      { host: { subject: '6', login: 'y@example.com' } },
    ]
    await expect(world.tracker.as(strangers).users.whoami()).rejects.toMatchObject({ code: 'two_identities' })
  })
})

interface Shared {
  readonly open: () => Store
  readonly remove: () => void
}

const shared: Readonly<Record<'sqlite' | 'postgres', () => Promise<Shared>>> = {
  sqlite: async () => {
    const folder = mkdtempSync(joinPath(tmpdir(), 'trackerkit-'))
    const open = () => sqliteStore(joinPath(folder, 'test.db'), { durability: 'normal' })
    return { open, remove: () => rmSync(folder, { recursive: true }) }
  },
  postgres: async () => {
    const { url } = await freshDatabase()
    return { open: () => postgresStore(url), remove: () => undefined }
  },
}

const kinds = (['sqlite', 'postgres'] as const).filter((kind) => isChosen(kind))

describe.each(chosenToday('two processes', kinds))('provisioning by two processes on one database (%s)', (kind) => {
  it('makes one account for each person, and both know it', async () => {
    const { open, remove } = await shared[kind]()
    const trackers = [await createTracker({ store: open() }), await createTracker({ store: open() })] as const
    const people = Array.from({ length: 5 }, (_, n) => ({ subject: `${n}`, login: `p${n}@example.com` }))
    const calls = Array.from({ length: 40 }, (_, n) => nameOf(trackers[n % 2] as Tracker, people[n % 5] as HostUser))
    expect([...new Set(await Promise.all(calls))].toSorted()).toEqual(people.map(({ login }) => login))
    const { users } = await trackers[0].asSystem().users.get({ match: ['@example.com'], include_fields: ['name'] })
    expect(users.map(({ name }) => name).filter((name) => name?.startsWith('p'))).toHaveLength(5)
    const renamed = { subject: '0', login: 'q@example.com' }
    await nameOf(trackers[0], renamed)
    expect(await nameOf(trackers[1], renamed)).toBe('q@example.com')
    for (const tracker of trackers) await tracker.close()
    remove()
  })
})
