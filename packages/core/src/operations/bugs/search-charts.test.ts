import { expect, it } from 'vitest'
import { addBugs, addCustomField, addHistory, inStore, setParameter } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { add, userId } from '../../../test/people.js'
import { fieldTypes } from '../../setup/field-types.js'
import type { BugField, BugsSearchInput } from '@trackerkit/types'
import { fold } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'

const noon = new Date('2026-03-01T12:00:00Z')
const day = (number: number) => new Date(`2026-02-${String(number).padStart(2, '0')}T12:00:00Z`)

async function ids(world: World, who: string | null, criteria: BugsSearchInput): Promise<number[]> {
  const { bugs } = await world.as(who).bugs.search({ ...criteria, include_fields: ['id'] })
  return bugs.map((bug) => bug.id ?? 0)
}

/** Conditions as charts: [field, operator, value]. */
function charts(...conditions: readonly (readonly [string, string, string?])[]): BugsSearchInput {
  const parts = conditions.map(([field, operator, value], index) => ({
    [`f${index + 1}`]: field,
    [`o${index + 1}`]: operator,
    ...(value !== undefined && { [`v${index + 1}`]: value }),
  }))
  return Object.assign({}, ...parts) as BugsSearchInput
}

onAnyStore('bugs.search: charts', (open) => {
  it('joins conditions, groups and negations [BUG-S-07]', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, keywords: ['crash'], assigned_to: 'alice' },
      { id: 2, keywords: ['crash'], assigned_to: 'bob' },
      { id: 3, assigned_to: 'alice', product: 'Gadgets' },
      { id: 4, assigned_to: 'bob' },
    ])
    const two = charts(['keywords', 'equals', 'crash'], ['assigned_to', 'substring', 'alice'])
    expect(await ids(world, 'alice', two)).toEqual([1])
    expect(await ids(world, 'alice', { ...two, j_top: 'OR' })).toEqual([1, 2, 3])
    expect(await ids(world, 'alice', { ...two, n1: 1 })).toEqual([3])
    expect(await ids(world, 'alice', { ...two, j_top: 'OR', n2: 1 })).toEqual([1, 2, 4])
    expect(await ids(world, 'alice', { ...two, j_top: 'OR', product: 'Gadgets' })).toEqual([3])
    const nested: BugsSearchInput = {
      f1: 'OP',
      n1: 1,
      j1: 'OR',
      f2: 'keywords',
      o2: 'isempty',
      f3: 'OP',
      f4: 'assigned_to',
      o4: 'equals',
      v4: 'alice@example.com',
      f5: 'bug_id',
      o5: 'lessthan',
      v5: 3,
      f6: 'CP',
      f7: 'CP',
    }
    expect(await ids(world, 'alice', nested)).toEqual([2])
  })

  it('compares numbers of up to 40 characters with every field of numbers', async () => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 1 }])
    const fields = ['bug_id', 'work_time', 'actual_time', 'estimated_time', 'remaining_time', 'percentage_complete']
    const operators = ['equals', 'notequals', 'anyexact', 'lessthan', 'lessthaneq', 'greaterthan', 'greaterthaneq']
    for (const field of [...fields, 'attachments.ispatch', 'longdescs.count', 'days_elapsed']) {
      for (const operator of operators) {
        const found = ['9'.repeat(40), `-${'9'.repeat(39)}`].map((value) =>
          ids(world, 'admin', charts([field, operator, value])),
        )
        expect((await Promise.all(found)).flat(), `${field} ${operator}`).toSatisfy((all: number[]) => all.length <= 2)
      }
    }
    const longer = ids(world, 'admin', charts(['bug_id', 'lessthan', '9'.repeat(41)]))
    await expect(longer).rejects.toMatchObject({ code: 'number_not_numeric', data: { field: 'v1' } })
  })

  it('understands the charts of older clients [BUG-S-07]', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, keywords: ['crash', 'regression'] },
      { id: 2, depends_on: [1] },
      { id: 3, columns: { url: 'http://example.com/Long', url_folded: 'http://example.com/long' } },
    ])
    const older = (field: string, value: string, type = 'substring'): BugsSearchInput =>
      ({
        query_format: 'advanced',
        'field0-0-0': field,
        'value0-0-0': value,
        'type0-0-0': type,
      }) as BugsSearchInput
    expect(await ids(world, 'alice', older('keywords', 'regress'))).toEqual([1])
    expect(await ids(world, 'alice', older('blocked', '2'))).toEqual([1])
    expect(await ids(world, 'alice', older('dependson', '1'))).toEqual([2])
    expect(await ids(world, 'alice', older('bug_file_loc', 'LONG'))).toEqual([3])
    expect(await ids(world, 'alice', { ...older('keywords', 'crash', 'anywords'), negate0: 1 })).toEqual([2, 3])
    expect(await ids(world, 'alice', { bug_status: 'CONFIRMED', short_desc: 'blink', bug_id: '1,3' })).toEqual([1, 3])
  })

  it('finds people by parts of their logins and by roles', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, assigned_to: 'carl', cc: ['ivan'] },
      { id: 2, creator: 'carl', assigned_to: 'bob' },
      { id: 3, qa_contact: 'ivan', assigned_to: 'bob' },
    ])
    const block = { emailassigned_to1: 1, emailcc1: 1, emailreporter1: 1 }
    expect(await ids(world, 'alice', { ...block, email1: 'CARL', emailtype1: 'substring' })).toEqual([1, 2])
    expect(await ids(world, 'alice', { ...block, email1: 'carl@example.com' })).toEqual([1, 2])
    expect(await ids(world, 'alice', { ...block, email1: '^(carl|ivan)@', emailtype1: 'regexp' })).toEqual([1, 2])
    expect(await ids(world, 'alice', { ...block, email1: 'carl' })).toEqual([])
    const second = { email2: 'ivan@example.com', emailtype2: 'equals', emailcc2: 'True', emailqa_contact2: 'True' }
    expect(await ids(world, 'alice', { ...block, email1: 'carl@example.com', ...second })).toEqual([1])
    expect(await ids(world, 'alice', second)).toEqual([1, 3])
  })

  it('compares one row with several conditions by AND_G', async () => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 1 }, { id: 2 }])
    const alice = await userId(world, 'alice')
    const attachment = (bug_id: number, summary: string) => ({
      bug_id,
      creator_id: alice,
      summary,
      summary_folded: fold(summary),
      content_type: 'text/plain',
      creation_time: noon,
      last_change_time: noon,
      file_name: 'f',
      file_name_folded: 'f',
      is_private: false,
      is_patch: false,
      is_obsolete: false,
      size: 1,
    })
    await add(world, 'attachments', [attachment(1, 'red'), attachment(1, 'blue'), attachment(2, 'red and blue')])
    const both = charts(
      ['attachments.description', 'substring', 'red'],
      ['attachments.description', 'substring', 'blue'],
    )
    expect(await ids(world, 'alice', both)).toEqual([1, 2])
    expect(await ids(world, 'alice', { ...both, j_top: 'AND_G' })).toEqual([2])
    expect(await ids(world, 'alice', { ...both, j_top: 'AND_G', n2: 1 })).toEqual([1])
  })

  it('compares deadlines as days, and asks for deadlines within a time', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, columns: { deadline: '2026-03-01' } },
      { id: 2, columns: { deadline: '2026-03-09' } },
      { id: 3 },
    ])
    expect(await ids(world, 'eve', charts(['deadline', 'lessthaneq', '2026-3-1']))).toEqual([1])
    expect(await ids(world, 'eve', charts(['deadline', 'greaterthan', 'now']))).toEqual([2])
    expect(await ids(world, 'eve', charts(['deadline', 'equals', '+8d']))).toEqual([2])
    expect(await ids(world, 'eve', charts(['deadline', 'isempty']))).toEqual([3])
    expect(await ids(world, 'eve', charts(['deadline', 'notequals', '2026-03-01']))).toEqual([2, 3])
    expect(await ids(world, 'eve', { deadlinefrom: '2026-03-02', deadlineto: '2026-03-31' })).toEqual([2])
    await expect(ids(world, 'eve', { deadlineto: 'soon' })).rejects.toMatchObject({
      code: 'illegal_date',
      data: { field: 'deadlineto', value: 'soon' },
    })
  })

  it('refuses charts that make no sense, and names what is wrong', async () => {
    const world = await open()
    const refusals: [BugsSearchInput, object][] = [
      [charts(['short_desc', 'regexp', '(a']), { code: 'invalid_regexp', data: { field: 'v1', value: '(a' } }],
      [charts(['bug_id', 'regexp', '(']), { code: 'invalid_regexp', data: { field: 'v1', value: '(' } }],
      [charts(['last_visit_ts', 'changedafter', '1d']), { code: 'search_field_operator_invalid' }],
      [charts(['content', 'equals', 'a']), { code: 'search_content_without_matches', data: { field: 'o1' } }],
      [charts(['content', 'changedby', '%user%']), { code: 'search_field_operator_invalid', data: { field: 'o1' } }],
      [charts(['short_desc', 'matches', 'a']), { code: 'search_field_operator_invalid', data: { field: 'o1' } }],
      [charts(['creation_ts', 'changedto', 'x']), { code: 'search_field_operator_invalid' }],
      [
        charts(['bug_id', 'lessthan', 'x']),
        { code: 'number_not_numeric', number: 52, data: { field: 'v1', value: 'x' } },
      ],
      [charts(['delta_ts', 'lessthan', 'x']), { code: 'illegal_date', number: 56, data: { field: 'v1', value: 'x' } }],
      [charts(['product', 'regexp', '(']), { code: 'invalid_regexp', data: { field: 'v1', value: '(' } }],
      [charts(['cc', 'changedby', 'nobody@x']), { code: 'object_does_not_exist', number: 51, data: { field: 'v1' } }],
    ]
    for (const [criteria, refusal] of refusals)
      await expect(ids(world, 'alice', criteria)).rejects.toMatchObject(refusal)
  })
})

