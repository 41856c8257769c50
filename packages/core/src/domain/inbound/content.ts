// The content of held and failed messages, in parts of a megabyte.
import type { Reader, Writer } from '../../schema/index.js'

const partSize = 1_048_576

/** Failed messages of which the content is kept. */
const mostFailed = 200

export async function writeContent(tx: Writer, inboundId: number, content: Uint8Array): Promise<void> {
  for (let part = 0; part * partSize < content.byteLength; part++) {
    const data = content.slice(part * partSize, (part + 1) * partSize)
    await tx.insert('inbound_content', [{ inbound_id: inboundId, part, data }])
  }
  await forgetOldest(tx)
}

export async function readContent(tx: Reader, inboundId: number): Promise<Uint8Array | undefined> {
  const where = { col: 'inbound_id', eq: inboundId } as const
  const parts = await tx.select({ from: 'inbound_content', where, order: [{ col: 'part' }] })
  return parts.length === 0 ? undefined : Buffer.concat(parts.map(({ data }) => data))
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
