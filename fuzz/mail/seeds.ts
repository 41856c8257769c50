// Messages as people, mail servers and forgers send them: mutations begin with them.
import { message, verified } from '../../packages/mail-in/test/mailbox.js'

export interface Addresses {
  /** For replies of Ann and Bob. */
  readonly ann: string
  readonly bob: string
  /** To which email to Ann bounces. */
  readonly bounces: string
  readonly intake: string
}

export interface Seed {
  readonly bytes: Uint8Array
  /** No mutation of the body makes it a comment or a bug. */
  readonly isHarmless: boolean
}

/** In the text of every message: nothing but bugs and kept content may have it. */
export const secretWord = 'quibbleflax'

const text = `It blinks, too. ${secretWord}`
const multipart = (type: string) => `Content-Type: multipart/${type}; boundary=b`
const parts = (...all: readonly string[]) => `${all.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
const plain = `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`
const html =
  'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n' +
  `<div>${text}<br><img src=3D"x"></div><div class=3D"gmail_quote">On Monday, Tracker wrote:<blockquote>It blinks</blockquote></div>`
const file =
  'Content-Type: image/png; name="=?utf-8?B?w6Q=?=.png"\r\nContent-Disposition: attachment; filename="../a.png"\r\n' +
  'Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo='
const status =
  'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.com\r\n\r\n' +
  'Final-Recipient: rfc822; ann@example.com\r\nAction: failed\r\nStatus: 5.1.1'
const signature = '\r\n\r\nOn Monday, Tracker wrote:\r\n> It blinks\r\n\r\n-- \r\nAnn'
const from = 'Ann <ann@example.com>'

/** @param id makes each message another one */
export function seedsFor({ ann, bob, bounces, intake }: Addresses, id: string): readonly Seed[] {
  const sent = (given: Parameters<typeof message>[0], isHarmless = false): Seed => ({
    bytes: message({ id, ...given }),
    isHarmless,
  })
  const harmless = (given: Parameters<typeof message>[0]) => sent(given, true)
  const trusted = verified('example.com')
  const report = { from: 'sue@else.example', to: intake, subject: 'It hums' }
  const daemon = { from: 'MAILER-DAEMON@mx.example.com', subject: 'Undelivered Mail Returned to Sender' }
  return [
    sent({ from, to: ann, body: `${text}${signature}` }),
    sent({ from, to: ann, headers: [multipart('alternative')], body: parts(plain, html) }),
    sent({ from, to: ann, headers: [multipart('mixed')], body: parts(html, file) }),
    sent({ from, to: ann, headers: [trusted], body: `@priority High\r\n@cc bob@example.com\r\n\r\n${text}` }),
    sent({ from: 'bob@example.com', to: `${bob}, ${ann}`, subject: 'Re: =?utf-8?Q?=5BBug_1=5D?=', body: text }),
    harmless({ ...report, body: text }),
    harmless({ ...report, headers: [verified('else.example')], body: text }),
    harmless({
      from: 'admin@example.com',
      to: intake,
      subject: '[Bug 1] Close it',
      body: `@status RESOLVED\r\n\r\n${text}`,
    }),
    harmless({ from: 'admin@example.com', to: ann, headers: [verified('else.example')], body: text }),
    harmless({ from: '"ann@example.com" <eve@else.example>', to: ann, body: text }),
    harmless({ from, to: ann, headers: ['Auto-Submitted: auto-replied'], subject: 'Out of office', body: text }),
    harmless({ from, to: ann, headers: [multipart('encrypted')], body: parts(plain, file) }),
    harmless({ ...daemon, to: bounces, headers: [multipart('report')], body: parts(plain, status) }),
    harmless({ ...daemon, to: ann, headers: [multipart('report')], body: parts(plain, status, file) }),
  ]
}
