import { afterAll, expect, it } from 'vitest'
import { onAnyEmptyStore } from '../../core/test/on-any-empty-store.js'
import { operations } from '@trackerkit/core/operations'
import { hostOf } from '@trackerkit/core/host'
import type { MailReader } from '@trackerkit/core/mail'
import { message, openMailbox, reader, verified } from './mailbox.js'

afterAll(() => reader.close?.())

async function openHeld(reading?: MailReader) {
  const opened = await openMailbox(reading)
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

onAnyEmptyStore('email of senders without an account', () => {
  it('is held if it is verified, whatever reports from pages name its sender', async () => {
    const { tracker, system } = await openMailbox()
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const { id } = await system.intakes.create({ name: 'widgets', ...place, accepts: 'anybody' })
    const { key } = await system.intakes.rotateKey({ id })
    for (const summary of ['1', '2', '3', '4', '5']) {
      const report = { key, summary, email: 'sue@else.example' }
      await hostOf(tracker).run(operations.reports.create, null, report, { address: '192.0.2.1' })
    }
    const headers = [verified('else.example')]
    const about = { from: 'sue@else.example', to: 'bugs+widgets@tracker.example', subject: 'It hums', headers }
    expect(await tracker.receiveMail(message({ ...about, body: 'Loudly.' }))).toMatchObject({ outcome: 'held' })
  })

  it('is not held with commands, because only accounts can give them', async () => {
    const { tracker, held } = await openHeld()
    const about = { from: 'sue@else.example', to: 'bugs+widgets@tracker.example', headers: [verified('else.example')] }
    const report = (body: string) => tracker.receiveMail(message({ ...about, subject: 'It smokes', body }))
    for (const body of ['@assigned_to ann@example.com\r\n\r\nNow.', '@status RESOLVED\r\n@frobnicate yes\r\n\r\nNow.'])
      expect(await report(body)).toEqual({ outcome: 'refused', reason: 'not_verified', bugs: [] })
    expect(await held()).toHaveLength(2)
    expect(await report('@anna, look at this.')).toMatchObject({ outcome: 'held' })
  })
})

onAnyEmptyStore('inbound.list', () => {
  it('shows the start of held reports and the names of their files, when asked and while they are held', async () => {
    const { tracker, system, held } = await openHeld()
    const file = 'Content-Type: text/plain; name="log.txt"\r\nContent-Disposition: attachment; filename="log.txt"'
    const parts = ['Content-Type: text/plain', `\r\n${'x'.repeat(3000)}\r\n--b`, `${file}\r\n\r\nsecret\r\n--b--`]
    const headers = [verified('else.example'), 'Content-Type: multipart/mixed; boundary=b']
    const about = { from: 'sue@else.example', to: 'bugs+widgets@tracker.example', subject: 'It smokes', headers }
    await tracker.receiveMail(message({ ...about, body: `--b\r\n${parts.join('\r\n')}` }))
    const { items } = await system.inbound.list({ preview: true })
    expect(items.map(({ text, files }) => [text, files])).toEqual([
      ['x'.repeat(2000), ['log.txt']],
      ['Loudly.', []],
      ['Loudly.', []],
    ])
    expect((await held()).every((item) => item.text === undefined)).toBe(true)
    const [{ id } = { id: 0 }] = items
    const { data, size } = await system.inbound.content({ id })
    expect([new TextDecoder().decode(data).includes('filename="log.txt"'), data.byteLength]).toEqual([true, size])
    await system.inbound.refuse({ ids: [id] })
    expect(JSON.stringify(await system.inbound.list({ preview: true }))).not.toContain('xxx')
  })
})

onAnyEmptyStore('the number of held reports', () => {
  it('counts those that the caller can decide about, and is 0 for other callers', async () => {
    const { tracker, system } = await openHeld()
    const heldOf = async (login: string) =>
      (await tracker.as({ login }).users.whoami({ include_fields: ['held_reports'] })).held_reports
    expect([await heldOf('admin@example.com'), await heldOf('ann@example.com')]).toEqual([2, 0])
    const { items } = await system.inbound.list({ oldest_first: true, preview: true })
    expect(items.map(({ subject }) => subject)).toEqual(['It hums', 'It hums again'])
  })
})

onAnyEmptyStore('inbound.accept', () => {
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

  it('files a report once if two callers accept it at the same time', async () => {
    let [calls, bothRead] = [0, () => {}]
    const reading = new Promise<void>((resolve) => (bothRead = resolve))
    const read = async (bytes: Uint8Array) => {
      // The mails that make the two reports are calls 1 and 2. Neither caller files before both have begun.
      if (++calls === 4) bothRead()
      if (calls > 2) await reading
      return reader.read(bytes)
    }
    const { system, held } = await openHeld({ read })
    const [{ id } = { id: 0 }] = await held()
    const answers = await Promise.all([system.inbound.accept({ ids: [id] }), system.inbound.accept({ ids: [id] })])
    expect(answers.flatMap(({ items }) => items.map(({ reason }) => reason)).toSorted()).toEqual(['', 'repeated'])
    expect((await system.bugs.search({ creator: 'sue@else.example' })).bugs).toHaveLength(1)
  })

  it('makes the account of an address with the suffix that logins lack', async () => {
    const { system, held } = await openHeld()
    await system.parameters.update({ parameters: { emailsuffix: '@Else.example', emailregexp: '' } })
    const [{ id } = { id: 0 }] = await held()
    expect((await system.inbound.accept({ ids: [id] })).items).toMatchObject([{ outcome: 'done' }])
    expect((await system.bugs.search({ creator: 'sue' })).bugs).toHaveLength(1)
  })

  it('reports only bugs that the caller can see, as a retry does', async () => {
    const { tracker, system, held } = await openHeld()
    await system.groups.create({ name: 'secret', description: 'Few' })
    const controls = { member_control: 'mandatory', other_control: 'mandatory' } as const
    await system.groupControls.update({ names: ['Widgets'], group: 'secret', ...controls })
    await system.parameters.update({ parameters: { insidergroup: 'editbugs' } })
    const [{ id } = { id: 0 }] = await held()
    const { items } = await tracker.as({ login: 'bob@example.com' }).inbound.accept({ ids: [id] })
    expect(items).toEqual([{ id, outcome: 'done', reason: '', bugs: [] }])
    expect((await system.inbound.list({ ids: [id] })).items).toMatchObject([{ outcome: 'done', bugs: [2] }])
  })

  it('keeps a report whose sender may not have an account', async () => {
    const { system, held } = await openHeld()
    await system.parameters.update({ parameters: { emailregexp: '@example\\.com$' } })
    const [{ id } = { id: 0 }] = await held()
    const { items } = await system.inbound.accept({ ids: [id] })
    expect(items).toEqual([{ id, outcome: 'held', reason: 'no_right', bugs: [] }])
    expect(await held()).toHaveLength(2)
    expect((await system.audit.get({ class: 'Inbound' })).audit_log).toEqual([])
  })

  it('has the commands of an older report as text, and does not run them', async () => {
    let text = 'Loudly.'
    const read = async (bytes: Uint8Array) => ({ ...(await reader.read(bytes)), text })
    const { system, held } = await openHeld({ read })
    const [{ id } = { id: 0 }] = await held()
    text = '@assigned_to ann@example.com\n@frobnicate yes\n\nLoudly.'
    expect((await system.inbound.accept({ ids: [id] })).items).toMatchObject([{ outcome: 'done', bugs: [2] }])
    expect((await system.bugs.get({ ids: [2] })).bugs).toMatchObject([{ assigned_to: 'admin@example.com' }])
    expect((await system.comments.get({ ids: [2] })).bugs[2]?.comments).toMatchObject([{ text }])
  })
})

onAnyEmptyStore('inbound.refuse', () => {
  it('refuses all reports of the sender and forgets what they say', async () => {
    const { system, held } = await openHeld()
    const [{ id } = { id: 0 }] = await held()
    expect(Buffer.from((await system.inbound.content({ id })).data).toString()).toContain('Loudly.')
    const { items } = await system.inbound.refuse({ ids: [id], all_of_sender: true })
    expect(items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', 'refused_by_person'],
      ['refused', 'refused_by_person'],
    ])
    for (const gone of [id, 999])
      await expect(system.inbound.content({ id: gone })).rejects.toMatchObject({
        ...{ code: 'object_does_not_exist', data: { field: 'id' } },
      })
    const { items: all } = await system.inbound.list({ ids: [id] })
    expect(all[0]).toMatchObject({ subject: '', sender: 'sue@else.example' })
  })
})

