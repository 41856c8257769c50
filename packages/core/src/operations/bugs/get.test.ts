import { memoryStore } from '@trackerkit/adapter-memory'
import { expect, it } from 'vitest'
import { addBugs, addCustomField, addFlagType, inStore, setParameter } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { file, update } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { fieldTypes } from '../../setup/standard-fields.js'
import { createTracker } from '../../tracker/tracker.js'
import type { BugField } from '@trackerkit/types'
import type { Store } from '../../store/index.js'

const day = new Date('2026-03-01T12:00:00Z')

/** Returns the bug as the user sees it. */
async function seen(world: World, who: string | null, id: number, filter: { include_fields?: readonly string[] } = {}) {
  const { bugs } = await world.as(who).bugs.get({ ids: [id], ...(filter as { include_fields?: BugField[] }) })
  return bugs[0]
}

const missing = (id: number) => ({ code: 'bug_id_does_not_exist', number: 101, data: { field: 'ids', value: id } })

onEveryStore('bugs.get: which bugs', (open) => {
  it('answers by number and by alias, to the logged-out too [BUG-G-01] [BUG-G-02] [BUG-G-03]', async () => {
    const world = await open()
    const [id] = await addBugs(world.store, day, [{ summary: 'First', alias: ['Blinker'] }])
    for (const ref of [id ?? 0, `${id}`, `#${id}`, 'Blinker', 'blinKER']) {
      const { bugs, faults } = await world.as(null).bugs.get({ ids: [ref] })
      expect(bugs).toMatchObject([{ id, summary: 'First' }])
      expect(faults).toEqual([])
    }
  })

  it('keeps the order asked and gives each bug once', async () => {
    const world = await open()
    const [one = 0, two = 0, three = 0] = await addBugs(world.store, day, [{}, { alias: ['second'] }, {}])
    const { bugs } = await world.as('alice').bugs.get({ ids: [three, 'second', one, two, `${three}`] })
    expect(bugs.map((bug) => bug.id)).toEqual([three, two, one])
    expect(await world.as('alice').bugs.get({ ids: [] })).toEqual({ bugs: [], faults: [] })
  })

  it('fails with the first bug that does not exist', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    const { bugs } = world.as('alice')
    await expect(bugs.get({ ids: [id, 98, 'nix'] })).rejects.toMatchObject(missing(98))
    await expect(bugs.get({ ids: ['nix', 98] })).rejects.toMatchObject({
      code: 'improper_bug_id_field_value',
      number: 100,
      data: { field: 'ids', value: 'nix' },
    })
    await expect(bugs.get({ ids: [3_000_000_000] })).rejects.toMatchObject(missing(3_000_000_000))
  })

  it('with permissive lists what was not found among faults, as it was asked for [BUG-G-08]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    const { bugs, faults } = await world.as('alice').bugs.get({ ids: [98, id, 'nix', '98', 98], permissive: true })
    expect(bugs.map((bug) => bug.id)).toEqual([id])
    expect(faults).toEqual([
      { id: 98, faultCode: 101, faultString: expect.stringContaining('98') as string },
      { id: 'nix', faultCode: 100, faultString: expect.stringContaining('nix') as string },
      { id: '98', faultCode: 101, faultString: expect.stringContaining('98') as string },
    ])
  })

  it('answers for a hidden bug as for one that does not exist [BUG-G-04] [GEN-28]', async () => {
    const world = await open()
    await addBugs(world.store, day, [
      { id: 77, groups: ['secret'], alias: ['canary'], assigned_to: 'ivan', creator: 'ivan' },
    ])
    for (const who of [null, 'eve', 'alice']) {
      const { bugs } = world.as(who)
      const answer = async (ref: number | string) => {
        const answer = await bugs.get({ ids: [ref], permissive: true })
        const error: unknown = await bugs.get({ ids: [ref] }).catch((raised: unknown) => raised)
        return JSON.stringify([answer, error, String(error)]).replaceAll(`${ref}`, 'X')
      }
      await expect(bugs.get({ ids: [77] })).rejects.toMatchObject(missing(77))
      expect(await answer(77)).toBe(await answer(78))
      expect(await answer('canary')).toBe(await answer('nothing'))
    }
  })

  it('shows a bug in groups to members of all its groups [BUG-G-05] [GEN-27]', async () => {
    const world = await open()
    const ids = await addBugs(world.store, day, [{ groups: ['secret'] }, { groups: ['secret', 'admin'] }])
    const idsSeenBy = async (who: string | null) =>
      (await world.as(who).bugs.get({ ids, permissive: true })).bugs.map((bug) => bug.id)
    await inStore(world.store, (tx) => tx.update('bugs', { and: [] }, { creator_id: 1, assigned_to_id: 1 }))
    expect(await idsSeenBy('ivan')).toEqual([ids[0]])
    expect(await idsSeenBy('alice')).toEqual([])
    expect(await idsSeenBy(null)).toEqual([])
  })

  it('lets people on CC see a bug outside its groups while is_cc_accessible [BUG-G-06]', async () => {
    const world = await open()
    const [open_ = 0, shut = 0] = await addBugs(world.store, day, [
      { groups: ['secret'], cc: ['eve'] },
      { groups: ['secret'], cc: ['eve'], columns: { is_cc_accessible: false } },
    ])
    expect(await seen(world, 'eve', open_)).toMatchObject({ id: open_, is_cc_accessible: true })
    await expect(seen(world, 'eve', shut)).rejects.toMatchObject(missing(shut))
  })

  it('lets the creator see a bug outside its groups while is_creator_accessible [BUG-G-07]', async () => {
    const world = await open()
    const [open_ = 0, shut = 0] = await addBugs(world.store, day, [
      { groups: ['secret'], creator: 'eve' },
      { groups: ['secret'], creator: 'eve', columns: { is_creator_accessible: false } },
    ])
    expect(await seen(world, 'eve', open_)).toMatchObject({ id: open_, is_creator_accessible: true })
    await expect(seen(world, 'eve', shut)).rejects.toMatchObject(missing(shut))
  })
})

