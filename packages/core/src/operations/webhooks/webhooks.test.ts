import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'

const minimal = {
  name: 'Builds',
  url: 'https://ci.example.com/bugs?token=t0p',
  events: ['created', 'changed'] as const,
}
const make = (world: World, input: object = {}, who = 'admin') =>
  world.as(who).webhooks.create({ ...minimal, events: [...minimal.events], ...input })
const headers = { Authorization: 'Bearer 5ecret' }

onAnyStore('webhooks', (open) => {
  it('are shown to their owner and to administrators, without secrets and values of headers', async () => {
    const world = await open()
    await world.as('admin').parameters.update({ parameters: { webhook_group: 'editbugs' } })
    const { id, secret } = await make(
      world,
      { product: ['widgets'], component: ['ui'], fields: ['status'], headers },
      'alice',
    )
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { webhooks } = await world.as('alice').webhooks.get()
    expect(webhooks).toEqual([
      {
        id,
        user: 'alice@example.com',
        name: 'Builds',
        url: minimal.url,
        events: ['created', 'changed'],
        product: ['Widgets'],
        component: ['UI'],
        fields: ['status'],
        format: 'standard',
        headers: ['authorization'],
        include_text: false,
        include_restricted: false,
        is_enabled: true,
        disabled_reason: '',
        last_success: null,
        failing_since: null,
        creation_time: world.clock.now(),
      },
    ])
    const { secret: second } = await world.as('alice').webhooks.rotate({ id })
    expect(second).not.toBe(secret)
    expect(await world.as('admin').webhooks.get()).toEqual({ webhooks: [] })
    for (const input of [{ all: true }, { ids: [id] }]) {
      const answer = await world.as('admin').webhooks.get(input)
      expect(answer.webhooks).toMatchObject([{ id, user: 'alice@example.com' }])
      expect(JSON.stringify(answer)).not.toMatch(/whsec|5ecret/)
    }
    expect(JSON.stringify(await rowsOf(world, 'audit_log'))).not.toMatch(/whsec|5ecret|t0p/)
  })

  it('keep their components by name when their product changes: those of the other product', async () => {
    const world = await open()
    const system = world.tracker.asSystem()
    await system.products.create({ name: 'Lamps', description: 'Things that glow', version: '1.0' })
    const lamps = { product: 'Lamps', description: 'What people see', default_assignee: 'alice@example.com' }
    const { id: ofLamps } = await system.components.create({ ...lamps, name: 'UI' })
    for (const component of [{ component: ['UI'] }, {}]) {
      const { id } = await make(world, { product: ['Widgets'], component: ['UI'] })
      await world.as('admin').webhooks.update({ ids: [id], product: ['Lamps'], ...component })
      const rows = await rowsOf(world, 'webhooks')
      expect(rows.find((row) => row.id === id)?.component_ids).toEqual([ofLamps])
    }
    const { id } = await make(world, { product: ['Lamps'], component: ['UI'] })
    await system.products.create({ name: 'Bulbs', description: 'Parts of lamps', version: '1.0' })
    const nowhere = world.as('admin').webhooks.update({ ids: [id], product: ['Bulbs'] })
    await expect(nowhere).rejects.toMatchObject({ code: 'object_does_not_exist', data: { value: 'UI' } })
  })

  it('have no line break in a header, by which others could be added', async () => {
    const world = await open()
    await make(world, { headers: { a: 'x\r\nb: y' } })
    expect(await rowsOf(world, 'webhooks')).toMatchObject([{ headers: { a: 'x b: y' } }])
  })

  it('of others are absent, in every operation', async () => {
    const world = await open()
    const { id } = await make(world)
    const { webhooks } = world.as('alice')
    for (const value of [id, 999]) {
      const absent = { code: 'object_does_not_exist', number: 51, data: { kind: 'webhook', value } }
      await expect(webhooks.get({ ids: [value] })).rejects.toMatchObject(absent)
      await expect(webhooks.update({ ids: [value], name: 'Mine' })).rejects.toMatchObject(absent)
      await expect(webhooks.delete({ ids: [value] })).rejects.toMatchObject(absent)
      await expect(webhooks.rotate({ id: value })).rejects.toMatchObject(absent)
    }
    await expect(webhooks.get({ all: true })).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(world.as(null).webhooks.get()).rejects.toMatchObject({ code: 'login_required', number: 410 })
  })

  it('require the webhook_group, with at most 20 each, even if the embedding program creates them', async () => {
    const world = await open()
    const refused = { code: 'auth_failure', number: 304 }
    await expect(make(world, {}, 'alice')).rejects.toMatchObject(refused)
    const input = { ...minimal, events: [...minimal.events] }
    await expect(world.tracker.asSystem('alice@example.com').webhooks.create(input)).rejects.toMatchObject(refused)
    await expect(world.tracker.asSystem().webhooks.create(input)).rejects.toMatchObject({ code: 'login_required' })
    for (let n = 0; n < 20; n++) await world.tracker.asSystem('admin@example.com').webhooks.create(input)
    await expect(make(world)).rejects.toMatchObject({ code: 'webhook_limit', number: 1411, data: { limit: 20 } })
    await world.as('admin').parameters.update({ parameters: { webhook_group: '' } })
    await world.as('admin').webhooks.delete({ ids: [1] })
    await expect(make(world)).rejects.toMatchObject(refused)
  })

  it.each<[what: string, input: object, error: object]>([
    ['a file', { url: 'file:///etc/passwd' }, { code: 'webhook_url_invalid', number: 1410 }],
    ['a URL with a password', { url: 'https://me:pass@example.com/' }, { code: 'webhook_url_invalid' }],
    ['no URL', { url: 'ci.example.com' }, { code: 'webhook_url_invalid' }],
    ['a long URL', { url: `https://example.com/${'x'.repeat(2000)}` }, { code: 'webhook_url_invalid' }],
    ['no events', { events: [] }, { code: 'param_invalid', number: 53 }],
    ['unknown events', { events: ['born'] }, { code: 'param_invalid' }],
    ['an unknown product', { product: ['Nothing'] }, { number: 51, data: { field: 'product', value: 'Nothing' } }],
    ['a component of other products', { product: ['Gadgets'], component: ['UI'] }, { number: 51 }],
    ['an unknown field', { fields: ['colour'] }, { number: 51, data: { field: 'fields', value: 'colour' } }],
    ['a header of its own', { headers: { 'Webhook-Id': '1' } }, { number: 53, data: { field: 'headers.Webhook-Id' } }],
    ['a header that is not ASCII', { headers: { a: 'ä' } }, { number: 53, data: { field: 'headers.a' } }],
    ['six headers', { headers: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } }, { code: 'list_too_long' }],
    ['a blank name', { name: ' ' }, { code: 'name_blank' }],
  ])('cannot be made with %s, and no error repeats what may be secret', async (_what, input, error) => {
    const world = await open()
    const failure: unknown = await make(world, { headers, ...input }).catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject(error)
    expect(`${String(failure)}${JSON.stringify(failure)}`).not.toMatch(/5ecret|pass@/)
    expect(await rowsOf(world, 'webhooks')).toEqual([])
  })

  it('are changed as a whole or not at all, and lose their headers with the server that these are for', async () => {
    const world = await open()
    const { id } = await make(world, { headers })
    const { webhooks } = world.as('admin')
    await expect(webhooks.update({ ids: [id], name: 'New', url: 'nonsense' })).rejects.toMatchObject({ number: 1410 })
    const change = { name: 'New', url: 'https://ci.example.com/other?token=2', product: ['Widgets'] }
    expect(await webhooks.update({ ids: [id], ...change })).toEqual({
      webhooks: [
        {
          id,
          changes: {
            name: { removed: 'Builds', added: 'New' },
            url: { removed: 'https://ci.example.com/bugs', added: 'https://ci.example.com/other' },
            product: { removed: '', added: 'Widgets' },
          },
        },
      ],
    })
    expect((await webhooks.get()).webhooks).toMatchObject([{ headers: ['authorization'], ...change }])
    const moved = await webhooks.update({ ids: [id], url: 'https://other.example.com/' })
    expect(moved.webhooks[0]?.changes).toMatchObject({ headers: { removed: 'authorization', added: '' } })
    expect((await rowsOf(world, 'webhooks'))[0]?.headers).toEqual({})
  })

  it('keep the secret before as long as is asked for, and are gone when they are removed', async () => {
    const world = await open()
    const { id, secret } = await make(world)
    const { webhooks } = world.as('admin')
    const secrets = async () => (await rowsOf(world, 'webhooks'))[0]?.secrets
    const second = (await webhooks.rotate({ id })).secret
    const until = world.clock.now().getTime() + 24 * 3_600_000
    expect(await secrets()).toEqual([
      { secret: second, until: null },
      { secret, until },
    ])
    const third = (await webhooks.rotate({ id, keep_hours: 0 })).secret
    expect(await secrets()).toEqual([{ secret: third, until: null }])
    await expect(webhooks.rotate({ id, keep_hours: 169 })).rejects.toMatchObject({ number: 54 })
    expect(await webhooks.delete({ ids: [id, id] })).toEqual({ webhooks: [{ id }] })
    expect(await webhooks.get()).toEqual({ webhooks: [] })
  })
})
