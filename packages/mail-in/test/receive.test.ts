import { defineRule } from '@trackerkit/core/rules'
import { afterAll, expect, it } from 'vitest'
import { onAnyEmptyStore } from '../../core/test/on-any-empty-store.js'
import { message, openMailbox, reader, verified } from './mailbox.js'

afterAll(() => reader.close?.())

const refused = (reason: string) => ({ outcome: 'refused', reason, bugs: [] })

onAnyEmptyStore('a reply by email', () => {
  it('becomes a comment without the quote and the signature, once', async () => {
    const { tracker, id, replyTo, comments } = await openMailbox()
    const body = 'It blinks here too.\r\n\r\nOn Monday, Tracker wrote:\r\n> It blinks\r\n> at night\r\n\r\n-- \r\nAnn'
    const bytes = message({ from: 'Ann <ANN@example.com>', to: replyTo('ann@example.com'), body })
    expect(await tracker.receiveMail(bytes)).toEqual({ outcome: 'done', reason: '', bugs: [id] })
    expect(await tracker.receiveMail(bytes)).toEqual({ outcome: 'done', reason: 'repeated', bugs: [id] })
    expect((await comments()).map(({ text, creator }) => [creator, text])).toEqual([
      ['admin@example.com', 'At night.'],
      ['ann@example.com', 'It blinks here too.'],
    ])
  })

  it('that is too long is cut after a whole character, and attached as a whole', async () => {
    const { tracker, system, id, replyTo, comments } = await openMailbox()
    const body = `x${'🐞'.repeat(66_000)}`
    await tracker.receiveMail(message({ from: 'ann@example.com', to: replyTo('ann@example.com'), body }))
    const [, comment] = await comments()
    expect(comment?.text).toBe(`x${'🐞'.repeat(65_534)}`)
    const [file] = (await system.attachments.get({ ids: [id] })).bugs[id] ?? []
    expect([file?.file_name, new TextDecoder().decode(file?.data)]).toEqual(['mail.txt', body])
  })

  it('that is too long only beside the note about its attachments is attached as a whole, too', async () => {
    const { tracker, system, id, replyTo, comments } = await openMailbox()
    await system.parameters.update({ parameters: { maxattachmentsize: 100 } })
    const text = 'x'.repeat(65_500)
    const head = '--x\r\nContent-Type: text/plain'
    const file = `Content-Disposition: attachment; filename="a.log"\r\n\r\n${'y'.repeat(200_000)}`
    const body = `${head}\r\n\r\n${text}\r\n${head}\r\n${file}\r\n--x--`
    const headers = ['Content-Type: multipart/mixed; boundary=x']
    await tracker.receiveMail(message({ from: 'ann@example.com', to: replyTo('ann@example.com'), headers, body }))
    const note = '(1 attachment was left out: too large or too many)'
    expect((await comments())[1]?.text).toBe(`${text.slice(0, 65_535 - note.length - 2)}\n\n${note}`)
    const files = (await system.attachments.get({ ids: [id] })).bugs[id] ?? []
    expect(files.map(({ file_name, size }) => [file_name, size])).toEqual([['mail.txt', text.length]])
  })

  it('is refused with a token in which any one character is changed', async () => {
    const { tracker, replyTo, comments } = await openMailbox()
    const address = replyTo('ann@example.com')
    const [before = '', token = '', after = ''] = /^(bugs\+)(.*)(@.*)$/.exec(address)?.slice(1) ?? []
    for (let at = 0; at < token.length; at++) {
      const letter = token[at] === 'a' ? 'b' : 'a'
      const to = `${before}${token.slice(0, at)}${letter}${token.slice(at + 1)}${after}`
      expect(await tracker.receiveMail(message({ from: 'ann@example.com', to }))).toEqual(refused('address_invalid'))
    }
    expect(await comments()).toHaveLength(1)
  })

  it('is refused from another sender, and notifies the owner of the account', async () => {
    const { tracker, replyTo, comments } = await openMailbox()
    const to = replyTo('ann@example.com')
    for (const [from, header] of [
      ['eve@evil.example', 'In-Reply-To'],
      ['"ann@example.com" <eve@evil.example>', 'References'],
      ['bob@example.com', 'In-Reply-To'],
    ]) {
      const headers = [`${header}: <1@tracker.example>`]
      expect(await tracker.receiveMail(message({ from: from as string, to, headers }))).toEqual(refused('other_sender'))
    }
    for (const from of [
      'ann@example.com, eve@evil.example',
      'ann@example.com (<eve@evil.example>',
      'Grüße <ann@example.com>',
    ])
      expect(await tracker.receiveMail(message({ from, to }))).toEqual(refused('sender_invalid'))
    const two = message({ from: 'ann@example.com', to, headers: ['From: eve@evil.example'] })
    expect(await tracker.receiveMail(two)).toEqual(refused('sender_invalid'))
    await tracker.deliverMail()
    const sent = tracker.mail.messages.filter(({ subject }) => subject === 'Your email was not accepted')
    expect(sent.map(({ to: owner }) => owner)).toEqual(['ann@example.com'])
    expect(await comments()).toHaveLength(1)
  })

  it('from another account is a comment of that account if a trusted server has verified it', async () => {
    const { tracker, replyTo, comments } = await openMailbox()
    const to = replyTo('ann@example.com')
    const from = 'Bob <bob@example.com>'
    const forged = verified('example.com').replace('mx.tracker', 'mx.evil')
    const failed = verified('example.com').replace('dmarc=pass', 'dmarc=fail')
    for (const headers of [[forged], [failed, verified('example.com')], [verified('evil.example')]])
      expect(await tracker.receiveMail(message({ from, to, headers }))).toEqual(refused('other_sender'))
    const headers = [verified('example.com')]
    expect(await tracker.receiveMail(message({ from, to, headers }))).toMatchObject({ outcome: 'done' })
    expect((await comments()).at(-1)).toMatchObject({ creator: 'bob@example.com', text: 'Here too.' })
  })

  it('is refused after the owner disabled replies to old emails', async () => {
    const { tracker, replyTo, comments } = await openMailbox()
    const to = replyTo('ann@example.com')
    await tracker.as({ login: 'ann@example.com' }).preferences.endReplies()
    expect(await tracker.receiveMail(message({ from: 'ann@example.com', to }))).toEqual(refused('address_invalid'))
    const other = message({ from: 'bob@example.com', to: replyTo('bob@example.com') })
    expect(await tracker.receiveMail(other)).toMatchObject({ outcome: 'done' })
    await tracker.deliverMail()
    const later = tracker.mail.messages.findLast((one) => one.to === 'ann@example.com')
    const now = /<(.*)>/.exec(later?.headers['Reply-To'] ?? '')?.[1] ?? ''
    expect(await tracker.receiveMail(message({ from: 'ann@example.com', to: now }))).toMatchObject({ outcome: 'done' })
    expect(await comments()).toHaveLength(3)
  })

  it('is refused once the sender may not see the bug, as for a deleted one, and after a new password', async () => {
    const { tracker, system, id, replyTo } = await openMailbox()
    const bytes = () => message({ from: 'bob@example.com', to: replyTo('bob@example.com') })
    await system.groups.create({ name: 'secret', description: 'Few' })
    const controls = { member_control: 'shown', other_control: 'shown' } as const
    await system.groupControls.update({ names: ['Widgets'], group: 'secret', ...controls })
    await system.bugs.update({ ids: [id], groups: { add: ['secret'] }, is_cc_accessible: false })
    expect(await tracker.receiveMail(bytes())).toEqual(refused('no_right'))
    await system.bugs.update({ ids: [id], groups: { remove: ['secret'] } })
    await system.users.update({ names: ['bob@example.com'], password: 'correct horse battery' })
    expect(await tracker.receiveMail(bytes())).toEqual(refused('address_invalid'))
    await system.parameters.update({ parameters: { allowbugdeletion: true } })
    await system.bugs.delete({ ids: [id], reason: 'a test' })
    const to = replyTo('ann@example.com')
    expect(await tracker.receiveMail(message({ from: 'ann@example.com', to }))).toEqual(refused('no_right'))
  })

  it('to a private comment is private, and refused once the sender is no insider', async () => {
    const { tracker, system, id, comments } = await openMailbox()
    await system.parameters.update({ parameters: { insidergroup: 'editbugs' } })
    await system.comments.create({ id, comment: 'Between us.', is_private: true })
    await tracker.deliverMail()
    const sent = tracker.mail.messages.filter(({ to }) => to === 'bob@example.com').at(-1)
    const to = /<(.*)>/.exec(sent?.headers['Reply-To'] ?? '')?.[1] ?? ''
    expect(await tracker.receiveMail(message({ from: 'bob@example.com', to }))).toMatchObject({ outcome: 'done' })
    expect((await comments()).at(-1)).toMatchObject({ creator: 'bob@example.com', is_private: true })
    await system.parameters.update({ parameters: { insidergroup: 'admin' } })
    expect(await tracker.receiveMail(message({ from: 'bob@example.com', to }))).toEqual(refused('no_right'))
  })

  it('runs commands for a verified sender only, all of them or none', async () => {
    const { tracker, system, id, replyTo, comments } = await openMailbox()
    const to = replyTo('ann@example.com')
    const [from, headers] = ['ann@example.com', [verified('example.com')]]
    const body = '@status RESOLVED\r\n@resolution FIXED\r\n\r\nDone.'
    expect(await tracker.receiveMail(message({ from, to, body }))).toEqual(refused('not_verified'))
    const wrong = '@priority Sky-high\r\n@status RESOLVED\r\n\r\nDone.'
    expect(await tracker.receiveMail(message({ from, to, body: wrong, headers }))).toEqual(refused('command_failed'))
    const unknown = '@status RESOLVED\r\n@frobnicate yes\r\n\r\nDone.'
    expect(await tracker.receiveMail(message({ from, to, body: unknown, headers }))).toEqual(refused('command_failed'))
    expect(await comments()).toHaveLength(1)
    expect(await tracker.receiveMail(message({ from, to, body, headers }))).toMatchObject({ outcome: 'done' })
    const { bugs } = await system.bugs.get({ ids: [id] })
    expect(bugs[0]).toMatchObject({ status: 'RESOLVED', resolution: 'FIXED' })
    expect((await comments()).at(-1)?.text).toBe('Done.')
    const mention = message({ from, to, body: '@anna what do you think?' })
    expect(await tracker.receiveMail(mention)).toMatchObject({ outcome: 'done' })
  })

  it('that a rule rejects is refused, with the message of the rule for the owner of the account', async () => {
    const rule = defineRule({
      name: 'no-swearing',
      on: ['bug.create', 'comment.create'],
      check(write) {
        if (write.event === 'bug.create') return undefined
        if (write.after.text.includes('break')) throw new Error('a secret')
        return write.after.text.includes('damn') ? 'Please do not swear.' : undefined
      },
    })
    const { tracker, system, replyTo, comments } = await openMailbox(reader, {}, [rule])
    const to = replyTo('ann@example.com')
    const rejected = message({ from: 'ann@example.com', to, body: 'damn' })
    expect(await tracker.receiveMail(rejected)).toEqual(refused('rule_refused'))
    await tracker.deliverMail()
    expect(tracker.mail.messages.at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'Your email was not accepted',
    })
    expect(tracker.mail.messages.at(-1)?.text).toContain('Please do not swear.')
    const failing = message({ from: 'ann@example.com', to, body: 'break' })
    await expect(tracker.receiveMail(failing)).rejects.toMatchObject({ code: 'rule_failed' })
    expect(await comments()).toHaveLength(1)
    await system.intakes.create({ name: 'w', product: 'Widgets', component: 'UI', version: '1.0', accepts: 'anybody' })
    const report = { from: 'sue@else.example', to: 'bugs+w@tracker.example', subject: 'It hums', body: 'damn' }
    await tracker.receiveMail(message({ ...report, headers: [verified('else.example')] }))
    const [{ id } = { id: 0 }] = (await system.inbound.list({ outcome: 'held' })).items
    expect((await system.inbound.accept({ ids: [id] })).items).toMatchObject([
      { outcome: 'held', reason: 'rule_refused' },
    ])
  })

  it('that a program has sent does nothing', async () => {
    const { tracker, replyTo, comments } = await openMailbox()
    const to = replyTo('ann@example.com')
    const signs = [
      ...['Auto-Submitted: auto-replied', 'Precedence: bulk', 'List-Id: <x.example>', 'Return-Path: <>'],
      ...['X-Autoreply: yes', 'X-Tracker-URL: https://other.example/', 'Content-Type: multipart/report; boundary=x'],
    ]
    for (const sign of signs)
      expect(await tracker.receiveMail(message({ from: 'ann@example.com', to, headers: [sign] }))).toMatchObject({
        outcome: 'nothing',
        reason: 'automatic',
      })
    for (const from of ['MAILER-DAEMON', 'postmaster@x.example', 'no-reply@x.example', 'bugs+widgets@tracker.example'])
      expect(await tracker.receiveMail(message({ from, to }))).toMatchObject({ reason: 'automatic' })
    expect(await comments()).toHaveLength(1)
  })

  it('ends after five to one bug within ten minutes', async () => {
    const { tracker, replyTo } = await openMailbox()
    const send = () => tracker.receiveMail(message({ from: 'ann@example.com', to: replyTo('ann@example.com') }))
    for (let count = 0; count < 5; count++) expect(await send()).toMatchObject({ outcome: 'done' })
    expect(await send()).toEqual({ outcome: 'nothing', reason: 'too_many', bugs: [] })
    tracker.clock.advance({ minutes: 11 })
    expect(await send()).toMatchObject({ outcome: 'done' })
  })

  it('brings attachments along, without paths, signatures and small inline pictures', async () => {
    const { tracker, system, id, replyTo, comments } = await openMailbox()
    await system.parameters.update({ parameters: { maxattachmentsize: 1 } })
    const part = (type: string, name: string, data: string, how = 'attachment') =>
      `--x\r\nContent-Type: ${type}\r\nContent-Disposition: ${how}; filename="${name}"\r\n\r\n${data}\r\n`
    const body = [
      '--x\r\nContent-Type: text/plain\r\n\r\nSee the log.\r\n',
      part('text/plain', '../../crash.log', 'Segmentation fault'),
      part('application/pgp-signature', 'signature.asc', 'abc'),
      part('image/png', 'logo.png', 'small', 'inline'),
      part('text/plain', 'large.log', 'x'.repeat(2000)),
      part(`application/${'x'.repeat(300)}`, 'odd.bin', 'abc'),
      '--x--',
    ].join('')
    const headers = ['Content-Type: multipart/mixed; boundary=x']
    const bytes = message({ from: 'ann@example.com', to: replyTo('ann@example.com'), headers, body })
    expect(await tracker.receiveMail(bytes)).toMatchObject({ outcome: 'done' })
    const { bugs } = await system.attachments.get({ ids: [id] })
    expect(bugs[id]?.map(({ file_name, content_type }) => [file_name, content_type])).toEqual([
      ['crash.log', 'text/plain'],
      ['odd.bin', 'application/octet-stream'],
    ])
    expect((await comments())[1]?.text).toBe('See the log.\n\n(1 attachment was left out: too large or too many)')
  })
})

