import { createHash } from 'node:crypto'
import * as z from 'zod'
import { randomText } from '../../auth/secrets.js'
import { retrying } from '../../call/retry.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import { TrackerError } from '../../kernel/errors.js'
import { newEpoch } from '../../feed/epoch.js'
import { migrations } from '../../schema/migrations/index.js'
import { schemaAfter } from '../../schema/migrations/replay.js'
import { schema } from '../../schema/index.js'
import type { Entity, PlainReader, PlainRow, PlainStore, PlainWriter, Schema, Store } from '../../store/index.js'
import { keepNumbers } from './keep-numbers.js'
import { lineOf, rowFromJson, rowsOf } from './rows.js'

/** Limits of one insert: rows, and the characters of their lines. */
const rowsAtOnce = 1000
const charactersAtOnce = 4_000_000

const head = z.strictObject({ trackerkit_store: z.literal(1), migration: z.int().min(1) })
const end = z.strictObject({ rows: z.int().min(0), sha256: z.string() })

/**
 * Fills an empty store from the lines of `exportTracker`, of this or an older version, for any kind of store. IDs are
 * kept, and new ones follow them. The import is all or nothing, and compared with the export before it is committed.
 * Lines are read one at a time, so memory does not grow with their number. The change feed gets a new epoch: readers of
 * the exported one start over.
 *
 * @returns the number of rows
 * @throws import_line_invalid for an invalid line or a missing last line; import_newer;
 *   import_target_not_empty; store_unavailable and the like
 * @example
 * async function* lines() {
 *   yield '{"trackerkit_store":1,"migration":12}'
 * }
 * const rows = await importTracker(lines(), store)
 */
export async function importTracker(lines: AsyncIterable<string>, store: Store): Promise<number> {
  const reading = numbered(lines)
  const { migration } = await readHead(reading)
  if (migration > migrations.length) throw new TrackerError('import_newer', { migration, limit: migrations.length })
  const then = schemaAfter(migrations.slice(0, migration))
  const target = store as unknown as PlainStore
  await once(async () => target.migrate(then, migrations.slice(0, migration)))
  const rows = await once(() =>
    target.write(
      async (tx) => {
        await requireEmpty(tx, then)
        const arrived = await insertLines(tx, then, reading)
        await requireSame(tx, then, arrived)
        await keepNumbers(tx, then.bugs as Entity)
        await beginAnew(tx)
        return arrived.rows
      },
      { bulk: true },
    ),
  )
  await once(async () => target.migrate(schema, migrations))
  return rows
}

/** Lines cannot be read again. */
function once<T>(work: () => Promise<T>): Promise<T> {
  return retrying(defaultEnvironment, work, { attempts: 1 })
}

interface Line {
  readonly number: number
  readonly text: string
}

async function* numbered(lines: AsyncIterable<string>): AsyncGenerator<Line, undefined> {
  let number = 0
  for await (const text of lines) yield { number: ++number, text }
  return undefined
}

async function readHead(reading: AsyncGenerator<Line, undefined>): Promise<z.output<typeof head>> {
  const { value } = await reading.next()
  const parsed = head.safeParse(value && parseLine(value))
  if (parsed.success) return parsed.data
  throw new TrackerError('import_line_invalid', { line: 1, problem: 'does not begin an export of a whole tracker' })
}

function parseLine({ number, text }: Line): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new TrackerError('import_line_invalid', { line: number, problem: 'is not JSON' })
  }
}

async function requireEmpty(tx: PlainReader, entities: Schema): Promise<void> {
  for (const holds of Object.keys(entities)) {
    const [row] = await tx.select({ from: holds, limit: 1 })
    if (row) throw new TrackerError('import_target_not_empty', { holds })
  }
}

/** The imported rows, to be compared with those stored. */
interface Arrived {
  readonly names: readonly string[]
  readonly rows: number
  /** The digest of the rows as this version writes them; older versions may order their columns differently. */
  readonly content: string
  readonly lastLine: number
}

