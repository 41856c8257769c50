// Reads one message. Runs in a thread: what it costs is bounded by the thread's time and memory.
import type { ReceivedFile, ReceivedMail } from '@trackerkit/core/mail'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { textOfPart } from './flowed-text.js'
import { htmlToText } from './html-to-text.js'
import { arrangeTexts, type Part, type Texts } from './text-parts.js'

const mostParts = 100
/** Characters of the text that are returned. */
const longestText = 1_000_000
const longestHeader = 65_536
/** Characters of a subject in the name of a file. */
const longestName = 200

/** @throws Error with the reason `too_large` */
export async function readMessage(bytes: Uint8Array): Promise<ReceivedMail> {
  requireFewParts(bytes)
  const { mail, texts } = await parse(bytes).catch((error: unknown) => {
    const isLimit = error instanceof Error && /maximum/i.test(error.message)
    throw isLimit ? tooLarge(error.message) : error
  })
  if (mail.attachments.length > mostParts) throw tooLarge('the message has too many parts')
  return {
    headers: mail.headers.map(({ key, value }) => ({ name: key, value: value.slice(0, longestHeader) })),
    subject: asWindows1252((mail.subject ?? '').slice(0, longestHeader)),
    text: asWindows1252(textOf(texts).slice(0, longestText)),
    attachments: await Promise.all(mail.attachments.map(fileOf)),
  }
}

/** Its parts are arranged when all are read, before they become texts and files. */
async function parse(bytes: Uint8Array): Promise<{ mail: Email; texts: Texts }> {
  const parser = new PostalMime({
    maxNestingDepth: 10,
    maxHeadersSize: 262_144,
    maxRfc822NestingDepth: 0,
    attachmentEncoding: 'arraybuffer',
  }) as PostalMime & { readonly root: Part; finalize(): Promise<void> }
  const finalize = parser.finalize.bind(parser)
  let texts: Texts = { html: [], plain: [] }
  parser.finalize = async () => {
    await finalize()
    texts = arrangeTexts(parser.root)
  }
  return { mail: await parser.parse(bytes), texts }
}

/** Programs divide a text where a picture is in it, and gateways append another one. */
function textOf({ html, plain }: Texts): string {
  const fromHtml = htmlToText(html.map((part) => part.getTextContent()).join('<br>'))
  const all = [fromHtml, ...plain.map(textOfPart)]
  return all.flatMap((text) => (text.trim() === '' ? [] : [text.replace(/^\s*\n/, '').trimEnd()])).join('\n\n')
}

/** Windows-1252 from 0x80 on, where ISO-8859-1 has control characters, which no text needs. */
const windows1252 = '€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ'

/** Mail programs call Windows-1252 ISO-8859-1, and some versions of Node.js decode one as the other. */
function asWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009F]/g, (one) => windows1252[one.charCodeAt(0) - 0x80] ?? '')
}

async function fileOf({ filename, mimeType, disposition, related, content }: Attachment): Promise<ReceivedFile> {
  const data = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const name = filename || (mimeType === 'message/rfc822' ? await nameOfMessage(data) : '')
  return { name, type: mimeType, data, isInline: disposition === 'inline' || related === true }
}

/** Mail programs attach messages without a name, and show their subjects. */
async function nameOfMessage(message: Uint8Array): Promise<string> {
  const text = Buffer.from(message.buffer, message.byteOffset, Math.min(message.byteLength, longestHeader))
  const [head = ''] = text.toString('latin1').split(/\r?\n\r?\n/, 1)
  const { subject = '' } = await PostalMime.parse(Buffer.from(head, 'latin1'))
  const words = asWindows1252(subject).replace(/[/\\]/g, '-').trim()
  return words === '' ? '' : `${Array.from(words).slice(0, longestName).join('')}.eml`
}

/** Counted before anything is made of them: lines that look like the beginning of a part. */
function requireFewParts(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = text.indexOf('\n--'); at >= 0; at = text.indexOf('\n--', at + 3)) {
    const end = text.indexOf('\n', at + 1)
    const next = text
      .subarray(end + 1, end + 9)
      .toString('latin1')
      .toLowerCase()
    if (end >= 0 && next === 'content-' && ++count > mostParts) throw tooLarge('the message has too many parts')
  }
}

function tooLarge(message: string): Error {
  return Object.assign(new Error(message), { reason: 'too_large' })
}
