import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../test/harness.js'
import { rowsOf } from '../../test/people.js'
import type { Operations } from '@trackerkit/types'

const scopeMissing = { code: 'api_key_scope', number: 306, data: { scope: 'admin' } }
const bug = { component: 'UI', version: '1.0', summary: 'It blinks' }

/** Bugs in two products, and a key of alice's for the second. */
async function withKeyForGadgets(world: World) {
  const alice = world.as('alice')
  const { id: widget } = await alice.bugs.create({ ...bug, product: 'Widgets' })
  const gadgetBug = { product: 'Gadgets', component: 'Main', version: 'unspecified', summary: 'It blinks too' }
  const { id: gadget } = await alice.bugs.create({ ...gadgetBug, depends_on: [widget] })
  const { api_key } = await alice.apiKeys.create({ products: ['Gadgets'] })
  return { widget, gadget, alice, program: world.tracker.as({ api_key }) }
}

onAnyStore('an API key', (open) => {
  it('without the scope admin has none of its owner’s rights of administration, and says so', async () => {
    const world = await open()
    const { api_key } = await world.as('admin').apiKeys.create({ scopes: ['write'] })
    const program = world.tracker.as({ api_key })
    expect((await program.users.whoami({ include_fields: ['rights'] })).rights).toEqual(['editbugs', 'canconfirm'])
    for (const refused of [
      () => program.users.create({ email: 'new@example.com' }),
      () => program.parameters.update({ parameters: { maintainer: 'x@example.com' } }),
      () => program.audit.get(),
      () => program.apiKeys.create({}),
      () => program.apiKeys.revokeAll(),
      () => program.sessions.deleteOthers(),
      () => program.users.updateSelf({ full_name: 'Somebody' }),
      () => program.webhooks.get(),
    ])
      await expect(refused()).rejects.toMatchObject(scopeMissing)
    const component = { product: 'Widgets', name: 'New', description: 'New', default_assignee: 'bob@example.com' }
    await expect(program.components.create(component)).rejects.toMatchObject({ code: 'product_admin_denied' })
    const { id } = await program.bugs.create({ ...bug, product: 'Widgets' })
    await program.bugs.update({ ids: [id], priority: 'High' })
    expect(await rowsOf(world, 'api_keys')).toHaveLength(1)
  })

  it('with the scopes read and admin sees what administrators see, and changes nothing', async () => {
    const world = await open()
    const { api_key } = await world.as('admin').apiKeys.create({ scopes: ['read', 'admin'] })
    const program = world.tracker.as({ api_key })
    expect((await program.audit.get()).audit_log).toHaveLength(1)
    await expect(program.apiKeys.revokeAll()).rejects.toMatchObject({ code: 'api_key_read_only' })
  })

  it('for one product knows of no other one, nor of its bugs', async () => {
    const world = await open()
    const { widget, gadget, program } = await withKeyForGadgets(world)
    const absent = { code: 'bug_id_does_not_exist', number: 101 }
    await expect(program.bugs.get({ ids: [widget] })).rejects.toMatchObject(absent)
    await expect(program.comments.create({ id: widget, comment: 'Hello' })).rejects.toMatchObject(absent)
    await expect(program.bugs.update({ ids: [widget], priority: 'High' })).rejects.toMatchObject(absent)
    await expect(program.bugs.create({ ...bug, product: 'Widgets' })).rejects.toMatchObject({
      data: { value: 'Widgets' },
    })
    await expect(program.bugs.update({ ids: [gadget], product: 'Widgets', component: 'UI' })).rejects.toMatchObject({
      data: { value: 'Widgets' },
    })
    const { products } = await program.products.get({ type: 'accessible' })
    expect(products.map(({ name }) => name)).toEqual(['Gadgets'])
    expect((await program.server.metadata()).products.map(({ name }) => name)).toEqual(['Gadgets'])
    expect((await program.bugs.get({ ids: [gadget] })).bugs[0]?.depends_on).toEqual([])
    await program.comments.create({ id: gadget, comment: 'Mine' })
  })

  it('for one product finds, counts and follows only its bugs, regardless of earlier responses to its owner', async () => {
    const world = await open()
    const { widget, gadget, alice, program } = await withKeyForGadgets(world)
    const search = { quicksearch: 'blinks' }
    expect((await alice.bugs.search(search)).bugs.map(({ id }) => id)).toEqual([widget, gadget])
    expect((await program.bugs.search(search)).bugs.map(({ id }) => id)).toEqual([gadget])
    expect((await program.bugs.search({ product: ['Widgets'] })).bugs).toEqual([])
    const isOpen = { resolution: ['---'] }
    expect([(await alice.bugs.count(isOpen)).total, (await program.bugs.count(isOpen)).total]).toEqual([2, 1])
    await world.as('ivan').bugs.update({ ids: [widget], groups: { add: ['secret'] } })
    const seen = async (who: Operations) => new Set((await who.changes.get()).changes.map(({ bug_id }) => bug_id))
    expect(await seen(world.as('bob'))).toEqual(new Set([widget, gadget]))
    expect(await seen(program)).toEqual(new Set([gadget]))
  })

  it('for one product and another of the same owner together are for what both are for', async () => {
    const world = await open()
    const { gadget, alice } = await withKeyForGadgets(world)
    const keys = await Promise.all([
      alice.apiKeys.create({ products: ['Gadgets', 'Widgets'], scopes: ['read'] }),
      alice.apiKeys.create({ products: ['Gadgets'] }),
    ])
    const program = world.tracker.as(keys.map(({ api_key }) => ({ api_key })))
    expect((await program.bugs.search({ quicksearch: 'blinks' })).bugs.map(({ id }) => id)).toEqual([gadget])
    await expect(program.comments.create({ id: gadget, comment: 'Hi' })).rejects.toMatchObject({
      code: 'api_key_read_only',
    })
  })

  it('for one product is not answered what its owner was answered under the same idempotency key', async () => {
    const world = await open()
    const alice = world.as('alice')
    const { api_key } = await alice.apiKeys.create({ products: ['Gadgets'] })
    const idempotencyKey = 'once'
    const input = { ...bug, product: 'Widgets' }
    await world.tracker.as({ login: 'alice@example.com' }, { idempotencyKey }).bugs.create(input)
    await expect(world.tracker.as({ api_key }, { idempotencyKey }).bugs.create(input)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
  })

  it('notes the addresses that it is used from, and logs each new one', async () => {
    const world = await open()
    const { id, api_key } = await world.as('alice').apiKeys.create({})
    const from = (address: string) => world.tracker.as({ api_key }, { address }).users.whoami()
    const lastFrom = async () => (await world.as('alice').apiKeys.get()).api_keys[0]?.last_used_from
    await from('192.0.2.1')
    await expect.poll(lastFrom).toBe('192.0.2.1')
    await from('2001:db8::1')
    await expect.poll(lastFrom).toBe('2001:db8:0:0::/64')
    world.clock.advance(120)
    await from('192.0.2.1')
    await expect.poll(lastFrom).toBe('192.0.2.1')
    const { audit_log } = await world.as('admin').audit.get({ class: ['ApiKey'], object_id: id })
    expect(audit_log.filter(({ field }) => field === 'used_from').map(({ added }) => added)).toEqual([
      '2001:db8:0:0::/64',
      '192.0.2.1',
    ])
  })
})
