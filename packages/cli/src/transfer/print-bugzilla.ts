// Prints the result of an import.
import type { BugzillaDbReport, BugzillaReport, NoteCount } from '@trackerkit/import'
import { say } from '../terminal/print.js'

/** Kinds of lost data that are listed. */
const maxPrinted = 50
const mostRanges = 10

/** Prints imported and rejected records, and those that need a review. */
export function printBugzilla(report: BugzillaReport, file: string | undefined): void {
  for (const [kind, ofKind] of Object.entries(report.counts)) {
    say(`${kind}: ${wordsOf(ofKind)}`)
  }
  const { hidden, contents, requests, seconds } = report
  if (contents.count > 0) say(`attachments: ${contents.count}, ${contents.bytes} bytes`)
  if (hidden.count > 0) {
    const more = hidden.ranges.length > mostRanges ? ' …' : ''
    say(
      `${hidden.count} bug IDs do not exist or are hidden from the account: ${hidden.ranges.slice(0, mostRanges).join(', ')}${more}`,
    )
  }
  printNotes(report, file)
  say(`${requests} requests in ${Math.round(seconds)} s`)
}

function printNotes(
  { notes, noteCount }: Pick<BugzillaReport, 'notes' | 'noteCount'>,
  file: string | undefined,
  most = maxPrinted,
): void {
  for (const note of notes.slice(0, most)) say(inWords(note))
  if (notes.length > most) say(`and ${notes.length - most} more`)
  if (noteCount > 0)
    say(`${noteCount} warnings${file === undefined ? '; use --report FILE to save each' : ` in ${file}`}`)
}

const commonest = 10

/** Prints a line for each table of a database that has rows, and the most frequent problems. */
export function printBugzillaDb(report: BugzillaDbReport, file: string | undefined): void {
  for (const [kind, counts] of Object.entries(report.counts)) say(`${kind}: ${wordsOf(counts)}`)
  for (const { table, rows, ...fates } of report.tables)
    if (rows > 0) say(`table ${table}: ${rows} rows, ${wordsOf(fates)}`)
  if (report.contents.count > 0) say(`attachments: ${report.contents.count}, ${report.contents.bytes} bytes`)
  const notes = report.notes.toSorted((a, b) => b.count - a.count)
  printNotes({ notes, noteCount: report.noteCount }, file, commonest)
  for (const { table, rows } of report.unaccounted) say(`${rows} rows of ${table} are unaccounted for`)
  say(`${Math.round(report.seconds)} s`)
}

/** Prints what to do after an import that has, or has not yet, changed and compared the tracker. */
export function printNextSteps({ isDryRun, isCompared }: { isDryRun: boolean; isCompared: boolean }): void {
  if (isDryRun) return say('Next: read the report, then run the command without --dry-run.')
  say(
    `Next: ${isCompared ? 'stop' : 'compare with --verify 200. Then stop'} Bugzilla, run the same command again, and ` +
      "run 'trackerkit serve'. " +
      'Point the old address to the new server: old links redirect.',
  )
}

function wordsOf(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts).filter(([, count]) => count > 0)
  return words.map(([outcome, count]) => `${count} ${outcome}`).join(', ')
}

function inWords({ kind, ids, count, problem }: NoteCount): string {
  if (count === 1) return `${kind} ${ids[0]}: ${problem}`
  return `${kind} (${count}: ${ids.join(', ')}${count > ids.length ? ' …' : ''}): ${problem}`
}
