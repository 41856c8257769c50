import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { add, changeUser, groupId, join, userId } from '../../../test/people.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'
import type { UserField } from '@trackerkit/types'

const mail = (name: string) => `${name}@example.com`
const byIdDenied = { code: 'user_access_by_id_denied', number: 505 }
const byMatchDenied = { code: 'user_access_by_match_denied', number: 505 }
const noUser = (field: string, value: unknown) => ({
  code: 'object_does_not_exist',
  number: 51,
  data: { kind: 'user', field, value },
})

type Query = NonNullable<Parameters<ReturnType<World['as']>['users']['get']>[0]>

/** The parts of the logins before the @ of those who are found. */
async function found(world: World, who: string | null, query: Query): Promise<string[]> {
  const { users } = await world.as(who).users.get(query)
  return users.map((user) => user.name?.replace('@example.com', '') ?? '?')
}

async function only(world: World, who: string | null, name: string, filter: Query = {}) {
  const { users } = await world.as(who).users.get({ names: [mail(name)], ...filter })
  expect(users).toHaveLength(1)
  return users[0]
}

async function set(world: World, name: string, value: string) {
  await inStore(world.store, (tx) => setParameter(tx, name, value))
}

/** A member group's members have that relation to the other group. */
async function relate(world: World, member: string, kind: string, group: string) {
  const row = { member_group_id: await groupId(world, member), group_id: await groupId(world, group), kind }
  await inStore(world.store, async (tx) => {
    await tx.insert('group_inheritance', [row])
    await bumpCatalogueVersion(tx)
  })
}

async function addMany(world: World, count: number) {
  const names = Array.from({ length: count }, (_, index) => `many${String(index).padStart(4, '0')}`)
  await add(
    world,
    'users',
    names.map((name) => ({
      login: mail(name),
      login_folded: mail(name),
      real_name: 'One of Many',
      real_name_folded: fold('One of Many'),
      email_enabled: true,
      login_denied_text: '',
      creation_time: world.clock.now(),
    })),
  )
  return names
}

onAnyStore('users.get: by id and by name', (open) => {
  it('answers ids to who is logged in [USR-34]', async () => {
    const world = await open()
    const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
    const { users } = await world.as('eve').users.get({ ids: [bob, alice] })
    expect(users).toMatchObject([
      { id: bob, name: mail('bob'), real_name: 'Bob Example' },
      { id: alice, name: mail('alice') },
    ])
    expect((await world.tracker.asSystem().users.get({ ids: [alice] })).users).toHaveLength(1)
  })

  it('returns names to every caller; anonymous callers get id, name and real_name only [USR-35] [USR-48]', async () => {
    const world = await open()
    const id = await userId(world, 'alice')
    const answer = { users: [{ id, name: mail('alice'), real_name: 'Alice Example' }] }
    expect(await world.as(null).users.get({ names: ['ALICE@example.com '] })).toEqual(answer)
    const all: UserField[] = [
      'id',
      'name',
      'email',
      'groups',
      'email_enabled',
      'login_denied_text',
      'saved_searches',
      '_all',
    ]
    const { users } = await world.as(null).users.get({ names: [mail('alice')], include_fields: all })
    expect(users).toEqual(answer.users)
    expect(await found(world, 'eve', { names: [mail('alice'), mail('dora')] })).toEqual(['alice', 'dora'])
  })

  it('refuses ids and match to the logged-out [USR-36] [USR-40]', async () => {
    const world = await open()
    const { users } = world.as(null)
    const names = [mail('alice')]
    await expect(users.get({ ids: [await userId(world, 'alice')] })).rejects.toMatchObject(byIdDenied)
    await expect(users.get({ names, ids: [1], permissive: true })).rejects.toMatchObject(byIdDenied)
    await expect(users.get({ match: ['alice'] })).rejects.toMatchObject(byMatchDenied)
    await expect(users.get({ names, match: ['alice'] })).rejects.toMatchObject(byMatchDenied)
  })

  it('gives each user once, in the order asked', async () => {
    const world = await open()
    const id = await userId(world, 'bob')
    const query = { names: [mail('carl'), mail('BOB')], ids: [id, id], match: ['o'] }
    expect(await found(world, 'alice', query)).toEqual(expect.arrayContaining(['carl', 'bob']))
    const names = await found(world, 'alice', query)
    expect(names.slice(0, 2)).toEqual(['carl', 'bob'])
    expect(new Set(names).size).toBe(names.length)
  })

  it('names the first unknown id or name', async () => {
    const world = await open()
    const { users } = world.as('alice')
    await expect(users.get({ names: [mail('bob'), 'nobody'] })).rejects.toMatchObject(noUser('names', 'nobody'))
    await expect(world.as(null).users.get({ names: ['nobody'] })).rejects.toMatchObject(noUser('names', 'nobody'))
    await expect(users.get({ ids: [1, 4711] })).rejects.toMatchObject(noUser('ids', 4711))
    await expect(users.get({ ids: [3_000_000_000] })).rejects.toMatchObject(noUser('ids', 3_000_000_000))
  })

  it('with permissive lists what was not found among faults', async () => {
    const world = await open()
    const answer = await world.as('alice').users.get({ ids: [4711], names: [mail('bob'), 'nix'], permissive: true })
    expect(answer.users.map((user) => user.name)).toEqual([mail('bob')])
    expect(answer.faults).toEqual([
      { id: 'nix', faultString: expect.stringContaining("'nix'") as string, faultCode: 51 },
      { id: 4711, faultString: expect.stringContaining("'4711'") as string, faultCode: 51 },
    ])
    expect(await world.as('alice').users.get({ names: [mail('bob')] })).not.toHaveProperty('faults')
  })

  it('asks for ids, names or match', async () => {
    const world = await open()
    const nothing = { code: 'params_required', number: 50, data: { fields: ['ids', 'names', 'match'] } }
    for (const query of [{}, { ids: [], names: [] }, { groups: ['editbugs'] }, { group_ids: [1] }, { limit: 3 }])
      await expect(world.as('alice').users.get(query)).rejects.toMatchObject(nothing)
  })
})

