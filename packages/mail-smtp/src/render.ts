// A message as it travels: RFC 5322 and MIME, in lines that every server takes. Mail addresses beyond ASCII are all that is not ASCII.
import type { MailMessage } from '@trackerkit/core'
import MailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { MailError } from './error.js'

export interface Rendered {
  /** Envelope: sender and recipients for the mail server. */
  readonly envelope: { readonly from: string; readonly to: string }
  readonly bytes: Buffer
}

/** Headers that the message sets itself, and those of the body's format. */
const ownHeaders = /^(from|to|cc|bcc|subject|date|message-id|mime-version|content-.*)$/i

/** @throws MailError, a permanent one, when there is no address to send it to or a header has an impossible name */
export async function render(message: MailMessage): Promise<Rendered> {
  const { to, html, return_path } = message
  // Anything else could be read as several addresses, or as none.
  if (!isAddress(to)) throw new MailError(`${JSON.stringify(to)} is not an email address`, { permanent: true })
  const node = new MailComposer({
    from: oneLine(message.from),
    to: { name: '', address: to },
    subject: oneLine(message.subject),
    date: message.date,
    messageId: oneLine(message.message_id),
    headers: Object.entries(message.headers).map(([name, value]) => headerOf(name, oneLine(value))),
    normalizeHeaderKey: spellingOf(message),
    text: part(withinLimit(message.text)),
    // Incomplete HTML is dropped; only the text is sent.
    ...(html !== null && html.length <= longestHtml && { html: part(html) }),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const from = return_path !== undefined && isAddress(return_path) ? return_path : node.getEnvelope().from
  return { envelope: { from: from || '', to: node.getEnvelope().to[0] ?? to }, bytes: await node.build() }
}

/** Characters. Templates of the tracker stay below; those of an embedding program may not. */
const longestText = 256_000
const longestHtml = 1_000_000
const longestHeader = 16_000

function withinLimit(text: string): string {
  return text.length <= longestText ? text : `${beginningOf(text, longestText)}\n\n… cut\n`
}

/** Without half of a character at the end. */
function beginningOf(text: string, characters: number): string {
  return text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '')
}

/** With something before and after an @, and nothing that could make it several. */
function isAddress(text: string): boolean {
  const at = text.indexOf('@', 1)
  return at > 0 && at < text.length - 1 && !/[\s<>,;:()\p{Cc}]/u.test(text)
}

function part(text: string) {
  // The composer takes an empty text for none.
  return { content: text || '\n', contentTransferEncoding: 'quoted-printable' }
}

function headerOf(name: string, value: string) {
  if (!/^[!-9;-~]+$/.test(name) || ownHeaders.test(name))
    throw new MailError(`a message cannot have a header named ${JSON.stringify(name)}`, { permanent: true })
  const start = value.lastIndexOf('<')
  const [phrase, id] = [value.slice(0, Math.max(start, 0)).trim(), value.slice(start)]
  if (!/^List-/i.test(name) || phrase === '' || !/^<[!-~]+>$/.test(id)) return { key: name, value }
  // Text in angle brackets must stay machine-readable.
  const words = /^[\w !#$%&'*+/=?^`{|}~-]+$/.test(phrase) ? phrase : encodeWord(phrase, 'Q', 52)
  return { key: name, value: { prepared: true, foldLines: true, value: `${words} ${id}` } }
}

/** Names in their usual spelling: case has no meaning, but users search for documented names. */
function spellingOf({ headers }: MailMessage): (name: string) => string {
  const spellings = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]))
  return (name) => spellings.get(name.toLowerCase()) ?? name
}

/** No line of a header may be longer. */
const longestWord = 500

function withoutEnd(word: string): string {
  const characters = Array.from(word)
  return characters.length < longestWord ? word : `${characters.slice(0, longestWord - 1).join('')}…`
}

/** Without characters that could end a header, without unpaired surrogates, and with words that can be folded. */
function oneLine(text: string): string {
  return Buffer.from(beginningOf(text, longestHeader))
    .toString()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\S+/gu, (word) => (word.length < longestWord ? word : withoutEnd(word)))
    .trim()
}