onEveryStore('bugs.get: fields', (open) => {
  it('gives every field of the contract and no other by default [DATA-29] [BUG-G-13] [BUG-G-14]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [
      {
        summary: 'Canary',
        columns: { url: 'http://x/', whiteboard: 'w', estimated_time: 2.5, remaining_time: 1, actual_time: 1.5 },
      },
    ])
    expect(await seen(world, 'alice', id)).toEqual({
      id,
      alias: [],
      summary: 'Canary',
      status: 'CONFIRMED',
      resolution: '',
      is_open: true,
      is_confirmed: true,
      product: 'Widgets',
      component: 'UI',
      classification: 'Unclassified',
      version: '1.0',
      target_milestone: '---',
      op_sys: 'Linux',
      platform: 'PC',
      priority: 'Normal',
      severity: 'major',
      assigned_to: 'bob@example.com',
      assigned_to_detail: expect.objectContaining({ name: 'bob@example.com' }) as object,
      creator: 'alice@example.com',
      creator_detail: expect.objectContaining({ name: 'alice@example.com' }) as object,
      qa_contact: '',
      cc: [],
      cc_detail: [],
      blocks: [],
      depends_on: [],
      dupe_of: null,
      keywords: [],
      groups: [],
      flags: [],
      see_also: [],
      url: 'http://x/',
      whiteboard: 'w',
      deadline: null,
      creation_time: day,
      last_change_time: day,
      is_cc_accessible: true,
      is_creator_accessible: true,
      estimated_time: 2.5,
      actual_time: 1.5,
      remaining_time: 1,
      update_token: expect.any(String) as string,
    })
  })

  it('gives aliases in alphabetical order [BUG-G-09]', async () => {
    const world = await open()
    const [none = 0, some = 0] = await addBugs(world.store, day, [{}, { alias: ['zoo', 'Bee', 'ant'] }])
    expect((await seen(world, null, none))?.alias).toEqual([])
    expect((await seen(world, null, some))?.alias).toEqual(['ant', 'Bee', 'zoo'])
  })

  it('shows status, resolution and what follows from them [BUG-G-10] [BUG-G-11]', async () => {
    const world = await open()
    const ids = await addBugs(world.store, day, [
      { status: 'UNCONFIRMED', is_confirmed: false },
      { status: 'IN_PROGRESS' },
      { status: 'VERIFIED', resolution: 'FIXED' },
    ])
    const { bugs } = await world.as('alice').bugs.get({ ids })
    expect(bugs).toMatchObject([
      { status: 'UNCONFIRMED', resolution: '', is_open: true, is_confirmed: false },
      { status: 'IN_PROGRESS', resolution: '', is_open: true, is_confirmed: true },
      { status: 'VERIFIED', resolution: 'FIXED', is_open: false, is_confirmed: true },
    ])
  })

  it('names people by login, with a detail of each [BUG-G-15] [BUG-G-16] [BUG-G-17] [BUG-G-19] [DATA-24]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [
      { assigned_to: 'carl', creator: 'alice', qa_contact: 'ivan', cc: ['eve', 'bob', 'dora'] },
    ])
    await inStore(world.store, (tx) =>
      tx.update('users', { col: 'login', eq: 'dora@example.com' }, { real_name: '', real_name_folded: '' }),
    )
    const users = await inStore(world.store, async (tx) => tx.select({ from: 'users' }))
    const detail = (name: string) => {
      const user = users.find((one) => one.login === `${name}@example.com`)
      return { id: user?.id, real_name: user?.real_name, name: user?.login, email: user?.login }
    }
    const bug = await seen(world, 'alice', id)
    expect(bug).toMatchObject({
      assigned_to: 'carl@example.com',
      assigned_to_detail: detail('carl'),
      creator: 'alice@example.com',
      creator_detail: detail('alice'),
      qa_contact: 'ivan@example.com',
      qa_contact_detail: detail('ivan'),
      cc: ['bob@example.com', 'dora@example.com', 'eve@example.com'],
      cc_detail: [detail('bob'), detail('dora'), detail('eve')],
    })
    expect(bug?.cc_detail?.[1]?.real_name).toBe('')
    expect(Object.keys(bug?.assigned_to_detail ?? {})).toEqual(['id', 'real_name', 'name', 'email'])
  })

  it('has an empty qa_contact and no detail where there is none or QA contacts are not in use [BUG-G-18]', async () => {
    const world = await open()
    const [none = 0, some = 0] = await addBugs(world.store, day, [{}, { qa_contact: 'ivan' }])
    const bare = await seen(world, 'alice', none)
    expect(bare?.qa_contact).toBe('')
    expect(bare).not.toHaveProperty('qa_contact_detail')
    await inStore(world.store, (tx) => setParameter(tx, 'useqacontact', '0'))
    const off = await seen(world, 'alice', some)
    expect(off?.qa_contact).toBe('')
    expect(off).not.toHaveProperty('qa_contact_detail')
  })

  it('lists dependencies in both directions, open bugs first, then by number [BUG-G-20]', async () => {
    const world = await open()
    const ids = await addBugs(world.store, day, [
      { id: 1, status: 'RESOLVED', resolution: 'FIXED' },
      { id: 2 },
      { id: 3, status: 'RESOLVED', resolution: 'FIXED' },
      { id: 4 },
      { id: 5, depends_on: [1, 2, 3, 4] },
      { id: 6, depends_on: [2], status: 'RESOLVED', resolution: 'FIXED' },
      { id: 7, depends_on: [2] },
    ])
    const { bugs } = await world.as(null).bugs.get({ ids })
    expect(bugs[4]).toMatchObject({ depends_on: [2, 4, 1, 3], blocks: [] })
    expect(bugs[1]).toMatchObject({ depends_on: [], blocks: [5, 7, 6] })
  })

  it('names the bug that this one is a duplicate of [BUG-G-21]', async () => {
    const world = await open()
    const ids = await addBugs(world.store, day, [
      { id: 1 },
      { id: 2, status: 'RESOLVED', resolution: 'DUPLICATE', dupe_of: 1 },
    ])
    const { bugs } = await world.as(null).bugs.get({ ids })
    expect(bugs.map((bug) => bug.dupe_of)).toEqual([null, 1])
  })

  it('gives keywords by name, and groups with those that carry rights first [BUG-G-22]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [
      { keywords: ['regression', 'crash'], groups: ['secret', 'insiders', 'editbugs'] },
    ])
    expect(await seen(world, 'ivan', id)).toMatchObject({
      keywords: ['crash', 'regression'],
      groups: ['editbugs', 'insiders', 'secret'],
    })
  })

  it('gives the flags of the bug itself by sort key, name and id, and the links in order of their making [BUG-G-23] [DATA-28]', async () => {
    const world = await open()
    const [late, b, a] = await inStore(world.store, async (tx) => [
      await addFlagType(tx, { name: 'a-late', sort_key: 9 }),
      await addFlagType(tx, { name: 'b-early' }),
      await addFlagType(tx, { name: 'a-early' }),
    ])
    const [id = 0] = await addBugs(world.store, day, [
      {
        flags: [
          { type: 'a-late', status: '+', setter: 'bob' },
          { type: 'b-early', status: '?', setter: 'alice', requestee: 'carl' },
          { type: 'b-early', status: '-', setter: 'bob' },
          { type: 'a-early', status: '?', setter: 'bob' },
          { type: 'a-early', status: '+', setter: 'bob', attachment_id: 1 },
        ],
        see_also: ['https://z.example/show_bug.cgi?id=1', 'https://a.example/ticket/2'],
      },
    ])
    const bug = await seen(world, 'alice', id)
    expect(bug?.flags).toEqual([
      { id: 4, name: 'a-early', type_id: a, status: '?', setter: 'bob@example.com', ...dates },
      {
        id: 2,
        name: 'b-early',
        type_id: b,
        status: '?',
        setter: 'alice@example.com',
        requestee: 'carl@example.com',
        ...dates,
      },
      { id: 3, name: 'b-early', type_id: b, status: '-', setter: 'bob@example.com', ...dates },
      { id: 1, name: 'a-late', type_id: late, status: '+', setter: 'bob@example.com', ...dates },
    ])
    expect(bug?.see_also).toEqual(['https://z.example/show_bug.cgi?id=1', 'https://a.example/ticket/2'])
  })
  const dates = { creation_date: day, modification_date: day }

  it('gives the deadline as a date, and times as they are kept [BUG-G-24]', async () => {
    const world = await open()
    const later = new Date('2026-03-02T08:00:00Z')
    const [id = 0] = await addBugs(world.store, day, [{ columns: { deadline: '2026-04-30', last_change_time: later } }])
    expect(await seen(world, null, id)).toMatchObject({
      deadline: '2026-04-30',
      creation_time: day,
      last_change_time: later,
    })
  })

  it('gives hours to time trackers only [BUG-G-26]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [
      { columns: { estimated_time: 8, actual_time: 2.25, remaining_time: 5.75 } },
    ])
    const hours = { estimated_time: 8, actual_time: 2.25, remaining_time: 5.75 }
    expect(await seen(world, 'alice', id)).toMatchObject(hours)
    for (const who of [null, 'eve']) {
      const named = await seen(world, who, id, { include_fields: ['id', ...Object.keys(hours)] })
      for (const bug of [named, await seen(world, who, id)]) {
        for (const field of Object.keys(hours)) expect(bug).not.toHaveProperty(field)
      }
    }
  })

  it('gives the logged-in a token that changes with the bug and differs from person to person [BUG-G-27] [BUG-G-28]', async () => {
    const world = await open()
    const [id = 0, other = 0] = await addBugs(world.store, day, [{}, {}])
    const token = async (who: string, bug = id) => (await seen(world, who, bug))?.update_token
    const before = await token('alice')
    expect(before).toEqual(expect.any(String))
    expect(await token('alice')).toBe(before)
    expect(await token('bob')).not.toBe(before)
    expect(await token('alice', other)).not.toBe(before)
    const last_change_time = new Date(day.getTime() + 1000)
    await inStore(world.store, (tx) => tx.update('bugs', { col: 'id', eq: id }, { last_change_time }))
    expect(await token('alice')).not.toBe(before)
    expect(await seen(world, null, id)).not.toHaveProperty('update_token')
    expect(await seen(world, null, id, { include_fields: ['id', 'update_token'] })).toEqual({ id })
  })

  it('gives tags when asked for, and only the caller’s own [BUG-G-31] [BUG-G-32] [GEN-24]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{ tags: { alice: ['zoo', 'Bee'], bob: ['private-to-bob'] } }])
    expect(await seen(world, 'alice', id)).not.toHaveProperty('tags')
    for (const include_fields of [['tags'], ['_extra'], ['_all'], ['_default', 'tags'], ['_default', '_extra']]) {
      const tags = async (who: string | null) => (await seen(world, who, id, { include_fields }))?.tags
      expect(await tags('alice')).toEqual(['Bee', 'zoo'])
      expect(await tags('bob')).toEqual(['private-to-bob'])
      expect(await tags('ivan')).toEqual([])
      expect(await tags(null)).toEqual([])
    }
    expect(await seen(world, 'alice', id, { include_fields: ['_extra'] })).toEqual({ tags: ['Bee', 'zoo'] })
  })
})