onAnyStore('users.get: visibility groups', (open) => {
  async function openWithVisibility() {
    const world = await open()
    await set(world, 'usevisibilitygroups', '1')
    await join(world, 'bob', 'insiders')
    await join(world, 'eve', 'secret')
    await relate(world, 'secret', 'visible', 'insiders')
    return world
  }

  it('make the id of a user whom the caller cannot see an error, the same as for no user [USR-37]', async () => {
    const world = await openWithVisibility()
    const [bob, carl] = [await userId(world, 'bob'), await userId(world, 'carl')]
    const { users } = world.as('eve')
    await expect(users.get({ ids: [carl] })).rejects.toMatchObject(noUser('ids', carl))
    await expect(world.as('carl').users.get({ ids: [bob] })).rejects.toMatchObject(noUser('ids', bob))
    expect((await users.get({ ids: [bob, await userId(world, 'eve')] })).users).toHaveLength(2)
    expect(await found(world, 'admin', { ids: [bob, carl] })).toEqual(['bob', 'carl'])
    const failure = async (id: number) => {
      const error = await users.get({ ids: [id] }).catch((thrown: unknown) => thrown)
      return JSON.stringify([error, String(error)]).replaceAll(`${id}`, 'N')
    }
    expect(await failure(carl)).toBe(await failure(4711))
  })

  it('make match leave out users whom the caller cannot see [USR-39]', async () => {
    const world = await openWithVisibility()
    expect(await found(world, 'eve', { match: ['example'] })).toEqual(['bob', 'eve', 'ivan'])
    expect(await found(world, 'carl', { match: ['example'] })).toEqual(['carl'])
    expect(await found(world, 'carl', { match: ['*'] })).toEqual(['carl'])
    expect(await found(world, 'eve', { match: ['example'], limit: 2 })).toEqual(['bob', 'eve'])
  })

  it('include members of groups that inherit a visible one', async () => {
    const world = await openWithVisibility()
    await relate(world, 'canconfirm', 'membership', 'insiders')
    expect(await found(world, 'eve', { ids: [await userId(world, 'carl')] })).toEqual(['carl'])
  })

  it('do not hide users from a search by name', async () => {
    const world = await openWithVisibility()
    expect(await found(world, 'carl', { names: [mail('bob')] })).toEqual(['bob'])
  })
})

