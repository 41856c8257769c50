import { afterAll, expect, it } from 'vitest'
import { onAnyEmptyStore } from '../../core/test/on-any-empty-store.js'
import { message, openMailbox, reader } from './mailbox.js'

afterAll(() => reader.close?.())

const day = { days: 1 }

function notice(to: string, { action = 'failed', status = '5.1.1' } = {}) {
  const parts = [
    'Content-Type: text/plain\r\n\r\nSorry, no such user.',
    `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ann@example.com\r\nAction: ${action}\r\nStatus: ${status}`,
  ]
  return message({
    ...{ from: 'MAILER-DAEMON@mx.example.com', to, subject: 'Undelivered Mail Returned to Sender' },
    headers: [
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      'Auto-Submitted: auto-replied',
    ],
    body: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
  })
}

async function openBounced() {
  const opened = await openMailbox()
  const { tracker, system } = opened
  const returnPath = tracker.mail.messages.find(({ to }) => to === 'ann@example.com')?.return_path ?? ''
  const ann = async () => (await system.users.get({ names: ['ann@example.com'] })).users[0]
  const bounceOn = async (days: number) => {
    for (let count = 0; count < days; count++) {
      expect(await tracker.receiveMail(notice(returnPath))).toEqual({ outcome: 'done', reason: '', bugs: [] })
      await tracker.receiveMail(notice(returnPath))
      tracker.clock.advance(day)
    }
  }
  return { ...opened, returnPath, ann, bounceOn }
}

onAnyEmptyStore('a notice that email could not be delivered', () => {
  it('turns email off on the fifth day, which the user can turn on again', async () => {
    const { tracker, system, ann, bounceOn } = await openBounced()
    await bounceOn(4)
    expect(await ann()).toMatchObject({ email_enabled: true, bounces: 4 })
    await bounceOn(1)
    expect(await ann()).toMatchObject({ email_enabled: false, bounces: 5, bounced_time: expect.any(Date) as Date })
    const { audit_log } = await system.audit.get({ class: 'User' })
    expect(audit_log.filter(({ field }) => field === 'email_enabled')).toMatchObject([{ removed: '1', added: '0' }])
    const { changes } = await system.changes.get({ limit: 1000 })
    const annId = (await ann())?.id
    expect(changes.at(-1)).toMatchObject({ type: 'administration.changed', object: { class: 'User', id: annId } })
    const asAnn = tracker.as({ login: 'ann@example.com' })
    expect(await asAnn.preferences.get()).toMatchObject({ email_bounced: true })
    const { users } = await tracker.as({ login: 'bob@example.com' }).users.get({ names: ['ann@example.com'] })
    expect(users[0]).not.toHaveProperty('bounces')
    await asAnn.preferences.update({ email_bounced: false })
    expect(await asAnn.preferences.get()).toMatchObject({ email_bounced: false })
    expect(await ann()).toMatchObject({ email_enabled: true })
    expect(await ann()).not.toHaveProperty('bounces')
  })

  it('begins to count again after an email from the user, a month without, and a new address', async () => {
    const { tracker, system, ann, bounceOn, replyTo } = await openBounced()
    await bounceOn(4)
    await tracker.receiveMail(message({ from: 'ann@example.com', to: replyTo('ann@example.com') }))
    expect(await ann()).not.toHaveProperty('bounces')
    await bounceOn(4)
    tracker.clock.advance({ days: 31 })
    await bounceOn(1)
    expect(await ann()).toMatchObject({ email_enabled: true, bounces: 1 })
    await bounceOn(4)
    expect(await ann()).toMatchObject({ email_enabled: false })
    await system.users.update({ names: ['ann@example.com'], email: 'anna@example.com' })
    const { users } = await system.users.get({ names: ['anna@example.com'] })
    expect(users[0]).toMatchObject({ email_enabled: true })
    expect(users[0]).not.toHaveProperty('bounces')
  })

  it('does not count if delivery is delayed, the sender is refused, or the address is not genuine or accepts replies', async () => {
    const { tracker, ann, returnPath, replyTo, comments } = await openBounced()
    const nothing = { outcome: 'nothing', reason: 'automatic', bugs: [] }
    for (const given of [{ action: 'delayed' }, { status: '4.2.2' }, { action: 'relayed' }, { status: '5.7.26' }])
      expect(await tracker.receiveMail(notice(returnPath, given))).toEqual(nothing)
    expect(await tracker.receiveMail(notice(replyTo('ann@example.com')))).toEqual(nothing)
    const refused = { outcome: 'refused', reason: 'address_invalid', bugs: [] }
    const changed = returnPath.replace(/.@/, (end) => (end.startsWith('a') ? 'b@' : 'a@'))
    expect(await tracker.receiveMail(notice(changed))).toEqual(refused)
    expect(await tracker.receiveMail(message({ from: 'ann@example.com', to: returnPath }))).toEqual(refused)
    expect(await ann()).not.toHaveProperty('bounces')
    expect(await comments()).toHaveLength(1)
  })

  it.each(['5.7.13', '5.7.17'])('counts status %s: the mailbox has no user or another one', async (status) => {
    const { tracker, ann, returnPath } = await openBounced()
    await tracker.receiveMail(notice(returnPath, { status }))
    expect(await ann()).toMatchObject({ bounces: 1 })
  })

  it('leaves email that an administrator turned off to the administrator', async () => {
    const { tracker, system, ann, bounceOn } = await openBounced()
    await bounceOn(2)
    await system.users.update({ names: ['ann@example.com'], email_enabled: false })
    await bounceOn(3)
    await tracker.as({ login: 'ann@example.com' }).preferences.update({ email_bounced: false })
    expect(await ann()).toMatchObject({ email_enabled: false })
    expect(await ann()).not.toHaveProperty('bounces')
  })
})

