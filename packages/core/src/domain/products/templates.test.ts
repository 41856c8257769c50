// Templates of descriptions, which products and components have.
import { expect, it } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'

const field = 'bug_description_template'

onAnyStore('templates of descriptions', (open) => {
  it('are created, read and changed with products and components, and logged', async () => {
    const world = await open()
    const admin = world.as('admin')
    const product = { name: 'Gizmos', description: 'Small', version: '1' }
    await admin.products.create({ ...product, [field]: 'Steps:\r\n1. \n' })
    const part = { product: 'Gizmos', name: 'Core', description: 'Its core', default_assignee: 'alice@example.com' }
    await admin.components.create({ ...part, [field]: 'Crash:' })
    await admin.components.create({ ...part, name: 'Docs' })
    const shown = async () => {
      const { products } = await world.as('eve').products.get({ names: ['Gizmos'] })
      const { components } = await world.as('eve').components.get({ product: 'Gizmos', include_fields: [field] })
      const ofProduct = products[0]?.components.map((one) => one[field])
      expect(components.map((one) => one[field])).toEqual(ofProduct)
      return [products[0]?.[field], ...(ofProduct ?? [])]
    }
    expect(await shown()).toEqual(['Steps:\n1.', 'Crash:', ''])
    const { products } = await admin.products.update({ names: ['Gizmos'], [field]: '' })
    expect(products[0]?.changes).toEqual({ [field]: { removed: 'Steps:\n1.', added: '' } })
    const core = { product: 'Gizmos', names: ['Core'] }
    expect((await admin.components.update({ ...core, [field]: 'Crash:' })).components[0]?.changes).toEqual({})
    await admin.components.update({ ...core, [field]: 'Trace:' })
    expect(await shown()).toEqual(['', 'Trace:', ''])
    const logged = (await rowsOf(world, 'audit_log')).filter((row) => row.field === field)
    expect(logged.map((row) => [row.class, row.removed, row.added])).toEqual([
      ['Product', 'Steps:\n1.', ''],
      ['Component', 'Crash:', 'Trace:'],
    ])
  })

  it('have at most 65,535 characters, and are not in the configuration that pages load', async () => {
    const world = await open()
    const admin = world.as('admin')
    const long = { names: ['Widgets'], [field]: 'x'.repeat(65_536) }
    await expect(admin.products.update(long)).rejects.toMatchObject({ code: 'text_too_long', data: { field } })
    await admin.products.update({ names: ['Widgets'], [field]: 'x'.repeat(65_535) })
    expect(JSON.stringify(await admin.server.metadata())).not.toContain(field)
  })
})
