import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { openImporter } from './importer.js'

const open = ({ store }: World) => openImporter(store, { source: 'https://old.example.org/' })

onAnyStore('what another tracker has set up', (openWorld) => {
  it('merges names that differ only in case', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const put = await importer.put([
      { kind: 'keyword', name: 'Slow' },
      { kind: 'keyword', name: 'slow' },
    ])
    expect(put).toMatchObject([{ outcome: 'created' }, { outcome: 'replaced' }])
    await importer.close()
  })

  it('has a transition of the workflow that is listed twice once, as listed last', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const start = { from: null, to: 'UNCONFIRMED' }
    const transition = { from: 'UNCONFIRMED', to: 'CONFIRMED' }
    const workflow = {
      kind: 'workflow',
      transitions: [start, { ...transition, require_comment: true }, { ...transition, require_comment: false }],
    }
    expect(await importer.put([workflow])).toMatchObject([{ outcome: 'replaced' }])
    expect(await importer.put([workflow])).toMatchObject([{ outcome: 'same' }])
    const rows = await world.store.read(async (tx) => tx.select({ from: 'status_workflow' }))
    expect(rows.map(({ require_comment }) => require_comment)).toEqual([false, false])
    await importer.close()
  })

  it('is seen by trackers that are at work, when nothing but the milestone of new bugs has changed too', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const product = { kind: 'product', name: 'Rocket', milestones: [{ name: 'Moon' }, { name: 'Mars' }] }
    const milestone = async () =>
      (await world.tracker.asSystem().products.get({ names: ['Rocket'] })).products[0]?.default_milestone
    await importer.put([{ ...product, default_milestone: 'Moon' }])
    expect(await milestone()).toBe('Moon')
    expect(await importer.put([{ ...product, default_milestone: 'Mars' }])).toMatchObject([{ outcome: 'replaced' }])
    expect(await milestone()).toBe('Mars')
    await importer.close()
  })

  it('keeps templates and dates that records do not have, and takes those that they have', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const template = 'bug_description_template'
    const component = { name: 'Engine', default_assigned_to: 'zoe@example.net' }
    const product = { kind: 'product', name: 'Rocket', components: [component], milestones: [{ name: 'Moon' }] }
    const dates = { start_date: '2026-01-05', due_date: null }
    const whole = {
      ...{ ...product, [template]: 'Steps:', components: [{ ...component, [template]: 'Thrust:' }] },
      milestones: [{ name: 'Moon', ...dates }],
    }
    await importer.put([{ kind: 'user', id: 501, name: 'zoe@example.net' }])
    expect((await importer.put([whole, product])).map(({ outcome }) => outcome)).toEqual(['created', 'same'])
    const shown = async () => {
      const { products } = await world.tracker.asSystem().products.get({ names: ['Rocket'] })
      const [{ components, milestones, ...one } = { components: [], milestones: [], [template]: undefined }] = products
      return [one[template], components[0]?.[template], milestones.find(({ name }) => name === 'Moon')]
    }
    expect(await shown()).toMatchObject(['Steps:', 'Thrust:', dates])
    const late = { ...product, milestones: [{ name: 'Moon', start_date: '2026-01-05', due_date: '2026-01-04' }] }
    const lateForStored = { ...product, milestones: [{ name: 'Moon', due_date: '2026-01-04' }] }
    expect(await importer.put([late, lateForStored])).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }])
    await importer.put([{ ...whole, [template]: '', milestones: [{ name: 'Moon', start_date: null }] }])
    expect(await shown()).toMatchObject(['', 'Thrust:', { start_date: null, due_date: null }])
    await importer.close()
  })

  it('makes people members of groups whose pattern their login name matches, and leaves out patterns that are none', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const group = (user_regexp: string) => importer.put([{ kind: 'group', name: 'team', user_regexp }])
    const members = async () => {
      const { groups } = await world.tracker.asSystem().groups.get({ names: ['team'], membership: true })
      return groups[0]?.membership?.map(({ name }) => name)
    }
    await group('^alice@')
    expect(await members()).toEqual(['admin@example.com', 'alice@example.com'])
    await group('^bob@')
    expect(await members()).toEqual(['admin@example.com', 'bob@example.com'])
    expect(await group('(')).toMatchObject([
      { outcome: 'same', problems: [expect.stringContaining('its pattern is left out')] },
    ])
    expect(await members()).toEqual(['admin@example.com', 'bob@example.com'])
    await importer.close()
  })

  it('makes administrators members of the groups that it brings, as of all others', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put([{ kind: 'group', name: 'team' }])
    const { users } = await world.as('admin').users.get({ names: ['admin@example.com'] })
    expect(users[0]?.groups?.map(({ name }) => name)).toContain('team')
    await importer.close()
  })

  it('keeps whether statuses are open, and adds no values to fields without values', async () => {
    const world = await openWorld()
    const { id } = await world
      .as('alice')
      .bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'Ours' })
    await world.as('alice').bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'FIXED' })
    const importer = await open(world)
    expect(
      await importer.put([
        { kind: 'value', field: 'status', name: 'RESOLVED', is_open: true },
        { kind: 'value', field: 'product', name: 'Widgets' },
        { kind: 'value', field: 'summary', name: 'Ours' },
      ]),
    ).toMatchObject([
      { problems: ['bugs have this status, which is closed here'] },
      { problems: ['the field product does not have its own values'] },
      { problems: ['the field summary does not have its own values'] },
    ])
    await importer.close()
  })

  it('has fields with one value that can be taken off a bug again', async () => {
    const world = await openWorld()
    const importer = await open(world)
    await importer.put([
      { kind: 'field', name: 'cf_team', display_name: 'Team', type: 2 },
      { kind: 'value', field: 'cf_team', name: 'Red' },
    ])
    const alice = world.as('alice')
    const { id } = await alice.bugs.create({
      ...{ product: 'Widgets', component: 'UI', version: '1.0', summary: 'Ours' },
      cf_team: 'Red',
    })
    await alice.bugs.update({ ids: [id], cf_team: '---' })
    expect((await alice.bugs.get({ ids: [id] })).bugs).toMatchObject([{ cf_team: '---' }])
    await importer.close()
  })

  it('refuses fields that would control each other in a circle', async () => {
    const world = await openWorld()
    const importer = await open(world)
    const field = { kind: 'field', display_name: 'x', type: 2 }
    const shown = (name: string) => ({ visibility_field: name, visibility_values: ['---'] })
    const put = await importer.put([
      { ...field, name: 'cf_one' },
      { ...field, name: 'cf_two', value_field: 'cf_one' },
      { ...field, name: 'cf_three', ...shown('cf_two') },
      { ...field, name: 'cf_one', ...shown('cf_three') },
      { ...field, name: 'cf_two', value_field: 'cf_two' },
    ])
    expect(put.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created', 'refused', 'refused'])
    expect(put.slice(-2).map(({ problems }) => problems)).toEqual([
      ['it cannot be controlled by cf_three, which it controls, directly or through others'],
      ['it cannot control itself'],
    ])
    await importer.close()
  })
})
