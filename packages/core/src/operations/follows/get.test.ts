import { expect, it } from 'vitest'
import { at, file, update } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onEveryStore } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

onEveryStore('follows.get', (open) => {
  it('returns one bug, one product with its components, or one component', async () => {
    const world = await open()
    const [a, b] = [await file(world), await file(world)]
    const [ui, core] = ['UI', 'Core'].map((component) => ({ product: 'Widgets', component }))
    const add = [
      { bug: a.id },
      { product: 'Widgets' },
      { product: 'Gadgets' },
      ui ?? {},
      core ?? {},
      { user: at('bob') },
    ]
    await world.as('eve').follows.update({ add, mute: [{ bug: b.id }] })
    const get = (input: object) => world.as('eve').follows.get(input)
    const none = { products: [], components: [], users: [], bugs: [], muted: [], off: [], total: 0 }
    expect(await get({ bug: b.id })).toMatchObject({ ...none, muted: [{ id: b.id }], total: 1 })
    const widgets = { products: [{ product: 'Widgets' }], components: [{ component: 'Core' }, { component: 'UI' }] }
    const found = await get({ product: 'Widgets' })
    expect(found).toMatchObject({ ...none, products: widgets.products, components: [{}, {}], total: 3 })
    expect(found.components.map(({ component }) => component).toSorted()).toEqual(['Core', 'UI'])
    expect(await get(core ?? {})).toMatchObject({ ...none, components: [core], total: 1 })
    expect(await get({ product: 'Gadgets' })).toMatchObject({ ...none, products: [{ product: 'Gadgets' }], total: 1 })
    expect(await world.as('bob').follows.get({ bug: b.id })).toEqual(none)
  })

  it('returns parts of all lists as one, as far as the caller can see them', async () => {
    const world = await open()
    const ids: number[] = []
    for (let count = 0; count < 5; count++) ids.push((await file(world)).id)
    const [a = 0, b = 0, c = 0, d = 0, hidden = 0] = ids
    await world.as('eve').follows.update({
      add: [{ product: 'Widgets' }, { product: 'Gadgets' }, { user: at('bob') }, { bug: a }, { bug: hidden }],
      mute: [{ bug: b }],
      off: [{ bug: c }, { bug: d }],
    })
    await update(world, hidden, { groups: { add: ['secret'] } }, 'ivan')
    const parts: string[][] = []
    for (let offset = 0; offset < 9; offset += 2) {
      const { total, ...lists } = await world.as('eve').follows.get({ limit: 2, offset })
      expect(total).toBe(7)
      parts.push(Object.values(lists).flatMap((list) => list.map((one) => JSON.stringify(one))))
    }
    expect(parts.map((part) => part.length)).toEqual([2, 2, 2, 1, 0])
    const { total, ...lists } = await world.as('eve').follows.get()
    const whole = Object.values(lists).flatMap((list) => list.map((one) => JSON.stringify(one)))
    expect([total, parts.flat()]).toEqual([7, whole])
    expect(await world.as('eve').follows.get({ limit: 0 })).toMatchObject({ products: [], bugs: [], total: 7 })
  })

  it('rejects contradicting criteria, and hidden things as absent ones', async () => {
    const world = await open()
    const secret = { product: 'Vault', component: 'Safe', version: '1', assigned_to: at('ivan') }
    const { id } = await file(world, secret, 'ivan')
    for (const [input, code] of [
      [{ bug: 1, product: 'Widgets' }, 'param_invalid'],
      [{ component: 'UI' }, 'param_invalid'],
      [{ limit: 1001 }, 'param_invalid'],
      [{ product: 'Vault' }, 'object_does_not_exist'],
      [{ product: 'Absent' }, 'object_does_not_exist'],
      [{ product: 'Widgets', component: 'Absent' }, 'object_does_not_exist'],
      [{ bug: id }, 'bug_id_does_not_exist'],
      [{ bug: id + 1 }, 'bug_id_does_not_exist'],
    ] as const)
      await expect(world.as('eve').follows.get(input)).rejects.toMatchObject({ code })
  })

  it('reads only the rows of a product, with as many statements for any number of bugs', async () => {
    const world = await open()
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const eve = tracker.as({ login: at('eve') })
    const cost = async (input: object) => {
      queries.length = 0
      await eve.follows.get(input)
      return queries.filter((from) => from === 'follows' || from === 'bug_marks' || from === 'bugs')
    }
    for (let count = 0; count < 3; count++) await eve.follows.update({ add: [{ bug: (await file(world)).id }] })
    expect(await cost({ product: 'Widgets' })).toEqual(['follows'])
    const few = await cost({ limit: 2 })
    for (let count = 0; count < 3; count++) await eve.follows.update({ add: [{ bug: (await file(world)).id }] })
    expect(await cost({ limit: 2 })).toEqual(few)
  })
})