onEveryStore('bugs.get: custom fields', (open) => {
  const { freeText, largeText, singleSelect, multiSelect, dateTime, date, bugId, integer } = fieldTypes

  async function withCustomFields(world: World): Promise<void> {
    await inStore(world.store, async (tx) => {
      await addCustomField(tx, { name: 'cf_text', type: freeText })
      await addCustomField(tx, { name: 'cf_large', type: largeText })
      await addCustomField(tx, { name: 'cf_one', type: singleSelect }, ['---', 'red', 'blue'])
      await addCustomField(tx, { name: 'cf_many', type: multiSelect }, ['red', 'blue'])
      await addCustomField(tx, { name: 'cf_when', type: dateTime })
      await addCustomField(tx, { name: 'cf_day', type: date })
      await addCustomField(tx, { name: 'cf_bug', type: bugId })
      await addCustomField(tx, { name: 'cf_count', type: integer })
      await addCustomField(tx, { name: 'cf_old', type: freeText, is_obsolete: true })
    })
  }

  it('returns votes and whether a bug changed since the caller saw it, when named', async () => {
    const world = await open()
    const { id } = await file(world)
    const fields = { include_fields: ['votes', 'changed_since_seen'] as const }
    const shown = async (name: string | null) => (await world.as(name).bugs.get({ ids: [id], ...fields })).bugs
    expect(await shown('bob')).toEqual([{ votes: 0, changed_since_seen: false }])
    const [description] = (await world.as('ivan').bugs.view({ id })).comments
    for (const name of ['bob', 'ivan'])
      await world.as(name).comments.updateReactions({ id: description?.id ?? 0, add: ['+1', 'heart'] })
    await world.as('bob').visits.record({ ids: [id] })
    expect(await shown('bob')).toEqual([{ votes: 2, changed_since_seen: false }])
    await update(world, id, { priority: 'High' })
    expect(await shown('bob')).toEqual([{ votes: 2, changed_since_seen: true }])
    expect(await shown(null)).toEqual([{ votes: 2, changed_since_seen: false }])
    expect((await world.as('bob').bugs.search({ ...fields })).bugs[0]).toEqual({ votes: 2, changed_since_seen: true })
  })

  it('returns the number of comments that the caller can see, when named', async () => {
    const world = await open()
    const { id } = await file(world)
    const said = await world.as('ivan').comments.create({ id, comment: 'For insiders', is_private: true })
    await world.as('bob').comments.create({ id, comment: 'For all' })
    const shown = async (name: string | null) => {
      const { bugs } = await world.as(name).bugs.search({ id, include_fields: ['comment_count'] })
      expect((await world.as(name).bugs.get({ ids: [id], include_fields: ['comment_count'] })).bugs).toEqual(bugs)
      return bugs[0]?.comment_count
    }
    expect([await shown('ivan'), await shown('alice'), await shown(null)]).toEqual([3, 2, 2])
    await world.as('ivan').bugs.update({ ids: [id], comment_is_private: { [said.id]: false } })
    expect([await shown('ivan'), await shown('alice'), await shown(null)]).toEqual([3, 3, 3])
    for (const include_fields of [undefined, ['_all'], ['_extra'], ['_default', 'id']])
      expect(await seen(world, 'ivan', id, { ...(include_fields && { include_fields }) })).not.toHaveProperty(
        'comment_count',
      )
  })

  it('gives every custom field by default, each in the form of its type [BUG-G-29] [BUG-G-30]', async () => {
    const world = await open()
    await withCustomFields(world)
    const [id = 0] = await addBugs(world.store, day, [
      {
        custom: {
          cf_text: 'short',
          cf_large: 'long\r\ntext',
          cf_one: 'red',
          cf_many: ['red', 'blue'],
          cf_when: new Date('2026-05-06T07:08:09Z'),
          cf_day: new Date('2026-05-06T00:00:00Z'),
          cf_bug: 1,
          cf_count: -7,
          cf_old: 'gone',
        },
      },
    ])
    const bug = await seen(world, 'alice', id)
    expect(bug).toMatchObject({
      cf_text: 'short',
      cf_large: 'long\r\ntext',
      cf_one: 'red',
      cf_many: ['blue', 'red'],
      cf_when: new Date('2026-05-06T07:08:09Z'),
      cf_day: '2026-05-06',
      cf_bug: 1,
      cf_count: '-7',
    })
    expect(bug).not.toHaveProperty('cf_old')
  })

  it('gives what a type starts with where nothing is stored [BUG-G-29]', async () => {
    const world = await open()
    await withCustomFields(world)
    const [id = 0] = await addBugs(world.store, day, [{}])
    expect(await seen(world, 'alice', id)).toMatchObject({
      cf_text: '',
      cf_large: '',
      cf_one: '---',
      cf_many: [],
      cf_when: null,
      cf_day: null,
      cf_bug: null,
      cf_count: '0',
    })
  })

  it('includes and excludes custom fields together by _custom, and singly by name [GEN-25] [GEN-26]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await addCustomField(tx, { name: 'cf_a', type: freeText })
      await addCustomField(tx, { name: 'cf_b', type: freeText })
    })
    const [id = 0] = await addBugs(world.store, day, [{}])
    const keys = async (filter: { include_fields?: BugField[]; exclude_fields?: BugField[] }) =>
      Object.keys((await world.as('alice').bugs.get({ ids: [id], ...filter })).bugs[0] ?? {})
    const custom = async (filter: { include_fields?: BugField[]; exclude_fields?: BugField[] }) =>
      (await keys(filter)).filter((key) => key.startsWith('cf_'))
    expect(await custom({})).toEqual(['cf_a', 'cf_b'])
    expect(await custom({ exclude_fields: ['_custom'] })).toEqual([])
    expect(await custom({ exclude_fields: ['cf_a'] })).toEqual(['cf_b'])
    expect(await custom({ include_fields: ['_all'] })).toEqual(['cf_a', 'cf_b'])
    expect(await keys({ exclude_fields: ['_custom'] })).toContain('summary')
    expect(await keys({ include_fields: ['id', '_custom'] })).toEqual(['id', 'cf_a', 'cf_b'])
    expect(await keys({ include_fields: ['cf_b'] })).toEqual(['cf_b'])
  })
})

