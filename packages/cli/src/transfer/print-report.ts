// Prints the result of an import.
import type { ImportReport } from '@trackerkit/core/moving'
import { say } from '../terminal/print.js'

/** Prints the outcomes by kind of record, and the problems. Returns the number of rejected records. */
export function printReport({ counts, problems }: ImportReport): number {
  const words = (ofKind: ImportReport['counts'][string]) =>
    Object.entries(ofKind)
      .filter(([, count]) => count > 0)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')
  for (const [kind, ofKind] of Object.entries(counts)) say(`${kind}: ${words(ofKind)}`)
  for (const one of problems) say(`${one.kind} ${one.id}: ${one.outcome}: ${one.problems.join('; ')}`)
  return Object.values(counts).reduce((sum, { refused }) => sum + refused, 0)
}