onAnyStore('bugs.search: charts of changes', (open) => {
  async function changed(world: World): Promise<void> {
    await addBugs(world.store, day(1), [
      { id: 1, columns: { last_change_time: day(20) } },
      { id: 2, columns: { last_change_time: day(10) } },
      { id: 3, creator: 'bob', columns: { creation_time: day(15), last_change_time: day(15) } },
    ])
    await inStore(world.store, async (tx) => {
      await addHistory(tx, 1, [
        { at: day(5), field: 'status', removed: 'CONFIRMED', added: 'RESOLVED', by: 'bob' },
        { at: day(20), field: 'status', removed: 'RESOLVED', added: 'CONFIRMED', by: 'alice' },
        { at: day(20), field: 'estimated_time', removed: '0', added: '5', by: 'alice' },
      ])
      await addHistory(tx, 2, [{ at: day(10), field: 'priority', removed: 'Low', added: 'High', by: 'bob' }])
    })
  }

  it('find who changed a field, when, from what and to what [BUG-S-07]', async () => {
    const world = await open()
    await changed(world)
    expect(await ids(world, 'alice', charts(['bug_status', 'changedto', 'resolved']))).toEqual([1])
    expect(await ids(world, 'alice', charts(['bug_status', 'changedfrom', 'RESOLVED']))).toEqual([1])
    expect(await ids(world, 'alice', charts(['bug_status', 'changedto', 'RESO']))).toEqual([])
    expect(await ids(world, 'alice', charts(['priority', 'changedby', 'BOB@example.com']))).toEqual([2])
    expect(await ids(world, 'alice', charts(['priority', 'changedby', 'alice@example.com']))).toEqual([])
    expect(await ids(world, 'alice', charts(['bug_status', 'changedafter', '2026-02-20T12:00:00Z']))).toEqual([1])
    expect(await ids(world, 'alice', charts(['bug_status', 'changedafter', '2026-02-20T12:00:01Z']))).toEqual([])
    expect(await ids(world, 'alice', charts(['priority', 'changedbefore', '2026-02-10T12:00:00Z']))).toEqual([2])
    expect(await ids(world, 'alice', charts(['creation_ts', 'changedafter', '2026-02-02']))).toEqual([3])
    expect(await ids(world, 'alice', charts(['creation_ts', 'changedby', 'bob@example.com']))).toEqual([3])
    const oneChange = charts(['bug_status', 'changedby', 'bob@example.com'], ['bug_status', 'changedto', 'CONFIRMED'])
    expect(await ids(world, 'alice', oneChange)).toEqual([1])
    expect(await ids(world, 'alice', { ...oneChange, j_top: 'AND_G' })).toEqual([])
  })

  it('find what changed within a time, to a value [BUG-S-06]', async () => {
    const world = await open()
    await changed(world)
    expect(await ids(world, 'alice', { chfieldfrom: '2026-02-15' })).toEqual([1, 3])
    expect(await ids(world, 'alice', { chfieldto: '2026-02-15' })).toEqual([2, 3])
    expect(await ids(world, 'alice', { chfield: 'bug_status', chfieldvalue: 'RESOLVED' })).toEqual([1])
    const resolved: BugsSearchInput = { chfield: ['bug_status', 'priority'], chfieldvalue: 'RESOLVED' }
    expect(await ids(world, 'alice', { ...resolved, chfieldfrom: '2026-02-05', chfieldto: '2026-02-05' })).toEqual([1])
    expect(await ids(world, 'alice', { ...resolved, chfieldfrom: '2026-02-06', chfieldto: 'Now' })).toEqual([])
    expect(await ids(world, 'alice', { chfield: 'priority', chfieldfrom: '-30d' })).toEqual([2])
    const made: BugsSearchInput = { chfield: '[Bug creation]', chfieldfrom: '2026-02-15', chfieldto: '2026-02-15' }
    expect(await ids(world, 'alice', made)).toEqual([3])
  })

  it('find no changes of hours for those who may not see them', async () => {
    const world = await open()
    await changed(world)
    expect(await ids(world, 'alice', charts(['estimated_time', 'changedto', '5']))).toEqual([1])
    await expect(ids(world, 'eve', charts(['estimated_time', 'changedto', '5']))).rejects.toMatchObject({
      code: 'invalid_field_name',
      number: 108,
      data: { field: 'f1', value: 'estimated_time' },
    })
  })

  it('take comments as changes of the comments and of the hours worked', async () => {
    const world = await open()
    await addBugs(world.store, day(1), [{ id: 1 }, { id: 2 }])
    const comment = (bug_id: number, creator_id: number, work_time: number, is_private: boolean) => ({
      bug_id,
      creator_id,
      work_time,
      is_private,
      is_markdown: false,
      count: 0,
      text: 'x',
      text_folded: 'x',
      type: 'normal',
      creation_time: day(bug_id),
    })
    await add(world, 'comments', [
      comment(1, await userId(world, 'bob'), 2, false),
      comment(2, await userId(world, 'ivan'), 0, true),
    ])
    expect(await ids(world, 'ivan', charts(['longdesc', 'changedby', 'ivan@example.com']))).toEqual([2])
    expect(await ids(world, 'alice', charts(['longdesc', 'changedby', 'ivan@example.com']))).toEqual([])
    expect(await ids(world, 'ivan', charts(['longdesc', 'changedafter', '2026-02-02']))).toEqual([2])
    expect(await ids(world, 'ivan', charts(['work_time', 'changedbefore', '2026-02-28']))).toEqual([1])
  })
})

