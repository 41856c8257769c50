// Decides which part of a message is its text. Others with a text are files.

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

/**
 * Finds the first plain text without a name, which is undefined if the text is HTML. Parts with a name, further ones, and HTML
 * beside the text become files, except HTML that is another form of a text.
 */
export function arrangeTexts(root: Part): Part | undefined {
  const parts = leavesOf(root)
  for (const { part } of parts) asText(part)
  const texts = parts.filter(({ part }) => isText(part))
  for (const { part } of texts) if (isNamed(part)) asFile(part)
  const isIn = (part: Part) => part.contentDisposition.parsed.value !== 'attachment' && !isBlank(part)
  const unnamed = texts.filter(({ part }) => isIn(part))
  const chosen = unnamed.find(({ part }) => isPlain(part) && part.getTextContent().trim() !== '')?.part
  const others = chosen ? unnamed.filter(({ part, isForm }) => part !== chosen && (isPlain(part) || !isForm)) : []
  for (const { part } of others) asFile(part)
  return chosen
}

interface Leaf {
  readonly part: Part
  /** Another form of the same text may be beside it. */
  readonly isForm: boolean
}

function leavesOf(part: Part, isForm = false): Leaf[] {
  if (part.childNodes.length === 0) return [{ part, isForm }]
  const isWithin = isForm || part.contentType.multipart === 'alternative'
  return part.childNodes.flatMap((child) => leavesOf(child, isWithin))
}

/** A multipart without parts, as when its boundary is missing, is a text. */
function asText({ contentType }: Part): void {
  if (contentType.multipart === false) return
  contentType.multipart = false
  contentType.parsed = { value: 'text/plain', params: {} }
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
