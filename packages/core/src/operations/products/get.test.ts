import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { createTracker } from '../../tracker/tracker.js'
import type { ProductField } from '@trackerkit/types'

type Input = NonNullable<Parameters<ReturnType<World['as']>['products']['get']>[0]>

const namesOf = async (world: World, who: string | null, input: Input = {}) =>
  (await world.as(who).products.get(input)).products.map((product) => product.name)

onAnyStore('products.get', (open) => {
  it('answers the accessible products when nothing else is asked for [PROD-04]', async () => {
    const world = await open()
    expect(await namesOf(world, 'alice')).toEqual(['Closed', 'Gadgets', 'Widgets'])
    expect(await namesOf(world, 'ivan')).toEqual(['Closed', 'Gadgets', 'Vault', 'Widgets'])
    expect(await namesOf(world, null)).toEqual(['Closed', 'Gadgets', 'Widgets'])
  })

  it('answers the products of the list asked for [PROD-05]', async () => {
    const world = await open()
    for (const type of ['accessible', 'selectable', 'enterable'] as const) {
      const { products } = await world.as('ivan').products.get({ type })
      expect(products.map((product) => product.id)).toEqual((await world.as('ivan').products[type]()).ids)
    }
    expect(await namesOf(world, 'alice', { type: 'enterable' })).toEqual(['Gadgets', 'Widgets'])
  })

  it('merges several lists, each product once [PROD-06]', async () => {
    const world = await open()
    const merged = await namesOf(world, 'alice', { type: ['enterable', 'selectable', 'enterable'] })
    expect(merged).toEqual(['Closed', 'Gadgets', 'Widgets'])
  })

  it('refuses a list that does not exist', async () => {
    const world = await open()
    for (const [type, field] of [
      ['mine', 'type'],
      [['selectable', 'mine'], 'type'],
    ] as const) {
      await expect(world.as('alice').products.get({ type: type as string })).rejects.toMatchObject({
        code: 'get_products_invalid_type',
        number: 32000,
        data: { field, value: 'mine', accepted: ['accessible', 'selectable', 'enterable'] },
      })
    }
  })

  it('finds products by id and by name, without regard to case [PROD-07] [PROD-08] [DATA-09]', async () => {
    const world = await open()
    const [, gadgets, widgets] = (await world.as('alice').products.get()).products
    expect(gadgets?.id).not.toBe(widgets?.id)
    expect(await namesOf(world, 'alice', { ids: [widgets?.id ?? 0] })).toEqual(['Widgets'])
    expect(await namesOf(world, 'alice', { names: [' gadgets '] })).toEqual(['Gadgets'])
    const both = { ids: [widgets?.id ?? 0], names: ['GADGETS', 'Widgets'] }
    expect(await namesOf(world, 'alice', both)).toEqual(['Gadgets', 'Widgets'])
    expect(await namesOf(world, 'alice', { ids: [] })).toEqual([])
  })

  it('leaves out what does not exist and what the caller may not see [PROD-09] [PROD-10] [GEN-28]', async () => {
    const world = await open()
    const vault = (await world.as('ivan').products.get({ names: ['Vault'] })).products[0]
    const input = { ids: [vault?.id ?? 0, 999], names: ['get', 'Vault', 'Widgets'] }
    expect(await namesOf(world, 'alice', input)).toEqual(['Widgets'])
    expect(await namesOf(world, 'ivan', input)).toEqual(['Vault', 'Widgets'])
    expect(await namesOf(world, 'alice', { type: 'enterable', names: ['Closed'] })).toEqual([])
  })

  it('answers everything about a product [DATA-08] [DATA-10] [DATA-11] [DATA-12] [COMP-04]', async () => {
    const world = await open()
    const { products } = await world.as('alice').products.get({ names: ['Widgets'] })
    const anyId = expect.any(Number) as number
    const release = { id: anyId, sort_key: 0, is_active: true }
    const template = { bug_description_template: '' }
    const component = { id: anyId, sort_key: 0, is_active: true, ...template, flag_types: { bug: [], attachment: [] } }
    const milestone = { ...release, start_date: null, due_date: null }
    expect(products).toEqual([
      {
        id: anyId,
        name: 'Widgets',
        description: 'All about Widgets',
        is_active: true,
        default_milestone: '---',
        has_unconfirmed: true,
        classification: 'Unclassified',
        components: [
          {
            ...component,
            name: 'Core',
            description: 'The Core component',
            default_assigned_to: 'bob@example.com',
            default_qa_contact: '',
          },
          {
            ...component,
            name: 'UI',
            description: 'The UI component',
            default_assigned_to: 'alice@example.com',
            default_qa_contact: 'bob@example.com',
          },
        ],
        versions: [
          { ...release, name: '1.0' },
          { ...release, name: '2.0' },
        ],
        milestones: [
          { ...milestone, name: '---' },
          { ...milestone, name: 'M1' },
        ],
        ...template,
      },
    ])
  })

  it('lists components by sort key, then by name; versions as numbers go; inactive ones too [COMP-05]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const [widgets] = await tx.select({ from: 'products', where: { col: 'name', eq: 'Widgets' } })
      const product_id = widgets?.id ?? 0
      const [like] = await tx.select({ from: 'components', where: { col: 'name', eq: 'UI' } })
      const { id: _id, ...row } = like ?? ({} as never)
      const component = (name: string, sort_key: number) => ({
        ...row,
        name,
        name_folded: name.toLowerCase(),
        sort_key,
      })
      await tx.insert('components', [component('Zoo', -5), component('Ape', 5), component('Bee', 0)])
      await tx.insert(
        'versions',
        ['1.10', '1.9', 'unspecified'].map((name) => ({
          product_id,
          name,
          name_folded: name,
          sort_key: 0,
          is_active: name !== '1.9',
        })),
      )
      await bumpCatalogueVersion(tx)
    })
    const [product] = (await world.as('alice').products.get({ names: ['Widgets'] })).products
    expect(product?.components.map((component) => component.name)).toEqual(['Zoo', 'Bee', 'Core', 'UI', 'Ape'])
    expect(product?.versions.map((version) => version.name)).toEqual(['1.0', '1.9', '1.10', '2.0', 'unspecified'])
    expect(product?.versions.map((version) => version.is_active)).toEqual([true, false, true, true, true])
  })

  it('shows the flag types that apply to each component, by sort key, then by name [COMP-07] [DATA-14]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const idOf = async (entity: 'products' | 'components' | 'groups', name: string) =>
        (await tx.select({ from: entity, where: { col: 'name', eq: name } }))[0]?.id ?? 0
      const [widgets, ui] = [await idOf('products', 'Widgets'), await idOf('components', 'UI')]
      const editbugs = await idOf('groups', 'editbugs')
      await addFlagType(tx, { name: 'review', target_type: 'attachment', sort_key: 2, grant_group_id: editbugs })
      await addFlagType(tx, { name: 'approval', target_type: 'attachment', sort_key: 2, is_active: false })
      const blocker = await addFlagType(tx, { name: 'blocker', description: 'Stops us', cc_list: 'qa@example.com' })
      const docs = await addFlagType(tx, { name: 'docs' })
      await tx.delete('flag_type_scopes', { col: 'flag_type_id', in: [blocker, docs] })
      await tx.insert('flag_type_scopes', [
        { flag_type_id: blocker, is_exclusion: false, product_id: widgets, component_id: ui },
        { flag_type_id: docs, is_exclusion: false },
        { flag_type_id: docs, is_exclusion: true, product_id: widgets, component_id: ui },
      ])
      await bumpCatalogueVersion(tx)
    })
    const { products } = await world.as('alice').products.get({ names: ['Widgets', 'Gadgets'] })
    const shown = products.flatMap(({ components }) =>
      components.map(({ name, flag_types }) => [
        name,
        flag_types.bug.map((type) => type.name),
        flag_types.attachment.map((type) => type.name),
      ]),
    )
    expect(shown).toEqual([
      ['Main', ['docs'], ['approval', 'review']],
      ['Core', ['docs'], ['approval', 'review']],
      ['UI', ['blocker'], ['approval', 'review']],
    ])
    expect(products[1]?.components[1]?.flag_types.bug[0]).toEqual({
      id: expect.any(Number) as number,
      name: 'blocker',
      description: 'Stops us',
      cc_list: 'qa@example.com',
      sort_key: 1,
      is_active: true,
      is_requestable: true,
      is_requesteeble: true,
      is_multiplicable: true,
      grant_group: null,
      request_group: null,
    })
    const [approval, review] = products[0]?.components[0]?.flag_types.attachment ?? []
    expect([approval?.is_active, review?.grant_group]).toEqual([false, expect.any(Number)])
  })

  it('cuts the host off addresses for logged-out callers [DATA-02]', async () => {
    const world = await open()
    const { products } = await world.as(null).products.get({ names: ['Widgets'] })
    const people = products[0]?.components.map((one) => [one.default_assigned_to, one.default_qa_contact])
    expect(people).toEqual([
      ['bob', ''],
      ['alice', 'bob'],
    ])
  })
})

