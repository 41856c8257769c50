// Final entries about bugs that the reader cannot see (any more).
import { hasRight, type Call } from '../call/context.js'
import { bugChangeEventOf } from '../call/change-event.js'
import type { Reader } from '../schema/index.js'
import type { Entry } from './read.js'

/** Returns the entry type for a bug that the reader cannot see: readers with a copy of public bugs must drop it. */
export function lastWord(call: Call, { kind, was_public, payload }: Entry): 'bug.deleted' | 'bug.hidden' | undefined {
  // For a deleted bug, it is unknown whether a key limited to products could read it.
  const isForAll = was_public && call.who.limits.productIds === undefined
  if (kind === 'bug_deleted') return isForAll || hasRight(call, 'admin') ? 'bug.deleted' : undefined
  return isForAll && bugChangeEventOf(payload).is_restricted ? 'bug.hidden' : undefined
}

/** Returns the IDs that a final entry in the range reports, although the reader cannot see these bugs. */
export async function findLastWords(
  tx: Reader,
  call: Call,
  ids: readonly number[],
  { after, last }: { readonly after: number; readonly last: number },
): Promise<Set<number | null>> {
  if (ids.length === 0) return new Set()
  const between = [{ col: 'seq', gt: after } as const, { col: 'seq', lte: last } as const]
  const entries = await tx.select({ from: 'changes', where: { and: [...between, { col: 'bug_id', in: ids }] } })
  return new Set(entries.filter((entry) => lastWord(call, entry)).map(({ bug_id }) => bug_id))
}
