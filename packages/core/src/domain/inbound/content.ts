// The content of held and failed messages, in parts of a megabyte, and a preview of held ones.
import { maxFileNameLength } from '../../call/define/inputs.js'
import type { Reader, Where, Writer } from '../../schema/index.js'
import { truncate } from '../../kernel/normalize.js'

const partSize = 1_048_576

/** The numbers of the parts with the preview and with the facts: they are deleted with the others. */
const [previewPart, factsPart] = [-1, -2]
const content = { col: 'part', gte: 0 } as const

const [longestText, mostFiles, longestDetail] = [2000, 20, 2000]

/** The start of a message, the names of its files, and what else a report contains. */
export interface Preview {
  readonly text: string
  readonly files: string[]
  readonly details?: { readonly name: string; readonly value: string }[] | undefined
}

/** Facts about a failed message that its bytes do not contain. */
export interface Facts {
  /** The mail server had verified the sender. */
  readonly verified: boolean
  /** Identifies the message as it was delivered. */
  readonly key: string
}

/** Failed messages of which the content is kept. */
const mostFailed = 200

export async function writeContent(tx: Writer, inboundId: number, content: Uint8Array): Promise<void> {
  for (let part = 0; part * partSize < content.byteLength; part++) {
    const data = content.slice(part * partSize, (part + 1) * partSize)
    await tx.insert('inbound_content', [{ inbound_id: inboundId, part, data }])
  }
  await forgetOldest(tx)
}

export async function writePreview(tx: Writer, inboundId: number, given: Preview): Promise<void> {
  const preview: Preview = {
    text: truncate(given.text, longestText),
    files: given.files.slice(0, mostFiles).map((name) => truncate(name, maxFileNameLength)),
    details: given.details?.map(({ name, value }) => ({ name, value: truncate(value, longestDetail) })),
  }
  const data = new TextEncoder().encode(JSON.stringify(preview))
  await tx.insert('inbound_content', [{ inbound_id: inboundId, part: previewPart, data }])
}

export async function writeFacts(tx: Writer, inboundId: number, facts: Facts): Promise<void> {
  const data = new TextEncoder().encode(JSON.stringify(facts))
  await tx.insert('inbound_content', [{ inbound_id: inboundId, part: factsPart, data }])
}

/** Undefined for messages that failed before facts were kept. */
export async function readFacts(tx: Reader, inboundId: number): Promise<Facts | undefined> {
  const where = { and: [{ col: 'inbound_id', eq: inboundId } as const, { col: 'part', eq: factsPart } as const] }
  const [row] = await tx.select({ from: 'inbound_content', where })
  return row && (JSON.parse(new TextDecoder().decode(row.data)) as Facts)
}

/** The previews by item. */
export async function readPreviews(tx: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, Preview>> {
  const where = { and: [{ col: 'inbound_id', in: ids } as const, { col: 'part', eq: previewPart } as const] }
  const rows = await tx.select({ from: 'inbound_content', where })
  return new Map(
    rows.map(({ inbound_id, data }) => [inbound_id, JSON.parse(new TextDecoder().decode(data)) as Preview]),
  )
}

export async function readContent(tx: Reader, inboundId: number): Promise<Uint8Array | undefined> {
  const where = { and: [{ col: 'inbound_id', eq: inboundId } as const, content] }
  const parts = await tx.select({ from: 'inbound_content', where, order: [{ col: 'part' }] })
  return parts.length === 0 ? undefined : Buffer.concat(parts.map(({ data }) => data))
}

/** A part of the content, of at most `length` bytes, and the size of all of it. */
export async function readSlice(
  tx: Reader,
  inboundId: number,
  { offset, length }: { readonly offset: number; readonly length: number },
): Promise<{ data: Uint8Array<ArrayBuffer>; size: number } | undefined> {
  const of = { and: [{ col: 'inbound_id', eq: inboundId } as const, content] }
  const count = await tx.count('inbound_content', of)
  const [last] = await tx.select({ from: 'inbound_content', where: { and: [of, { col: 'part', eq: count - 1 }] } })
  if (!last) return undefined
  const first = Math.floor(offset / partSize)
  const range = [
    { col: 'part', gte: first } as const,
    { col: 'part', lt: Math.ceil((offset + length) / partSize) } as const,
  ]
  const where = { and: [of, ...range] }
  const parts = await tx.select({ from: 'inbound_content', where, order: [{ col: 'part' }] })
  const start = offset - first * partSize
  const data = Buffer.concat(parts.map((part) => part.data)).subarray(start, start + length)
  return { data: Uint8Array.from(data), size: (count - 1) * partSize + last.data.byteLength }
}

/** Deletes an item with its content; only one that meets the condition. */
export async function deleteItem(tx: Writer, id: number, condition: Where<'inbound'> = { and: [] }): Promise<void> {
  const deleted = await tx.delete('inbound', { and: [{ col: 'id', eq: id }, condition] })
  if (deleted > 0) await tx.delete('inbound_content', { col: 'inbound_id', eq: id })
}

async function forgetOldest(tx: Writer): Promise<void> {
  const rows = await tx.select({
    from: 'inbound',
    where: { col: 'outcome', eq: 'failed' },
    order: [
      { col: 'time', desc: true },
      { col: 'id', desc: true },
    ],
    columns: ['id'],
    offset: mostFailed,
    limit: mostFailed,
  })
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.delete('inbound_content', { col: 'inbound_id', in: ids })
}