onAnyEmptyStore('an email to an intake', () => {
  async function openIntake(accepts: 'accounts' | 'anybody') {
    const opened = await openMailbox()
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    await opened.system.intakes.create({ name: 'widgets', ...place, accepts })
    return { ...opened, to: 'bugs+Widgets@tracker.example' }
  }

  it('becomes a bug of a verified account', async () => {
    const { tracker, system, to } = await openIntake('accounts')
    const given = { from: 'ann@example.com', to, subject: 'AW: Re: It hums', body: 'Loudly.' }
    expect(await tracker.receiveMail(message(given))).toEqual(refused('not_verified'))
    const result = await tracker.receiveMail(message({ ...given, headers: [verified('example.com')] }))
    expect(result).toEqual({ outcome: 'done', reason: '', bugs: [2] })
    const { bugs } = await system.bugs.get({ ids: [2] })
    expect(bugs[0]).toMatchObject({ summary: 'It hums', creator: 'ann@example.com', product: 'Widgets' })
    const answer = { ...given, subject: 'Re: [Bug 2] It hums', headers: [verified('example.com')] }
    expect(await tracker.receiveMail(message(answer))).toEqual({ outcome: 'done', reason: '', bugs: [2] })
  })

  it('without an account is refused, or held where the intake permits it and the sender is verified', async () => {
    const { tracker, system, to } = await openIntake('accounts')
    const headers = [verified('else.example')]
    const given = { from: 'sue@else.example', to, subject: 'It hums' }
    expect(await tracker.receiveMail(message({ ...given, headers }))).toEqual(refused('stranger'))
    await system.intakes.update({ names: ['widgets'], accepts: 'anybody' })
    expect(await tracker.receiveMail(message(given))).toEqual(refused('stranger'))
    for (let count = 0; count < 5; count++)
      expect(await tracker.receiveMail(message({ ...given, headers }))).toEqual({
        outcome: 'held',
        reason: '',
        bugs: [],
      })
    expect(await tracker.receiveMail(message({ ...given, headers }))).toEqual(refused('limit'))
    expect(await tracker.receiveMail(message({ ...given, to: 'bugs+nothing@tracker.example', headers }))).toEqual(
      refused('address_invalid'),
    )
    expect((await system.bugs.search({})).bugs).toHaveLength(1)
  })
})

