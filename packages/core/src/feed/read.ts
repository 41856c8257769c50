import type { Reader, Row } from '../schema/index.js'

export type Entry = Row<'changes'>

/** The entries after one, in their order, as many as there are numbers up to `last`. */
export async function readEntries(tx: Reader, after: number, last: number): Promise<Entry[]> {
  return tx.select({
    from: 'changes',
    where: {
      and: [
        { col: 'seq', gt: after },
        { col: 'seq', lte: last },
      ],
    },
  })
}
