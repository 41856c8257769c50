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

onAnyEmptyStore('a follow-up to an own report', () => {
  const report = { from: 'ann@example.com', to: 'bugs+widgets@tracker.example', subject: 'It hums' }
  const sending =
    ({ tracker }: Awaited<ReturnType<typeof openIntake>>) =>
    (id: string, about: Partial<Parameters<typeof message>[0]> = {}) => {
      const { headers = [], from = report.from, ...rest } = about
      const [, domain = ''] = from.split('@')
      return tracker.receiveMail(message({ ...report, from, ...rest, id, headers: [verified(domain), ...headers] }))
    }

  it('is a comment on the bug of the report without what it quotes, and so is a follow-up to the follow-up', async () => {
    const opened = await openIntake()
    const send = sending(opened)
    expect(await send('<1@client.example>')).toMatchObject({ bugs: [2] })
    const again = { subject: 'Re: It hums', body: `Louder now.\r\n\r\n${forwarded.replaceAll('\n', '\r\n')}` }
    const first = ['In-Reply-To: <1@client.example>']
    expect(await send('<2@client.example>', { ...again, headers: first })).toMatchObject({ outcome: 'done', bugs: [2] })
    const thread = ['References: <0@customer.example> <1@client.example>\r\n <2@client.example>']
    expect(await send('<3@client.example>', { ...again, headers: thread })).toMatchObject({
      outcome: 'done',
      bugs: [2],
    })
    const { comments } = (await opened.system.comments.get({ ids: [2] })).bugs[2] ?? { comments: [] }
    expect(comments.map(({ text, creator }) => [text, creator])).toEqual([
      ['Here too.', 'ann@example.com'],
      ['Louder now.', 'ann@example.com'],
      ['Louder now.', 'ann@example.com'],
    ])
  })

  it('is a comment if the report was held and is accepted', async () => {
    const opened = await openIntake()
    const [send, from] = [sending(opened), 'sue@else.example']
    expect(await send('<1@else.example>', { from })).toMatchObject({ outcome: 'held' })
    const [{ id } = { id: 0 }] = (await opened.system.inbound.list({ outcome: 'held' })).items
    await opened.system.inbound.accept({ ids: [id] })
    const headers = ['In-Reply-To: <1@else.example>']
    expect(await send('<2@else.example>', { from, headers })).toMatchObject({ outcome: 'done', bugs: [2] })
  })

  it('is a new bug if it follows a message of another sender or an unknown one', async () => {
    const send = sending(await openIntake())
    expect(await send('<1@client.example>')).toMatchObject({ bugs: [2] })
    const headers = ['In-Reply-To: <1@client.example>']
    expect(await send('<2@client.example>', { from: 'bob@example.com', headers })).toMatchObject({ bugs: [3] })
    expect(await send('<3@client.example>', { headers: ['In-Reply-To: <9@client.example>'] })).toMatchObject({
      bugs: [4],
    })
  })

  it('is a new bug with its whole text if it forwards a message of the thread', async () => {
    const opened = await openIntake()
    const send = sending(opened)
    expect(await send('<1@client.example>')).toMatchObject({ bugs: [2] })
    const headers = ['References: <0@customer.example> <1@client.example>\r\n <3@customer.example>']
    const subjects = ['Fwd: Re: It hums', 'FW: It hums', 'WG: It hums', 'TR: It hums', 'RV: It hums', 'ENC: It hums']
    for (const [index, subject] of [...subjects, 'Doorst: It hums', 'I: It hums', 'VS: It hums'].entries()) {
      const [id, text] = [index + 3, index % 2 === 0 ? forwarded : `FYI\n\n${forwarded}`]
      const body = text.replaceAll('\n', '\r\n')
      expect(await send(`<${id}@client.example>`, { subject, body, headers })).toMatchObject({ bugs: [id] })
      expect(await opened.descriptionOf(id)).toBe(text)
    }
  })

  it('is a comment if the report that it answers was a forwarded message', async () => {
    const send = sending(await openIntake())
    expect(await send('<1@client.example>', { subject: 'Fwd: It hums' })).toMatchObject({ bugs: [2] })
    const headers = ['In-Reply-To: <1@client.example>']
    expect(await send('<2@client.example>', { subject: 'Re: Fwd: It hums', headers })).toMatchObject({ bugs: [2] })
  })

  it('is a new bug if it has another subject than the report', async () => {
    const { system, ...opened } = await openIntake()
    const send = sending({ system, ...opened })
    expect(await send('<1@client.example>')).toMatchObject({ bugs: [2] })
    const headers = ['In-Reply-To: <1@client.example>']
    const about = { body: 'New problem, see subject.', headers }
    const subjects = ['Printer catches fire', 'Re: Scanner catches fire']
    for (const [index, subject] of subjects.entries())
      expect(await send(`<${index + 2}@client.example>`, { ...about, subject })).toMatchObject({ bugs: [index + 3] })
    const { bugs } = await system.bugs.get({ ids: [3, 4] })
    expect(bugs.map(({ summary }) => summary)).toEqual(['Printer catches fire', 'Scanner catches fire'])
  })

  it('is a comment if others have changed the summary of the bug since the report', async () => {
    const opened = await openIntake()
    const send = sending(opened)
    expect(await send('<1@client.example>')).toMatchObject({ bugs: [2] })
    for (const summary of ['It hums at night', 'It hums and blinks'])
      await opened.system.bugs.update({ ids: [2], summary })
    const headers = ['In-Reply-To: <1@client.example>']
    expect(await send('<2@client.example>', { subject: 'RE: it hums', headers })).toMatchObject({ bugs: [2] })
  })

  it('is a comment on the bug that its subject names', async () => {
    const send = sending(await openIntake())
    expect(await send('<1@client.example>')).toMatchObject({ bugs: [2] })
    const headers = ['In-Reply-To: <1@client.example>']
    expect(await send('<2@client.example>', { subject: 'Re: [Bug 1] It blinks', headers })).toMatchObject({ bugs: [1] })
  })

  it('is refused if its sender may no longer see the bug, or is not verified', async () => {
    const opened = await openIntake()
    const send = sending(opened)
    await send('<1@client.example>')
    const headers = ['In-Reply-To: <1@client.example>']
    const forged = message({ ...report, headers })
    expect(await opened.tracker.receiveMail(forged)).toMatchObject({ outcome: 'refused', reason: 'not_verified' })
    const { system } = opened
    await system.groups.create({ name: 'secret', description: 'Few' })
    const controls = { member_control: 'shown', other_control: 'shown' } as const
    await system.groupControls.update({ names: ['Widgets'], group: 'secret', ...controls })
    await system.bugs.update({ ids: [2], groups: { add: ['secret'] }, is_creator_accessible: false })
    expect(await send('<2@client.example>', { headers })).toMatchObject({ outcome: 'refused', reason: 'no_right' })
  })
})