onAnyStore('users.get: match', (open) => {
  it('finds users whose login or real name contains any of the texts, by login [USR-38]', async () => {
    const world = await open()
    await changeUser(world, 'eve', { real_name: 'Straßer, Ève', real_name_folded: fold('Straßer, Ève') })
    expect(await found(world, 'alice', { match: ['AL', 'bob e'] })).toEqual(['alice', 'bob'])
    expect(await found(world, 'alice', { match: ['STRASSER'] })).toEqual(['eve'])
    expect(await found(world, 'alice', { match: ['ève'] })).toEqual(['eve'])
    expect(await found(world, 'alice', { match: ['a'], include_disabled: false })).toEqual([
      'admin',
      'alice',
      'bob',
      'carl',
      'eve',
      'ivan',
    ])
    expect(await found(world, 'alice', { match: ['%', '_', 'zzz'] })).toEqual([])
    expect(await found(world, 'alice', { match: [mail('ob'), 'xample.com'] })).toEqual([
      'bob',
      'admin',
      'alice',
      'carl',
      'eve',
      'ivan',
    ])
  })

  it('finds others too when a text is an exact login', async () => {
    const world = await open()
    await world.as('admin').users.create({ email: 'malice@example.com' })
    expect(await found(world, 'bob', { match: [mail('alice')] })).toEqual(['alice', 'malice'])
  })

  it('finds no user for an empty text', async () => {
    const world = await open()
    expect(await found(world, 'alice', { match: ['', '  '] })).toEqual([])
  })

  it('takes * for anything, and then asks that the whole login or real name fits', async () => {
    const world = await open()
    const matching = (text: string) => found(world, 'alice', { match: [text] })
    expect(await matching('*ice*')).toEqual(['alice'])
    expect(await matching('ice*')).toEqual([])
    expect(await matching('A*@EXAMPLE.com')).toEqual(['admin', 'alice'])
    expect(await matching('a*e')).toEqual(['alice'])
    expect(await matching('b*b*b*@example.com')).toEqual([])
    expect(await matching('bob*bob@example.com')).toEqual([])
    expect(await matching('*@example.com')).toEqual(['admin', 'alice', 'bob', 'carl', 'eve', 'ivan'])
    expect(await matching('b**b exampl*e')).toEqual(['bob'])
    expect(await matching('*')).toHaveLength(6)
  })

  it('is cut by limit, and nothing else is [USR-41] [USR-42]', async () => {
    const world = await open()
    expect(await found(world, 'alice', { match: ['example'], limit: 2 })).toEqual(['admin', 'alice'])
    expect(await found(world, 'alice', { match: ['*m*'], limit: 2 })).toEqual(['admin', 'alice'])
    expect(await found(world, 'alice', { match: ['example'], limit: 0 })).toHaveLength(6)
    expect(await found(world, 'alice', { names: ['alice', 'bob', 'carl'].map(mail), limit: 1 })).toHaveLength(3)
    await expect(world.as('alice').users.get({ match: ['a'], limit: -1 })).rejects.toMatchObject({ number: 52 })
  })

  it('finds at most maxusermatches users for each text, whatever the limit [LIM-01] [LIM-02]', async () => {
    const world = await open()
    const names = await addMany(world, 1005)
    expect(await found(world, 'alice', { match: ['many'] })).toEqual(names.slice(0, 1000))
    expect(await found(world, 'alice', { match: ['many*'], limit: 5000 })).toEqual(names.slice(0, 1000))
    await set(world, 'maxusermatches', '3')
    expect(await found(world, 'alice', { match: ['many'], limit: 5 })).toEqual(names.slice(0, 3))
    expect(await found(world, 'alice', { match: ['many', 'example', 'alice'] })).toEqual([
      ...names.slice(0, 3),
      'admin',
      'alice',
      'bob',
    ])
    await set(world, 'maxusermatches', '0')
    expect(await found(world, 'alice', { match: ['many'] })).toHaveLength(1005)
    expect(await found(world, 'alice', { match: ['*1@example.com'] })).toHaveLength(101)
  })

  it('leaves out disabled users, unless asked for by exact login or with include_disabled [USR-45] [USR-46] [USR-47]', async () => {
    const world = await open()
    expect(await found(world, 'alice', { match: ['dora'] })).toEqual([])
    expect(await found(world, 'alice', { match: ['dora*'] })).toEqual([])
    expect(await found(world, 'alice', { match: ['Dora Example'] })).toEqual([])
    expect(await found(world, 'alice', { match: ['DORA@example.com'] })).toEqual(['dora'])
    expect(await found(world, 'alice', { match: ['dora'], include_disabled: true })).toEqual(['dora'])
    expect(await found(world, 'alice', { match: ['*dora*'], include_disabled: true })).toEqual(['dora'])
  })
})

