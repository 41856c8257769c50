// Readers that follow the feed send nearly the same queries on one snapshot. Each is run once: rows are fetched once,
// and each reader's predicates are evaluated over them by the reference semantics. Queries that do not fit are run
// unchanged.
import { groupBy } from '../kernel/collections.js'
import { schema, type Reader } from '../schema/index.js'
import { matches, type PlainData, type PlainQuery, type PlainReader, type PlainRow } from '../store/index.js'
import { questionOf, type Question } from './wait-query.js'

/** A row, with the rows that are related to it, by relation. */
interface Known {
  readonly row: PlainRow
  readonly around: Map<string, readonly PlainRow[]>
}

/** A reader shared by several callers in one read-only transaction. */
export interface SharedReader extends Reader {
  /**
   * Fetches in one query the rows that callers would otherwise fetch separately: those with one of the values in a
   * column.
   */
  ahead(from: string, col: string, values: readonly string[]): Promise<void>
}

function keyOf(query: PlainQuery): string {
  return `select ${JSON.stringify(query)}`
}

export function sharedReader(reader: Reader): SharedReader {
  const tx = reader as unknown as PlainReader
  const known = new Map<string, Map<number, Known | undefined>>()
  const answers = new Map<string, Promise<unknown>>()

  function once<T>(question: string, ask: () => T | Promise<T>): Promise<T> {
    const asked = (answers.get(question) as Promise<T> | undefined) ?? Promise.resolve().then(ask)
    answers.set(question, asked)
    return asked
  }

  async function load({ from, ids, kept }: Question): Promise<Map<number, Known | undefined>> {
    const rows = known.get(from) ?? new Map<number, Known | undefined>()
    known.set(from, rows)
    const missing = ids.filter((id) => !rows.has(id))
    if (missing.length === 0) return rows
    const where = { col: 'id', in: missing }
    const found = new Map((await tx.select({ from, where, columns: kept })).map((row) => [row['id'] as number, row]))
    for (const id of missing) {
      const row = found.get(id)
      rows.set(id, row && { row, around: new Map() })
    }
    return rows
  }

  /** Of all rows that are known, so that it is one select however many ask. */
  async function loadAround(from: string, name: string, all: readonly Known[]): Promise<void> {
    const without = all.filter(({ around }) => !around.has(name))
    const relation = schema[from as 'bugs'].relations[name as 'cc']
    const [[here, there]] = relation.on as unknown as readonly [readonly [string, string]]
    const values = [...new Set(without.map(({ row }) => row[here] ?? null).filter((value) => value !== null))]
    const where = { col: there, in: values }
    const found = values.length === 0 ? [] : await tx.select({ from: relation.entity, where })
    const byValue = groupBy(found, (row) => row[there])
    for (const { row, around } of without) around.set(name, byValue.get(row[here] ?? null) ?? [])
  }

  async function answer(question: Question): Promise<PlainRow[]> {
    const { from, ids, where, relations, columns } = question
    const rows = await load(question)
    const all = [...rows.values()].flatMap((one) => one ?? [])
    for (const name of relations) await loadAround(from, name, all)
    const found = [...new Set(ids)].toSorted((a, b) => a - b).flatMap((id) => rows.get(id) ?? [])
    return found
      .filter(({ row, around }) => matches(schema, dataOf(from, around), from, row, where))
      .map(({ row }) => Object.fromEntries(columns.map((col) => [col, row[col] ?? null])))
  }

  const shared: PlainReader & Pick<SharedReader, 'ahead'> = {
    async ahead(from, col, values) {
      if (values.length === 0) return
      const rows = groupBy(await tx.select({ from, where: { col, in: values } }), (row) => row[col])
      for (const eq of values) answers.set(keyOf({ from, where: { col, eq } }), Promise.resolve(rows.get(eq) ?? []))
    },
    async select(query: PlainQuery) {
      const question = questionOf(query)
      if (question) return answer(question)
      const rows = await once(keyOf(query), () => tx.select(query))
      return rows.map((row) => ({ ...row }))
    },
    count: (from, where, options) =>
      once(`count ${JSON.stringify([from, where, options])}`, () => tx.count(from, where, options)),
    countBy: (query) => tx.countBy(query),
  }
  return shared as unknown as SharedReader
}

/** The related rows as the evaluator looks for them: by their entity. */
function dataOf(from: string, around: Known['around']): PlainData {
  return Object.fromEntries(
    [...around].map(([name, rows]) => [schema[from as 'bugs'].relations[name as 'cc'].entity, rows]),
  )
}
