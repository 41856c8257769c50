// The stored content of attachments: separate from their rows, and in parts when it is large, so that ranges can be
// read.
import { groupBy } from '../../kernel/collections.js'
import type { Reader, Writer } from '../../schema/index.js'

/** Bytes. Larger content is split into parts of this size. Never change it: stored parts have this length. */
export const partSize = 1_048_576

/** The columns of an attachment that locate its content. */
interface Stored {
  readonly id: number
  /** Bytes. */
  readonly size: number
}

/** Keeps a copy of the content for each attachment. `text_folded`: as searches look through it. */
export async function insertContent(
  tx: Writer,
  ids: readonly number[],
  data: Uint8Array,
  text_folded: string | null,
): Promise<void> {
  const whole = data.byteLength <= partSize ? data : new Uint8Array()
  await tx.insert(
    'attachment_data',
    ids.map((attachment_id) => ({ attachment_id, data: whole, text_folded })),
  )
  if (data.byteLength <= partSize) return
  for (const attachment_id of ids) {
    // One statement for each part: a database must not get all of them in one piece after all.
    for (let start = 0, part = 0; start < data.byteLength; start += partSize, part++)
      await tx.insert('attachment_parts', [{ attachment_id, part, data: data.subarray(start, start + partSize) }])
  }
}

/** Takes the content out, and its text that searches look through. */
export async function eraseContent(tx: Writer, ids: readonly number[]): Promise<void> {
  const ofThese = { col: 'attachment_id', in: ids } as const
  await tx.update('attachment_data', ofThese, { data: new Uint8Array(), text_folded: null })
  await tx.delete('attachment_parts', ofThese)
}

/** The whole content of attachments, by id: one select, and one more when some are large. */
export async function loadContents(tx: Reader, attachments: readonly Stored[]): Promise<Map<number, Uint8Array>> {
  if (attachments.length === 0) return new Map()
  const where = { col: 'attachment_id', in: attachments.map(({ id }) => id) } as const
  const rows = await tx.select({ from: 'attachment_data', where, columns: ['attachment_id', 'data'] })
  const contents = new Map(rows.map((row) => [row.attachment_id, row.data]))
  const large = attachments.filter(({ size }) => size > partSize).map(({ id }) => id)
  if (large.length === 0) return contents
  const parts = await tx.select({ from: 'attachment_parts', where: { col: 'attachment_id', in: large } })
  for (const [id, ofOne] of groupBy(parts, (row) => row.attachment_id))
    contents.set(id, joinParts(ofOne.map((row) => row.data)))
  return contents
}

/** Some of the content: `length` bytes from `offset`, or as many as there are. No more parts are read than hold them. */
export async function loadSlice(tx: Reader, { id, size }: Stored, offset: number, length: number): Promise<Uint8Array> {
  const end = Math.min(offset + length, size)
  if (offset >= end) return new Uint8Array()
  const ofThis = { col: 'attachment_id', eq: id } as const
  if (size > partSize) {
    const first = Math.floor(offset / partSize)
    const last = Math.floor((end - 1) / partSize)
    const where = { and: [ofThis, { col: 'part', gte: first } as const, { col: 'part', lte: last } as const] }
    const parts = await tx.select({ from: 'attachment_parts', where, columns: ['data'] })
    const start = first * partSize
    // Without parts it is older than they are, and all in one row.
    if (parts.length > 0) return joinParts(parts.map((row) => row.data)).subarray(offset - start, end - start)
  }
  const [stored] = await tx.select({ from: 'attachment_data', where: ofThis, columns: ['data'] })
  return (stored?.data ?? new Uint8Array()).subarray(offset, end)
}

function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only) return only
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}
