import { createTracker } from '@trackerkit/core'
import { openImporter, type PutResult } from '@trackerkit/core/moving'
import type { Rule } from '@trackerkit/core/rules'
import type { Store } from '@trackerkit/core/store'
import { parse } from 'csv-parse'
import { usualIn } from '../report/defaults.js'
import { placesAtImport } from '../report/groups.js'
import { readHead, TableProblem, type CsvField } from './columns.js'
import { rowRecord, type Row } from './row-record.js'

/** Options of a CSV import. */
export interface CsvOptions {
  /** Name of the table. Rows of an earlier import with this name are recognized. */
  readonly source: string
  /** The product that the bugs get into. */
  readonly product: string
  /**
   * Field of each column by its header; empty to ignore the column. Headers that equal a field name need no
   * entry.
   */
  readonly map?: Readonly<Record<string, string>> | undefined
  /** Login of the reporter for rows without one. Default: the default assignee of the first component. */
  readonly creator?: string | undefined
  /** Column separator. Default: a comma. */
  readonly delimiter?: string | undefined
  /** Rules of the tracker. Bugs that one rejects are not imported. */
  readonly rules?: readonly Rule[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** Result of the import. */
export interface CsvReport {
  readonly counts: Readonly<Record<PutResult['outcome'], number>>
  /** By the number of the row, the head not counted; at most 1,000. */
  readonly problems: readonly { readonly row: number; readonly problem: string }[]
}

const atOnce = 100
const mostProblems = 1000
/** Characters of one row. */
const longestRow = 10_000_000

/**
 * Imports bugs from a table with a header: one row is one bug with its description, without comments. Bugs without a
 * column `id` get new IDs; importing the same table again changes only rows that differ.
 *
 * @throws TableProblem for an unknown column and SourceError for a product, before anything is written; TableProblem
 * for text that is not UTF-8, with some of the rows before it imported; import_busy; the reason of the signal
 * @example
 * const { counts } = await importCsv(process.stdin, store, { source: 'bugs.csv', product: 'Widgets' })
 */
export async function importCsv(
  table: AsyncIterable<Uint8Array | string>,
  store: Store,
  options: CsvOptions,
): Promise<CsvReport> {
  const { source, map = {}, delimiter = ',', rules = [], signal } = options
  const tracker = await createTracker({ store })
  const importer = await openImporter(store, { source, rules })
  const report = createReport()
  try {
    const begun = readState(importer.state) ?? { first: await importer.nextBug(), now: new Date().toISOString() }
    const usual = await usualIn(tracker, options, begun.now)
    let read: { readonly number: number; readonly id: number; readonly row: Row }[] = []
    const flush = async () => {
      const ids = read.map(({ id }) => id)
      const places = await placesAtImport(tracker, importer, ids)
      const records = read.map(({ id, row }) => rowRecord(row, id, usual, places.get(id)))
      const results = await importer.put(records, { ...begun })
      for (const [index, result] of results.entries()) report.add(read[index]?.number ?? 0, result)
      read = []
      signal?.throwIfAborted()
    }
    const rows = new Map<number, number>()
    let number = 0
    for await (const row of rowsOf(table, map, delimiter)) {
      number++
      // Spreadsheets end in rows without values.
      if (Object.keys(row).length === 0) continue
      if (row.summary === undefined) {
        report.refuse(number, 'it has no summary')
        continue
      }
      const id = row.id === undefined ? begun.first + number - 1 : Number(row.id)
      const before = rows.get(id)
      if (before !== undefined) {
        report.refuse(number, `its number is that of row ${before}`)
        continue
      }
      if (!Number.isNaN(id)) rows.set(id, number)
      read.push({ number, id, row })
      if (read.length >= atOnce) await flush()
    }
    if (read.length > 0) await flush()
  } finally {
    await importer.close()
  }
  return report.done()
}

/** The rows by field, without empty values. @throws TableProblem */
async function* rowsOf(
  table: AsyncIterable<Uint8Array | string>,
  map: Readonly<Record<string, string>>,
  delimiter: string,
): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    skip_empty_lines: true,
    relax_column_count_less: true,
    max_record_size: longestRow,
  })
  const feeding = feed(table, parser)
  feeding.catch((error: unknown) => parser.destroy(error as Error))
  let fields: (CsvField | undefined)[] | undefined
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!fields) {
        fields = readHead(cells, map)
        continue
      }
      const said = fields.map((field, index) => [field, cells[index]?.trim() ?? ''] as const)
      yield Object.fromEntries(said.filter(([field, text]) => field !== undefined && text !== ''))
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw new TableProblem(error.message)
    throw error
  }
  if (!fields) throw new TableProblem('it is empty')
}

async function feed(table: AsyncIterable<Uint8Array | string>, parser: ReturnType<typeof parse>): Promise<void> {
  for await (const part of textOf(table))
    if (!parser.write(part)) await new Promise<void>((resolve) => parser.once('drain', resolve))
  parser.end()
}

/** The text of a table in UTF-8, or in UTF-16 with its mark. @throws TableProblem for other encodings */
async function* textOf(table: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let decode: ReturnType<typeof createDecoder> | undefined
  for await (const part of table) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    decode ??= createDecoder(bytes)
    yield decode(bytes)
  }
  // Throws if the last character is cut off.
  decode?.()
}

function createDecoder([first, second]: Uint8Array): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder(first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new TableProblem('it is not UTF-8: save it as UTF-8, and import it again')
    }
  }
}

/** Kept from the first import of the table: the ID of its first row, and the time. */
interface Begun {
  readonly first: number
  readonly now: string
}

function readState(state: unknown): Begun | undefined {
  const { first, now } = (state ?? {}) as Partial<Record<keyof Begun, unknown>>
  return typeof first === 'number' && typeof now === 'string' ? { first, now } : undefined
}

function createReport() {
  const counts: Record<PutResult['outcome'], number> = { created: 0, replaced: 0, same: 0, refused: 0 }
  const problems: CsvReport['problems'][number][] = []
  const addNote = (row: number, problem: string) => {
    if (problems.length < mostProblems) problems.push({ row, problem })
  }
  return {
    refuse(row: number, problem: string) {
      counts.refused++
      addNote(row, problem)
    },
    add(row: number, { outcome, problems: all }: PutResult) {
      counts[outcome]++
      for (const problem of all) addNote(row, problem)
    },
    done: (): CsvReport => ({ counts, problems }),
  }
}