const raw = (lines: readonly string[]) =>
  new TextEncoder().encode([...lines, '', 'It could not be delivered.'].join('\r\n'))

/** Notices in custom formats, to an address for replies. */
const own: readonly (readonly [what: string, headers: (to: string) => readonly string[]])[] = [
  ['a mail service', (to) => ['From: E500_Mail_Service@corp.example', `To: <${to}>`, 'Subject: Returned - Error']],
  [
    'a gateway, whose sender is that of the envelope',
    (to) => [
      ...['Return-Path: <Gateway_Service@corp.example>', 'From: Gateway_Service@corp.example', `To: ${to}`],
      ...['Message-Id: <4u3@gw.corp.example>', 'Subject: RE: It blinks : non remis', 'Content-Type: text/plain'],
    ],
  ],
  [
    'a scanner, with an encoded subject',
    (to) => [
      ...['Return-Path: <Scanner_for_SMTP@corp.example>', 'From: Scanner_for_SMTP@corp.example', `To: ${to}`],
      ...['Message-Id: <200603@scan.corp.example>', 'Subject: =?utf-8?B?RmVobGVy?=', 'MIME-Version: 1.0'],
    ],
  ],
  [
    'a server that signs the sender of its envelope',
    (to) => [
      ...['Return-Path: <prvs=1267=ndr@corp.example>', 'From: ndr@corp.example', `To: ${to}`],
      ...['Message-Id: <qfdc@corp.example>', 'Subject: Mail delivery failed', 'MIME-Version: 1.0'],
    ],
  ],
]

onAnyEmptyStore('a notice that is no delivery report', () => {
  it.each(own)('of %s is refused, without email to anyone', async (_what, headersFor) => {
    const { tracker, replyTo, comments } = await openMailbox()
    const before = tracker.mail.messages.length
    const refused = { outcome: 'refused', reason: 'other_sender', bugs: [] }
    expect(await tracker.receiveMail(raw(headersFor(replyTo('ann@example.com'))))).toEqual(refused)
    await tracker.deliverMail()
    expect([tracker.mail.messages.length - before, await comments()]).toMatchObject([0, [{ count: 0 }]])
  })

  it.each(['MAILER-DAEMON@corp.example', 'MAILER-DAEMON', 'postmaster@corp.example', ''])(
    'is automatic if the sender of its envelope is <%s>',
    async (sender) => {
      const { tracker, replyTo } = await openMailbox()
      const headers = [`Return-Path: <${sender}>`, 'From: scanner@corp.example', 'Subject: No delivery']
      expect(await tracker.receiveMail(raw([...headers, `To: ${replyTo('ann@example.com')}`]))).toEqual({
        ...{ outcome: 'nothing', reason: 'automatic', bugs: [] },
      })
    },
  )
})