onAnyStore('bugs.search: what is hidden from the caller', (open) => {
  it('is left out when changes of dependencies are compared', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId }))
    await addBugs(world.store, noon, [{ id: 1 }, { id: 2 }, { id: 3, groups: ['secret'] }, { id: 4 }])
    await inStore(world.store, async (tx) => {
      await addHistory(tx, 1, [{ at: day(1), field: 'depends_on', added: '2, 3' }])
      await addHistory(tx, 2, [{ at: day(2), field: 'blocks', added: '3' }])
      await addHistory(tx, 4, [{ at: day(3), field: 'cf_bug', removed: '3' }])
    })
    const both = async (field: string, operator: string, value: string) => [
      await ids(world, 'ivan', charts([field, operator, value])),
      await ids(world, 'eve', charts([field, operator, value])),
    ]
    expect(await both('dependson', 'changedto', '2, 3')).toEqual([[1], []])
    expect(await both('dependson', 'changedto', '2')).toEqual([[], [1]])
    expect(await both('dependson', 'changedafter', '2026-01-01')).toEqual([[1], [1]])
    expect(await both('blocked', 'changedto', '3')).toEqual([[2], []])
    expect(await both('blocked', 'changedafter', '2026-01-01')).toEqual([[2], []])
    expect(await both('blocked', 'changedby', 'alice@example.com')).toEqual([[2], []])
    expect(await both('cf_bug', 'changedfrom', '3')).toEqual([[4], []])
  })

  it('is left out when links to bugs are compared', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, see_also: [2] },
      { id: 2, groups: ['secret'] },
    ])
    expect(await ids(world, 'ivan', charts(['see_also', 'substring', 'id=2']))).toEqual([1])
    expect(await ids(world, 'eve', charts(['see_also', 'substring', 'id=2']))).toEqual([])
    expect(await ids(world, 'eve', charts(['see_also', 'isempty']))).toEqual([1])
  })

  it('is left out when logins are compared for the logged-out', async () => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 1, assigned_to: 'bob' }])
    const find = (who: string | null, operator: string, value: string) =>
      ids(world, who, charts(['assigned_to', operator, value]))
    expect(await find('eve', 'substring', '@example')).toEqual([1])
    expect(await find(null, 'substring', '@example')).toEqual([])
    expect(await find(null, 'regexp', 'example')).toEqual([])
    expect(await find(null, 'substring', 'bo')).toEqual([1])
    expect(await find(null, 'substring', 'bob@example.com')).toEqual([1])
    expect(await find(null, 'equals', 'bob@example.com')).toEqual([1])
    expect(await find(null, 'equals', 'Bob')).toEqual([1])
    expect(await ids(world, null, { assigned_to: ['bob'] })).toEqual([1])
    for (const part of ['bo', 'bob@', 'bob@example', '@example.com'])
      expect(await find(null, 'equals', part)).toEqual([])
    expect(await find('eve', 'equals', 'bob')).toEqual([])
    await inStore(world.store, (tx) => setParameter(tx, 'webservice_email_filter', '0'))
    expect(await find(null, 'substring', '@example')).toEqual([1])
  })
})

