// Request bodies contain what the owner of the webhook may see when they are built, and no more.
import { expect, it } from 'vitest'
import { file, update } from '../../../test/bugs.js'
import { onAnyStore } from '../../../test/harness.js'
import { changeUser } from '../../../test/people.js'
import { openImporter } from '../../moving/records/importer.js'
import { bodyOf, deliveries, openWebhookWorld, verify } from '../../../test/webhooks.js'

const secretText = 'Sup3rHidden'

onAnyStore('requests of webhooks', (open) => {
  it('contain a change and the current bug, signed so that a standard receiver library accepts them', async () => {
    const { world, hook, arrived } = await openWebhookWorld(open)
    const { id, secret } = await hook('alice', { headers: { Authorization: 'Bearer of news' } })
    const bug = await file(world)
    await update(world, bug.id, { priority: 'High', comment: { body: 'Since yesterday' } })
    const [created, changed] = await arrived()
    if (!created || !changed) throw new Error('two requests were awaited')
    for (const request of [created, changed]) expect(verify(secret, request)).toBe(true)
    expect(verify('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', changed)).toBe(false)
    expect(verify(secret, { ...changed, body: changed.body.replace('High', 'Low') })).toBe(false)
    expect(changed.url).toBe('https://ci.example.com/bugs')
    const { change } = bodyOf(changed).data
    expect(changed.headers).toMatchObject({
      'webhook-id': `chg_${id}_${change.seq}`,
      'user-agent': expect.stringMatching(/^TrackerKit\/\d/) as unknown,
      'content-type': 'application/json',
      authorization: 'Bearer of news',
    })
    expect(bodyOf(created)).toMatchObject({ type: 'bug.created', timestamp: '2026-03-01T12:00:00.000Z' })
    expect(bodyOf(changed)).toEqual({
      type: 'bug.changed',
      timestamp: '2026-03-01T12:00:00.001Z',
      data: {
        change: {
          ...{ seq: 4, set: 4, type: 'bug.changed', time: '2026-03-01T12:00:00Z', bug_id: bug.id },
          user: { id: expect.any(Number) as unknown, name: 'alice@example.com', real_name: 'Alice Example' },
          changes: [{ field_name: 'priority', removed: '---', added: 'High' }],
          comments: [{ id: expect.any(Number) as unknown, count: 1, is_private: false }],
          ...{ attachments: [], flags: [], code_links: [] },
        },
        bug: {
          ...{ id: bug.id, url: '', summary: 'It blinks', product: 'Widgets', component: 'UI', status: 'CONFIRMED' },
          ...{ resolution: '', priority: 'High', severity: 'enhancement', assigned_to: 'alice@example.com' },
          ...{ keywords: [], whiteboard: '', last_change_time: '2026-03-01T12:00:00Z' },
        },
      },
    })
  })

  it('report private comments only to insiders, in text, in number and by their existence', async () => {
    const { world, hook, arrived } = await openWebhookWorld(open)
    const texts = { include_text: true, include_restricted: true }
    await hook('alice', { ...texts, url: 'https://alice.example.com/' })
    await hook('ivan', { ...texts, url: 'https://ivan.example.com/' })
    const bug = await file(world)
    await arrived()
    await world.as('ivan').comments.create({ id: bug.id, comment: secretText, is_private: true })
    const [toIvan, ...others] = await arrived()
    expect(others).toEqual([])
    expect(toIvan?.url).toBe('https://ivan.example.com/')
    expect(toIvan && bodyOf(toIvan).data.comments).toEqual([{ id: expect.any(Number) as unknown, text: secretText }])
    // The rest of the change contains nothing for a webhook that asks for comments.
    await hook('alice', { events: ['comment'], url: 'https://comments.example.com/' })
    await update(world, bug.id, { priority: 'High', comment: { body: secretText, is_private: true } }, 'ivan')
    const requests = await arrived()
    expect(requests.map(({ url }) => url).toSorted()).toEqual([
      'https://alice.example.com/',
      'https://ivan.example.com/',
    ])
    const toAlice = requests.find(({ url }) => url.startsWith('https://alice'))
    expect(toAlice?.body).not.toContain(secretText)
    expect(toAlice && bodyOf(toAlice).data).toMatchObject({ change: { comments: [] }, comments: [] })
  })

  it('do not call a webhook for comments when a bug is filed: a description is not a comment', async () => {
    const { world, hook, told } = await openWebhookWorld(open)
    await hook('alice', { events: ['comment'] })
    const bugs = [await file(world), await file(world, { description: 'It blinks' })]
    expect(await told()).toEqual([])
    await world.as('alice').comments.create({ id: bugs[1]?.id ?? 0, comment: 'Since yesterday' })
    expect((await told()).map(({ data }) => data.change.comments)).toMatchObject([[{ count: 1 }]])
  })

  it('contain only IDs of private comments and restricted bugs, unless their owner asks for more', async () => {
    const { world, hook, arrived } = await openWebhookWorld(open)
    await hook('ivan', { include_text: true, url: 'https://numbers.example.com/' })
    await hook('ivan', { include_text: true, include_restricted: true, url: 'https://all.example.com/' })
    const bug = await file(world)
    await world.as('ivan').comments.create({ id: bug.id, comment: secretText, is_private: true })
    const restricted = await file(world, { summary: secretText, groups: ['secret'] }, 'ivan')
    await update(world, restricted.id, { whiteboard: secretText, comment: { body: secretText } }, 'ivan')
    const requests = await arrived()
    const numbers = requests.filter(({ url }) => url === 'https://numbers.example.com/').map(bodyOf)
    const all = requests.filter(({ url }) => url === 'https://all.example.com/')
    expect([numbers.length, all.length]).toEqual([4, 4])
    expect(JSON.stringify(numbers)).not.toContain(secretText)
    expect(all.slice(1).every(({ body }) => body.includes(secretText))).toBe(true)
    const ofComment = numbers.find(({ data }) => data.bug.id === bug.id && data.change['type'] === 'bug.changed')
    expect(ofComment?.data.change.comments).toEqual([{ id: expect.any(Number) as unknown, is_private: true }])
    expect(ofComment?.data.comments).toEqual([])
    const ofBug = numbers.find(({ data }) => data.bug.id === restricted.id && data.change['type'] === 'bug.changed')
    expect(ofBug?.data.bug).toEqual({ id: restricted.id, is_private: true })
    expect(ofBug?.data).toMatchObject({ change: { user: null, changes: [], flags: [] } })
  })

  it('carry the trace of the call that made the change, if it is visible who made it', async () => {
    const { world, hook, arrived } = await openWebhookWorld(open)
    await hook('ivan', { url: 'https://numbers.example.com/' })
    await hook('ivan', { include_restricted: true, url: 'https://all.example.com/' })
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const ivan = (origin: object) => world.tracker.as({ login: 'ivan@example.com' }, origin)
    const traces = async () => {
      const requests = (await arrived()).map(({ url, headers }) => [url, headers['traceparent']] as const)
      return requests.toSorted(([a], [b]) => a.localeCompare(b))
    }
    const bug = await file(world)
    await arrived()
    await ivan({ traceparent }).bugs.update({ ids: [bug.id], whiteboard: 'traced' })
    expect(await traces()).toEqual([
      ['https://all.example.com/', traceparent],
      ['https://numbers.example.com/', traceparent],
    ])
    for (const none of [{}, { traceparent: secretText }]) {
      await ivan(none).bugs.update({ ids: [bug.id], whiteboard: JSON.stringify(none) })
      expect((await traces()).map(([, trace]) => trace)).toEqual([undefined, undefined])
    }
    await ivan({ traceparent }).bugs.update({ ids: [bug.id], groups: { add: ['secret'] } })
    await arrived()
    await ivan({ traceparent }).bugs.update({ ids: [bug.id], whiteboard: 'hidden' })
    expect(await traces()).toEqual([
      ['https://all.example.com/', traceparent],
      ['https://numbers.example.com/', undefined],
    ])
  })

  it('are not made of what their owner could see when it happened, and cannot any more', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    await hook('bob', { include_text: true, include_restricted: true })
    const bug = await file(world)
    sender.answer = () => ({ status: 500 })
    await update(world, bug.id, { whiteboard: 'visible', comment: { body: secretText } })
    expect(await arrived()).not.toEqual([])
    sender.answer = () => ({})
    const ungrouped = { assigned_to: 'ivan@example.com', qa_contact: '', groups: { add: ['secret'] } }
    await update(world, bug.id, { ...ungrouped, cc: { remove: ['bob@example.com'] } }, 'ivan')
    world.clock.advance(3600)
    const requests = await arrived()
    world.clock.advance(3600)
    requests.push(...(await arrived()))
    expect(requests.map((request) => bodyOf(request).type)).toEqual(['bug.hidden'])
    expect(requests[0]?.body).not.toMatch(/visible|Sup3rHidden|blinks/)
    // Nor in the log: the owner finds the requests above and nothing else.
    expect((await world.as('bob').webhooks.deliveries({ id: 1 })).deliveries).toMatchObject([{ state: 'sent', seq: 5 }])
  })

  it('are not made of fields that a webhook asks for and its owner may not see', async () => {
    const { world, hook, told } = await openWebhookWorld(open)
    await world.tracker.asSystem().parameters.update({ parameters: { timetrackinggroup: 'insiders' } })
    await hook('alice', { fields: ['estimated_time'], events: ['changed'] })
    await hook('ivan', { fields: ['estimated_time'], events: ['changed'], include_restricted: true })
    const bug = await file(world)
    await update(world, bug.id, { estimated_time: 5, priority: 'High' }, 'ivan')
    await update(world, bug.id, { priority: 'Low' })
    const bodies = await told()
    expect(bodies.map(({ data }) => data.change['changes'])).toEqual([
      expect.arrayContaining([expect.objectContaining({ field_name: 'estimated_time' })]),
    ])
  })

  it('report a bug that leaves a product to webhooks for that product too, and to no other', async () => {
    const { world, hook, told } = await openWebhookWorld(open)
    await hook('alice', { product: ['Widgets'], component: ['UI'], events: ['changed'] })
    const bug = await file(world)
    const other = await file(world, { component: 'Core' })
    await update(world, other.id, { priority: 'High' })
    await update(world, bug.id, { product: 'Gadgets', component: 'Main', version: 'unspecified' })
    await update(world, bug.id, { priority: 'High' })
    expect((await told()).map(({ data }) => [data.bug.id, data.bug['product']])).toEqual([[bug.id, 'Gadgets']])
  })

  it('report a bug that left a product that was renamed since, while the webhook was disabled', async () => {
    const { world, hook, told } = await openWebhookWorld(open)
    const { id } = await hook('alice', { product: ['Widgets'], component: ['UI'], events: ['changed'] })
    const bug = await file(world)
    const { webhooks, products, components } = world.tracker.asSystem('admin@example.com')
    await webhooks.update({ ids: [id], is_enabled: false })
    await update(world, bug.id, { product: 'Gadgets', component: 'Main', version: 'unspecified' })
    await products.update({ names: ['Widgets'], name: 'Lamps' })
    await components.update({ product: 'Lamps', names: ['UI'], name: 'Switch' })
    await products.create({ name: 'Widgets', description: 'Other things', version: '1.0' })
    await webhooks.update({ ids: [id], is_enabled: true, since: 0 })
    expect((await told()).map(({ data }) => [data.bug.id, data.bug['product']])).toEqual([[bug.id, 'Gadgets']])
  })

  it('are dropped when their owner is disabled or loses the right to webhooks, and not created until that ends', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    sender.answer = () => ({ status: 500 })
    await hook('bob')
    await file(world)
    expect(await arrived()).toHaveLength(1)
    await changeUser(world, 'bob', { login_denied_text: 'Gone' })
    await file(world)
    world.clock.advance(3600)
    expect(await arrived()).toEqual([])
    await changeUser(world, 'bob', { login_denied_text: '' })
    await world.tracker.asSystem().parameters.update({ parameters: { webhook_group: 'admin' } })
    await file(world)
    expect(await arrived()).toEqual([])
    expect(await deliveries(world)).toMatchObject([
      { state: 'dropped', last_error: 'the owner of the webhook may have none' },
    ])
  })

  it('are short however much changed, and whole in what they say', async () => {
    const { world, hook, arrived } = await openWebhookWorld(open)
    await hook('alice', { include_text: true })
    await file(world, { comment: '闪'.repeat(20_000), whiteboard: '🎉'.repeat(10_000) })
    const [request] = await arrived()
    expect(Buffer.byteLength(request?.body ?? '')).toBeLessThanOrEqual(20_000)
    expect(request && bodyOf(request).data).toMatchObject({ is_cut: true, bug: { summary: 'It blinks' } })
    expect(request?.body).not.toContain('\ufffd')
  })

  it('begin where a webhook wants them to, in their order, and once', async () => {
    const { world, hook, told } = await openWebhookWorld(open)
    await hook('ivan')
    const bug = await file(world)
    for (const priority of ['High', 'Low']) await update(world, bug.id, { priority })
    await told()
    await update(world, bug.id, { priority: 'Highest' })
    const { id } = await hook('alice', { since: 2, events: ['changed'] })
    await update(world, bug.id, { priority: 'Lowest' })
    const bodies = (await told()).filter(({ data }) => data.change.seq > 2)
    const priorities = bodies.map(({ data }) => (data.change['changes'] as { added: string }[])[0]?.added)
    expect(priorities).toHaveLength(6)
    expect(priorities).toEqual(expect.arrayContaining(['High', 'Highest', 'Highest', 'Low', 'Lowest', 'Lowest']))
    const own = (await world.as('alice').webhooks.deliveries({ id })).deliveries.map(({ seq }) => seq)
    expect(own).toEqual(own.toSorted((a, b) => (b ?? 0) - (a ?? 0)))
    const gone = hook('alice', { since: 'other.3' })
    await expect(gone).rejects.toMatchObject({ code: 'changes_gone', number: 1400 })
  })

  it('report edited and redacted comments and erased files as changes, without new comments or files', async () => {
    const { world, hook, told } = await openWebhookWorld(open)
    await world.tracker.asSystem().parameters.update({
      parameters: { comment_edit_minutes: -1, allow_attachment_deletion: true },
    })
    const bug = await file(world)
    const { id } = await world.as('alice').comments.create({ id: bug.id, comment: 'It glows' })
    const note = { file_name: 'a.txt', summary: 'A note', content_type: 'text/plain', data: Buffer.from('hello') }
    const { ids } = await world.as('alice').attachments.create({ ids: [bug.id], ...note })
    await hook('alice', { events: ['comment', 'attachment'], url: 'https://new.example.com/' })
    await hook('alice', { format: 'bmo', include_text: true })
    await hook('bob', { events: ['changed'], include_text: true })
    await hook('bob', { events: ['changed'], fields: ['priority'] })
    await world.as('alice').comments.update({ id, text: 'It glows green' })
    await world.as('admin').comments.redact({ ids: [id], reason: 'Asked for' })
    await world.as('admin').attachments.erase({ ids, reason: 'Asked for' })
    const bodies = (await told()) as unknown as (ReturnType<typeof bodyOf> & { event?: { routing_key: string } })[]
    expect(bodies.map(({ type, event }) => event?.routing_key ?? type)).toEqual(
      expect.arrayContaining(['bug.changed', 'attachment.modify:attachments.isobsolete']),
    )
    const changes = bodies.flatMap(({ data }) => (data as typeof data | undefined)?.change ?? [])
    expect(changes).toMatchObject([
      { comments: [{ id, is_rewritten: true }], attachments: [] },
      { comments: [{ id, is_rewritten: true }], attachments: [] },
      { comments: [], attachments: [{ id: ids[0], is_rewritten: true }] },
    ])
    expect(bodies).toHaveLength(4)
  })

  it('report that a bug was hidden to webhooks for other products too: its new product is secret', async () => {
    const { world, hook, told } = await openWebhookWorld(open)
    await hook('bob', { events: ['hidden'], product: ['Gadgets'] })
    const bug = await file(world)
    const ungrouped = { assigned_to: 'ivan@example.com', qa_contact: '', groups: { add: ['secret'] } }
    await update(world, bug.id, ungrouped, 'ivan')
    expect((await told()).map(({ type, data }) => [type, data.bug.id])).toEqual([['bug.hidden', bug.id]])
  })

  it('are not made of what an import brings, but of what it hides', async () => {
    const { world, hook, told } = await openWebhookWorld(open)
    await hook('bob')
    const [creator, time] = ['alice@example.com', '2019-05-01T10:00:00Z']
    const bug = {
      ...{ kind: 'bug', id: 700, summary: 'Old', product: 'Widgets', component: 'UI', version: '1.0' },
      ...{ target_milestone: '---', status: 'CONFIRMED', priority: '---', severity: 'enhancement', platform: 'All' },
      ...{
        op_sys: 'All',
        is_confirmed: true,
        creator,
        assigned_to: creator,
        creation_time: time,
        last_change_time: time,
      },
      comments: [{ id: 900, text: 'Once', creator, time }],
    }
    const importer = await openImporter(world.store, { source: 'https://old.example.org/' })
    const put = async (more: object) => {
      const [result] = await importer.put([{ ...bug, ...more }])
      return result?.outcome === 'refused' ? result.problems : result?.outcome
    }
    expect(await put({})).toBe('created')
    expect(await told()).toEqual([])
    expect(await put({ summary: 'Older' })).toBe('replaced')
    const { changes } = await world.as('bob').changes.get({})
    expect(changes).toMatchObject([{ type: 'bug.imported' }, { type: 'bug.imported', bug_id: 700, changes: [] }])
    expect(await told()).toEqual([])
    expect(await put({ groups: ['secret'] })).toBe('replaced')
    expect((await told()).map(({ type, data }) => [type, data.bug.id])).toEqual([['bug.hidden', 700]])
    await importer.close()
  })
})
