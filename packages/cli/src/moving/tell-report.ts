// What became of an import, as people read it.
import type { ImportReport } from '@trackerkit/core'

/** Prints what became of each kind of record, and what could not be kept. Returns how many were refused. */
export function tellReport({ counts, problems }: ImportReport): number {
  const words = (ofKind: ImportReport['counts'][string]) =>
    Object.entries(ofKind)
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')
  for (const [kind, ofKind] of Object.entries(counts)) process.stdout.write(`${kind}: ${words(ofKind)}\n`)
  for (const one of problems)
    process.stdout.write(`${one.kind} ${one.id}: ${one.outcome}: ${one.problems.join('; ')}\n`)
  return Object.values(counts).reduce((sum, { refused }) => sum + refused, 0)
}
