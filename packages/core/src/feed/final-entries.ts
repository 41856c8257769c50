// What entries tell of bugs that are not there for the reader, or not any more.
import { hasRight, type Call } from '../call/context.js'
import { bugChangeEventOf } from '../call/change-event.js'
import type { Reader } from '../schema/index.js'
import type { Entry } from './read.js'

/** What is told of a bug that is not there for the reader: who keeps a copy of what everybody could read drops it. */
export function lastWord(call: Call, { kind, was_public, payload }: Entry): 'bug.deleted' | 'bug.hidden' | undefined {
  // Of bugs that are no more nobody knows whether a key for some products alone was for them.
  const isForAll = was_public && call.who.limits.productIds === undefined
  if (kind === 'bug_deleted') return isForAll || hasRight(call, 'admin') ? 'bug.deleted' : undefined
  return isForAll && bugChangeEventOf(payload).is_restricted ? 'bug.hidden' : undefined
}

/** Of which bugs that are not there for the reader something is told all the same, by the entries after one and up to another. */
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