onEveryStore('bugs.get: what the logged-out see of addresses', (open) => {
  async function withPeople(world: World): Promise<number> {
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const flags = [{ type: 'review', status: '?', setter: 'alice', requestee: 'carl' }]
    const [id = 0] = await addBugs(world.store, day, [{ qa_contact: 'ivan', cc: ['eve'], flags }])
    return id
  }

  it('cuts logins before the @ in every field with a person [DATA-02]', async () => {
    const world = await open()
    const id = await withPeople(world)
    const bug = await seen(world, null, id)
    expect(JSON.stringify(bug)).not.toContain('example.com')
    expect(bug).toMatchObject({
      assigned_to: 'bob',
      assigned_to_detail: { name: 'bob', email: 'bob' },
      creator: 'alice',
      qa_contact: 'ivan',
      qa_contact_detail: { name: 'ivan', email: 'ivan' },
      cc: ['eve'],
      cc_detail: [{ name: 'eve', email: 'eve' }],
      flags: [{ setter: 'alice', requestee: 'carl' }],
    })
    expect((await seen(world, 'eve', id))?.assigned_to).toBe('bob@example.com')
  })

  it('leaves them whole when webservice_email_filter is off', async () => {
    const world = await open()
    const id = await withPeople(world)
    await inStore(world.store, (tx) => setParameter(tx, 'webservice_email_filter', '0'))
    expect(await seen(world, null, id)).toMatchObject({ assigned_to: 'bob@example.com', cc: ['eve@example.com'] })
  })
})

