import { describe, expect, it } from 'vitest'
import { addBugs, addCustomField, addFlagType, inStore, setParameter, type BugPlan } from '../../../test/bug-rows.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { bugFields, type BugFieldName } from '../../domain/bugs/fields/index.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'
import type { NewRow, Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import type { BugField, BugsSearchInput } from '@trackerkit/types'

const noon = new Date('2026-03-01T12:00:00Z')

/** Adds bugs that are known by their summaries. */
async function bugsNamed(world: World, plans: Readonly<Record<string, BugPlan>>): Promise<void> {
  await addBugs(
    world.store,
    noon,
    Object.entries(plans).map(([summary, plan]) => ({ summary, ...plan })),
  )
}

/** Returns the summaries of the bugs a user finds, in order. */
async function found(world: World, who: string | null, criteria: BugsSearchInput): Promise<string[]> {
  const { bugs } = await world.as(who).bugs.search({ ...criteria, include_fields: ['summary'] })
  return bugs.map((bug) => bug.summary ?? '')
}

function folded<C extends string>(col: C, text: string) {
  return { [col]: text, [`${col}_folded`]: fold(text) } as Record<C | `${C}_folded`, string>
}

async function milestoneId(tx: Writer, name: string): Promise<number> {
  const [row] = await tx.select({ from: 'milestones', where: { col: 'name', eq: name } })
  return row?.id ?? 0
}

async function legal(world: World, field: string, name: string): Promise<number> {
  return inStore(world.store, async (tx) => {
    const [row] = await tx.select({ from: 'fields', where: { col: 'name', eq: field } })
    const values = await tx.select({ from: 'legal_values', where: { col: 'field_id', eq: row?.id ?? 0 } })
    return values.find((value) => value.name === name)?.id ?? 0
  })
}

onEveryStore('bugs.search: criteria', (open) => {
  it('answers bugs as Get Bug does, by id [BUG-S-01] [BUG-S-36]', async () => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 30 }, { id: 10, keywords: ['crash'], cc: ['carl'] }, { id: 20 }])
    const alice = world.as('alice')
    const answer = await alice.bugs.search({ product: 'Widgets' })
    const { bugs } = await alice.bugs.get({ ids: [10, 20, 30], exclude_fields: ['update_token'] })
    expect(answer).toEqual({ bugs, faults: [], total_matches: 3 })
  })

  it('finds the component of that name in the products asked for, and in no other', async () => {
    const world = await open()
    const system = world.tracker.asSystem('admin@example.com')
    for (const product of ['Widgets', 'Gadgets']) {
      const component = { product, name: 'Shared', description: 'In both', default_assignee: 'alice@example.com' }
      await system.components.create(component)
    }
    await bugsNamed(world, {
      'a widget': { product: 'Widgets', component: 'Shared' },
      'a gadget': { product: 'Gadgets', component: 'Shared' },
      'another widget': { product: 'Widgets' },
    })
    const component = 'Shared'
    expect(await found(world, 'alice', { component })).toEqual(['a widget', 'a gadget'])
    expect(await found(world, 'alice', { component, product: 'Gadgets' })).toEqual(['a gadget'])
    expect(await found(world, 'alice', { component, product: ['Gadgets', 'Widgets'] })).toEqual([
      'a widget',
      'a gadget',
    ])
    expect(await found(world, 'alice', { component, product: 'Nowhere' })).toEqual([])
    const either = { f1: 'product', o1: 'equals', v1: 'Widgets', component, product: 'Gadgets' }
    expect(await found(world, 'alice', either)).toEqual([])
  })

  it('joins criteria with AND [BUG-S-02]', async () => {
    const world = await open()
    await bugsNamed(world, {
      both: { product: 'Widgets', status: 'CONFIRMED' },
      'product only': { product: 'Widgets', status: 'IN_PROGRESS' },
      'status only': { product: 'Gadgets', status: 'CONFIRMED' },
    })
    expect(await found(world, 'alice', { product: 'Widgets', status: 'CONFIRMED' })).toEqual(['both'])
    expect(await found(world, 'alice', { product: 'Widgets', version: 'unspecified' })).toEqual([])
  })

  it('matches whole values without regard to case [BUG-S-03] [BUG-S-05]', async () => {
    const world = await open()
    await bugsNamed(world, { one: { alias: ['Élan'], columns: folded('url', 'http://Example.com/a,b') } })
    for (const criteria of [
      { product: 'wIDGETS' },
      { component: 'ui' },
      { assigned_to: 'BOB@example.COM' },
      { alias: 'éLAN' },
      { url: 'HTTP://example.com/A,B' },
      { status: 'confirmed', priority: 'NORMAL', severity: 'Major', platform: 'pc', op_sys: 'linux' },
    ])
      expect([criteria, await found(world, 'alice', criteria)]).toEqual([criteria, ['one']])
    for (const criteria of [
      { product: 'Widget' },
      { component: 'U' },
      { assigned_to: 'bob' },
      { assigned_to: 'bob@example.com.org' },
      { alias: 'la' },
      { url: 'http://example.com' },
      { status: 'CONF' },
      { creator: 'alice' },
    ])
      expect([criteria, await found(world, 'alice', criteria)]).toEqual([criteria, []])
  })

  it('matches any of several values [BUG-S-04]', async () => {
    const world = await open()
    await bugsNamed(world, {
      open: { status: 'CONFIRMED' },
      working: { status: 'IN_PROGRESS' },
      done: { status: 'RESOLVED', resolution: 'FIXED' },
    })
    expect(await found(world, 'alice', { status: ['RESOLVED', 'CONFIRMED'] })).toEqual(['open', 'done'])
    expect(await found(world, 'alice', { assigned_to: ['nobody@example.com', 'bob@example.com'] })).toHaveLength(3)
    expect(await found(world, 'alice', { resolution: ['FIXED', 'INVALID'], product: ['Gadgets', 'Widgets'] })).toEqual([
      'done',
    ])
  })

  it('finds by alias [BUG-S-09]', async () => {
    const world = await open()
    await bugsNamed(world, { one: { alias: ['first', 'uno'] }, two: { alias: ['second'] }, none: {} })
    expect(await found(world, 'alice', { alias: ['UNO', 'second'] })).toEqual(['one', 'two'])
    expect(await found(world, 'alice', { alias: 'third' })).toEqual([])
  })

  it('finds by the people of a bug [BUG-S-10] [BUG-S-15] [BUG-S-16] [BUG-S-33]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'useqacontact', '0'))
    await bugsNamed(world, {
      carls: { assigned_to: 'carl', creator: 'bob' },
      bobs: { assigned_to: 'bob', creator: 'carl', qa_contact: 'ivan' },
      copied: { cc: ['carl'], assigned_to: 'alice', creator: 'alice' },
    })
    const carl = 'carl@example.com'
    expect(await found(world, 'alice', { assigned_to: carl })).toEqual(['carls'])
    expect(await found(world, 'alice', { creator: carl })).toEqual(['bobs'])
    expect(await found(world, 'alice', { reporter: carl })).toEqual(['bobs'])
    expect(await found(world, 'alice', { qa_contact: 'ivan@example.com' })).toEqual(['bobs'])
    expect(await found(world, 'alice', { cc: [carl, 'ivan@example.com'] })).toEqual(['copied'])
    expect(await found(world, 'alice', { assigned_to: 'nobody@example.com' })).toEqual([])
    expect(await found(world, null, { assigned_to: carl })).toEqual(['carls'])
  })

  it('finds by product and component [BUG-S-11] [BUG-S-12] [BUG-S-23]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await tx.update('components', { col: 'name', eq: 'Main' }, folded('name', 'Core'))
      await bumpCatalogueVersion(tx)
    })
    await bugsNamed(world, {
      'widget core': { product: 'Widgets', component: 'Core' },
      'widget ui': { product: 'Widgets', component: 'UI' },
      'gadget core': { product: 'Gadgets', component: 'Core' },
    })
    expect(await found(world, 'alice', { component: 'Core' })).toEqual(['widget core', 'gadget core'])
    expect(await found(world, 'alice', { component: 'Core', product: 'Gadgets' })).toEqual(['gadget core'])
    expect(await found(world, 'alice', { product: 'Widgets' })).toEqual(['widget core', 'widget ui'])
    expect(await found(world, 'alice', { product: 'No such product' })).toEqual([])
    expect(await found(world, 'alice', { classification: 'Unclassified', component: 'UI' })).toEqual(['widget ui'])
  })

  it('finds what was made or changed at a time or later [BUG-S-13] [BUG-S-19]', async () => {
    const world = await open()
    const at = (time: string) => new Date(`2026-02-01T${time}Z`)
    await bugsNamed(world, {
      before: { columns: { creation_time: at('09:59:59.999'), last_change_time: at('10:59:59.999') } },
      then: { columns: { creation_time: at('10:00:00'), last_change_time: at('11:00:00') } },
      after: { columns: { creation_time: at('10:00:01'), last_change_time: at('11:00:01') } },
    })
    expect(await found(world, 'alice', { creation_time: at('10:00:00') })).toEqual(['then', 'after'])
    expect(await found(world, 'alice', { last_change_time: at('11:00:00') })).toEqual(['then', 'after'])
    expect(await found(world, 'alice', { last_change_time: at('11:00:00.001') })).toEqual(['after'])
    expect(await found(world, 'alice', { creation_time: at('10:00:00'), last_change_time: at('12:00:00') })).toEqual([])
  })

  it('takes one time, not several [BUG-S-14]', async () => {
    const world = await open()
    const { bugs } = world.as('alice')
    for (const field of ['creation_time', 'last_change_time'])
      await expect(bugs.search({ [field]: [noon, noon] })).rejects.toMatchObject({
        code: 'illegal_date',
        number: 56,
        data: { field },
      })
  })

  it('finds by ids [BUG-S-17] [BUG-S-18]', async () => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 1 }, { id: 2, alias: ['second'] }, { id: 12 }, { id: 21 }])
    const ids = async (criteria: BugsSearchInput) =>
      (await world.as('alice').bugs.search({ ...criteria, include_fields: ['id'] })).bugs.map((bug) => bug.id)
    expect(await ids({ id: 12 })).toEqual([12])
    expect(await ids({ id: [21, '1'] })).toEqual([1, 21])
    expect(await ids({ id: '1, 12,,21 ' })).toEqual([1, 12, 21])
    expect(await ids({ id: ['1,2', 21] })).toEqual([1, 2, 21])
    expect(await ids({ id: ['second', '99', '1.5'] })).toEqual([])
  })

  it('finds by select fields, version and url [BUG-S-22]', async () => {
    const world = await open()
    await bugsNamed(world, {
      odd: {
        version: '2.0',
        columns: {
          op_sys_id: await legal(world, 'op_sys', 'Windows'),
          platform_id: await legal(world, 'rep_platform', 'Macintosh'),
          priority_id: await legal(world, 'priority', '---'),
          severity_id: await legal(world, 'bug_severity', 'minor'),
          ...folded('url', 'http://example.com/odd'),
        },
      },
      usual: {},
    })
    for (const criteria of [
      { op_sys: 'Windows' },
      { platform: 'Macintosh' },
      { priority: '---' },
      { severity: 'minor' },
      { url: 'http://example.com/odd' },
      { version: '2.0' },
    ])
      expect([criteria, await found(world, 'alice', criteria)]).toEqual([criteria, ['odd']])
    expect(await found(world, 'alice', { op_sys: 'Linux', version: ['1.0', 'none'] })).toEqual(['usual'])
  })

  it('finds by resolution, and open bugs by none [BUG-S-24] [BUG-S-25]', async () => {
    const world = await open()
    await bugsNamed(world, {
      open: {},
      fixed: { status: 'RESOLVED', resolution: 'FIXED' },
      invalid: { status: 'VERIFIED', resolution: 'INVALID' },
    })
    expect(await found(world, 'alice', { resolution: 'FIXED' })).toEqual(['fixed'])
    expect(await found(world, 'alice', { resolution: '' })).toEqual(['open'])
    expect(await found(world, 'alice', { resolution: '---' })).toEqual(['open'])
    expect(await found(world, 'alice', { resolution: ['', 'INVALID'] })).toEqual(['open', 'invalid'])
    expect(await found(world, 'alice', { resolution: 'WORKS' })).toEqual([])
  })

  it('finds by status, of which some stand for several [BUG-S-26]', async () => {
    const world = await open()
    await bugsNamed(world, {
      new: { status: 'UNCONFIRMED' },
      working: { status: 'IN_PROGRESS' },
      done: { status: 'VERIFIED', resolution: 'FIXED' },
    })
    expect(await found(world, 'alice', { status: 'IN_PROGRESS' })).toEqual(['working'])
    expect(await found(world, 'alice', { status: '__open__' })).toEqual(['new', 'working'])
    expect(await found(world, 'alice', { status: '__closed__' })).toEqual(['done'])
    expect(await found(world, 'alice', { status: '__all__' })).toEqual(['new', 'working', 'done'])
    expect(await found(world, 'alice', { status: ['__closed__', 'UNCONFIRMED'] })).toEqual(['new', 'done'])
    expect(await found(world, 'alice', { status: 'NO_SUCH_STATUS' })).toEqual([])
    expect(await found(world, 'alice', { is_open: false })).toEqual(['done'])
  })

  it('finds parts of the summary and the whiteboard [BUG-S-27] [BUG-S-28] [BUG-S-29] [BUG-S-34]', async () => {
    const world = await open()
    const board = (text: string) => ({ columns: folded('whiteboard', text) })
    await bugsNamed(world, {
      'Two words, ÄRGER': board('[needs Info] soon'),
      'words and two': board('info [needs]'),
      '100% sure_': board(''),
    })
    expect(await found(world, 'alice', { summary: 'two WORDS' })).toEqual(['Two words, ÄRGER'])
    expect(await found(world, 'alice', { summary: 'o w' })).toEqual(['Two words, ÄRGER'])
    expect(await found(world, 'alice', { summary: 'ärg' })).toEqual(['Two words, ÄRGER'])
    expect(await found(world, 'alice', { summary: ['100%', 'and'] })).toEqual(['words and two', '100% sure_'])
    expect(await found(world, 'alice', { summary: ['0_ '] })).toEqual([])
    expect(await found(world, 'alice', { whiteboard: '[NEEDS' })).toEqual(['Two words, ÄRGER', 'words and two'])
    expect(await found(world, 'alice', { whiteboard: 'needs info' })).toEqual(['Two words, ÄRGER'])
    expect(await found(world, 'alice', { whiteboard: ['soon', 'info ['] })).toHaveLength(2)
  })

  it('finds by the tags of the caller, never by those of others [BUG-S-30] [BUG-S-31]', async () => {
    const world = await open()
    await bugsNamed(world, {
      mine: { tags: { alice: ['Later', 'odd'] } },
      both: { tags: { alice: ['odd'], bob: ['later'] } },
      his: { tags: { bob: ['later', 'Private'] } },
    })
    expect(await found(world, 'alice', { tags: 'later' })).toEqual(['mine'])
    expect(await found(world, 'alice', { tags: ['later', 'ODD'] })).toEqual(['mine', 'both'])
    expect(await found(world, 'alice', { tags: 'private' })).toEqual([])
    expect(await found(world, 'bob', { tags: 'later' })).toEqual(['both', 'his'])
    expect(await found(world, null, { tags: 'later' })).toEqual([])
  })

  it('finds by milestone, even when milestones are not in use [BUG-S-32]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'usetargetmilestone', '0'))
    const milestone = await inStore(world.store, (tx) => milestoneId(tx, 'M1'))
    await bugsNamed(world, { planned: { columns: { target_milestone_id: milestone } }, unplanned: {} })
    expect(await found(world, 'alice', { target_milestone: 'm1' })).toEqual(['planned'])
    expect(await found(world, 'alice', { target_milestone: '---' })).toEqual(['unplanned'])
  })

  it('finds by the other fields of a bug', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, summary: 'a', keywords: ['crash', 'regression'], depends_on: [2] },
      { id: 2, summary: 'b', keywords: ['crash'], groups: [], columns: { deadline: '2026-05-01' } },
      { id: 3, summary: 'c', is_confirmed: false, see_also: ['http://example.com/1'], depends_on: [1, 2] },
    ])
    expect(await found(world, 'alice', { keywords: ['crash', 'regression'] })).toEqual(['a'])
    expect(await found(world, 'alice', { keywords: 'regression, crash' })).toEqual(['a'])
    expect(await found(world, 'alice', { keywords: 'cras' })).toEqual([])
    expect(await found(world, 'alice', { depends_on: 2 })).toEqual(['a', 'c'])
    expect(await found(world, 'alice', { blocks: ['1,3'] })).toEqual(['a', 'b'])
    expect(await found(world, 'alice', { is_confirmed: false })).toEqual(['c'])
    expect(await found(world, 'alice', { see_also: 'http://example.com/1' })).toEqual(['c'])
    expect(await found(world, 'alice', { deadline: '2026-05-01' })).toEqual(['b'])
  })

  it('ignores empty criteria, and reports unknown names in lenient mode', async () => {
    const world = await open()
    await bugsNamed(world, { one: {}, two: {} })
    const { search } = world.tracker.as({ login: 'alice@example.com' }, { handling: 'lenient' }).bugs
    const blank = { product: '', component: [' ', ''], f1: 'product', o1: 'equals', v1: '' }
    expect(await found(world, 'alice', blank)).toEqual(['one', 'two'])
    const strange = { sumary: 'one', query_format: 'advanced', list_id: '7', _: '123', short_desc_type: 'substring' }
    expect(await search(strange as BugsSearchInput)).toMatchObject({ total_matches: 2, ignored: ['sumary'] })
    expect(await search({ summary: 'one', order: 'priority, nonsense' })).toMatchObject({ ignored: ['order=nonsense'] })
    expect(await search({ summary: 'one' })).not.toHaveProperty('ignored')
  })

  it('requires a criterion where the installation does', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'search_allow_no_criteria', '0'))
    await bugsNamed(world, { one: {} })
    const refusal = { code: 'buglist_parameters_required', number: 1000 }
    const { search } = world.as('alice').bugs
    await expect(search({})).rejects.toMatchObject(refusal)
    await expect(search({ limit: 5, order: 'bug_id', include_fields: ['id'] })).rejects.toMatchObject(refusal)
    await expect(search({ product: ' ', query_format: 'advanced' } as BugsSearchInput)).rejects.toMatchObject(refusal)
    expect(await found(world, 'alice', { product: 'Widgets' })).toEqual(['one'])
  })
})