/** Inserts the rows of all lines, up to the last, which has their number and checksum. */
async function insertLines(tx: PlainWriter, entities: Schema, lines: AsyncGenerator<Line>): Promise<Arrived> {
  const batch = createBatch(tx)
  const [digest, content] = [createHash('sha256'), createHash('sha256')]
  const names = new Set<string>()
  let rows = 0
  let number = 1
  for await (const line of lines) {
    number = line.number
    const read = parseLine(line)
    if (!Array.isArray(read)) {
      await batch.flush()
      requireSum(line, read, { rows, sha256: digest.digest('hex') })
      if (!(await lines.next()).done) throw invalid(number + 1, 'comes after the last line of the export')
      return { names: [...names], rows, content: content.digest('hex'), lastLine: number }
    }
    const [name, row] = readRow(entities, line, read)
    digest.update(`${line.text}\n`)
    content.update(`${lineOf(name, entities[name] as Entity, row)}\n`)
    names.add(name)
    rows++
    await batch.add(name, row, line.text.length)
  }
  throw invalid(number, 'is the last there is, and not the last of an export: it is cut off')
}

function readRow(entities: Schema, { number }: Line, read: readonly unknown[]): readonly [string, PlainRow] {
  const [name, row] = read
  const entity = typeof name === 'string' && Object.hasOwn(entities, name) ? entities[name] : undefined
  if (!entity || read.length !== 2) throw invalid(number, 'names nothing that a tracker of that version stores')
  try {
    return [name as string, rowFromJson(name as string, entity, row)]
  } catch (error) {
    throw invalid(number, error instanceof Error ? error.message : String(error))
  }
}

function requireSum({ number }: Line, read: unknown, sum: z.output<typeof end>): void {
  const parsed = end.safeParse(read)
  if (!parsed.success) throw invalid(number, 'is neither a row nor the end of an export')
  if (parsed.data.rows !== sum.rows || parsed.data.sha256 !== sum.sha256)
    throw invalid(number, 'does not match the rows before it')
}

function invalid(line: number, problem: string): TrackerError {
  return new TrackerError('import_line_invalid', { line, problem })
}

/** Gathers rows of one entity, so that each statement has many. */
function createBatch(tx: PlainWriter) {
  let [name, characters] = ['', 0]
  let rows: PlainRow[] = []
  const flush = async () => {
    if (rows.length > 0) await tx.insert(name, rows)
    rows = []
    characters = 0
  }
  return {
    flush,
    async add(entity: string, row: PlainRow, length: number): Promise<void> {
      if (entity !== name || rows.length >= rowsAtOnce || characters + length > charactersAtOnce) await flush()
      name = entity
      rows.push(row)
      characters += length
    },
  }
}

/** Compares the stored rows with the imported ones. */
async function requireSame(tx: PlainReader, entities: Schema, { names, content, lastLine }: Arrived): Promise<void> {
  const digest = createHash('sha256')
  for (const name of names) {
    const entity = entities[name] as Entity
    for await (const rows of rowsOf(tx, name, entity))
      for (const row of rows) digest.update(`${lineOf(name, entity, row)}\n`)
  }
  if (digest.digest('hex') === content) return
  throw invalid(lastLine, 'ends rows that are not in the order in which an export has them')
}

/** Readers of the exported feed must start over. A secret that was left out is generated. */
async function beginAnew(tx: PlainWriter): Promise<void> {
  const [installation] = await tx.select({ from: 'installation' })
  if (!installation) throw invalid(1, 'begins an export without a tracker in it')
  const { secret, feed_epoch } = installation
  await tx.update(
    'installation',
    { col: 'id', eq: 1 },
    {
      ...(secret === '' && { secret: randomText(defaultEnvironment, 43) }),
      ...(feed_epoch !== undefined && { feed_epoch: newEpoch(defaultEnvironment) }),
    },
  )
}