onAnyStore('bugs.search: the pronoun %user%', (open) => {
  it('means the caller', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, assigned_to: 'alice', creator: 'bob' },
      { id: 2, assigned_to: 'bob', creator: 'bob', cc: ['alice', 'carl'] },
      { id: 3, assigned_to: 'bob', creator: 'bob' },
    ])
    expect(await ids(world, 'alice', charts(['assigned_to', 'equals', '%user%']))).toEqual([1])
    expect(await ids(world, 'alice', charts(['cc', 'notequals', '%USER%']))).toEqual([1, 3])
    expect(await ids(world, 'alice', charts(['cc', 'substring', '%user%']))).toEqual([2])
    expect(await ids(world, 'carl', { assigned_to: ['%user%', 'alice@example.com'] })).toEqual([1])
    expect(await ids(world, 'carl', { email1: '%user%', emailcc1: 1, emailassigned_to1: 1 })).toEqual([2])
    await inStore(world.store, (tx) => addHistory(tx, 3, [{ at: noon, field: 'priority', added: 'x', by: 'carl' }]))
    expect(await ids(world, 'carl', charts(['priority', 'changedby', '%user%']))).toEqual([3])
  })

  it('is rejected where it names no user', async () => {
    const world = await open()
    const mine = charts(['assigned_to', 'equals', '%user%'])
    await expect(ids(world, null, mine)).rejects.toMatchObject({
      code: 'login_required_for_pronoun',
      data: { field: 'v1', value: '%user%' },
    })
    await expect(ids(world, 'alice', { ...mine, v1: '%boss%' })).rejects.toMatchObject({
      code: 'illegal_pronoun',
      data: { field: 'v1', value: '%boss%' },
    })
  })
})

