import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { hashSecret } from '../../auth/secrets.js'
import { leaveSchedule } from '../../domain/schedules/recipients.js'
import { checkStore } from '../../doctor/check-store.js'
import { importRecords } from './import-records.js'
import { openImporter } from './importer.js'

const source = 'https://old.example.org/'
const open = ({ store }: World, more: object = {}) => openImporter(store, { source, personal: true, ...more })
const zoe = 'zoe@example.net'
const key = 'aB3'.repeat(13) + 'x'
const at = '2019-05-01T10:00:00Z'

const password = {
  scheme: 'bugzilla-sha256',
  salt: 'abcdefgh',
  digest: 'AwcdLGs7Es2oiyfiPdDJBWJJJx22INVuLC86KKt9gtE',
} as const
const apiKey = {
  ...{ key_hash: hashSecret(key), prefix: key.slice(0, 6), description: 'A bot' },
  ...{ is_revoked: false, may_administer: false, creation_time: at, last_used: null },
}
const place = { product: 'Rocket', component: 'Engine', version: '3', target_milestone: '---' }
const values = { status: 'CONFIRMED', priority: '---', severity: 'normal', platform: 'All', op_sys: 'All' }
const bug = {
  ...{ kind: 'bug', id: 7001, summary: 'It does not fly', ...place, ...values, is_confirmed: true },
  ...{ creator: zoe, assigned_to: zoe, creation_time: at, last_change_time: at },
}
const setUp = [
  { kind: 'group', name: 'crew', description: 'The crew' },
  { kind: 'user', id: 501, name: zoe },
  { kind: 'user', id: 502, name: 'yan@example.net' },
  {
    ...{ kind: 'product', name: 'Rocket', versions: [{ name: '3' }] },
    components: [{ name: 'Engine', default_assigned_to: zoe }],
  },
  bug,
]
const personal = {
  kind: 'personal',
  user: zoe,
  password,
  api_keys: [apiKey],
  preferences: { time_zone: 'Europe/Vienna', language: 'de', quicksearch_fulltext: false },
  email_preferences: { cc: { comment: false }, flags: { requested: false } },
  watches: ['yan@example.net'],
  ignored_bugs: [7001],
  saved_searches: [{ name: 'Hot', query: 'priority=High', shared_with: 'crew' }],
  tags: [{ name: 'later', bugs: [7001] }],
  visits: [{ bug: 7001, time: '2026-02-20T10:00:00Z' }],
}

async function* linesOf(record: object) {
  yield '{"trackerkit_records":1}'
  yield JSON.stringify(record)
}

