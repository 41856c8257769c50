// What became of an import, as people read it.
import type { BugzillaReport } from '@trackerkit/import'

/** So many things that could not be kept are told one by one where there is no file for them. */
const mostTold = 50
const mostRanges = 10

/** Prints what came, what did not, and what is to be looked at. */
export function tellBugzilla(report: BugzillaReport, file: string | undefined): void {
  const say = (text: string) => void process.stdout.write(`${text}\n`)
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
  const told = file === undefined ? notes.slice(0, mostTold) : []
  for (const { kind, id, problem } of told) say(`${kind} ${id}: ${problem}`)
  if (noteCount > told.length)
    say(
      file === undefined
        ? `and ${noteCount - told.length} more; --report FILE keeps all`
        : `${noteCount} things to look at are in ${file}`,
    )
  say(`${requests} requests in ${Math.round(seconds)} s`)
}