onAnyStore('bugs.search: the pronoun %user% for components', (open) => {
  const bugs = [
    { id: 1, product: 'Widgets', component: 'UI' },
    { id: 2, product: 'Widgets', component: 'Core' },
    { id: 3, product: 'Gadgets', component: 'Main' },
    { id: 4, product: 'Vault', component: 'Safe', groups: ['secret'], cc: ['alice'] },
  ]

  it('means those of which the caller is the default assignee or QA contact, or which they follow', async () => {
    const world = await open()
    await addBugs(world.store, noon, bugs)
    const mine: BugsSearchInput = { component: '%user%' }
    expect(await ids(world, 'alice', mine)).toEqual([1, 3])
    expect(await ids(world, 'bob', mine)).toEqual([1, 2])
    expect(await ids(world, 'carl', mine)).toEqual([])
    await world.as('carl').follows.update({ add: [{ product: 'Gadgets', component: 'Main' }] })
    expect(await ids(world, 'carl', mine)).toEqual([3])
    expect(await ids(world, 'carl', { component: ['%USER%', 'Core'] })).toEqual([2, 3])
    expect(await ids(world, 'bob', { ...mine, product: 'Gadgets' })).toEqual([])
    expect(await ids(world, 'bob', charts(['component', 'notequals', '%user%']))).toEqual([3, 4])
    expect((await world.as('bob').bugs.count({ ...mine })).total).toBe(2)
    await expect(ids(world, null, mine)).rejects.toMatchObject({
      code: 'login_required_for_pronoun',
      data: { field: 'component', value: '%user%' },
    })
  })

  it('leaves out components of products that the caller cannot see', async () => {
    const world = await open()
    await addBugs(world.store, noon, bugs)
    const safe = { product: 'Vault', names: ['Safe'], default_qa_contact: 'alice@example.com' }
    await world.tracker.asSystem().components.update(safe)
    expect(await ids(world, 'alice', { product: 'Vault' })).toEqual([4])
    expect(await ids(world, 'alice', { component: '%user%' })).toEqual([1, 3])
    expect(await ids(world, 'ivan', { component: '%user%' })).toEqual([4])
  })

  it('takes one select more than a name, and 50 components at most', async () => {
    const world = await open()
    const system = world.tracker.asSystem()
    for (let number = 1; number <= 51; number++)
      await system.components.create({
        product: 'Gadgets',
        name: `Part ${number}`,
        description: 'A part',
        default_assignee: 'carl@example.com',
      })
    const added = Array.from({ length: 51 }, (_, at) => ({ product: 'Gadgets', component: `Part ${at + 1}` }))
    await addBugs(world.store, noon, added)
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store })
    const { search } = tracker.as({ login: 'carl@example.com' }).bugs
    const count = async (component: string) => {
      queries.length = 0
      const found = await search({ component, limit: 0, include_fields: ['id'] })
      return [found.bugs.length, queries.length]
    }
    await count('Part 1')
    const [one, before = 0] = await count('Part 1')
    expect(one).toBe(1)
    expect(await count('%user%')).toEqual([50, before + 1])
    await tracker.close()
  })
})