onEveryStore('personal records', (openWorld) => {
  it('give people their password, keys, settings and searches, and change nothing when they come again', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put(setUp)
    expect(await importer.put([personal])).toEqual([{ kind: 'personal', id: zoe, outcome: 'created', problems: [] }])
    expect(await importer.put([personal])).toMatchObject([{ outcome: 'same', problems: [] }])
    const { token } = await world.as(null).sessions.create({ login: zoe, password: 'correct horse' })
    const me = world.tracker.as({ token })
    expect(await world.tracker.as({ api_key: key }).users.whoami()).toMatchObject({ name: zoe })
    const preferences = await me.preferences.get()
    expect(preferences).toMatchObject({
      pages: { time_zone: 'Europe/Vienna', language: 'de' },
      quicksearch_fulltext: false,
      email: { cc: { comment: false, created: true }, flags: { requested: false } },
    })
    expect((await me.watches.get()).watching).toEqual(['yan@example.net'])
    expect((await me.savedSearches.get()).saved_searches).toMatchObject([{ name: 'Hot', query: 'priority=High' }])
    expect(await me.visits.get()).toMatchObject([{ id: 7001 }])
    expect((await me.bugs.get({ ids: [7001], include_fields: ['tags'] })).bugs).toMatchObject([{ tags: ['later'] }])
    expect(await rowsOf(world, 'bug_marks')).toContainEqual(
      expect.objectContaining({ user_id: 501, bug_id: 7001, following: false }),
    )
    expect(await importer.put([personal])).toMatchObject([{ outcome: 'same', problems: [] }])
    await importer.close()
    const problems: unknown[] = []
    await checkStore(world.store, (problem) => void problems.push(problem))
    expect(problems).toEqual([])
  })

  it('give people their notifications, what they follow, and their schedules, and keep who unsubscribed', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put(setUp)
    const search = {
      kind: 'search',
      saved_search: 'hot',
      days: ['monday'],
      hours: [8],
      to: { users: ['yan@example.net'] },
    }
    const notices = {
      notifications: { mentioned: 'inbox', follow_commented: false },
      follows: [
        { bug: 7001 },
        { product: 'rocket', scope: 'all', by_mail: true },
        { product: 'Rocket', component: 'Engine', since: '2026-02-01T10:00:00Z' },
      ],
      schedules: [search, { kind: 'digest', days: ['friday'], hours: [16, 8], is_enabled: false }],
    }
    const record = { ...personal, password: undefined, ignored_bugs: undefined, ...notices }
    expect(await importer.put([record])).toMatchObject([{ outcome: 'created', problems: [] }])
    expect(await importer.put([record])).toMatchObject([{ outcome: 'same', problems: [] }])
    const me = world.tracker.as({ login: zoe })
    expect((await me.preferences.get()).notifications).toMatchObject({
      ...{ mentioned: 'inbox', asked: 'mail', follow_commented: false },
    })
    expect(await me.follows.get()).toMatchObject({
      bugs: [{ id: 7001 }],
      muted: [],
      products: [{ product: 'Rocket', scope: 'all', by_mail: true }],
      components: [{ product: 'Rocket', component: 'Engine', scope: 'new', by_mail: false }],
      users: ['yan@example.net'],
    })
    const schedulesOf = async () => (await me.schedules.get()).schedules
    expect(await schedulesOf()).toMatchObject([
      {
        kind: 'search',
        name: 'Hot',
        days: ['monday'],
        hours: [8],
        to: { users: ['yan@example.net'] },
        is_enabled: true,
      },
      { kind: 'digest', name: '', days: ['friday'], hours: [8, 16], to: null, is_enabled: false, last_time: null },
    ])
    const [row] = await rowsOf(world, 'schedules')
    await inStore(world.store, (tx) => leaveSchedule(tx, row?.id ?? 0, 502))
    const others = [
      { kind: 'search', saved_search: 'Cold', days: ['monday'], hours: [8] },
      { ...search, hours: [9], to: { users: ['yan@example.net', 'nobody@example.net'], groups: ['crowd'] } },
    ]
    const later = { ...record, schedules: others, follows: [{ bug: 7002 }, { product: 'Rocket', component: 'Wing' }] }
    expect(await importer.put([later])).toMatchObject([
      {
        problems: [
          'follows: there is no bug 7002',
          'follows: there is no component Wing in product Rocket',
          'schedules: it was changed here since it came',
        ],
      },
    ])
    await importer.close()
    const overwriting = await open(world, { overwrite: true })
    expect(await overwriting.put([later])).toMatchObject([
      {
        problems: expect.arrayContaining([
          'schedules: there is no saved search Cold',
          'schedules: there is no account nobody@example.net',
          'schedules: there is no group crowd',
        ]) as unknown,
      },
    ])
    await overwriting.close()
    expect((await rowsOf(world, 'schedules')).map(({ hours, to }) => [hours, to])).toEqual([
      [[9], { users: [502], groups: [], without: [502], is_own: false }],
    ])
    for (const wrong of [
      { schedules: [{ kind: 'digest', days: [], hours: [8] }] },
      { schedules: [notices.schedules[1], notices.schedules[1]] },
      { follows: [{ bug: 1, product: 'Rocket' }] },
      { follows: [{}] },
      { notifications: { followed: 'mail' } },
    ])
      expect(
        await importRecords(linesOf({ ...record, ...wrong }), world.store, { source, personal: true }),
      ).toMatchObject({ problems: [{ outcome: 'refused' }] })
  })

  it('leave out schedules without recipients, and keep the rest of the record', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put(setUp)
    const search = { kind: 'search', saved_search: 'Hot', days: ['monday'], hours: [8] }
    const schedules = [{ ...search, to: {} }, { ...search, to: { users: ['nobody@example.net'] } }, search]
    expect(await importer.put([{ ...personal, schedules }])).toEqual([
      {
        ...{ kind: 'personal', id: zoe, outcome: 'created' },
        problems: [
          'schedules: no one would get the saved search Hot',
          'schedules: there is no account nobody@example.net',
          'schedules: no one would get the saved search Hot',
        ],
      },
    ])
    await importer.close()
    const me = world.tracker.as({ login: zoe })
    expect((await me.savedSearches.get()).saved_searches).toMatchObject([{ name: 'Hot' }])
    expect((await me.schedules.get()).schedules).toMatchObject([{ name: 'Hot', to: null }])
  })

  it('give people bugs that are off, and places from a time on, by default that of the import', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put(setUp)
    const since = '2026-01-01T10:00:00Z'
    const follows = [
      { bug: 7001, is_off: true },
      { product: 'Rocket', since },
      { product: 'Rocket', component: 'Engine' },
    ]
    const record = { kind: 'personal', user: zoe, follows }
    expect(await importer.put([record])).toMatchObject([{ outcome: 'created', problems: [] }])
    const rows = async () => (await rowsOf(world, 'follows')).map((row) => [row.kind, row.since, row.scope_since])
    const before = await rows()
    expect(before).toContainEqual(['product', new Date(since), new Date(since)])
    expect(before).toContainEqual(['component', expect.any(Date), expect.any(Date)])
    world.clock.advance(60)
    expect(await importer.put([record])).toMatchObject([{ outcome: 'same', problems: [] }])
    expect(await rows()).toEqual(before)
    const me = world.tracker.as({ login: zoe })
    expect(await me.follows.get()).toMatchObject({ bugs: [], off: [{ id: 7001 }], total: 3 })
    await me.follows.update({ remove: [{ bug: 7001 }] })
    expect(await importer.put([{ ...record, follows: [] }])).toMatchObject([
      { problems: ['follows: it was changed here since it came'] },
    ])
    for (const wrong of [
      { bug: 7001, since },
      { product: 'Rocket', is_off: true },
    ])
      expect(await importer.put([{ ...record, follows: [wrong] }])).toMatchObject([{ outcome: 'refused' }])
    await importer.close()
  })

  it('leave what was changed here, and never replace a password or lift a revocation', async () => {
    const world = await openWorld()
    const first = await open(world)
    await first.put(setUp)
    await first.put([personal])
    await first.close()
    const { token } = await world.as(null).sessions.create({ login: zoe, password: 'correct horse' })
    const own = world.tracker.as({ token })
    await own.watches.update({ set: [] })
    const ids = (await own.apiKeys.get()).api_keys.map(({ id }) => id)
    await own.apiKeys.update({ ids, is_revoked: true })
    const other = { ...password, salt: 'other' }
    const later = { ...personal, password: other, watches: ['alice@example.com'], tags: [] }
    for (const overwrite of [false, true]) {
      const importer = await open(world, { overwrite })
      const [put] = await importer.put([later])
      expect(put?.problems).toContain('password: it was changed here since it came')
      expect(put?.problems.includes('watches: it was changed here since it came')).toBe(!overwrite)
      await importer.close()
    }
    expect((await rowsOf(world, 'users')).find((user) => user.id === 501)?.password_hash).toMatch(/^scrypt/)
    expect((await rowsOf(world, 'api_keys')).filter((row) => row.user_id === 501)).toMatchObject([{ is_revoked: true }])
    expect(await rowsOf(world, 'personal_tags')).toEqual([])
  })

  it('take a password back that was never used here, and no other', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put(setUp)
    await importer.put([{ kind: 'personal', user: zoe, password }])
    await importer.put([{ kind: 'personal', user: zoe, password: null }])
    expect((await rowsOf(world, 'users')).find((user) => user.id === 501)?.password_hash).toBeNull()
    await importer.close()
  })

  it('refuse unknown users and keys of another user, and name missing bugs and groups', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put(setUp)
    await importer.put([personal])
    const yan = { kind: 'personal', user: 'yan@example.net', api_keys: [apiKey], ignored_bugs: [9] }
    expect(await importer.put([{ ...personal, user: 'nobody@example.net' }, yan])).toMatchObject([
      { outcome: 'refused', problems: ['there is no account of that name'] },
      { problems: ['api_keys: another user has the key aB3aB3…', 'ignored_bugs: there is no bug 9'] },
    ])
    await importer.close()
  })

  it('are rejected whole without the option', async () => {
    const world = await openWorld()
    async function* lines() {
      yield '{"trackerkit_records":1}'
      yield JSON.stringify({ kind: 'keyword', name: 'late' })
      yield JSON.stringify(personal)
    }
    await expect(importRecords(lines(), world.store, { source })).rejects.toMatchObject({
      code: 'import_personal_refused',
      number: 1435,
    })
    expect((await rowsOf(world, 'keywords')).map(({ name }) => name)).not.toContain('late')
  })
})