onAnyStore('products.get with field names', (open) => {
  const cut = async (world: World, include_fields?: string[], exclude_fields?: string[]) => {
    const filter = { ...(include_fields && { include_fields }), ...(exclude_fields && { exclude_fields }) }
    const cutting = filter as { include_fields?: ProductField[]; exclude_fields?: ProductField[] }
    return (await world.as('alice').products.get({ names: ['Widgets'], ...cutting })).products[0]
  }

  it('answers the named fields only [GEN-12] [GEN-13] [GEN-14]', async () => {
    const world = await open()
    expect(await cut(world, ['name', 'Description', 'nonsense', 'is_active'])).toEqual({
      name: 'Widgets',
      is_active: true,
    })
  })

  it('leaves out the excluded fields [GEN-15] [GEN-16] [GEN-17]', async () => {
    const world = await open()
    const { components: _components, versions: _versions, ...rest } = (await cut(world)) ?? {}
    expect(await cut(world, undefined, ['components', 'versions', 'Name', 'nonsense'])).toEqual(rest)
    expect(Object.keys(rest)).toHaveLength(9)
  })

  it('leaves out a field that is both included and excluded [GEN-18]', async () => {
    const world = await open()
    expect(await cut(world, ['name', 'components'], ['components'])).toEqual({ name: 'Widgets' })
  })

  it('restricts components, versions and milestones to dotted names [GEN-19]', async () => {
    const world = await open()
    expect(await cut(world, ['components.name', 'versions.name', 'milestones.is_active'])).toEqual({
      components: [{ name: 'Core' }, { name: 'UI' }],
      versions: [{ name: '1.0' }, { name: '2.0' }],
      milestones: [{ is_active: true }, { is_active: true }],
    })
  })

  it('includes a field without one of its subfields [GEN-20]', async () => {
    const world = await open()
    const product = await cut(world, ['components'], ['components.description', 'components.flag_types'])
    expect(Object.keys(product ?? {})).toEqual(['components'])
    expect(product?.components?.map((component) => Object.keys(component))).toEqual([
      ['id', 'name', 'default_assigned_to', 'default_qa_contact', 'sort_key', 'is_active', 'bug_description_template'],
      ['id', 'name', 'default_assigned_to', 'default_qa_contact', 'sort_key', 'is_active', 'bug_description_template'],
    ])
  })

  it('selects fields of flag types, the third level, like those of the other levels [GEN-20]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'blocker' }))
    const shown = async (include: string[], exclude?: string[]) =>
      (await cut(world, include, exclude))?.components?.[0]?.flag_types
    expect(await shown(['components.flag_types.bug.name'])).toEqual({ bug: [{ name: 'blocker' }] })
    expect(await shown(['components.flag_types.attachment'])).toEqual({ attachment: [] })
    const [type = {}] = (await shown(['components'], ['components.flag_types.bug.name']))?.bug ?? []
    expect([Object.keys(type).length, 'name' in type]).toEqual([10, false])
  })

  it('answers all fields by default, as for _all and _default [GEN-22]', async () => {
    const world = await open()
    const whole = await cut(world)
    expect(Object.keys(whole ?? {})).toHaveLength(11)
    for (const include of [['_all'], ['_default'], [], ['_default', 'name']])
      expect(await cut(world, include)).toEqual(whole)
  })

  it('loads people in one select however many components there are, and only when they are asked for', async () => {
    const world = await open()
    const counting = countingStore(world.store)
    const tracker = await createTracker({ store: counting.store, testing: { clock: world.clock.now } })
    const alice = tracker.as({ login: 'alice@example.com' })
    const queriesOf = async (input: Input) => {
      await alice.products.get(input)
      counting.queries.length = 0
      await alice.products.get(input)
      return counting.queries
    }
    expect([...(await queriesOf({}))]).toEqual(['installation', 'users'])
    expect([...(await queriesOf({ include_fields: ['components.default_qa_contact'] }))]).toEqual([
      'installation',
      'users',
    ])
    for (const include_fields of [
      ['name'],
      ['components.name', 'versions'],
      ['id', 'milestones.name'],
    ] as ProductField[][])
      expect(await queriesOf({ include_fields })).toEqual(['installation'])
    expect(await queriesOf({ exclude_fields: ['components'] })).toEqual(['installation'])
  })
})