onEveryStore('bugs.get: include_fields and exclude_fields', (open) => {
  interface Filter {
    include_fields?: string[]
    exclude_fields?: string[]
  }
  async function cut(world: World, id: number, filter: Filter) {
    const { bugs } = await world
      .as('alice')
      .bugs.get({ ids: [id], ...(filter as { include_fields?: BugField[]; exclude_fields?: BugField[] }) })
    return bugs[0] ?? {}
  }
  const bob = {
    id: expect.any(Number) as number,
    real_name: 'Bob Example',
    name: 'bob@example.com',
    email: 'bob@example.com',
  }

  it.each<[title: string, filter: Filter, expected: string[]]>([
    ['[GEN-12] takes only the named fields', { include_fields: ['summary', 'id'] }, ['id', 'summary']],
    ['[GEN-13] tells cases apart in includes', { include_fields: ['id', 'Summary'] }, ['id']],
    ['[GEN-14] ignores unknown names in includes', { include_fields: ['id', 'nonsense', ''] }, ['id']],
    [
      '[GEN-18] leaves out what is named in both',
      { include_fields: ['id', 'summary'], exclude_fields: ['summary'] },
      ['id'],
    ],
  ])('%s', async (_, filter, expected) => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    expect(Object.keys(await cut(world, id, filter))).toEqual(expected)
  })

  it('leaves out what is excluded, by its exact name [GEN-15] [GEN-16] [GEN-17]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    const all = Object.keys(await cut(world, id, {}))
    const left = Object.keys(await cut(world, id, { exclude_fields: ['summary', 'Status', 'nonsense'] }))
    expect(left).toEqual(all.filter((field) => field !== 'summary'))
  })

  it('understands _all and _default, and gives the default fields for an empty list [GEN-21] [GEN-22] [GEN-23]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    const keys = async (filter: Filter) => Object.keys(await cut(world, id, filter))
    const all = await keys({})
    expect(await keys({ include_fields: [] })).toEqual(all)
    expect(await keys({ include_fields: ['_default'] })).toEqual(all)
    expect(await keys({ include_fields: ['_default', 'tags'] })).toEqual([...all, 'tags'])
    expect(await keys({ include_fields: ['_all'] })).toEqual([...all, 'tags'])
    expect(await keys({ include_fields: ['id'], exclude_fields: ['_all'] })).toEqual(['id'])
  })

  it.each<[filter: Filter, expected: object]>([
    [{ include_fields: ['assigned_to'] }, { assigned_to: bob.name, assigned_to_detail: bob }],
    [{ include_fields: ['assigned_to_detail'] }, { assigned_to_detail: bob }],
    [{ include_fields: ['assigned_to.name'] }, { assigned_to: bob.name, assigned_to_detail: { name: bob.name } }],
    [{ include_fields: ['assigned_to_detail.name'] }, { assigned_to_detail: { name: bob.name } }],
    [{ include_fields: ['assigned_to'], exclude_fields: ['assigned_to_detail'] }, { assigned_to: bob.name }],
    [{ include_fields: ['cc.real_name'] }, { cc: [bob.name], cc_detail: [{ real_name: bob.real_name }] }],
    [{ include_fields: ['cc_detail.real_name'] }, { cc_detail: [{ real_name: bob.real_name }] }],
  ])('gives of people what %j asks for [GEN-19]', async (filter, expected) => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{ cc: ['bob'] }])
    expect(await cut(world, id, filter)).toEqual(expected)
  })

  it('leaves single parts out of the details of people, however they are named [GEN-20]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{ cc: ['bob'] }])
    const { real_name: _, ...rest } = bob
    for (const name of ['assigned_to.real_name', 'assigned_to_detail.real_name']) {
      const bug = await cut(world, id, { exclude_fields: [name] })
      expect(bug).toMatchObject({ assigned_to: bob.name, cc_detail: [bob] })
      expect(bug.assigned_to_detail).toEqual(rest)
    }
    expect(await cut(world, id, { include_fields: ['cc'], exclude_fields: ['cc.real_name'] })).toEqual({
      cc: [bob.name],
      cc_detail: [rest],
    })
  })

  it('leaves out the detail of a person together with the login [GEN-18]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{ qa_contact: 'bob' }])
    for (const field of ['assigned_to', 'creator', 'qa_contact', 'cc']) {
      const bug = await cut(world, id, { exclude_fields: [field] })
      expect(bug).not.toHaveProperty(field)
      expect(bug).not.toHaveProperty(`${field}_detail`)
    }
  })

  it('cuts flags to what was asked for [GEN-19] [GEN-20]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const [id = 0] = await addBugs(world.store, day, [{ flags: [{ type: 'review', status: '+', setter: 'bob' }] }])
    expect(await cut(world, id, { include_fields: ['flags.name', 'flags.status'] })).toEqual({
      flags: [{ name: 'review', status: '+' }],
    })
    expect((await cut(world, id, { exclude_fields: ['flags.setter'] })).flags?.[0]).not.toHaveProperty('setter')
  })
})

