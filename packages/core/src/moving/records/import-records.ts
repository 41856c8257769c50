import { TrackerError } from '../../kernel/errors.js'
import type { Store } from '../../store/index.js'
import type { Outcome, PutResult } from './batch.js'
import { openImporter, type ImporterOptions } from './importer.js'

/** How records are imported. */
export interface ImportRecordsOptions extends ImporterOptions {
  /** How many records are one transaction. Default: 100. */
  readonly batch?: number
  /** Stops after a batch; running the same import again continues from there. */
  readonly signal?: AbortSignal
  /** Called after each batch with the number of records read so far. */
  readonly onProgress?: (records: number) => void
}

/** The result of an import. */
export interface ImportReport {
  /** By kind of record. */
  readonly counts: Readonly<Record<string, Readonly<Record<Outcome, number>>>>
  /** Records that were refused, or of which something could not be kept; at most 1,000. */
  readonly problems: readonly PutResult[]
}

const mostProblems = 1000
/** Characters or bytes of contents that wait for one transaction. */
const largestBatch = 8_000_000

/**
 * Imports records: lines of JSON in the intermediate format, of which the first is `{"trackerkit_records":1}`. Records
 * that were imported before are skipped, so an interrupted import can be run again from the beginning.
 *
 * @throws import_line_invalid for a line that is not JSON; records before it stay imported
 * @throws import_busy; the reason of the signal
 * @example
 * async function* lines() {
 *   yield '{"trackerkit_records":1}'
 *   yield '{"kind":"keyword","name":"crash","description":"It crashes"}'
 * }
 * const { counts, problems } = await importRecords(lines(), store, { source: 'old tracker' })
 */
export async function importRecords(
  lines: AsyncIterable<string>,
  store: Store,
  { batch: atOnce = 100, signal, onProgress = () => undefined, ...options }: ImportRecordsOptions,
): Promise<ImportReport> {
  const report = createReport()
  const importer = await openImporter(store, options)
  let number = 0
  let records: unknown[] = []
  let size = 0
  const flush = async () => {
    if (records.length > 0) report.add(await importer.put(records))
    records = []
    size = 0
    onProgress(number)
  }
  try {
    for await (const line of lines) {
      number++
      const record = parse(line, number)
      if (number === 1) {
        requireHead(record)
        continue
      }
      records.push(record)
      size += line.length
      if (records.length < atOnce && size < largestBatch) continue
      await flush()
      signal?.throwIfAborted()
    }
    if (number === 0) requireHead(undefined)
    await flush()
  } finally {
    await importer.close()
  }
  return report.done()
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    throw new TrackerError('import_line_invalid', { line: number, problem: 'is not JSON' })
  }
}

function requireHead(head: unknown): void {
  if (typeof head === 'object' && head !== null && 'trackerkit_records' in head && head.trackerkit_records === 1) return
  throw new TrackerError('import_line_invalid', { line: 1, problem: 'does not begin records of version 1' })
}

/** Adds up the outcomes of records. */
function createReport() {
  const counts: Record<string, Record<Outcome, number>> = {}
  const problems: PutResult[] = []
  return {
    add(results: readonly PutResult[]): void {
      for (const result of results) {
        const ofKind = (counts[result.kind] ??= { created: 0, replaced: 0, same: 0, refused: 0 })
        ofKind[result.outcome]++
        if (result.problems.length > 0 && problems.length < mostProblems) problems.push(result)
      }
    },
    done: (): ImportReport => ({ counts, problems }),
  }
}