onAnyEmptyStore('receiveMail', () => {
  it('refuses what is not sent to the tracker', async () => {
    const { tracker } = await openMailbox()
    const result = await tracker.receiveMail(message({ from: 'ann@example.com', to: 'other@tracker.example' }))
    expect(result).toEqual(refused('not_ours'))
  })

  it('reports the outcome of each message to the observer', async () => {
    const ended: unknown[] = []
    const { tracker, replyTo } = await openMailbox(reader, { inbound: (one) => void ended.push(one) })
    const bytes = message({ from: 'ann@example.com', to: replyTo('ann@example.com') })
    for (let count = 0; count < 2; count++) await tracker.receiveMail(bytes)
    await tracker.receiveMail(message({ from: 'ann@example.com', to: 'other@tracker.example' }))
    expect(ended).toEqual(['done', 'nothing', 'refused'].map((outcome) => ({ way: 'mail', outcome })))
  })

  it('does not read a message again after three attempts without an outcome', async () => {
    let isInterrupted = false
    const { tracker, replyTo } = await openMailbox({
      read(bytes) {
        // As if the process ended: it cannot discount the attempt either.
        if (isInterrupted) tracker.failNext('write', 'unavailable', 2)
        return reader.read(bytes)
      },
    })
    const other = message({ from: 'ann@example.com', to: 'other@tracker.example' })
    for (let count = 0; count < 5; count++) expect(await tracker.receiveMail(other)).toEqual(refused('not_ours'))
    isInterrupted = true
    const bytes = message({ from: 'ann@example.com', to: replyTo('ann@example.com') })
    for (let count = 0; count < 3; count++)
      await expect(tracker.receiveMail(bytes)).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await tracker.receiveMail(bytes)).toEqual({ outcome: 'failed', reason: 'unreadable', bugs: [] })
  })

  it('does not read a message to two addresses again after three attempts, if one of them has an outcome', async () => {
    const rule = defineRule({
      name: 'broken',
      on: 'bug.create',
      needs: ['summary'],
      check(write) {
        if (write.after.summary === 'It hums') throw new Error('It broke')
        return undefined
      },
    })
    const { tracker, system, replyTo, comments } = await openMailbox(reader, {}, [rule])
    await system.intakes.create({ name: 'w', product: 'Widgets', component: 'UI', version: '1.0' })
    const from = 'ann@example.com'
    for (const to of [`${replyTo(from)}, bugs+w@tracker.example`, `bugs+w@tracker.example, ${replyTo(from)}`]) {
      const bytes = message({ from, to, subject: 'It hums', headers: [verified('example.com')] })
      for (let count = 0; count < 3; count++)
        await expect(tracker.receiveMail(bytes)).rejects.toMatchObject({ code: 'rule_failed' })
      expect(await tracker.receiveMail(bytes)).toEqual({ outcome: 'failed', reason: 'unreadable', bugs: [] })
      expect(await comments()).toHaveLength(2)
    }
    const outcomes = (await system.inbound.list()).items.map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['done', 'failed', 'failed'])
  })

  it('receives a message to two addresses once for each', async () => {
    const { tracker, system, id, replyTo, comments } = await openMailbox()
    await system.intakes.create({ name: 'w', product: 'Widgets', component: 'UI', version: '1.0' })
    const to = `${replyTo('ann@example.com')}, bugs+w@tracker.example`
    const about = { from: 'ann@example.com', to, subject: 'It hums', id: '<two@client.example>' }
    const bytes = message({ ...about, headers: [verified('example.com')] })
    const again = message({ ...about, headers: [verified('example.com'), 'X-Way: another'] })
    const result = { outcome: 'done', bugs: [id, id + 1] }
    for (const one of [bytes, bytes, again]) expect(await tracker.receiveMail(one)).toMatchObject(result)
    expect(await comments()).toHaveLength(2)
    expect((await system.inbound.list()).items.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  })

  it('keeps a failed message when a copy of it is refused or automatic', async () => {
    let isBroken = true
    const log = {
      ...{ type: 'text/plain', data: new Uint8Array([1]), isInline: false },
      get name() {
        if (isBroken) throw new Error('It broke')
        return 'crash.log'
      },
    }
    const read = async (bytes: Uint8Array) => ({ ...(await reader.read(bytes)), attachments: [log] })
    const { tracker, system, id, replyTo } = await openMailbox({ read })
    const about = { from: 'ann@example.com', to: replyTo('ann@example.com'), id: '<same@client.example>' }
    const bytes = message(about)
    expect(await tracker.receiveMail(bytes)).toMatchObject({ outcome: 'failed' })
    isBroken = false
    const forged = message({ ...about, body: '@status RESOLVED\r\n\r\nDone.' })
    expect(await tracker.receiveMail(forged)).toEqual(refused('not_verified'))
    const automatic = message({ ...about, headers: ['Auto-Submitted: auto-replied'] })
    expect(await tracker.receiveMail(automatic)).toMatchObject({ outcome: 'nothing', reason: 'automatic' })
    const kept = async () => (await system.inbound.list({ outcome: 'failed' })).items
    const [{ id: failed } = { id: 0 }] = await kept()
    expect(new TextDecoder().decode((await system.inbound.content({ id: failed })).data)).toContain('Here too.')
    expect(await kept()).toMatchObject([{ reason: 'unreadable' }])
    const outcomes = (await system.inbound.list()).items.map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['failed', 'nothing', 'refused'])
    expect((await system.inbound.retry({ ids: [failed] })).items).toMatchObject([{ outcome: 'done', bugs: [id] }])
  })

  it('keeps a message that could not be read when it comes again and is refused', async () => {
    let isBroken = true
    const read = (bytes: Uint8Array) => (isBroken ? Promise.reject(new Error('It broke')) : reader.read(bytes))
    const { tracker, system } = await openMailbox({ read })
    const bytes = message({ from: 'ann@example.com', to: 'bugs+w@tracker.example', headers: [verified('example.com')] })
    expect(await tracker.receiveMail(bytes)).toMatchObject({ outcome: 'failed' })
    isBroken = false
    expect(await tracker.receiveMail(bytes)).toEqual(refused('address_invalid'))
    const { items } = await system.inbound.list()
    expect(items).toMatchObject([{ outcome: 'failed', reason: 'address_invalid' }])
    await system.intakes.create({ name: 'w', product: 'Widgets', component: 'UI', version: '1.0' })
    const [{ id } = { id: 0 }] = items
    expect((await system.inbound.retry({ ids: [id] })).items).toMatchObject([{ outcome: 'done', reason: '' }])
  })

  it('receives a message although an automatic one with its ID and sender came before', async () => {
    const { tracker, id, replyTo } = await openMailbox()
    const about = { from: 'ann@example.com', to: replyTo('ann@example.com'), id: '<same@client.example>' }
    const forged = message({ ...about, headers: ['Auto-Submitted: auto-replied'] })
    for (let count = 0; count < 2; count++)
      expect(await tracker.receiveMail(forged)).toEqual({ outcome: 'nothing', reason: 'automatic', bugs: [] })
    expect(await tracker.receiveMail(message(about))).toEqual({ outcome: 'done', reason: '', bugs: [id] })
  })

  it('receives a message after maintenance, however often it came before', async () => {
    const { tracker, system, id, replyTo } = await openMailbox()
    await system.parameters.update({ parameters: { shutdownhtml: 'Back soon.' } })
    const bytes = message({ from: 'ann@example.com', to: replyTo('ann@example.com') })
    for (let count = 0; count < 5; count++)
      await expect(tracker.receiveMail(bytes)).rejects.toMatchObject({ code: 'down_for_maintenance' })
    await system.parameters.update({ parameters: { shutdownhtml: '' } })
    expect(await tracker.receiveMail(bytes)).toEqual({ outcome: 'done', reason: '', bugs: [id] })
  })

  it('survives hostile messages, and reads the next one', async () => {
    const { tracker, replyTo } = await openMailbox()
    const [from, to] = ['ann@example.com', replyTo('ann@example.com')]
    const headers = ['Content-Type: multipart/mixed; boundary=x']
    const parts = '--x\r\nContent-Type: text/plain\r\n\r\na\r\n'.repeat(100_000)
    const levels = Array.from({ length: 1000 }, (_, level) => {
      return `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n\r\n`
    }).join('')
    const hostile = [
      message({ from, to, headers, body: parts }),
      message({ from, to, headers: ['Content-Type: multipart/mixed; boundary=b0'], body: levels }),
      message({ from, to, headers: Array.from({ length: 100_000 }, (_, at) => `X-${at}: y`) }),
      message({ from, to, body: 'x'.repeat(27_000_000) }),
    ]
    for (const bytes of hostile) expect(await tracker.receiveMail(bytes)).toEqual(refused('too_large'))
    const html = ['Content-Type: text/html']
    const nested = message({ from, to, headers: html, body: '<div>'.repeat(200_000) })
    expect(await tracker.receiveMail(nested)).toMatchObject({ outcome: 'nothing', reason: 'empty' })
    const next = message({
      from,
      to,
      headers: html,
      body: '<p>Good <a href="https://x.example/">news</a>.</p><div class="gmail_quote">old</div>',
    })
    expect(await tracker.receiveMail(next)).toMatchObject({ outcome: 'done' })
  })

  it('fails without a reader, and while deliveries are on hold', async () => {
    const { tracker, system } = await openMailbox()
    await system.parameters.update({ parameters: { hold_deliveries: true } })
    await expect(tracker.receiveMail(message({ from: 'a@b.example', to: 'c@d.example' }))).rejects.toMatchObject({
      code: 'deliveries_on_hold',
    })
  })
})