onEveryStore('bugs.get: number of selects', (open) => {
  /** A tracker on the same store, whose queries are counted. */
  async function counting(world: World) {
    const { store, queries, related } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now, checkAnswers: true } })
    const alice = tracker.as({ login: 'alice@example.com' })
    await alice.bugs.get({ ids: [] })
    return async (input: Parameters<typeof alice.bugs.get>[0]) => {
      queries.length = 0
      related.length = 0
      await alice.bugs.get(input)
      return [...queries.toSorted(), ...related.toSorted().map((relation) => `+${relation}`)]
    }
  }

  async function fillEverySet(world: World, count: number): Promise<number[]> {
    await inStore(world.store, async (tx) => {
      await addFlagType(tx, { name: 'review' })
      await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
      await addCustomField(tx, { name: 'cf_text', type: fieldTypes.freeText })
    })
    const plans = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      alias: [`bug-${index}`],
      cc: ['bob', 'carl'],
      groups: ['editbugs'],
      keywords: ['crash'],
      depends_on: index === 0 ? [] : [index],
      see_also: [1, 'https://elsewhere.example/1'],
      flags: [{ type: 'review', status: '?', setter: 'alice', requestee: 'bob' }],
      custom: { cf_bug: 1, cf_text: 'text' },
      tags: { alice: [`tag-${index}`] },
    }))
    return addBugs(world.store, day, plans)
  }

  it('is at most 8 for everything of any number of bugs', async () => {
    const world = await open()
    const ids = await fillEverySet(world, 60)
    const queriesFor = await counting(world)
    const selects = async (input: Parameters<typeof queriesFor>[0]) =>
      (await queriesFor(input)).filter((name) => !name.startsWith('+'))
    const first = await selects({ ids: ids.slice(0, 1), include_fields: ['_all'] })
    expect(first.length).toBeLessThanOrEqual(8)
    const one = await selects({ ids: ids.slice(0, 1), include_fields: ['_all'] })
    expect(one).toEqual(first.filter((name) => name !== 'users'))
    expect(await selects({ ids, include_fields: ['_all'] })).toEqual(one)
    expect(await selects({ ids })).toEqual(['bugs', 'bugs', 'installation'])
  })

  it('leaves out the sets that the wanted fields do not need', async () => {
    const world = await open()
    const ids = await fillEverySet(world, 3)
    const sets = async (...include_fields: string[]) => {
      // A tracker with empty caches.
      const queriesFor = await counting(world)
      return (await queriesFor({ ids, include_fields: include_fields as BugField[] }))
        .filter((name) => name !== 'installation')
        .join(' ')
    }
    expect(await sets('id', 'summary', 'status', 'product', 'deadline')).toBe('bugs')
    expect(await sets('alias')).toBe('bugs +aliases')
    expect(await sets('assigned_to.name')).toBe('bugs users')
    expect(await sets('cc')).toBe('bugs users +cc')
    expect(await sets('keywords')).toBe('bugs +keywords')
    expect(await sets('groups')).toBe('bugs +groups')
    expect(await sets('flags')).toBe('bugs users +flags')
    expect(await sets('see_also')).toBe('bugs bugs +see_also')
    expect(await sets('depends_on', 'blocks')).toBe('bugs bugs +blocks +depends_on')
    expect(await sets('cf_text')).toBe('bugs +custom_values')
    expect(await sets('tags')).toBe('bug_tags bugs personal_tags')
  })

  it('leaves out what the installation does not use', async () => {
    const world = await open()
    const ids = await addBugs(world.store, day, [{}, {}])
    await inStore(world.store, async (tx) => {
      await tx.delete('keywords', { and: [] })
      await setParameter(tx, 'useqacontact', '1')
    })
    const queriesFor = await counting(world)
    expect(await queriesFor({ ids })).toEqual([
      ...['bugs', 'installation', 'users'],
      ...['+aliases', '+blocks', '+cc', '+depends_on', '+groups', '+see_also'],
    ])
  })
})

