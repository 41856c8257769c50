import { afterAll, expect, it } from 'vitest'
import { onAnyEmptyStore } from '../../core/test/on-any-empty-store.js'
import { message, openMailbox, reader, verified } from './mailbox.js'

afterAll(() => reader.close?.())

async function openIntake() {
  const opened = await openMailbox()
  const { tracker, system } = opened
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  await system.intakes.create({ name: 'widgets', ...place, accepts: 'anybody' })
  const send = (login: string, body: string, subject = 'Fwd: It hums') => {
    const [, domain = ''] = login.split('@')
    const about = { from: login, to: 'bugs+widgets@tracker.example', subject, headers: [verified(domain)] }
    return tracker.receiveMail(message({ ...about, body: body.replaceAll('\n', '\r\n') }))
  }
  const descriptionOf = async (id: number) => (await system.comments.get({ ids: [id] })).bugs[id]?.comments[0]?.text
  return { ...opened, send, descriptionOf }
}

const forwarded = [
  '---------- Forwarded message ---------',
  ...['From: Carl <carl@customer.example>', 'Date: Mon, 1 Jun 2026 10:00', 'Subject: It hums', 'To: ann@example.com'],
  ...['', 'It hums when I press X:', '', '> E42'],
].join('\n')

onAnyEmptyStore('a bug reported by email', () => {
  it('has the text that the reporter forwards or quotes, without the signature', async () => {
    const { send, descriptionOf } = await openIntake()
    expect(await send('ann@example.com', `${forwarded}\n\n-- \nAnn`)).toMatchObject({ outcome: 'done', bugs: [2] })
    expect(await descriptionOf(2)).toBe(forwarded)
  })

  it('has that text if it was held, too, as its preview does', async () => {
    const { system, send, descriptionOf } = await openIntake()
    expect(await send('sue@else.example', `${forwarded}\n\n-- \nSue`)).toMatchObject({ outcome: 'held' })
    const [{ id, text } = { id: 0 }] = (await system.inbound.list({ outcome: 'held', preview: true })).items
    expect(text).toBe(forwarded)
    expect((await system.inbound.accept({ ids: [id] })).items).toMatchObject([{ outcome: 'done', bugs: [2] }])
    expect(await descriptionOf(2)).toBe(forwarded)
  })

  it('has the fields that the commands above a forwarded message set', async () => {
    const { system, send, descriptionOf } = await openIntake()
    await send('ann@example.com', `@priority High\n\n${forwarded}`)
    expect((await system.bugs.get({ ids: [2] })).bugs).toMatchObject([{ priority: 'High' }])
    expect(await descriptionOf(2)).toBe(forwarded)
  })

  it('of an account is refused without a notice if it is not verified, because its sender may be anyone', async () => {
    const { tracker } = await openIntake()
    const before = tracker.mail.messages.length
    for (const part of ['widgets', 'nothing']) {
      const about = { from: 'ann@example.com', to: `bugs+${part}@tracker.example`, subject: 'It hums' }
      const sent = message({ ...about, headers: ['In-Reply-To: <1@tracker.example>'], body: '@status RESOLVED' })
      expect(await tracker.receiveMail(sent)).toMatchObject({ outcome: 'refused' })
    }
    await tracker.deliverMail()
    expect(tracker.mail.messages).toHaveLength(before)
  })

  it('is refused if the command @id names no bug, and the notice names the command', async () => {
    const { tracker, system, send, comments } = await openIntake()
    for (const id of ['12345678901', '#', 'one', '', '1\nsecond line'])
      expect(await send('ann@example.com', `@id ${id}\n@priority High\n\nHere too.`, 'Re: [Bug 1] It blinks')).toEqual({
        ...{ outcome: 'refused', reason: 'command_failed', bugs: [] },
      })
    await tracker.deliverMail()
    const { text = '', subject } = tracker.mail.messages.at(-1) ?? {}
    expect([subject, text.includes('id is not valid')]).toEqual(['Your email was not accepted', true])
    expect((await system.bugs.search({})).bugs).toMatchObject([{ id: 1, priority: '---' }])
    expect(await comments()).toHaveLength(1)
  })

  it('has what all lines of commands set in HTML without plain text', async () => {
    const { tracker, system } = await openIntake()
    const body = '<div>@priority High</div><div>@severity minor</div><div><br></div><div>Loudly.</div>'
    const headers = [verified('example.com'), 'Content-Type: text/html; charset=utf-8']
    const about = { from: 'ann@example.com', to: 'bugs+widgets@tracker.example', subject: 'It hums' }
    expect(await tracker.receiveMail(message({ ...about, headers, body }))).toMatchObject({ bugs: [2] })
    expect((await system.bugs.get({ ids: [2] })).bugs).toMatchObject([{ priority: 'High', severity: 'minor' }])
  })

  it('becomes a comment if the command @id names a bug, with or without #', async () => {
    const { send, comments } = await openIntake()
    for (const id of ['1', '#1'])
      expect(await send('ann@example.com', `@id ${id}\n\nHere too.`)).toEqual({
        outcome: 'done',
        reason: '',
        bugs: [1],
      })
    expect((await comments()).slice(1).map(({ text }) => text)).toEqual(['Here too.', 'Here too.'])
  })

  it('becomes a comment without what it quotes if it names a bug', async () => {
    const { send, comments } = await openIntake()
    const body = `Here too.\n\n${forwarded}`
    expect(await send('ann@example.com', body, 'Re: [Bug 1] It blinks')).toMatchObject({ bugs: [1] })
    expect(await send('ann@example.com', `@id 1\n\n${body}`)).toMatchObject({ bugs: [1] })
    expect((await comments()).slice(1).map(({ text }) => text)).toEqual(['Here too.', 'Here too.'])
  })
})
