// The frame of commands that import from another tracker: signals, progress, report file and verification.
import { setFlagsFromString } from 'node:v8'
import type { Store } from '@trackerkit/core/store'
import type { BugzillaDbReport, BugzillaReport, Note, Progress, Verification } from '@trackerkit/import'
import { CommandError, UsageError } from '../terminal/command.js'
import { put } from '../terminal/print.js'
import { withTarget } from './import-target.js'
import { openReportFile } from './report-file.js'
import { openProgress } from './show-progress.js'
import { printVerification } from './verify-import.js'

interface Values {
  readonly db?: string
  readonly dryRun?: boolean
  readonly report?: string
  readonly json?: boolean
}

/** The options of readers that the command provides. */
export interface Hooks {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
  readonly onNote: (note: Note) => void
  readonly say: (text: string) => void
}

/** A source that can be imported. */
interface Opened<R> {
  import(store: Store): Promise<R>
  /** Absent: skip the comparison. */
  verify?(store: Store): Promise<Verification>
  close?(): Promise<void>
}

interface Reader<R> {
  /** Opens the source. @throws SourceError */
  open(hooks: Hooks): Promise<Opened<R>>
  /** The percentage by which the heap grows before memory is freed. Default: 50. */
  readonly heapGrowth?: number
  print(report: R, file: string | undefined): void
  /** @throws CommandError for something that was rejected */
  requireAll(report: R): void
}

/** @throws CommandError if something was rejected or differs, the source is unavailable, or the command is interrupted */
export async function runImport<R extends BugzillaReport | BugzillaDbReport>(
  values: Values,
  reader: Reader<R>,
): Promise<void> {
  // Nothing of a batch is kept. By default the heap would grow to three or four times the memory in use before batches are freed.
  setFlagsFromString(`--heap-growing-percent=${reader.heapGrowth ?? 50}`)
  const ending = new AbortController()
  const end = () => ending.abort(new CommandError('interrupted; run the same command to resume'))
  process.once('SIGINT', end).once('SIGTERM', end)
  const progress = await openProgress({ json: values.json === true })
  try {
    const file = openReportFile(values.report)
    const hooks = { signal: ending.signal, onProgress: progress.show, onNote: file.add, say: progress.say }
    const opened = await reader.open(hooks)
    try {
      const { report, verified } = await withTarget(values, async (store) => {
        const imported = await opened.import(store)
        if (opened.verify) progress.say('comparing')
        return { report: imported, verified: await opened.verify?.(store) }
      })
      progress.close()
      file.close(report)
      if (values.json) put(`${JSON.stringify({ ...report, verified })}\n`)
      else reader.print(report, values.report)
      const differences = verified && (values.json ? verified.differences.length : printVerification(verified))
      reader.requireAll(report)
      if (differences) throw new CommandError('the tracker differs from its source')
    } finally {
      await opened.close?.()
    }
  } catch (error) {
    throw commandErrorOf(error)
  } finally {
    progress.close()
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

function commandErrorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'SourceError') return new CommandError(error.message)
  if (error.name === 'AskError' || error.name === 'ConnectionLost')
    return new CommandError(`source unavailable: ${error.message}; run the same command to resume`)
  return error
}

/** @throws UsageError */
export function timeOf(text: string): Date {
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`--since must be a time such as 2026-01-31 or 2026-01-31T12:00:00Z, not '${text}'`)
  return time
}

/** Reads a rate per second. @throws UsageError */
export function rateOf(text: string): number {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(?:\/([sm]))?$/.exec(text) ?? []
  const rate = Number(number) / (unit === 'm' ? 60 : 1)
  if (number === '' || rate <= 0) throw new UsageError(`--rate must be a rate such as 5/s or 30/m, not '${text}'`)
  return rate
}

/** @throws UsageError */
export function requireUrl(option: string, url: string): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`${option} must be a URL such as https://bugs.example.org/, not '${url}'`)
}

/** The number of bugs to compare, or a word in place of it. A dry run has no contents to be compared. @throws UsageError */
export function sampleOf<Word extends string = never>(
  given: string,
  hasContents: boolean,
  ...words: readonly Word[]
): number | Word {
  if (!hasContents) throw new UsageError('--verify cannot be used with --dry-run or --no-attachments')
  const word = words.find((one) => one === given)
  if (word !== undefined) return word
  const sample = Number(given)
  if (!Number.isInteger(sample) || sample < 0 || sample > 1_000_000)
    throw new UsageError(`--verify must be ${[...words, 'a number from 0 to 1000000'].join(' or ')}, not '${given}'`)
  return sample
}
