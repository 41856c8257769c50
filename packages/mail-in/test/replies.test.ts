import { afterAll, expect, it } from 'vitest'
import { onAnyEmptyStore } from '../../core/test/on-any-empty-store.js'
import { message, openMailbox, reader, verified } from './mailbox.js'

afterAll(() => reader.close?.())

const notRead = 'Replies to this email are not read.'

onAnyEmptyStore('email about a bug', () => {
  it('has the address for replies while the tracker receives email, and otherwise says that it does not', async () => {
    const { tracker, system, id } = await openMailbox()
    const sent = async (comment: string) => {
      await system.comments.create({ id, comment })
      await tracker.deliverMail()
      return tracker.mail.messages.findLast(({ to }) => to === 'ann@example.com')
    }
    const answered = await sent('One.')
    expect(answered?.headers).toMatchObject({
      'Reply-To': expect.stringMatching(/^"Bug 1" <bugs\+[a-z2-7]{1,40}@tracker\.example>$/) as string,
      'X-Auto-Response-Suppress': 'All',
    })
    expect(answered?.return_path).toMatch(/^bugs\+[a-z2-7]{1,40}@tracker\.example$/)
    expect(answered?.text).not.toContain(notRead)
    await system.parameters.update({ parameters: { mail_in_address: '' } })
    const mute = await sent('Two.')
    expect(mute?.headers).not.toHaveProperty('Reply-To')
    expect(mute?.return_path).toBeUndefined()
    expect(mute?.text).toContain(notRead)
  })
})