onEveryStore('bugs.search: what the caller sees', (open) => {
  it('finds only bugs that the caller may see [BUG-S-08]', async () => {
    const world = await open()
    await bugsNamed(world, {
      public: { creator: 'bob' },
      secret: { groups: ['secret'], creator: 'bob', assigned_to: 'bob' },
      'eve is on it': { groups: ['secret'], cc: ['eve'], creator: 'bob', assigned_to: 'bob' },
    })
    const criteria: BugsSearchInput = { creator: 'bob@example.com', limit: 2 }
    expect(await found(world, 'ivan', { ...criteria, limit: 3 })).toEqual(['public', 'secret', 'eve is on it'])
    expect(await found(world, 'eve', criteria)).toEqual(['public', 'eve is on it'])
    expect(await found(world, null, criteria)).toEqual(['public'])
    expect(await found(world, null, { id: '1,2,3' })).toEqual(['public'])
    expect(await world.as('eve').bugs.search({ ...criteria, limit: 1, count_total: true })).toMatchObject({
      total_matches: 2,
    })
    expect(await world.as(null).bugs.search({ count_only: true })).toMatchObject({ bug_count: 1 })
  })

  it('lets the embedding program see all', async () => {
    const world = await open()
    await bugsNamed(world, { public: {}, secret: { groups: ['secret'] } })
    const { bugs } = await world.tracker.asSystem().bugs.search({})
    expect(bugs.map((bug) => bug.summary)).toEqual(['public', 'secret'])
  })

  it('includes and excludes fields as Get Bug does', async () => {
    const world = await open()
    await bugsNamed(world, { one: { tags: { alice: ['odd'] } } })
    const { search } = world.as('alice').bugs
    expect((await search({ include_fields: ['id', 'tags', 'nonsense'] as BugField[] })).bugs).toEqual([
      { id: 1, tags: ['odd'] },
    ])
    const { bugs } = await search({ exclude_fields: ['summary'] })
    expect(bugs[0]).toHaveProperty('status')
    expect(bugs[0]).not.toHaveProperty('summary')
  })

  it('returns a field that is requested without others as Get Bug returns it', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await setParameter(tx, 'useqacontact', '1')
      await addFlagType(tx, { name: 'review' })
    })
    const [other = 0, id = 0] = await addBugs(world.store, noon, [
      {},
      {
        ...{ summary: 'All', status: 'RESOLVED', resolution: 'DUPLICATE', is_confirmed: true, alias: ['whole'] },
        ...{ creator: 'bob', assigned_to: 'carl', qa_contact: 'alice', cc: ['bob'], groups: ['secret'] },
        ...{ keywords: ['crash'], depends_on: [1], dupe_of: 1, see_also: ['https://z.example/1'] },
        ...{ tags: { alice: ['odd'] }, flags: [{ type: 'review', status: '+', setter: 'bob' }] },
        columns: {
          ...{ ...folded('whiteboard', 'board'), ...folded('url', 'https://a.example') },
          ...{ deadline: '2026-04-30', estimated_time: 8, actual_time: 2, remaining_time: 6, votes: 3 },
          ...{ comment_count: 4, public_comment_count: 4, is_cc_accessible: true, is_creator_accessible: false },
          last_change_time: new Date('2026-03-02T08:00:00Z'),
        },
      },
    ])
    const alice = world.as('alice')
    const names = (Object.keys(bugFields) as BugFieldName[]).filter((name) => name !== 'update_token')
    const whole = (await alice.bugs.get({ ids: [id], include_fields: names })).bugs[0]
    expect([other, names.filter((name) => whole?.[name] === undefined)]).toEqual([1, []])
    expect((await alice.bugs.search({ id, include_fields: names })).bugs).toEqual([whole])
    for (const order of ['', 'changeddate DESC']) {
      for (const name of names) {
        const { bugs } = await alice.bugs.search({ id, include_fields: [name], order })
        expect([name, bugs[0]?.[name]]).toEqual([name, whole?.[name]])
      }
    }
  })
})

