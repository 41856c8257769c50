import { decodeWords } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { render } from '../src/render.js'
import { aMessage } from './message.js'
import { read } from './mail-server.js'

const rendered = async (given: Parameters<typeof aMessage>[0]) => {
  const { bytes, envelope } = await render(aMessage(given))
  const raw = bytes.toString('latin1')
  const end = raw.indexOf('\r\n\r\n')
  return { envelope, bytes, email: await read({ raw: bytes }), head: raw.slice(0, end), body: raw.slice(end) }
}

/** The header as one line, as it travels. */
const rawHeader = (head: string, name: string) =>
  head
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)

const names = (head: string) =>
  head
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => line.replace(/:.*/s, ''))

const long = Array.from({ length: 60 }, (_, n) => `<bug-${n}@tracker.example.com>`).join(' ')

describe('a rendered message', () => {
  it('has the headers, and both texts as quoted-printable UTF-8', async () => {
    const text = 'Grüße, 你好 🎉\n\nFrom here on.\n.\n..dots\nEnd\n'
    const { email, envelope, head, body } = await rendered({
      text,
      html: '<p>Grüße, 你好 🎉</p>',
      headers: { References: '<a@b>', 'X-Tracker-URL': 'https://b.example/' },
    })
    expect(envelope).toEqual({ from: 'tracker@example.com', to: 'alice@example.com' })
    expect(email).toMatchObject({
      subject: '[Bug 7] It blinks',
      messageId: '<bug-7-2-abc@tracker.example.com>',
      references: '<a@b>',
      date: '2026-03-01T12:00:00.000Z',
    })
    expect([email.from?.address, email.to?.map((one) => one.address)]).toEqual([
      'tracker@example.com',
      ['alice@example.com'],
    ])
    expect([email.text?.trimEnd(), email.html?.trim()]).toEqual([text.trimEnd(), '<p>Grüße, 你好 🎉</p>'])
    expect(rawHeader(head, 'X-Tracker-URL')).toBe('https://b.example/')
    expect(rawHeader(head, 'Content-Type')).toMatch(/^multipart\/alternative;/)
    expect(body.match(/Content-Transfer-Encoding: quoted-printable/g)).toHaveLength(2)
    expect(body.indexOf('text/plain')).toBeLessThan(body.indexOf('text/html'))
    expect(head + body).toMatch(/^[\x20-\x7e\r\n]*$/)
  })

  it('is plain text when it has no HTML', async () => {
    const { email, head } = await rendered({ html: null, text: '' })
    expect(rawHeader(head, 'Content-Type')).toBe('text/plain; charset=utf-8')
    expect([email.text?.trim() ?? '', email.html]).toEqual(['', undefined])
  })

  it('can have any Unicode in headers, and folds long ones', async () => {
    const subject = `[Bug 7] ${'Ungewöhnlich 异常 🎉 '.repeat(20)}`.trim()
    const keywords = 'keyword '.repeat(60).trim()
    const { email, head } = await rendered({
      subject,
      from: 'Der Melder äöü <tracker@example.com>',
      headers: { References: long, 'X-Tracker-Keywords': keywords, 'X-Tracker-Product': 'Wídgets' },
    })
    const value = (key: string) => decodeWords(email.headers.find((one) => one.key === key)?.value ?? '')
    expect([email.subject, email.from?.name, email.references]).toEqual([subject, 'Der Melder äöü', long])
    expect([value('x-tracker-keywords'), value('x-tracker-product')]).toEqual([keywords, 'Wídgets'])
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
    expect(head).toMatch(/^[\x20-\x7e\r\n]*$/)
  })

  it('keeps the id of a list readable to programs', async () => {
    for (const [given, sent] of [
      ['Widgets and more <product-1.b.example>', 'Widgets and more <product-1.b.example>'],
      ['Wídgets <product-1.b.example>', '=?UTF-8?Q?W=C3=ADdgets?= <product-1.b.example>'],
      ['a.b: c <product-1.b.example>', '=?UTF-8?Q?a=2Eb=3A_c?= <product-1.b.example>'],
      ['<product-1.b.example>', '<product-1.b.example>'],
    ] as const) {
      const { head } = await rendered({ headers: { 'List-Id': given } })
      expect(rawHeader(head, 'List-ID') ?? rawHeader(head, 'List-Id')).toBe(sent)
    }
  })

  it('has no line that is too long for SMTP, whatever is in it', async () => {
    const endless = 'x'.repeat(5000)
    const { head, body, email } = await rendered({
      subject: endless,
      text: endless,
      html: endless,
      headers: { 'X-Tracker-Keywords': endless },
    })
    for (const line of (head + body).split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
    expect(email.text?.trim()).toBe(endless)
    expect(email.subject).toBe(`${'x'.repeat(499)}…`)
  })

  it('has exactly the headers that it was given, whatever is in them', async () => {
    const parts = [
      '\r\n',
      '\n',
      '\r',
      '\u2028',
      '\u0085',
      '\0',
      '\t',
      ' ',
      'Bcc: eve@example.com',
      '\r\n\r\n<b>body</b>',
      '=?UTF-8?Q?=0D=0ABcc:_eve?=',
      'ä',
      '\ud800',
      '🎉',
      '"',
      '\\',
      '<',
      '>',
      ',',
      ';',
      ':',
      'x'.repeat(600),
    ]
    const expected =
      /^(From|To|Subject|Date|Message-ID|References|List-I[dD]|X-Tracker-Product|MIME-Version|Content-Type)$/
    for (let seed = 1; seed <= 60; seed++) {
      let state = seed
      const text = () =>
        Array.from({ length: 6 }, () => parts[(state = (state * 48_271) % 2_147_483_647) % parts.length]).join('')
      const given = {
        subject: text(),
        from: `${text()} <tracker@example.com>`,
        message_id: `<a${text()}@b>`,
        headers: { References: text(), 'List-Id': `${text()} <a.b>`, 'X-Tracker-Product': text() },
      }
      const { head, envelope } = await rendered(given)
      const foreign = names(head).filter((name) => !expected.test(name))
      const isDouble = new Set(names(head)).size < names(head).length
      const tooLong = head.split('\r\n').filter((line) => line.length > 998)
      const seen = { seed, foreign, isDouble, tooLong, to: envelope.to }
      expect(seen).toEqual({ seed, foreign: [], isDouble: false, tooLong: [], to: 'alice@example.com' })
    }
  })

  it('goes to one address, or is refused', async () => {
    for (const to of [
      '',
      'alice',
      'a@b, eve@example.com',
      'a@b>\r\nRCPT TO:<eve@example.com',
      'Alice <alice@example.com>',
      'a@b\0',
    ]) {
      await expect(render(aMessage({ to }))).rejects.toMatchObject({
        permanent: true,
        message: expect.stringContaining(JSON.stringify(to)) as unknown,
      })
    }
  })

  it('refuses headers that belong to its form, and names that are none', async () => {
    for (const name of ['To', 'bcc', 'Content-Type', 'X-A: b\r\nBcc', 'X A', '', 'Ä']) {
      await expect(render(aMessage({ headers: { [name]: 'eve@example.com' } }))).rejects.toMatchObject({
        permanent: true,
        message: expect.stringContaining(JSON.stringify(name)) as unknown,
      })
    }
  })

  it.each([
    ['one line of a megabyte', 'x'.repeat(1_000_000)],
    ['a million line ends', '\n'.repeat(1_000_000)],
    ['astral characters', `x${'😀'.repeat(500_000)}`],
  ])('cuts %s before it is encoded, and says so', async (_, text) => {
    const { email, bytes } = await rendered({ text, html: '<p>x</p>' })
    expect(email.text?.trimEnd().endsWith('\n\n… cut')).toBe(true)
    expect(email.text).not.toContain('\uFFFD')
    expect(email.text?.length).toBeLessThan(257_000)
    expect(bytes.length).toBeLessThan(2_000_000)
  })

  it('is sent as plain text with short headers when its HTML is too long', async () => {
    const { email, bytes } = await rendered({
      html: '<p>'.repeat(1_000_000),
      subject: 'word '.repeat(200_000),
      headers: { 'X-Tracker-Keywords': '😀 '.repeat(300_000) },
    })
    expect([email.text?.trim(), email.html]).toEqual(['It blinks no more.', undefined])
    expect(email.subject?.length).toBeLessThanOrEqual(16_000)
    expect(bytes.length).toBeLessThan(200_000)
  })
})
