// Decides which parts of a message are its text. Others with a text are files.
import { isUtf8 } from 'node:buffer'

/** A part as the parser keeps it. Its types leave this out, so that test/mails.test.ts fails if it changes. */
export interface Part {
  readonly contentType: {
    parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> }
    multipart: string | false
  }
  readonly contentDisposition: {
    readonly parsed: { value: string; readonly params: Readonly<Record<string, string>> }
  }
  readonly childNodes: readonly Part[]
  readonly content: ArrayBuffer | null
  getTextContent(): string
}

/** The parts with the text of a message: HTML only above plain text. */
export interface Texts {
  readonly html: readonly Part[]
  readonly plain: readonly Part[]
}

/**
 * Finds the parts with the text. Of those in a multipart/alternative, it is the first with plain text. Parts with a name, and
 * others with a text become files, except HTML that is another form of a text.
 */
export function arrangeTexts(root: Part): Texts {
  const found = textsIn(root)
  const firstPlain = found.findIndex(isPlain)
  const html = firstPlain < 0 ? found : found.slice(0, firstPlain)
  for (const part of found) if (!isPlain(part) && !html.includes(part)) asFile(part)
  return { html, plain: found.filter(isPlain) }
}

function textsIn(part: Part): readonly Part[] {
  const { childNodes, contentType } = part
  if (childNodes.length === 0) return isOfText(part) ? [part] : []
  const children = childNodes.map(textsIn)
  if (contentType.multipart !== 'alternative') return children.flat()
  const chosen = children.find((one) => one.some(isPlain)) ?? children.find((one) => one.length > 0) ?? []
  for (const one of children.flat()) if (isPlain(one) && !chosen.includes(one)) asFile(one)
  return chosen
}

function isOfText(part: Part): boolean {
  asText(part)
  if (!isText(part)) return false
  correctCharset(part)
  if (isNamed(part)) asFile(part)
  const isInline = part.contentDisposition.parsed.value !== 'attachment'
  return isInline && !isBlank(part) && (!isPlain(part) || part.getTextContent().trim() !== '')
}

/** A multipart without parts, as when its boundary is missing, is a text. */
function asText({ contentType }: Part): void {
  if (contentType.multipart === false) return
  contentType.multipart = false
  contentType.parsed = { value: 'text/plain', params: {} }
}

/** Programs call UTF-8 so where their locale has no charset. */
const asciiNames = new Set(['ascii', 'us-ascii', 'ansi_x3.4-1968', 'ansi_x3.4-1986', 'iso646-us', 'iso-ir-6'])

/** Text that is valid UTF-8 is UTF-8 if its label is ASCII, or no charset. */
function correctCharset({ contentType, content }: Part): void {
  const { value, params } = contentType.parsed
  const label = (params['charset'] ?? '').trim().toLowerCase()
  if (content === null || label === '' || (!asciiNames.has(label) && isCharset(label))) return
  if (isUtf8(content)) contentType.parsed = { value, params: { ...params, charset: 'utf-8' } }
}

function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

function asFile({ contentDisposition }: Part): void {
  contentDisposition.parsed.value = 'attachment'
}

function isText({ contentType }: Part): boolean {
  return ['text/plain', 'text/html'].includes(contentType.parsed.value)
}

/** By its bytes: decoding each of many texts would take long. */
function isBlank({ content }: Part): boolean {
  return content === null || !new Uint8Array(content).some((byte) => byte > 0x20)
}

function isPlain({ contentType }: Part): boolean {
  return contentType.parsed.value === 'text/plain'
}

function isNamed({ contentType, contentDisposition }: Part): boolean {
  return Boolean(contentDisposition.parsed.params['filename'] ?? contentType.parsed.params['name'])
}