onEveryStore('bugs.search: limits', (open) => {
  const five = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, {}]))

  it('pages through what is found, and says when there is more [BUG-S-20] [BUG-S-21] [GEN-33]', async () => {
    const world = await open()
    await bugsNamed(world, five)
    const page = (limit: number, offset?: number) =>
      world.as('alice').bugs.search({ limit, ...(offset !== undefined && { offset }), include_fields: ['summary'] })
    expect(await page(2)).toEqual({ bugs: [{ summary: 'a' }, { summary: 'b' }], faults: [], limit: '2', offset: 0 })
    expect(await page(2, 2)).toEqual({ bugs: [{ summary: 'c' }, { summary: 'd' }], faults: [], limit: '2', offset: 2 })
    expect(await page(2, 4)).toEqual({ bugs: [{ summary: 'e' }], faults: [], total_matches: 5 })
    expect(await page(5)).toMatchObject({ total_matches: 5 })
    expect(await page(5)).not.toHaveProperty('limit')
    expect(await page(2, 9)).toEqual({ bugs: [], faults: [] })
  })

  it('counts all matches when asked to [GEN-33]', async () => {
    const world = await open()
    await bugsNamed(world, five)
    const { search } = world.as('alice').bugs
    expect(await search({ limit: 2, count_total: true })).toMatchObject({ limit: '2', offset: 0, total_matches: 5 })
    expect(await search({ limit: 2, offset: 9, count_total: true })).toMatchObject({ bugs: [], total_matches: 5 })
    expect(await search({ limit: 2, count_total: true, count_up_to: 4 })).toMatchObject({ total_matches: 4 })
    expect(await search({ limit: 2, count_total: true, count_up_to: 6 })).toMatchObject({ total_matches: 5 })
    expect(await search({ limit: 2, count_up_to: 6 })).not.toHaveProperty('total_matches')
    await expect(search({ count_total: true, count_up_to: 0 })).rejects.toMatchObject({ code: 'number_too_small' })
    expect(await search({ summary: ['a', 'b'], count_only: true })).toEqual({ bugs: [], faults: [], bug_count: 2 })
  })

  it('keeps to the maximum of the installation, which 0 lifts [LIM-03] [LIM-04]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'max_search_results', '3'))
    await bugsNamed(world, five)
    expect(await found(world, 'alice', { limit: 4 })).toEqual(['a', 'b', 'c'])
    expect(await found(world, 'alice', {})).toEqual(['a', 'b', 'c'])
    expect(await world.as('alice').bugs.search({})).toMatchObject({ limit: '3', offset: 0 })
    expect(await found(world, 'alice', { limit: 0 })).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await found(world, 'alice', { limit: 0, offset: 3 })).toEqual(['d', 'e'])
  })

  it('refuses limits that are no number from 0 up', async () => {
    const world = await open()
    const { search } = world.as('alice').bugs
    await expect(search({ offset: 5 })).rejects.toMatchObject({
      code: 'param_required',
      number: 50,
      data: { field: 'limit' },
    })
    for (const input of [{ limit: -1 }, { limit: 1.5 }, { limit: 'x' }, { limit: 5, offset: -2 }]) {
      const field = 'offset' in input ? 'offset' : 'limit'
      await expect(search(input as BugsSearchInput)).rejects.toMatchObject({ number: 52, data: { field } })
    }
  })

  it('rejects a list that is too long with how many entries it has and may have', async () => {
    const world = await open()
    const given = Array.from({ length: 1001 }, (_, index) => index + 1)
    for (const field of ['id', 'cc'])
      await expect(world.as('alice').bugs.search({ [field]: given })).rejects.toMatchObject({
        code: 'list_too_long',
        message: `${field} accepts at most 1000 entries; 1001 were given.`,
      })
  })
})

