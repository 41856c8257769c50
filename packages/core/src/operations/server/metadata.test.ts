import { expect, it } from 'vitest'
import { addCustomField, inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { fieldTypes } from '../../setup/field-types.js'
import { createTracker } from '../../tracker/tracker.js'

const people = ['admin', 'alice', 'ivan', 'eve', null]

/** Returns the configuration as the separate operations show it. */
async function apart(world: World, who: string | null) {
  const { products, fields, workflow, keywords, parameters } = world.as(who)
  const { ids } = await products.enterable()
  const of = ['product', 'component', 'version', 'target_milestone']
  return {
    products: (
      await products.get({
        exclude_fields: [
          'components.flag_types',
          'components.bug_description_template',
          'bug_description_template',
          'milestones.start_date',
          'milestones.due_date',
        ],
      })
    ).products.map((product) => ({
      ...product,
      is_enterable: ids.includes(product.id),
    })),
    fields: (await fields.get()).fields.map((field) => ({
      ...field,
      values: of.includes(field.name) ? [] : field.values,
    })),
    workflow: (await workflow.get()).workflow,
    keywords: (await keywords.get()).keywords,
    parameters: (await parameters.get()).parameters,
  }
}

onAnyStore('server.metadata', (open) => {
  it('returns to each caller the same as the operations for its parts [GEN-28]', async () => {
    const world = await open()
    await inStore(world.store, (tx) =>
      addCustomField(tx, { name: 'cf_size', type: fieldTypes.singleSelect }, ['S', 'L']),
    )
    for (const who of people) expect(await world.as(who).server.metadata()).toMatchObject(await apart(world, who))
    await inStore(world.store, (tx) => setParameter(tx, 'requirelogin', '1'))
    await expect(world.as(null).server.metadata()).rejects.toMatchObject({ code: 'login_required' })
  })

  it('returns only the named products and the chosen fields', async () => {
    const world = await open()
    const { metadata } = world.as('alice').server
    const whole = await metadata()
    const widgets = whole.products.find(({ name }) => name === 'Widgets')
    expect(await metadata({ products: [' widgets', 'nowhere', 'Vault'], include_fields: ['products'] })).toEqual({
      products: [widgets],
    })
    const brief = await metadata({ include_fields: ['workflow.from'], exclude_fields: ['products'] })
    expect(brief).toEqual({ workflow: whole.workflow.map(({ from }) => ({ from })) })
    const include_fields = ['products.name', 'products.components.name', 'groups.name', 'parameters.urlbase']
    const some = await metadata({ include_fields })
    expect(some).toEqual({
      products: whole.products.map(({ name, components }) => ({
        name,
        components: components.map((component) => ({ name: component.name })),
      })),
      groups: whole.groups.map(({ name }) => ({ name })),
      parameters: { urlbase: '' },
    })
    const rest = await metadata({ exclude_fields: ['products', 'workflow', 'fields.values.sortkey', 'version'] })
    const { products: _, workflow: __, version: ___, ...others } = whole
    expect(rest).toEqual({
      ...others,
      fields: others.fields.map((field) => ({ ...field, values: field.values.map(({ sortkey: ____, ...of }) => of) })),
    })
    expect(await metadata()).toEqual(whole)
  })

  it('cuts descriptions after 300 characters, because every page loads them all', async () => {
    const world = await open()
    const admin = world.tracker.asSystem(at('admin'))
    const [longest, longer] = ['x'.repeat(300), `${'x'.repeat(299)}\u{1F41B}yz`]
    await admin.products.update({ names: ['Widgets'], description: longer })
    await admin.components.update({ product: 'Widgets', names: ['UI'], description: longest })
    await admin.components.update({ product: 'Widgets', names: ['Core'], description: longer })
    await admin.keywords.update({ names: ['crash'], description: longer })
    const { products, keywords } = await world.as('alice').server.metadata()
    const widgets = products.find(({ name }) => name === 'Widgets')
    const cut = `${'x'.repeat(299)}…`
    expect(widgets?.description).toBe(cut)
    expect(widgets?.components.map(({ description }) => description)).toEqual([cut, longest])
    expect(keywords.find(({ name }) => name === 'crash')?.description).toBe(cut)
  })

  it('gives each field its place in forms, its control and its uses', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_size', type: fieldTypes.singleSelect }, ['S']))
    const { fields } = await world.as('alice').server.metadata()
    const named = (is: 'is_filter' | 'is_column' | 'is_bulk' | 'is_countable') =>
      new Set(fields.flatMap((field) => (field[is] && !field.is_custom ? [field.name_in_bugs] : [])))
    const chosen = ['component', 'priority', 'product', 'severity', 'status', 'target_milestone']
    const withVersion = [...chosen, 'op_sys', 'platform', 'resolution', 'version', 'creator', 'assigned_to', 'keywords']
    expect(named('is_bulk')).toEqual(new Set([...chosen, 'assigned_to', 'cc', 'keywords', 'resolution']))
    expect(named('is_countable')).toEqual(new Set([...withVersion, 'qa_contact']))
    const texts = ['summary', 'url', 'whiteboard', 'qa_contact']
    expect(named('is_filter')).toEqual(new Set([...withVersion, ...texts, 'cc']))
    const times = ['creation_time', 'deadline', 'last_change_time']
    expect(named('is_column')).toEqual(new Set([...withVersion, ...texts, ...times, 'alias', 'votes']))
    const find = (name: string) => fields.find((field) => field.name === name)
    expect(find('bug_severity')).toMatchObject({ name_in_bugs: 'severity', group: 'status', control: 'select' })
    expect(find('reporter')).toMatchObject({ name_in_bugs: 'creator', group: 'people', control: null })
    expect(find('longdesc')).toMatchObject({ name_in_bugs: null, group: null, control: null, is_filter: false })
    const custom = { name_in_bugs: 'cf_size', group: 'details', control: 'select', is_bulk: true, is_countable: true }
    expect(find('cf_size')).toMatchObject(custom)
  })

  it('names products and groups only to callers who can see them', async () => {
    const world = await open()
    const seen = async (who: string | null) => {
      const { products, groups } = await world.as(who).server.metadata()
      return [products.map(({ name }) => name).includes('Vault'), groups.map(({ name }) => name).includes('secret')]
    }
    expect(await seen('ivan')).toEqual([true, true])
    expect(await seen('alice')).toEqual([false, false])
    expect(await seen(null)).toEqual([false, false])
    expect(JSON.stringify(await world.as('eve').server.metadata())).not.toContain('Vault')
    const { groups } = await world.as('ivan').server.metadata()
    expect(groups.find(({ name }) => name === 'secret')).toMatchObject({ is_bug_group: true, is_member: true })
  })

  it('has another version as soon as something changes that the caller sees, and the same until then', async () => {
    const world = await open()
    const version = async (who: string | null) => (await world.as(who).server.metadata()).version
    const before = [await version('alice'), await version('ivan'), await version(null)]
    expect(await version('alice')).toBe(before[0])
    const admin = world.tracker.asSystem(at('admin'))
    await admin.components.update({ product: 'Vault', names: ['Safe'], description: 'Shut' })
    expect(await version('alice')).toBe(before[0])
    expect(await version('ivan')).not.toBe(before[1])
    await admin.keywords.create({ name: 'new', description: 'New' })
    expect(await version('alice')).not.toBe(before[0])
    expect(await version(null)).not.toBe(before[2])
    const { products } = await world.as('alice').server.metadata()
    await admin.users.update({ names: [at('alice')], email: at('alicia') })
    const renamed = await world.as('bob').server.metadata()
    expect(JSON.stringify(products)).toContain(at('alice'))
    expect(JSON.stringify(renamed.products)).not.toContain(at('alice'))
  })

  it('is cached for callers with the same rights until something changes', async () => {
    const world = await open()
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const [alice, bob] = [tracker.as({ login: at('alice') }), tracker.as({ login: at('bob') })]
    await bob.bugs.get({ ids: [] })
    await alice.server.metadata()
    queries.length = 0
    const [first, second] = await Promise.all([alice.server.metadata(), bob.server.metadata()])
    expect(queries).toEqual(['installation', 'installation'])
    first.products.length = 0
    expect(second.products).not.toEqual([])
    expect((await alice.server.metadata()).products).toEqual(second.products)
    const named = async () => (await alice.server.metadata({ products: ['Widgets'] })).keywords.map(({ name }) => name)
    const before = await named()
    expect(before).toEqual(second.keywords.map(({ name }) => name))
    await tracker.as({ login: at('admin') }).keywords.create({ name: 'aged', description: 'x' })
    expect(await named()).toEqual(['aged', ...before])
    await tracker.close()
  })
})
