import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../test/bug-rows.js'
import { countingStore } from '../../test/counting-store.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { isOn, loadCatalogue, bumpCatalogueVersion, type Catalogue } from './catalogue.js'
import { createSetupReader } from './read-setup.js'
import { createTracker } from '../tracker/tracker.js'

/** Maps of parts have no order. */
function plainMember(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].toSorted(([a], [b]) => Number(a) - Number(b)))
  return typeof value === 'object' && value !== null && Symbol.iterator in value
    ? [...(value as Iterable<unknown>)]
    : value
}

async function load(world: World): Promise<Catalogue> {
  return inStore(world.store, async (tx) => {
    const [installation] = await tx.select({ from: 'installation' })
    if (!installation) throw new Error('the world is not set up')
    return loadCatalogue(tx, installation)
  })
}

const names = (things: Iterable<{ name: string }> | undefined) => [...(things ?? [])].map((thing) => thing.name)

onEveryStore('the catalogue', (open) => {
  it('finds things by id, and by name without regard to case and blanks around', async () => {
    const world = await open()
    const { products, keywords, groups } = await load(world)
    const widgets = products.named(' wIDGETS ')
    expect(widgets?.name).toBe('Widgets')
    expect(products.get(widgets?.id ?? 0)).toBe(widgets)
    expect([products.named('Nothing'), products.get(999), products.named('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([products.size, names(products)]).toEqual([4, ['Closed', 'Gadgets', 'Vault', 'Widgets']])
    expect(names(keywords)).toEqual(['crash', 'regression'])
    expect(names(groups).slice(-2)).toEqual(['insiders', 'secret'])
  })

  it('holds with each product what belongs to it', async () => {
    const world = await open()
    const { products, components, versions, milestones, groups } = await load(world)
    const widgets = products.named('Widgets')
    expect(names(widgets?.components)).toEqual(['Core', 'UI'])
    expect(names(widgets?.versions)).toEqual(['1.0', '2.0'])
    expect(names(widgets?.milestones)).toEqual(['---', 'M1'])
    expect(widgets?.components[1]?.default_cc_ids).toHaveLength(1)
    expect(widgets?.components.map((one) => components.get(one.id))).toEqual(widgets?.components)
    expect([versions.size, milestones.size]).toEqual([5, 5])
    const secret = groups.named('secret')?.id ?? 0
    expect(widgets?.controls.get(secret)).toMatchObject({ member_control: 'shown', other_control: 'na' })
    expect(products.named('Gadgets')?.controls.size).toBe(0)
  })

  it('holds fields with their values, and which status may follow which', async () => {
    const world = await open()
    const { fields, workflow } = await load(world)
    const statuses = fields.named('bug_status')?.values ?? []
    const status = (name: string) => statuses.find((one) => one.name === name)?.id ?? -1
    expect(names(statuses)).toEqual(['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS', 'RESOLVED', 'VERIFIED'])
    expect(workflow.get(status('CONFIRMED'))).toEqual(
      new Map([
        [status('IN_PROGRESS'), false],
        [status('RESOLVED'), false],
      ]),
    )
    expect([...(workflow.get(0)?.keys() ?? [])]).toEqual(['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS'].map(status))
  })

  it('holds the set parameters over the defaults, and none that no longer exist', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await setParameter(tx, 'useqacontact', '0')
      await setParameter(tx, 'of_long_ago', '1')
    })
    const catalogue = await load(world)
    expect(isOn(catalogue, 'useqacontact')).toBe(false)
    expect(isOn(catalogue, 'usetargetmilestone')).toBe(true)
    expect(catalogue.parameters).not.toHaveProperty('of_long_ago')
  })
})

