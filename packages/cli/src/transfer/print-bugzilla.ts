// What became of an import, as people read it.
import type { BugzillaReport, NoteCount } from '@trackerkit/import'
import { say } from '../terminal/print.js'

/** So many kinds of things that could not be kept are told. */
const maxPrinted = 50
const mostRanges = 10

/** Prints what came, what did not, and what is to be looked at. */
export function printBugzilla(report: BugzillaReport, file: string | undefined): void {
  for (const [kind, ofKind] of Object.entries(report.counts)) {
    const words = Object.entries(ofKind).filter(([, count]) => count > 0)
    say(`${kind}: ${words.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`)
  }
  const { hidden, contents, notes, noteCount, requests, seconds } = report
  if (contents.count > 0) say(`contents of attachments: ${contents.count}, ${contents.bytes} bytes`)
  if (hidden.count > 0) {
    const more = hidden.ranges.length > mostRanges ? ' …' : ''
    say(
      `${hidden.count} numbers of bugs are not there, or hidden from the account: ${hidden.ranges.slice(0, mostRanges).join(', ')}${more}`,
    )
  }
  for (const note of notes.slice(0, maxPrinted)) say(inWords(note))
  if (notes.length > maxPrinted) say(`and ${notes.length - maxPrinted} more`)
  if (noteCount > 0)
    say(`${noteCount} things to look at${file === undefined ? '; --report FILE keeps each' : ` are in ${file}`}`)
  say(`${requests} requests in ${Math.round(seconds)} s`)
}

function inWords({ kind, ids, count, problem }: NoteCount): string {
  if (count === 1) return `${kind} ${ids[0]}: ${problem}`
  return `${kind} (${count}: ${ids.join(', ')}${count > ids.length ? ' …' : ''}): ${problem}`
}