onAnyEmptyStore('a reply', () => {
  it('that was done leaves nothing of its text in the list of what came in', async () => {
    const { tracker, system, replyTo } = await openMailbox()
    const to = replyTo('ann@example.com')
    await tracker.receiveMail(message({ from: 'ann@example.com', to, body: 'quibbleflax', subject: 'quibbleflax' }))
    const { items } = await system.inbound.list()
    expect(items).toMatchObject([{ outcome: 'done', bugs: [1] }])
    expect(JSON.stringify(items)).not.toContain('quibbleflax')
  })

  it('of an account that was disabled is refused, and stays so once the account is enabled again', async () => {
    const { tracker, system, replyTo, comments } = await openMailbox()
    const bytes = () => message({ from: 'ann@example.com', to: replyTo('ann@example.com') })
    const refused = { outcome: 'refused', reason: 'address_invalid', bugs: [] }
    for (const login_denied_text of ['Away', '']) {
      await system.users.update({ names: ['ann@example.com'], login_denied_text })
      expect(await tracker.receiveMail(bytes())).toEqual(refused)
    }
    expect(await comments()).toHaveLength(1)
  })

  it.each<[what: string, type: string, body: string, text: string]>([
    ['in a charset that does not exist', 'text/plain; charset=x-none', 'Here too.', 'Here too.'],
    ['in another charset than it says', 'text/plain; charset=utf-8', 'Gr\xFC\xDFe.', 'Gr\uFFFD\uFFFDe.'],
    ['with characters that no text has', 'text/plain', 'Here\0 too.', 'Here too.'],
    ['with entities that no character has', 'text/html', 'A &#xD800;&#x110000;.', 'A \uFFFD\uFFFD.'],
    ['cut off within its parts', 'multipart/mixed; boundary=b', '--b\r\n\r\nHere too.', 'Here too.'],
  ])('%s is a comment all the same', async (_what, type, body, text) => {
    const { tracker, replyTo, comments } = await openMailbox()
    const headers = [`Content-Type: ${type}`, 'Content-Transfer-Encoding: 8bit']
    const head = message({ from: 'ann@example.com', to: replyTo('ann@example.com'), headers, body: '' })
    const bytes = Buffer.concat([head, Buffer.from(body, 'latin1')])
    expect(await tracker.receiveMail(bytes)).toMatchObject({ outcome: 'done' })
    expect((await comments()).at(-1)?.text).toBe(text)
  })

  it('to an email from before the user changed their address is refused with a notice if it is verified', async () => {
    const { tracker, system, replyTo, comments } = await openMailbox()
    const to = replyTo('ann@example.com')
    await system.users.update({ names: ['ann@example.com'], email: 'ann@else.example' })
    await tracker.deliverMail()
    const before = tracker.mail.messages.length
    const send = (from: string, domain: string) =>
      tracker.receiveMail(message({ from, to, headers: [verified(domain), 'In-Reply-To: <1@tracker.example>'] }))
    const refused = { outcome: 'refused', reason: 'address_invalid', bugs: [] }
    for (const [from, domain] of [
      ['ann@else.example', 'evil.example'],
      ['ann@example.com', 'example.com'],
      ['bob@example.com', 'example.com'],
    ] as const)
      expect(await send(from, domain)).toEqual(refused)
    await tracker.deliverMail()
    expect(tracker.mail.messages).toHaveLength(before)
    for (let count = 0; count < 2; count++) expect(await send('ann@else.example', 'else.example')).toEqual(refused)
    await tracker.deliverMail()
    const notices = tracker.mail.messages.slice(before)
    expect(notices.map((one) => [one.to, one.subject])).toEqual([['ann@else.example', 'Your email was not accepted']])
    expect(notices[0]?.text).toContain('an email to which you can no longer reply')
    expect(await comments()).toHaveLength(1)
  })

  it('with a command is refused with a notice to the owner of the token if it is not verified', async () => {
    const { tracker, replyTo, comments } = await openMailbox()
    const [to, body] = [replyTo('ann@example.com'), '@status RESOLVED\r\n\r\nA long text.']
    const before = tracker.mail.messages.length
    const result = await tracker.receiveMail(message({ from: 'ann@example.com', to, body }))
    expect(result).toEqual({ outcome: 'refused', reason: 'not_verified', bugs: [] })
    await tracker.deliverMail()
    const notices = tracker.mail.messages.slice(before)
    expect(notices.map((one) => [one.to, one.subject])).toEqual([['ann@example.com', 'Your email was not accepted']])
    expect(notices[0]?.text).toContain('It has commands, but its sender is not verified.')
    expect(await comments()).toHaveLength(1)
  })

  it('that looks like a quote as a whole is a comment all the same, unless a message is quoted in it', async () => {
    const { tracker, id, replyTo, comments } = await openMailbox()
    const send = (body: string) =>
      tracker.receiveMail(message({ from: 'ann@example.com', to: replyTo('ann@example.com'), subject: 'Re: it', body }))
    const body = 'Try this:\r\n> npm start\r\n-- \r\nAnn'
    expect(await send(body)).toEqual({ outcome: 'done', reason: '', bugs: [id] })
    for (const quote of [
      'On Mon, Mar 2, 2026 at 10:00 AM Bug 1 <\r\nbugs+x@tracker.example> wrote:\r\n\r\n> It blinks',
      'Sent from my iPhone\r\n\r\n> On 2 Mar 2026, at 10:00, Bug 1 wrote:\r\n>\r\n> It blinks',
    ])
      expect(await send(quote)).toEqual({ outcome: 'nothing', reason: 'empty', bugs: [] })
    expect((await comments()).map(({ text }) => text)).toEqual(['At night.', 'Try this:\n> npm start'])
  })

  it.each([
    ['a read receipt', 'multipart/report; report-type=disposition-notification; boundary=b', []],
    ['a report of abuse', 'multipart/report; report-type=feedback-report; boundary=b', []],
    ['a vacation notice', 'text/plain', ['Auto-Submitted: auto-replied (vacation)', 'Precedence: bulk']],
  ])('that is %s does nothing', async (_what, type, headers) => {
    const { tracker, replyTo, comments } = await openMailbox()
    const to = replyTo('ann@example.com')
    const bytes = message({
      ...{ from: 'ann@example.com', to, body: '--b\r\n\r\nI am away.\r\n--b--' },
      headers: [`Content-Type: ${type}`, ...headers],
    })
    expect(await tracker.receiveMail(bytes)).toEqual({ outcome: 'nothing', reason: 'automatic', bugs: [] })
    expect(await comments()).toHaveLength(1)
  })
})