onEveryStore('bugs.get: hidden bugs', (open) => {
  it('are left out of every field of visible bugs that could name one [GEN-28]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId }))
    const secret = { groups: ['secret'], creator: 'ivan', assigned_to: 'ivan' }
    await addBugs(world.store, day, [
      { id: 70, ...secret, depends_on: [72] },
      { id: 71, summary: 'Visible' },
      {
        id: 72,
        depends_on: [70, 71],
        dupe_of: 70,
        status: 'RESOLVED',
        resolution: 'DUPLICATE',
        see_also: [70, 71, 'https://elsewhere.example/show_bug.cgi?id=70'],
        custom: { cf_bug: 70 },
      },
    ])
    const fields: BugField[] = ['depends_on', 'blocks', 'dupe_of', 'see_also', 'cf_bug']
    const shownLinks = ['show_bug.cgi?id=71', 'https://elsewhere.example/show_bug.cgi?id=70']
    for (const who of ['eve', 'alice', null]) {
      for (const include_fields of [['_all'], fields, ...fields.map((field) => [field])]) {
        const bug = await seen(world, who, 72, { include_fields })
        const { see_also, ...rest } = bug ?? {}
        expect(JSON.stringify({ ...rest, update_token: '' })).not.toContain('70')
        expect(see_also ?? shownLinks).toEqual(shownLinks)
      }
      const { bugs } = await world.as(who).bugs.get({ ids: [72, 71, 70], include_fields: fields, permissive: true })
      expect(bugs).toMatchObject([{ depends_on: [71], blocks: [], dupe_of: null, cf_bug: null }, { blocks: [72] }])
    }
    expect(await seen(world, 'ivan', 72)).toMatchObject({
      depends_on: [70, 71],
      blocks: [70],
      dupe_of: 70,
      see_also: ['show_bug.cgi?id=70', 'show_bug.cgi?id=71', 'https://elsewhere.example/show_bug.cgi?id=70'],
      cf_bug: 70,
    })
  })

  it('are shown to the embedding program', async () => {
    const world = await open()
    await addBugs(world.store, day, [
      { id: 70, groups: ['secret'] },
      { id: 71, depends_on: [70] },
    ])
    const { bugs } = await world.tracker.asSystem().bugs.get({ ids: [71, 70] })
    expect(bugs).toMatchObject([{ depends_on: [70], assigned_to: 'bob@example.com' }, { blocks: [71] }])
  })
})

