import { expect, it } from 'vitest'
import { addBugs, addFlagType, addHistory, inStore } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { add, userId } from '../../../test/people.js'
import { fold } from '../../store/index.js'

const noon = new Date('2026-03-01T12:00:00Z')

async function quick(world: World, who: string | null, quicksearch: string, more: object = {}): Promise<number[]> {
  const { bugs } = await world.as(who).bugs.search({ quicksearch, ...more, include_fields: ['id'] })
  return bugs.map((bug) => bug.id ?? 0)
}

async function addQuicksearchBugs(world: World): Promise<void> {
  await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
  const url = 'http://www.example.org/menu'
  await addBugs(world.store, noon, [
    { id: 1, summary: 'Crash in menu', component: 'UI', alias: ['mopsy'], keywords: ['crash'] },
    { id: 2, summary: 'Menu blinks', product: 'Gadgets', assigned_to: 'carl', columns: { url, url_folded: fold(url) } },
    { id: 3, summary: 'Old crash', status: 'RESOLVED', resolution: 'FIXED' },
    { id: 4, summary: 'Secret menu', groups: ['secret'] },
    {
      id: 5,
      summary: 'Nothing to see',
      component: 'Core',
      columns: { whiteboard: '[Menu] x', whiteboard_folded: '[menu] x' },
      flags: [{ type: 'review', status: '?', setter: 'alice', requestee: 'carl' }],
    },
    { id: 6, summary: 'Quiet', component: 'Core', status: 'IN_PROGRESS' },
  ])
  const creator_id = await userId(world, 'alice')
  const comment = (bug_id: number, count: number, text: string, is_private = false) => ({
    bug_id,
    count,
    creator_id,
    text,
    text_folded: fold(text),
    creation_time: noon,
    is_private,
    is_markdown: false,
    work_time: 0,
    type: 'normal',
  })
  await add(world, 'comments', [
    comment(1, 0, 'Opening it stops everything'),
    comment(6, 0, 'The lamp'),
    comment(6, 1, 'is a menu after all', true),
    comment(6, 2, 'glows in the dark'),
  ])
}

onAnyStore('bugs.search: quicksearch', (open) => {
  it('finds words wherever a bug is described [BUG-S-35]', async () => {
    const world = await open()
    await addQuicksearchBugs(world)
    expect(await quick(world, 'eve', 'MENU')).toEqual([1, 2, 5])
    expect(await quick(world, 'ivan', 'menu')).toEqual([1, 2, 4, 5, 6])
    expect(await quick(world, 'eve', 'menu crash')).toEqual([1])
    expect(await quick(world, 'eve', '"menu blinks"')).toEqual([2])
    expect(await quick(world, 'eve', '"blinks menu"')).toEqual([])
    expect(await quick(world, 'eve', 'mops')).toEqual([1])
    expect(await quick(world, 'eve', 'gadg')).toEqual([2])
    expect(await quick(world, 'eve', '"stops everything"')).toEqual([1])
    expect(await quick(world, 'eve', 'example.org')).toEqual([2])
  })

  it('leaves comments out for users who have set quicksearch_fulltext to false', async () => {
    const world = await open()
    await addQuicksearchBugs(world)
    expect(await quick(world, 'eve', 'everything')).toEqual([1])
    expect(await quick(world, 'eve', '#everything')).toEqual([1])
    await world.as('eve').preferences.update({ quicksearch_fulltext: false })
    expect(await quick(world, 'eve', 'everything')).toEqual([])
    expect(await quick(world, 'eve', '#everything')).toEqual([])
    expect(await quick(world, 'eve', 'menu')).toEqual([1, 2, 5])
    expect(await quick(world, 'eve', 'comment:everything')).toEqual([1])
    expect(await quick(world, 'bob', 'everything')).toEqual([1])
  })

  it('negates and joins, bugs without an alias included [BUG-S-35]', async () => {
    const world = await open()
    await addQuicksearchBugs(world)
    expect(await quick(world, 'eve', '-menu')).toEqual([6])
    expect(await quick(world, 'ivan', '-menu')).toEqual([])
    expect(await quick(world, 'eve', 'blinks|mopsy')).toEqual([1, 2])
    expect(await quick(world, 'eve', 'blinks OR mopsy')).toEqual([1, 2])
    expect(await quick(world, 'eve', 'menu NOT crash')).toEqual([2, 5])
    expect(await quick(world, 'eve', '-product:Widgets')).toEqual([2])
    expect(await quick(world, 'eve', '-bug_id>1')).toEqual([1])
  })

  it('finds bugs by number, state and field [BUG-S-35]', async () => {
    const world = await open()
    await addQuicksearchBugs(world)
    expect(await quick(world, 'eve', '3, 4 1')).toEqual([1, 3])
    expect(await quick(world, 'eve', 'crash')).toEqual([1])
    expect(await quick(world, 'eve', 'ALL crash')).toEqual([1, 3])
    expect(await quick(world, 'eve', 'RESO crash')).toEqual([3])
    expect(await quick(world, 'eve', 'FIXED')).toEqual([3])
    expect(await quick(world, 'eve', 'status:IN_PROG')).toEqual([6])
    expect(await quick(world, 'eve', '@carl')).toEqual([2])
    expect(await quick(world, 'eve', ':ui')).toEqual([1])
    expect(await quick(world, 'eve', '!crash')).toEqual([1])
    expect(await quick(world, 'eve', '[menu')).toEqual([1, 2, 5])
    expect(await quick(world, 'eve', '#lamp')).toEqual([6])
    expect(await quick(world, 'eve', 'review?carl')).toEqual([5])
    expect(await quick(world, 'eve', 'review?bob')).toEqual([])
    expect(await quick(world, 'eve', 'summary,whiteboard:quiet,x')).toEqual([5, 6])
  })

  it('is joined with the other parameters by AND [BUG-S-35]', async () => {
    const world = await open()
    await addQuicksearchBugs(world)
    expect(await quick(world, 'eve', 'menu', { product: 'Gadgets' })).toEqual([2])
    expect(await quick(world, 'eve', 'menu', { limit: 1, offset: 1 })).toEqual([2])
    await expect(quick(world, 'eve', ' , ')).rejects.toMatchObject({
      code: 'buglist_parameters_required',
      number: 1000,
    })
    await expect(quick(world, 'eve', 'nix:1')).rejects.toMatchObject({
      code: 'quicksearch_unknown_field',
      data: { fields: ['nix'] },
    })
  })
})