onAnyStore('users.get: members of groups', (open) => {
  it('keeps users who are in any of the groups, by id or by name [USR-43] [USR-44]', async () => {
    const world = await open()
    const insiders = await groupId(world, 'insiders')
    const editbugs = await groupId(world, 'editbugs')
    const everybody = { match: ['example'] }
    expect(await found(world, 'admin', { ...everybody, group_ids: [insiders] })).toEqual(['ivan'])
    expect(await found(world, 'admin', { ...everybody, groups: ['Insiders'] })).toEqual(['ivan'])
    expect(await found(world, 'admin', { ...everybody, group_ids: [editbugs], groups: ['canconfirm'] })).toEqual([
      'admin',
      'alice',
      'bob',
      'carl',
      'ivan',
    ])
    expect(await found(world, 'admin', { names: [mail('eve'), mail('ivan')], groups: ['insiders'] })).toEqual(['ivan'])
    expect(await found(world, 'admin', { ids: [await userId(world, 'eve')], groups: ['insiders'] })).toEqual([])
    expect(await found(world, 'admin', { ...everybody, groups: ['editbugs'], limit: 2 })).toEqual(['admin', 'alice'])
  })

  it('counts inherited membership, and not the right to grant', async () => {
    const world = await open()
    await join(world, 'eve', 'insiders', 'bless')
    await relate(world, 'canconfirm', 'membership', 'insiders')
    expect(await found(world, 'admin', { match: ['example'], groups: ['insiders'] })).toEqual(['admin', 'carl', 'ivan'])
  })

  it('does not distinguish groups that the caller is not in and may not grant from missing groups', async () => {
    const world = await open()
    const secret = await groupId(world, 'secret')
    const names = [mail('ivan')]
    for (const who of ['eve', null]) {
      const { users } = world.as(who)
      for (const value of ['secret', 'nonsense']) {
        const outcome = { code: 'invalid_group_name', number: 804, data: { field: 'groups', value } }
        await expect(users.get({ names, groups: [value] })).rejects.toMatchObject(outcome)
      }
      for (const value of [secret, 4711]) {
        const outcome = {
          code: 'object_does_not_exist',
          number: 51,
          data: { kind: 'group', field: 'group_ids', value },
        }
        await expect(users.get({ names, group_ids: [value] })).rejects.toMatchObject(outcome)
      }
    }
    expect(await found(world, 'ivan', { names, groups: ['secret'] })).toEqual(['ivan'])
    await join(world, 'eve', 'secret', 'bless')
    expect(await found(world, 'eve', { names, group_ids: [secret] })).toEqual(['ivan'])
  })
})