onAnyEmptyStore('inbound.list', () => {
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

onAnyEmptyStore('inbound.retry', () => {
  it('receives a failed message again, with what the mail server knew of its sender, until it is done', async () => {
    let isBroken = true
    const read = (bytes: Uint8Array) => (isBroken ? Promise.reject(new Error('It broke')) : reader.read(bytes))
    const { tracker, system } = await openMailbox({ read })
    const to = 'bugs+widgets@tracker.example'
    const bytes = message({ from: 'ann@example.com', to, subject: 'It hums' })
    const failed = { outcome: 'failed', reason: 'unreadable', bugs: [] }
    expect(await tracker.receiveMail(bytes, { recipients: [to], verified: true })).toEqual(failed)
    const [{ id } = { id: 0 }] = (await system.inbound.list({ outcome: 'failed' })).items
    const retry = async () => (await system.inbound.retry({ ids: [id] })).items
    expect(await retry()).toEqual([{ id, ...failed }])
    isBroken = false
    expect(await retry()).toEqual([{ id, outcome: 'failed', reason: 'address_invalid', bugs: [] }])
    await system.intakes.create({ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0' })
    await system.parameters.update({ parameters: { hold_deliveries: true } })
    await expect(retry()).rejects.toMatchObject({ code: 'deliveries_on_hold' })
    await system.parameters.update({ parameters: { hold_deliveries: false } })
    expect(await retry()).toEqual([{ id, outcome: 'done', reason: '', bugs: [2] }])
    expect((await system.bugs.get({ ids: [2] })).bugs).toMatchObject([{ creator: 'ann@example.com' }])
    const { items } = await system.inbound.list()
    expect(items.map((item) => [item.id, item.outcome])).toEqual([[id, 'done']])
    const { audit_log } = await system.audit.get({ class: 'Inbound' })
    expect(audit_log.map(({ removed, added }) => [removed, added])).toEqual(Array(3).fill(['failed', 'retried']))
    await expect(retry()).rejects.toMatchObject({ code: 'inbound_not_possible' })
  })

  it('returns what was done before deliveries were put on hold', async () => {
    let reads = 0
    let onRead = (): Promise<unknown> => Promise.reject(new Error('It broke'))
    const read = async (bytes: Uint8Array) => {
      reads++
      await onRead()
      return reader.read(bytes)
    }
    const { tracker, system } = await openMailbox({ read })
    const to = 'bugs+widgets@tracker.example'
    await system.intakes.create({ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0' })
    for (const subject of ['It hums', 'It glows'])
      await tracker.receiveMail(message({ from: 'ann@example.com', to, subject }), { recipients: [to], verified: true })
    const ids = (await system.inbound.list({ outcome: 'failed' })).items.map(({ id }) => id)
    expect(reads).toBe(2)
    onRead = () => system.parameters.update({ parameters: { hold_deliveries: true } })
    const { items } = await system.inbound.retry({ ids })
    expect(items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['done', ''],
      ['failed', 'unreadable'],
    ])
    expect(reads).toBe(3)
  })

  it('believes no sender that the mail server had not verified', async () => {
    let isBroken = true
    const read = (bytes: Uint8Array) => (isBroken ? Promise.reject(new Error('It broke')) : reader.read(bytes))
    const { tracker, system } = await openMailbox({ read })
    await system.intakes.create({ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0' })
    await tracker.receiveMail(message({ from: 'ann@example.com', to: 'bugs+widgets@tracker.example' }))
    const [{ id } = { id: 0 }] = (await system.inbound.list({ outcome: 'failed' })).items
    isBroken = false
    const { items } = await system.inbound.retry({ ids: [id] })
    expect(items).toEqual([{ id, outcome: 'failed', reason: 'not_verified', bugs: [] }])
    expect((await system.inbound.content({ id })).size).toBeGreaterThan(0)
  })

  it('does nothing twice of a message without an ID that failed at its second address', async () => {
    let [accesses, isBroken] = [0, true]
    const log = {
      ...{ type: 'text/plain', data: new Uint8Array([1]), isInline: false },
      get name() {
        if (isBroken && ++accesses > 2) throw new Error('It broke')
        return 'crash.log'
      },
    }
    const breaking = async (bytes: Uint8Array) => ({ ...(await reader.read(bytes)), attachments: [log] })
    const { tracker, system, id, replyTo, comments } = await openMailbox({ read: breaking })
    await system.intakes.create({ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0' })
    const recipients = [replyTo('ann@example.com'), 'bugs+widgets@tracker.example']
    const text = new TextDecoder().decode(message({ from: 'ann@example.com', to: recipients.join(', ') }))
    const bytes = new TextEncoder().encode(text.replace(/^Message-ID: .*\r\n/m, '').replace('Re: [Bug 1] ', ''))
    expect(await tracker.receiveMail(bytes, { recipients, verified: true })).toMatchObject({ bugs: [id] })
    const [{ id: failed } = { id: 0 }] = (await system.inbound.list({ outcome: 'failed' })).items
    isBroken = false
    const { items } = await system.inbound.retry({ ids: [failed] })
    expect(items).toMatchObject([{ outcome: 'done', bugs: [id + 1] }])
    expect((await comments()).filter(({ text: one }) => one === 'Here too.')).toHaveLength(1)
  })

  it('does what was left when a message to two addresses failed at the second', async () => {
    let [accesses, isBroken] = [0, true]
    const log = {
      ...{ type: 'text/plain', data: new Uint8Array([1]), isInline: false },
      get name() {
        if (isBroken && ++accesses > 2) throw new Error('It broke')
        return 'crash.log'
      },
    }
    const breaking = async (bytes: Uint8Array) => ({ ...(await reader.read(bytes)), attachments: [log] })
    const { tracker, system, id, replyTo, comments } = await openMailbox({ read: breaking })
    await system.intakes.create({ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0' })
    const recipients = [replyTo('ann@example.com'), 'bugs+widgets@tracker.example']
    const headers = [verified('example.com')]
    const bytes = message({ from: 'ann@example.com', to: recipients.join(', '), subject: 'It hums', headers })
    const partly = { outcome: 'done', reason: '', bugs: [id], hasFailedPart: true }
    expect(await tracker.receiveMail(bytes, { recipients })).toEqual(partly)
    const outcomes = async () => (await system.inbound.list()).items.map(({ outcome }) => outcome).toSorted()
    expect(await outcomes()).toEqual(['done', 'failed'])
    const [{ id: failed } = { id: 0 }] = (await system.inbound.list({ outcome: 'failed' })).items
    const again = await system.inbound.retry({ ids: [failed] })
    expect(again.items).toEqual([{ id: failed, outcome: 'failed', reason: 'unreadable', bugs: [] }])
    expect(await outcomes()).toEqual(['done', 'failed'])
    isBroken = false
    const { items } = await system.inbound.retry({ ids: [failed] })
    expect(items).toEqual([{ id: failed, outcome: 'done', reason: '', bugs: [id + 1] }])
    expect(await outcomes()).toEqual(['done', 'done'])
    expect((await comments()).filter(({ text }) => text === 'Here too.')).toHaveLength(1)
  })

  it('reports a failure of a message that could not be read, if one of its addresses fails', async () => {
    let [accesses, isBroken] = [0, true]
    const log = {
      ...{ type: 'text/plain', data: new Uint8Array([1]), isInline: false },
      get name() {
        if (++accesses > 2) throw new Error('It broke')
        return 'crash.log'
      },
    }
    const read = async (bytes: Uint8Array) => {
      if (isBroken) throw new Error('It broke')
      return { ...(await reader.read(bytes)), attachments: [log] }
    }
    const { tracker, system, id, replyTo } = await openMailbox({ read })
    await system.intakes.create({ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0' })
    const recipients = [replyTo('ann@example.com'), 'bugs+widgets@tracker.example']
    const bytes = message({ from: 'ann@example.com', to: recipients.join(', '), headers: [verified('example.com')] })
    expect(await tracker.receiveMail(bytes, { recipients })).toMatchObject({ outcome: 'failed' })
    const [{ id: failed } = { id: 0 }] = (await system.inbound.list({ outcome: 'failed' })).items
    isBroken = false
    const { items } = await system.inbound.retry({ ids: [failed] })
    expect(items).toEqual([{ id: failed, outcome: 'failed', reason: 'unreadable', bugs: [id] }])
  })

  it('keeps the sender of a part that cannot be read again', async () => {
    let [isUnreadable, isBroken] = [false, true]
    const log = {
      ...{ type: 'text/plain', data: new Uint8Array([1]), isInline: false },
      get name() {
        if (isBroken) throw new Error('It broke')
        return 'crash.log'
      },
    }
    const read = async (bytes: Uint8Array) => {
      if (isUnreadable) throw new Error('It broke')
      return { ...(await reader.read(bytes)), attachments: [log] }
    }
    const { tracker, system, id, replyTo } = await openMailbox({ read })
    await tracker.receiveMail(message({ from: 'ann@example.com', to: replyTo('ann@example.com') }))
    const list = async () => (await system.inbound.list()).items.map(({ outcome, sender }) => [outcome, sender])
    const [{ id: failed } = { id: 0 }] = (await system.inbound.list({ outcome: 'failed' })).items
    isUnreadable = true
    await system.inbound.retry({ ids: [failed] })
    expect(await list()).toEqual([['failed', 'ann@example.com']])
    ;[isUnreadable, isBroken] = [false, false]
    expect((await system.inbound.retry({ ids: [failed] })).items).toMatchObject([{ outcome: 'done', bugs: [id] }])
  })

  it('leaves nothing of a message that was received in another way', async () => {
    let isBroken = true
    const read = (bytes: Uint8Array) => (isBroken ? Promise.reject(new Error('It broke')) : reader.read(bytes))
    const { tracker, system, replyTo, rowsOf } = await openMailbox({ read })
    const to = replyTo('ann@example.com')
    const bytes = message({ from: 'ann@example.com', to })
    expect(await tracker.receiveMail(bytes)).toMatchObject({ outcome: 'failed' })
    isBroken = false
    expect(await tracker.receiveMail(bytes, { recipients: [to] })).toMatchObject({ outcome: 'done' })
    const [{ id } = { id: 0 }] = (await system.inbound.list({ outcome: 'failed' })).items
    expect((await system.inbound.retry({ ids: [id] })).items).toMatchObject([{ outcome: 'done', reason: 'repeated' }])
    expect((await system.inbound.list()).items.map(({ outcome }) => outcome)).toEqual(['done'])
    expect(await rowsOf('inbound_content')).toBe(0)
  })
})