onAnyStore('bugs.search: content', (open) => {
  it('finds every word in the summary or in the comments taken together', async () => {
    const world = await open()
    await addQuicksearchBugs(world)
    const found = async (who: string, content: string, operator = 'matches') => {
      const chart = { f1: 'content', o1: operator, v1: content }
      const { bugs } = await world.as(who).bugs.search({ ...chart, include_fields: ['id'] })
      return bugs.map((bug) => bug.id)
    }
    expect(await found('eve', 'dark Lamp')).toEqual([6])
    expect(await found('eve', '"lamp dark"')).toEqual([])
    expect(await found('eve', 'crash menu')).toEqual([1])
    expect(await found('eve', 'crash stops')).toEqual([])
    expect(await found('eve', 'menu')).toEqual([1, 2])
    expect(await found('ivan', 'menu')).toEqual([1, 2, 4, 6])
    expect(await found('ivan', 'menu dark')).toEqual([6])
    expect(await found('eve', 'menu', 'notmatches')).toEqual([3, 5, 6])
    const { bugs } = await world.as('eve').bugs.search({ content: 'dark lamp', include_fields: ['id'] })
    expect(bugs).toEqual([{ id: 6 }])
  })
})

onAnyStore('bugs.search: relevance', (open) => {
  it('puts bugs first that have the text in summary and comments', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, summary: 'lamp' },
      { id: 2, summary: 'lamp' },
      { id: 3, summary: 'else' },
      { id: 4, summary: 'lamp' },
    ])
    const creator_id = await userId(world, 'alice')
    const common = { creator_id, creation_time: noon, is_markdown: false, work_time: 0, type: 'normal' }
    const comment = (bug_id: number, count: number, text: string, is_private = false) => ({
      ...common,
      bug_id,
      count,
      text,
      text_folded: text,
      is_private,
    })
    await add(world, 'comments', [
      comment(1, 0, 'x'),
      comment(1, 1, 'a lamp', true),
      comment(2, 0, 'x'),
      comment(3, 0, 'one lamp'),
      comment(4, 0, 'lamp'),
    ])
    const order = async (who: string, sorted: string) => {
      const criteria = { content: 'lamp', order: sorted, include_fields: ['id'] as const }
      return (await world.as(who).bugs.search(criteria)).bugs.map((bug) => bug.id)
    }
    expect(await order('eve', 'relevance DESC')).toEqual([4, 1, 2, 3])
    expect(await order('ivan', 'relevance DESC, bug_id DESC')).toEqual([4, 1, 3, 2])
    expect(await order('eve', 'relevance')).toEqual([1, 2, 3, 4])
    const withoutText = world.as('eve').bugs.search({ order: 'relevance' })
    await expect(withoutText).rejects.toMatchObject({ code: 'unknown_parameter', data: { field: 'order=relevance' } })
  })
})

onAnyStore('bugs.search: idle owners', (open) => {
  it('counts what assignees wrote and changed, as far as the caller may see it', async () => {
    const world = await open()
    const day = (number: number) => new Date(`2026-02-${number}T12:00:00Z`)
    await addBugs(world.store, noon, [
      { id: 1, assigned_to: 'alice' },
      { id: 2, assigned_to: 'bob' },
      { id: 3, assigned_to: 'carl', groups: ['secret'] },
      { id: 4, assigned_to: 'carl' },
    ])
    await inStore(world.store, async (tx) => {
      await addHistory(tx, 2, [{ at: day(20), field: 'priority', added: 'High', by: 'bob' }])
      await addHistory(tx, 3, [{ at: day(25), field: 'priority', added: 'High', by: 'carl' }])
    })
    const text = { text: 'x', text_folded: 'x', count: 0, is_markdown: false, work_time: 0, type: 'normal' }
    const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
    await add(world, 'comments', [
      { ...text, bug_id: 1, creator_id: alice, creation_time: day(10), is_private: false },
      { ...text, bug_id: 2, creator_id: bob, creation_time: day(26), is_private: true },
    ])
    const found = async (who: string, operator: string, value: string) => {
      const chart = { f1: 'owner_idle_time', o1: operator, v1: value, include_fields: ['id'] as const }
      const { bugs } = await world.as(who).bugs.search(chart)
      return bugs.map((bug) => bug.id)
    }
    expect(await found('eve', 'lessthan', '2026-02-15')).toEqual([2])
    expect(await found('eve', 'greaterthan', '2026-02-15')).toEqual([1, 4])
    expect(await found('eve', 'greaterthaneq', '2026-02-05')).toEqual([4])
    expect(await found('ivan', 'lessthaneq', '2026-02-24')).toEqual([2, 3, 4])
    await expect(found('eve', 'equals', '3d')).rejects.toMatchObject({ code: 'search_field_operator_invalid' })
  })
})
