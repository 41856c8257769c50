import type { Writer } from '../../schema/index.js'

/** A personal tag that is on no bug any more is gone. `ids`: those that have been taken off. */
export async function forgetUnusedTags(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete('personal_tags', { and: [{ col: 'id', in: ids }, { not: { some: 'uses' } }] })
}