onEveryStore('the catalogue of several trackers on one store', (open) => {
  it('shows changes made through one tracker to the other at its next operation', async () => {
    const world = await open()
    const other = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    const seen = async () => names((await other.as(null).products.get()).products)
    expect(await seen()).toEqual(['Closed', 'Gadgets', 'Widgets'])
    await world.as('admin').products.update({ names: ['Gadgets'], name: 'Zithers' })
    expect(await seen()).toEqual(['Closed', 'Widgets', 'Zithers'])
  })

  it('is reloaded after a change, and not without one', async () => {
    const world = await open()
    const counting = countingStore(world.store)
    const other = await createTracker({ store: counting.store, testing: { clock: world.clock.now } })
    const queries = async () => {
      counting.queries.length = 0
      await other.as(null).products.accessible()
      return counting.queries
    }
    expect(await queries()).toContain('products')
    expect(await queries()).toEqual(['installation'])
    expect(await queries()).toEqual(['installation'])
    await inStore(world.store, bumpCatalogueVersion)
    expect(await queries()).toContain('products')
    expect(await queries()).toEqual(['installation'])
  })

  it('reloads only the products that changed, in the process of the change and in others', async () => {
    const world = await open()
    const admin = world.as('admin')
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      await admin.components.create({
        product: 'Widgets',
        name,
        description: name,
        default_assignee: 'admin@example.com',
      })
    for (const way of ['the same', 'another']) {
      const counting = countingStore(world.store)
      const reader = await createTracker({ store: counting.store, testing: { clock: world.clock.now } })
      const writer = way === 'another' ? admin : reader.as({ login: 'admin@example.com' })
      await reader.as(null).products.get()
      await writer.versions.create({ product: 'Gadgets', name: `Of ${way}` })
      await writer.milestones.create({ product: 'Gadgets', name: `Of ${way}` })
      await writer.products.update({ names: ['Gadgets'], description: `Of ${way}` })
      await writer.components.update({ product: 'Gadgets', names: ['Main'], description: `Of ${way}` })
      counting.queries.length = counting.trace.length = 0
      expect(await reader.as(null).products.get({ names: ['Gadgets'] })).toMatchObject({
        products: [{ description: `Of ${way}` }],
      })
      expect(counting.queries).not.toContain('groups')
      const components = counting.trace.filter((query) => query.includes('"components"'))
      expect(components.map((query) => query.split(': ').at(-1))).toEqual(['1'])
    }
  })

  it('equals a complete load after any changes of products', async () => {
    const world = await open()
    const admin = world.as('admin')
    const read = createSetupReader()
    // Every member: one that is made of products and forgotten would stay as it was.
    const plain = (catalogue: Catalogue) =>
      Object.fromEntries(
        Object.entries(catalogue)
          .filter(([, value]) => typeof value !== 'function')
          .map(([name, value]) => [name, plainMember(value)]),
      )
    const changes: (() => Promise<unknown>)[] = [
      () => admin.products.create({ name: 'Middle', description: 'New', version: '1' }),
      () => admin.products.update({ names: ['Gadgets'], name: 'Zithers' }),
      () => admin.versions.create({ product: 'Widgets', name: '1.10' }),
      () => admin.versions.delete({ product: 'Widgets', names: ['1.10'] }),
      () => admin.milestones.update({ product: 'Widgets', names: ['M1'], sort_key: -1 }),
      () => admin.components.update({ product: 'Widgets', names: ['UI'], default_cc: [] }),
      () => admin.groupControls.update({ names: ['Zithers'], group: 'secret', member_control: 'shown' }),
      () => admin.keywords.create({ name: 'between', description: 'Changes more than a product' }),
      () => admin.components.delete({ product: 'Widgets', names: ['UI'] }),
      async () => {
        for (let number = 0; number < 10; number++)
          for (const product of ['Widgets', 'Zithers']) await admin.versions.create({ product, name: `x${number}` })
      },
      () => world.tracker.transaction((tx) => tx.asSystem().products.update({ names: ['Middle'], name: 'Late' })),
    ]
    for (const change of changes) {
      await inStore(world.store, async (tx) => void (await read(tx)))
      await change()
      const { catalogue } = await inStore(world.store, async (tx) => read(tx))
      expect(plain(catalogue)).toEqual(plain(await load(world)))
    }
  })

  it('reloads everything after a failover that lost changes, whatever the numbers of the later ones', async () => {
    const world = await open()
    const admin = world.as('admin')
    const add = async (product: string, name: string) => admin.versions.create({ product, name })
    await add('Widgets', 'a')
    const [before] = await inStore(world.store, async (tx) => tx.select({ from: 'installation' }))
    const read = createSetupReader()
    await admin.keywords.create({ name: 'lost', description: 'Not on the standby' })
    await add('Widgets', 'b')
    await inStore(world.store, async (tx) => void (await read(tx)))
    const { catalogue_version = 0, product_changes = null } = before ?? {}
    await inStore(world.store, async (tx) => {
      await tx.delete('keywords', { col: 'name', eq: 'lost' })
      await tx.update('installation', { col: 'id', eq: 1 }, { catalogue_version, product_changes })
    })
    const later = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    const names = ['c', 'd', 'e', 'f']
    for (const name of names)
      await later.as({ login: 'admin@example.com' }).versions.create({ product: 'Widgets', name })
    const { catalogue } = await inStore(world.store, async (tx) => read(tx))
    expect(catalogue.keywords.named('lost')).toBeUndefined()
  })

  it('drops what was rolled back', async () => {
    const world = await open()
    await world.as(null).products.get()
    const undone = inStore(world.store, async (tx) => {
      await tx.update('products', { col: 'name', eq: 'Gadgets' }, { name: 'Ghosts' })
      await bumpCatalogueVersion(tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(names((await world.as(null).products.get()).products)).toContain('Gadgets')
  })
})
