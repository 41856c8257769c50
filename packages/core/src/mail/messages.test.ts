// Complete messages: headers, hostile texts, and templates of an embedding program.
import { expect, it } from 'vitest'
import { addBugs, inStore, setParameter } from '../../test/bug-rows.js'
import { at, file, update } from '../../test/bugs.js'
import { onAnyStore } from '../../test/harness.js'
import { openMailWorld, recordingMailer } from '../../test/mail.js'
import { add, changeUser } from '../../test/people.js'
import { bumpCatalogueVersion } from '../setup/catalogue.js'
import type { MailMessage } from './transport/mailer.js'
import type { BugMail } from './messages/templates.js'

/** Characters that could start a new header line. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]/u

function headOf({ subject, from, to, message_id, headers }: MailMessage): string[] {
  return [subject, from, to, message_id, ...Object.entries(headers).flat()]
}

onAnyStore('mail messages', (open) => {
  it('have the headers that people filter by', async () => {
    const { world, messageTo, arrived } = await openMailWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://bugs.example.com:8080/tracker/'))
    const bug = await file(world, { keywords: ['crash', 'regression'], priority: 'High', severity: 'major' })
    const first = await messageTo('bob')
    const id = Number(/^<bug-\d+-(\d+)@/.exec(first.message_id)?.[1])
    expect(first).toMatchObject({
      message_id: `<bug-${bug.id}-${id}@bugs.example.com>`,
      from: 'tracker-daemon@bugs.example.com',
      to: at('bob'),
      date: world.clock.now(),
    })
    expect(first.headers).toEqual({
      'Auto-Submitted': 'auto-generated',
      'List-Id': expect.stringMatching(/^Widgets <product-\d+\.bugs\.example\.com>$/) as string,
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/bugs\.example\.com:8080\/tracker\/rest\/unsubscribe\/[\w-]{39}>$/,
      ) as string,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-Tracker-Type': 'new',
      'X-Tracker-URL': 'https://bugs.example.com:8080/tracker/',
      'X-Tracker-Reason': 'QAcontact',
      'X-Tracker-Watch-Reason': 'None',
      'X-Tracker-Product': 'Widgets',
      'X-Tracker-Component': 'UI',
      'X-Tracker-Version': '1.0',
      'X-Tracker-Keywords': 'crash regression',
      'X-Tracker-Severity': 'major',
      'X-Tracker-Status': 'CONFIRMED',
      'X-Tracker-Priority': 'High',
      'X-Tracker-Assigned-To': at('alice'),
      'X-Tracker-Target-Milestone': '---',
      'X-Tracker-Who': at('alice'),
    })
    const attached = { file_name: 'a.txt', summary: 'A file', content_type: 'text/plain' }
    await world.as('alice').attachments.create({ ids: [bug.id], data: new TextEncoder().encode('x'), ...attached })
    expect((await messageTo('bob')).headers['X-Tracker-Changed-Fields']).toBe('attachments.created')
    await update(world, bug.id, { status: 'RESOLVED', resolution: 'FIXED', summary: 'It blinked' })
    const { headers, message_id, subject } = await messageTo('bob')
    expect(subject).toBe(`[Bug ${bug.id}] It blinked`)
    expect(headers).toMatchObject({
      'In-Reply-To': first.message_id,
      References: first.message_id,
      'X-Tracker-Type': 'changed',
      'X-Tracker-Changed-Fields': 'resolution bug_status short_desc',
      'X-Tracker-Resolution': 'FIXED',
    })
    expect(message_id).not.toBe(first.message_id)
    expect(await arrived()).toEqual([])
  })

  it('have a limited size, however long what was changed is, and say where the rest is', async () => {
    const { world, messageTo } = await openMailWorld(open)
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://bugs.example.com/'))
    const bug = await file(world)
    await messageTo('bob')
    for (const [index, text] of ['x', '\n', '<', '😀'].entries()) {
      const long = `.${text.repeat(30_000)}.`
      await update(world, bug.id, { whiteboard: long, comment: { body: long } })
      const message = await messageTo('bob')
      expect(message.text).toContain('characters; all of them:')
      expect(message.text).toContain(`https://bugs.example.com/show_bug.cgi?id=${bug.id}#c${index + 1}`)
      expect(message.text.length + (message.html ?? '').length).toBeLessThan(250_000)
    }
  })

  it('get no other headers by what people write', async () => {
    const { world, arrived } = await openMailWorld(open)
    const evil = 'x\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>\u2028\u0085é😀'
    await inStore(world.store, async (tx) => {
      // As older versions, imports and other programs may have left it.
      await tx.update('products', { col: 'name', eq: 'Widgets' }, { name: `Widgets${evil}` })
      await tx.update('components', { col: 'name', eq: 'Core' }, { name: `Core${evil}` })
      await tx.update('keywords', { col: 'name', eq: 'crash' }, { name: `crash${evil}` })
      await bumpCatalogueVersion(tx)
    })
    await changeUser(world, 'alice', { real_name: `Alice${evil}` })
    const [id = 0] = await addBugs(world.store, world.clock.now(), [
      { summary: `It blinks${evil}`, component: `Core${evil}`, product: `Widgets${evil}`, cc: ['eve', 'carl'] },
    ])
    await add(world, 'bug_keywords', [{ bug_id: id, keyword_id: 1 }])
    await update(world, id, { whiteboard: evil, comment: { body: evil } })
    const messages = await arrived()
    expect(messages.map((message) => message.to)).toEqual(['bob', 'carl', 'eve'].map(at))
    for (const message of messages) {
      expect(headOf(message).filter((text) => breaks.test(text))).toEqual([])
      expect(headOf(message).filter((text) => text.length > 600)).toEqual([])
      expect(message.subject).toContain('é😀')
      expect(message.html).not.toContain('<script')
      expect(Object.keys(message.headers)).not.toContain('Bcc')
    }
  })

  it('can be written by the embedding program from the same facts', async () => {
    const mailer = recordingMailer()
    const facts: BugMail[] = []
    const world = await open({
      mail: {
        mailer,
        templates: {
          bug(mail) {
            facts.push(mail)
            return {
              subject: `Fehler ${mail.bug.id}\r\nBcc: x`,
              text: mail.comments.map((one) => one.text).join(),
              html: null,
            }
          },
        },
      },
    })
    const bug = await file(world, { description: 'Es blinkt' })
    await world.tracker.deliverMail()
    expect(mailer.sent[0]).toMatchObject({ subject: `Fehler ${bug.id} Bcc: x`, text: 'Es blinkt', html: null })
    expect(facts[0]).toMatchObject({
      bug: { id: bug.id, summary: 'It blinks', url: null },
      by: { login: at('alice'), real_name: 'Alice Example' },
      is_new: true,
      comments: [{ number: 0, text: 'Es blinkt', author: at('alice') }],
    })
  })

  it('keep the text of the tracker where a template is undefined', async () => {
    const mailer = recordingMailer()
    const world = await open({ mail: { mailer, templates: { bug: undefined } } })
    const bug = await file(world)
    await world.tracker.deliverMail()
    expect(mailer.sent[0]?.subject).toContain(`[Bug ${bug.id}] New: `)
  })

  it('are not affected by a template that changes the facts of another', async () => {
    const mailer = recordingMailer()
    const world = await open({
      mail: {
        mailer,
        templates: {
          bug(mail) {
            const [comment] = mail.comments as readonly { text: string }[]
            if (comment) comment.text += '!'
            return { subject: 'Bug', text: comment?.text ?? '', html: null }
          },
        },
      },
    })
    await file(world, { description: 'It blinks' })
    await world.tracker.deliverMail()
    expect(mailer.sent.map(({ text }) => text)).toEqual(['It blinks!', 'It blinks!'])
  })

  it('from a template that throws are tried again, and other messages are sent', async () => {
    const mailer = recordingMailer()
    const world = await open({
      mail: {
        mailer,
        templates: {
          bug: () => {
            throw new Error('no such word')
          },
        },
      },
    })
    await file(world)
    await world.tracker.deliverMail()
    const { messages } = await world.as('admin').mail.list()
    expect(messages.map(({ state, last_error }) => [state, last_error])).toEqual([
      ['waiting', 'no such word'],
      ['waiting', 'no such word'],
    ])
  })

  it('go to the login name with the end that all addresses share', async () => {
    const { world, arrived } = await openMailWorld(open)
    await changeUser(world, 'bob', { login: 'bob', login_folded: 'bob' })
    await inStore(world.store, (tx) => setParameter(tx, 'emailsuffix', '@example.com'))
    await inStore(world.store, (tx) => tx.update('users', { col: 'login', eq: 'ivan@example.com' }, { login: 'ivan' }))
    await file(world)
    expect((await arrived()).map(({ to }) => to)).toEqual([at('bob'), at('ivan')])
  })
})