onEveryStore('bugs.get: people who are remembered', (open) => {
  it('shows a new name at once, also when another tracker on the store changed it', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{ assigned_to: 'bob', cc: ['carl'] }])
    const elsewhere = await createTracker({
      store: countingStore(world.store).store,
      testing: { clock: world.clock.now },
    })
    const shown = async () => {
      const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
      return [bugs[0]?.assigned_to, bugs[0]?.cc_detail[0]?.real_name]
    }
    await shown()
    const admin = elsewhere.asSystem()
    await admin.users.update({ names: ['bob@example.com'], email: 'robert@example.com' })
    await admin.users.update({ names: ['carl@example.com'], full_name: 'Carl the Second' })
    expect(await shown()).toEqual(['robert@example.com', 'Carl the Second'])
  })
})

it('bugs.get fails once when several of its questions fail at the same moment', async () => {
  const bare = memoryStore()
  const lost = new Error('the disk is gone')
  let isBroken = false
  const store: Store = {
    ...bare,
    read: (work) =>
      bare.read((tx) =>
        work({
          ...tx,
          select(query) {
            if (isBroken && ['bug_marks', 'personal_tags'].includes(query.from)) throw lost
            return tx.select(query)
          },
        }),
      ),
  }
  const tracker = await createTracker({ store, timeoutSeconds: 60 })
  const admin = tracker.asSystem('admin@example.com')
  await admin.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await admin.components.create(component)
  const { id } = await admin.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' })
  isBroken = true
  const include_fields = ['id', 'tags', 'changed_since_seen'] as const
  await expect(admin.bugs.get({ ids: [id], include_fields: [...include_fields] })).rejects.toMatchObject({
    code: 'fault',
    cause: lost,
  })
  await tracker.close()
})
