import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { message, openMailbox, reader, verified } from './mailbox.js'

afterAll(() => reader.close?.())

async function openHeld() {
  const opened = await openMailbox()
  const { tracker, system } = opened
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  await system.intakes.create({ name: 'widgets', ...place, accepts: 'anybody' })
  const headers = [verified('else.example')]
  const report = (subject: string) =>
    message({ from: 'sue@else.example', to: 'bugs+widgets@tracker.example', subject, body: 'Loudly.', headers })
  await tracker.receiveMail(report('It hums'))
  await tracker.receiveMail(report('It hums again'))
  const held = async () => (await system.inbound.list({ outcome: 'held' })).items
  return { ...opened, held }
}

describe('inbound.accept', () => {
  it('files held reports as bugs of a new account, once', async () => {
    const { tracker, system, held } = await openHeld()
    const ids = (await held()).map(({ id }) => id)
    const { items } = await tracker.as({ login: 'admin@example.com' }).inbound.accept({ ids })
    expect(items.map(({ outcome, bugs }) => [outcome, bugs.length])).toEqual([
      ['done', 1],
      ['done', 1],
    ])
    const { bugs } = await system.bugs.search({ creator: 'sue@else.example' })
    expect(bugs.map(({ summary }) => summary).toSorted()).toEqual(['It hums', 'It hums again'])
    await expect(system.inbound.accept({ ids })).rejects.toMatchObject({ code: 'inbound_not_possible' })
    await expect(system.inbound.accept({ ids: [999] })).rejects.toMatchObject({ code: 'object_does_not_exist' })
    expect(await held()).toEqual([])
    const { audit_log } = await system.audit.get({ class: 'Inbound' })
    expect(audit_log.map(({ added }) => added)).toEqual(['accepted', 'accepted'])
  })

  it('keeps a report whose sender may not have an account', async () => {
    const { system, held } = await openHeld()
    await system.parameters.update({ parameters: { emailregexp: '@example\\.com$' } })
    const [{ id = 0 } = {}] = await held()
    const { items } = await system.inbound.accept({ ids: [id] })
    expect(items).toEqual([{ id, outcome: 'held', reason: 'no_right', bugs: [] }])
    expect(await held()).toHaveLength(2)
  })
})

describe('inbound.refuse', () => {
  it('refuses all reports of the sender and forgets what they say', async () => {
    const { system, held } = await openHeld()
    const [{ id = 0 } = {}] = await held()
    expect(Buffer.from((await system.inbound.content({ id })).data).toString()).toContain('Loudly.')
    const { items } = await system.inbound.refuse({ ids: [id], all_of_sender: true })
    expect(items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', 'refused_by_person'],
      ['refused', 'refused_by_person'],
    ])
    await expect(system.inbound.content({ id })).rejects.toMatchObject({ code: 'object_does_not_exist' })
    const { items: all } = await system.inbound.list({ ids: [id] })
    expect(all[0]).toMatchObject({ subject: '', sender: 'sue@else.example' })
  })
})

describe('inbound.list', () => {
  it('shows held reports to insiders who may file bugs there, everything to administrators, nothing to others', async () => {
    const { tracker, system, replyTo } = await openHeld()
    await tracker.receiveMail(message({ from: 'eve@evil.example', to: replyTo('ann@example.com') }))
    const bob = tracker.as({ login: 'bob@example.com' })
    expect((await bob.inbound.list()).items).toEqual([])
    await expect(bob.inbound.refuse({ ids: [1] })).rejects.toMatchObject({ code: 'object_does_not_exist' })
    await system.parameters.update({ parameters: { insidergroup: 'editbugs' } })
    const { items } = await bob.inbound.list()
    expect(items.map(({ subject, product, component }) => [subject, product, component])).toEqual([
      ['It hums again', 'Widgets', 'UI'],
      ['It hums', 'Widgets', 'UI'],
    ])
    const all = (await system.inbound.list({ way: 'mail' })).items
    expect(all.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', 'other_sender'],
      ['held', ''],
      ['held', ''],
    ])
    expect(JSON.stringify(all)).not.toContain('Loudly')
    await expect(tracker.as(null).inbound.list()).rejects.toMatchObject({ code: 'login_required' })
  })
})

describe('inbound.retry', () => {
  it('receives a failed message again', async () => {
    let isBroken = true
    const breaking = {
      read: (bytes: Uint8Array) => (isBroken ? Promise.reject(new Error('It broke')) : reader.read(bytes)),
    }
    const tracker = await createTestTracker({ mail: { reader: breaking } })
    const system = tracker.asSystem()
    await system.parameters.update({ parameters: { mail_in_address: 'bugs+*@tracker.example' } })
    const bytes = message({ from: 'ann@example.com', to: 'bugs+widgets@tracker.example' })
    const failed = { outcome: 'failed', reason: 'unreadable', bugs: [] }
    expect(await tracker.receiveMail(bytes, { recipients: ['bugs+widgets@tracker.example'] })).toEqual(failed)
    const [{ id = 0 } = {}] = (await system.inbound.list({ outcome: 'failed' })).items
    isBroken = false
    const { items } = await system.inbound.retry({ ids: [id] })
    expect(items).toEqual([{ id, outcome: 'refused', reason: 'address_invalid', bugs: [] }])
    expect((await system.inbound.list()).items.map(({ outcome }) => outcome)).toEqual(['refused'])
  })
})