onAnyStore('users.get: what is shown of a user', (open) => {
  it('is for others id, names, email, can_login and groups [USR-49] [DATA-19]', async () => {
    const world = await open()
    expect(await only(world, 'alice', 'dora')).toEqual({
      id: await userId(world, 'dora'),
      name: mail('dora'),
      real_name: 'Dora Example',
      email: mail('dora'),
      can_login: false,
      groups: [],
    })
    const asked: UserField[] = ['_all', 'email_enabled', 'login_denied_text', 'saved_searches', 'saved_reports']
    const seen = await only(world, 'alice', 'bob', { include_fields: asked })
    expect(Object.keys(seen ?? {}).toSorted()).toEqual(['can_login', 'email', 'groups', 'id', 'name', 'real_name'])
  })

  it('includes those groups of others that the caller may grant [USR-50] [DATA-22]', async () => {
    const world = await open()
    await join(world, 'alice', 'insiders', 'bless')
    const seen = await only(world, 'alice', 'ivan')
    expect(seen?.groups).toEqual([
      { id: await groupId(world, 'insiders'), name: 'insiders', description: 'The insiders group' },
    ])
    await join(world, 'bob', 'secret', 'direct')
    await relate(world, 'secret', 'bless', 'insiders')
    expect((await only(world, 'bob', 'ivan'))?.groups?.map((group) => group.name)).toEqual(['insiders'])
    expect((await only(world, 'carl', 'ivan'))?.groups).toEqual([])
  })

  it('includes all groups for oneself and for members of editusers [USR-51]', async () => {
    const world = await open()
    const names = ['bz_canusewhines', 'editbugs', 'insiders', 'secret'].toSorted()
    for (const who of ['ivan', 'admin']) {
      const seen = await only(world, who, 'ivan')
      expect(seen?.groups?.map((group) => group.name).toSorted()).toEqual(names)
      expect(seen?.groups?.map((group) => group.name)).toEqual(['bz_canusewhines', 'editbugs', 'insiders', 'secret'])
    }
  })

  it('includes email_enabled and login_denied_text for oneself and for members of editusers [DATA-19]', async () => {
    const world = await open()
    expect(await only(world, 'alice', 'alice')).toMatchObject({
      email_enabled: true,
      login_denied_text: '',
      can_login: true,
    })
    expect(await only(world, 'admin', 'dora')).toMatchObject({
      email_enabled: true,
      login_denied_text: 'Left the company',
      can_login: false,
    })
  })

  it('includes saved searches and reports for oneself only [USR-52] [DATA-23]', async () => {
    const world = await open()
    const user_id = await userId(world, 'alice')
    const saved = (kind: string, name: string) => ({
      user_id,
      kind,
      name,
      name_folded: fold(name),
      query: 'product=Widgets',
    })
    await add(world, 'saved_searches', [saved('search', 'Mine'), saved('report', 'Weekly'), saved('search', 'All')])
    const own = await only(world, 'alice', 'alice')
    expect(own?.saved_searches).toEqual([
      { id: 3, name: 'All', query: 'product=Widgets' },
      { id: 1, name: 'Mine', query: 'product=Widgets' },
    ])
    expect(own?.saved_reports).toEqual([{ id: 2, name: 'Weekly', query: 'product=Widgets' }])
    for (const who of ['admin', 'bob']) {
      const seen = await only(world, who, 'alice', { include_fields: ['_all', 'saved_searches'] })
      expect(seen).not.toHaveProperty('saved_searches')
      expect(seen).not.toHaveProperty('saved_reports')
    }
    expect(await only(world, 'admin', 'admin')).toMatchObject({ saved_searches: [], saved_reports: [] })
  })

  it('may have an empty real name [DATA-21]', async () => {
    const world = await open()
    await changeUser(world, 'bob', { real_name: '', real_name_folded: '' })
    expect(await only(world, null, 'bob')).toMatchObject({ real_name: '' })
  })

  it('is restricted to the fields that are asked for [GEN-12] [GEN-13] [GEN-14] [GEN-15] [GEN-16] [GEN-17] [GEN-18]', async () => {
    const world = await open()
    const id = await userId(world, 'alice')
    expect(await only(world, 'bob', 'alice', { include_fields: ['id', 'Name', 'nonsense'] as UserField[] })).toEqual({
      id,
    })
    const without = await only(world, 'bob', 'alice', {
      exclude_fields: ['groups', 'email', 'Name', 'nonsense'] as UserField[],
    })
    expect(without).toEqual({ id, name: mail('alice'), real_name: 'Alice Example', can_login: true })
    expect(await only(world, 'bob', 'alice', { include_fields: ['id', 'name'], exclude_fields: ['name'] })).toEqual({
      id,
    })
  })

  it('is restricted to the parts of groups that are asked for [GEN-19] [GEN-20]', async () => {
    const world = await open()
    const parts = await only(world, 'carl', 'carl', { include_fields: ['groups.name'] })
    expect(parts).toEqual({ groups: [{ name: 'canconfirm' }] })
    const rest = await only(world, 'carl', 'carl', {
      include_fields: ['groups'],
      exclude_fields: ['groups.description'],
    })
    expect(rest).toEqual({ groups: [{ id: await groupId(world, 'canconfirm'), name: 'canconfirm' }] })
  })
})

onAnyStore('users.get: number of selects', (open) => {
  it('is the same for a thousand users as for one, and zero for columns that are not requested', async () => {
    const world = await open()
    await addMany(world, 1000)
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const cost = async (query: Query) => {
      const { users } = tracker.as({ login: mail('admin') })
      await users.get(query)
      queries.length = 0
      await users.get(query)
      return queries.filter((name) => name !== 'installation')
    }
    expect(await cost({ match: ['alice'] })).toEqual(['users', 'user_groups'])
    expect(await cost({ match: ['many'] })).toEqual(['users', 'user_groups'])
    expect(await cost({ match: ['*many*'] })).toEqual(['users', 'users', 'user_groups'])
    expect(await cost({ match: ['many'], include_fields: ['name'] })).toEqual(['users'])
    expect(await cost({ names: [mail('admin')] })).toEqual(['users', 'user_groups', 'saved_searches'])
    expect(
      await cost({ names: [mail('admin')], exclude_fields: ['groups', 'saved_searches', 'saved_reports'] }),
    ).toEqual(['users'])
  })

  it('includes none for groups that the caller may not know', async () => {
    const world = await open()
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const { users } = tracker.as({ login: mail('eve') })
    await users.get({ names: [mail('alice')] })
    queries.length = 0
    await users.get({ names: [mail('alice')] })
    expect(queries).toEqual(['installation', 'users'])
  })
})