onAnyStore('bugs.search: number of selects', (open) => {
  it('is the same for many bugs as for one', async () => {
    const world = await open()
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store })
    const { search } = tracker.as({ login: 'alice@example.com' }).bugs
    const plan = { cc: ['carl'], keywords: ['crash'], alias: [], depends_on: [1] }
    await addBugs(world.store, noon, [{ id: 1 }, { ...plan, id: 2 }])
    const criteria: BugsSearchInput = {
      product: 'Widgets',
      assigned_to: 'bob@example.com',
      status: '__open__',
      limit: 50,
    }
    const count = async (input: BugsSearchInput & { include_fields?: readonly BugField[] }) => {
      queries.length = 0
      const { bugs } = await search(input)
      return [bugs.length, queries.length]
    }
    await count(criteria)
    const [few, before] = await count(criteria)
    await addBugs(
      world.store,
      noon,
      Array.from({ length: 40 }, () => plan),
    )
    const [many, after] = await count(criteria)
    expect([few, many]).toEqual([2, 42])
    expect(after).toBe(before)
    expect(before).toBeLessThanOrEqual(14)
    const [, bare = 99] = await count({ ...criteria, include_fields: ['id'] })
    expect(bare).toBeLessThanOrEqual(5)
    await tracker.close()
  })
})