onEveryStore('bugs.search: order', (open) => {
  it('sorts by fields under all their names, in both directions, and ties by id', async () => {
    const world = await open()
    const priority = (name: string) => legal(world, 'priority', name)
    await bugsNamed(world, {
      b: { assigned_to: 'carl', columns: { priority_id: await priority('Low'), deadline: '2026-01-01' } },
      a: { assigned_to: 'bob', columns: { priority_id: await priority('High') } },
      d: { assigned_to: 'carl', columns: { priority_id: await priority('High') }, alias: ['x'] },
      c: { assigned_to: 'alice', columns: { priority_id: await priority('Highest'), deadline: '2025-01-01' } },
    })
    const sorted = async (order: string | string[]) => (await found(world, 'alice', { order })).join('')
    expect(await sorted('short_desc')).toBe('abcd')
    expect(await sorted('summary DESC')).toBe('dcba')
    expect(await sorted('priority')).toBe('cadb')
    expect(await sorted('priority desc')).toBe('badc')
    expect(await sorted(['priority', 'bugs.short_desc DESC'])).toBe('cdab')
    expect(await sorted('map_assigned_to.login_name,bug_id desc')).toBe('cadb')
    expect(await sorted('assigned_to,id desc')).toBe('cadb')
    expect(await sorted('bug_id DESC')).toBe('cdab')
    expect(await sorted('deadline')).toBe('adcb')
    expect(await sorted('alias desc')).toBe('dbac')
    expect(await sorted('Bug Number')).toBe('badc')
    expect(await sorted('Importance')).toBe('cadb')
    expect(await sorted('Assignee')).toBe('cadb')
    expect(await sorted('Last Changed')).toBe(await sorted('changeddate,bug_status,priority,assigned_to,bug_id'))
    expect(await sorted('classification desc, product, component, id')).toBe('badc')
  })

  it('sorts classifications by name', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const add = (name: string) =>
        tx.insert('classifications', [
          { ...folded('name', name), description: '', sort_key: 0 } as NewRow<'classifications'>,
        ])
      const [zoo = 0] = await add('Zoo')
      const [art = 0] = await add('Art')
      await tx.update('products', { col: 'name', eq: 'Widgets' }, { classification_id: zoo })
      await tx.update('products', { col: 'name', eq: 'Gadgets' }, { classification_id: art })
      await setParameter(tx, 'useclassification', '1')
    })
    await bugsNamed(world, {
      zoo: { product: 'Widgets' },
      art: { product: 'Gadgets' },
      none: { product: 'Closed' },
    })
    expect(await found(world, 'alice', { order: 'classification' })).toEqual(['art', 'none', 'zoo'])
    expect(await found(world, 'alice', { order: 'classification DESC' })).toEqual(['zoo', 'none', 'art'])
  })

  it('sorts by other bugs as far as the caller sees them', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId }))
    await addBugs(world.store, noon, [
      { id: 1, groups: ['secret'] },
      { id: 2, depends_on: [1, 4], custom: { cf_bug: 1 } },
      { id: 3, depends_on: [2], custom: { cf_bug: 4 } },
      { id: 4, custom: { cf_bug: 2 } },
    ])
    const sorted = async (who: string, order: string) =>
      (await world.as(who).bugs.search({ order, include_fields: ['id'] })).bugs.map((bug) => bug.id)
    expect(await sorted('ivan', 'dependson')).toEqual([1, 4, 2, 3])
    expect(await sorted('eve', 'depends_on')).toEqual([4, 3, 2])
    expect(await sorted('ivan', 'blocked DESC')).toEqual([2, 1, 4, 3])
    expect(await sorted('eve', 'blocked DESC')).toEqual([2, 4, 3])
    expect(await sorted('ivan', 'cf_bug')).toEqual([1, 2, 4, 3])
    expect(await sorted('eve', 'cf_bug DESC')).toEqual([3, 4, 2])
  })

  it('sorts custom fields without a value as the value that is shown: --- or 0', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const type = fieldTypes.singleSelect
      await addCustomField(tx, { name: 'cf_first', type }, ['---', 'small', 'big'])
      await addCustomField(tx, { name: 'cf_middle', type }, ['small', '---', 'big'])
      await addCustomField(tx, { name: 'cf_last', type }, ['small', 'big', '---'])
      await addCustomField(tx, { name: 'cf_count', type: fieldTypes.integer })
    })
    const all = (size: string) => ({ cf_first: size, cf_middle: size, cf_last: size })
    await bugsNamed(world, {
      a: {},
      b: { custom: { ...all('big'), cf_count: -5 } },
      c: { custom: { ...all('small'), cf_count: 3 } },
      d: { custom: { cf_count: -1 } },
    })
    const sorted = async (order: string) => (await found(world, 'alice', { order })).join('')
    const both = async (field: string) => [await sorted(field), await sorted(`${field} DESC`)]
    expect(await both('cf_first')).toEqual(['adcb', 'bcad'])
    expect(await both('cf_middle')).toEqual(['cadb', 'badc'])
    expect(await both('cf_last')).toEqual(['cbad', 'adbc'])
    expect(await both('cf_count')).toEqual(['bdac', 'cadb'])
  })

  it('refuses to sort by a list of names', async () => {
    const world = await open()
    const lists = ['keywords', 'flagtypes.name', 'tag', 'cc']
    const lenient = world.tracker.as({ login: 'alice@example.com' }, { handling: 'lenient' })
    expect(await lenient.bugs.search({ order: lists.join() })).toMatchObject({
      ignored: lists.map((name) => `order=${name}`),
    })
    await expect(world.as('alice').bugs.search({ order: 'cc' })).rejects.toMatchObject({ code: 'unknown_parameter' })
  })

  it('shows nothing of hours to those who may not see them', async () => {
    const world = await open()
    await bugsNamed(world, {
      more: { columns: { estimated_time: 9 } },
      less: { columns: { estimated_time: 1 } },
    })
    expect(await found(world, 'alice', { order: 'estimated_time' })).toEqual(['less', 'more'])
    const eve = world.tracker.as({ login: 'eve@example.com' }, { handling: 'lenient' })
    expect(await eve.bugs.search({ order: 'estimated_time', include_fields: ['summary'] })).toMatchObject({
      bugs: [{ summary: 'more' }, { summary: 'less' }],
      ignored: ['order=estimated_time'],
    })
    const strict = world.as('eve').bugs.search({ order: 'estimated_time' })
    await expect(strict).rejects.toMatchObject({ code: 'unknown_parameter', data: { field: 'order=estimated_time' } })
  })
})

describe('the type of the input of bugs.search', () => {
  it('knows the names of the contract and of the advanced search', () => {
    const inputs: BugsSearchInput[] = [
      { product: ['Widgets'], f1: 'cc', o1: 'equals', v1: 'x', cf_colour: 'red', short_desc_type: 'regexp' },
      { bug_status: 'CONFIRMED', 'attachments.mimetype': 'text/plain', 'field0-0-0': 'keywords', email1: 'x' },
      // @ts-expect-error a misspelt name
      { sumary: 'x' },
    ]
    expect(inputs).toHaveLength(3)
  })
})

onEveryStore('bugs.search: a misspelt criterion', (open) => {
  const misspelt = { prodct: 'Widgets' } as BugsSearchInput
  const refusal = { code: 'unknown_parameter', number: 53, data: { field: 'prodct' } }

  it('is refused in process and in a transaction, because a search without it finds too much', async () => {
    const world = await open()
    await expect(world.as('alice').bugs.search(misspelt)).rejects.toMatchObject(refusal)
    const within = world.tracker.transaction((tx) => tx.as({ login: 'alice@example.com' }).bugs.search(misspelt))
    await expect(within).rejects.toMatchObject(refusal)
  })
})
