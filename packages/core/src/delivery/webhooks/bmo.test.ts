// The form `bmo`: what receivers of that tracker's webhooks take, as their models say it.
import { expect, it } from 'vitest'
import * as z from 'zod'
import { file, update } from '../../../test/bugs.js'
import { onAnyStore } from '../../../test/harness.js'
import { openWebhookWorld, verify } from '../../../test/webhooks.js'

const change = z.strictObject({ field: z.string(), removed: z.string(), added: z.string() })
const event = z.strictObject({
  action: z.enum(['create', 'modify']),
  target: z.enum(['bug', 'comment', 'attachment']),
  routing_key: z.string().max(64),
  time: z.iso.datetime(),
  user: z.strictObject({ id: z.int(), login: z.string(), real_name: z.string() }),
  changes: z.array(change).optional(),
})
const comment = z.looseObject({
  id: z.int(),
  number: z.int().optional(),
  body: z.string().nullable().optional(),
  is_private: z.boolean(),
  creation_time: z.iso.datetime().optional(),
})
const attachment = z.looseObject({
  ...{ id: z.int(), is_private: z.boolean(), file_name: z.string().optional(), description: z.string().optional() },
  flags: z.array(z.strictObject({ id: z.int(), name: z.string(), value: z.string() })).optional(),
})
const message = z.strictObject({
  webhook_id: z.int(),
  webhook_name: z.string(),
  event,
  bug: z.looseObject({
    id: z.int(),
    is_private: z.boolean(),
    alias: z.string().optional(),
    flags: z.array(z.strictObject({ id: z.int(), name: z.string(), value: z.string() })).optional(),
    comment: comment.optional(),
    attachment: attachment.optional(),
  }),
})

const secretText = 'Sup3rHidden'

onAnyStore('webhooks of the form bmo', (open) => {
  it('get a request for the change, for each comment and for each attachment', async () => {
    const { world, hook, arrived } = await openWebhookWorld(open)
    const { id, secret } = await hook('alice', { format: 'bmo', include_text: true, product: ['Widgets'] })
    const bug = await file(world, { alias: 'blink' })
    await update(world, bug.id, { priority: 'High', comment: { body: 'Since yesterday' } })
    const note = { file_name: 'a.txt', summary: 'A note', content_type: 'text/plain', data: Buffer.from('hello') }
    const made = await world.as('alice').attachments.create({ ids: [bug.id], ...note, comment: '' })
    const noteId = made.ids[0] as number
    await world.as('alice').attachments.update({ ids: [noteId], summary: 'The note' })
    const requests = await arrived()
    for (const request of requests) expect(verify(secret, request)).toBe(true)
    const bodies = requests.map(({ body }) => message.parse(JSON.parse(body)))
    const keys = bodies.map((body) => body.event.routing_key)
    expect(keys.filter((one) => one !== 'comment.create')).toEqual([
      ...['bug.create', 'bug.modify:priority', 'attachment.create', 'attachment.modify:attachments.description'],
    ])
    const [created, modified, commented] = bodies
    expect(created).toMatchObject({ webhook_id: id, bug: { id: bug.id, alias: 'blink', is_private: false, flags: [] } })
    expect(created?.event).not.toHaveProperty('changes')
    expect(modified?.event).toMatchObject({
      changes: [{ field: 'priority', removed: '---', added: 'High' }],
      user: { login: 'alice@example.com' },
    })
    expect(commented).toMatchObject({ bug: { comment: { number: 1, body: 'Since yesterday', is_private: false } } })
    expect(bodies.at(-1)?.bug.attachment).toMatchObject({ id: noteId, description: 'The note', flags: [] })
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(requests.length)
    const listed = await world.as('alice').webhooks.list()
    expect(listed.webhooks).toMatchObject([
      { id, creator: 'alice@example.com', event: 'create,change,comment,attachment', product: 'Widgets' },
    ])
    expect(listed.webhooks).toMatchObject([{ component: 'Any', enabled: true, errors: 0 }])
  })

  it('contain only IDs of restricted objects', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    await hook('ivan', { format: 'bmo', include_text: true })
    const bug = await file(world)
    await world.as('ivan').comments.create({ id: bug.id, comment: secretText, is_private: true })
    const restricted = await file(world, { summary: secretText, groups: ['secret'] }, 'ivan')
    await update(world, restricted.id, { whiteboard: secretText, comment: { body: secretText } }, 'ivan')
    const requests = await arrived()
    const bodies = requests.map(({ body }) => message.parse(JSON.parse(body)))
    expect(JSON.stringify(bodies)).not.toContain(secretText)
    const ofRestricted = bodies.filter((body) => body.bug.id === restricted.id)
    expect(ofRestricted.map((body) => Object.keys(body.bug).toSorted((a, b) => (a < b ? -1 : 1)))).toEqual([
      ['id', 'is_private'],
      ['id', 'is_private'],
      ['comment', 'id', 'is_private'],
    ])
    expect(ofRestricted.every((body) => body.event.changes === undefined)).toBe(true)
    const privately = bodies.find((body) => body.bug.id === bug.id && body.bug.comment)
    expect(privately?.bug.comment).toEqual({ id: expect.any(Number) as unknown, is_private: true })
    sender.answer = () => ({ status: 500 })
    await file(world)
    await arrived()
    expect((await world.as('ivan').webhooks.list()).webhooks).toMatchObject([{ errors: 1 }])
    expect((await world.as('alice').webhooks.list()).webhooks).toEqual([])
  })

  it('that fail are counted in the list of webhooks as far as their owner can now see their bugs', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    const { id } = await hook('bob', { format: 'bmo' })
    sender.answer = () => ({ status: 500 })
    const hidden = await file(world)
    await file(world)
    await arrived()
    const { webhooks } = world.as('bob')
    expect((await webhooks.list()).webhooks).toMatchObject([{ errors: 2 }])
    const toIvan = { assigned_to: 'ivan@example.com', qa_contact: '', cc: { remove: ['bob@example.com'] } }
    await update(world, hidden.id, { ...toIvan, groups: { add: ['secret'] } }, 'ivan')
    expect((await webhooks.deliveries({ id })).deliveries).toHaveLength(1)
    expect((await webhooks.list()).webhooks).toMatchObject([{ errors: 1 }])
  })

  it('are failing since something failed that their owner may see by now', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    await hook('bob', { format: 'bmo' })
    sender.answer = () => ({ status: 500 })
    const since = async () => (await world.as('bob').webhooks.get()).webhooks[0]?.failing_since
    const hidden = await file(world)
    await arrived()
    expect(await since()).toEqual(world.clock.now())
    const toIvan = { assigned_to: 'ivan@example.com', qa_contact: '', cc: { remove: ['bob@example.com'] } }
    await update(world, hidden.id, { ...toIvan, groups: { add: ['secret'] } }, 'ivan')
    expect(await since()).toBeNull()
    world.clock.advance(86_400)
    await file(world)
    const filed = world.clock.now()
    await arrived()
    world.clock.advance(60)
    expect(await since()).toEqual(filed)
  })
})
