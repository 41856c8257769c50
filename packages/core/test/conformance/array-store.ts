import { pendingMigrations } from '@trackerkit/core/sql'
import {
  createMutex,
  evaluateCount,
  evaluateSelect,
  evaluateCountBy,
  guarded,
  matches,
  requireFit,
  requireWhole,
  StoreError,
  type Entity,
  type Migration,
  type MigrationStep,
  type PlainData,
  type PlainReader,
  type PlainRow,
  type PlainWriter,
  type Schema,
  type Store,
} from '@trackerkit/core/store'

/** An entity: its columns after the migrations, and its rows. Never changed, only replaced. */
interface Table {
  readonly shape: Omit<Entity, 'relations'>
  readonly rows: readonly PlainRow[]
  /** Values of columns that rows of an older version lack. */
  readonly fills: PlainRow
  readonly lastId: number
}

type Tables = Readonly<Record<string, Table>>

/** The smallest whole store: arrays that are replaced and never changed, so that keeping a reference is a snapshot. */
export function arrayStore(): Store {
  const gate = createMutex()
  let tables: Tables = {}
  let schema: Schema = {}
  let applied: readonly Migration[] = []

  return guarded({
    migrate: (wanted, migrations, { mustExist = false } = {}) =>
      gate.run(async () => {
        if (mustExist && applied.length === 0) throw new StoreError('schema_older', 'the store is empty')
        const pending = pendingMigrations(applied, migrations)
        tables = pending.flatMap(({ steps }) => steps).reduce(applyStep, tables)
        applied = [...applied, ...pending]
        schema = wanted
      }),
    async read(work) {
      const snapshot = tables
      return work(createReader(schema, () => snapshot))
    },
    write: (work) =>
      gate.run(async () => {
        let draft = tables
        const result = await work(
          createWriter(
            schema,
            () => draft,
            (next) => (draft = next),
          ),
        )
        tables = draft
        return result
      }),
    close: () => undefined,
  })
}

function createReader(schema: Schema, tables: () => Tables): PlainReader {
  return {
    select(query) {
      if (query.limit !== undefined) requireWhole('limit', query.limit)
      if (query.offset !== undefined) requireWhole('offset', query.offset)
      return structuredClone(evaluateSelect(schema, rowsOf(tables()), query))
    },
    count: (from, where) => evaluateCount(schema, rowsOf(tables()), from, where),
    countBy(query) {
      requireWhole('limit', query.limit)
      return evaluateCountBy(schema, rowsOf(tables()), query)
    },
  }
}

function createWriter(schema: Schema, tables: () => Tables, replace: (next: Tables) => void): PlainWriter {
  /** Puts rows in the place of those of an entity, unless two would share what must be unique. */
  function store(entity: string, table: Table, rows: readonly PlainRow[], lastId = table.lastId): void {
    for (const columns of [table.shape.key, ...(table.shape.unique ?? [])]) requireUnique(entity, rows, columns)
    replace({ ...tables(), [entity]: { ...table, rows, lastId } })
  }

  function matching(entity: string, where: Parameters<PlainWriter['delete']>[1]) {
    const data = rowsOf(tables())
    return (row: PlainRow) => matches(schema, data, entity, row, where)
  }

  return {
    ...createReader(schema, tables),
    insert(into, given) {
      const table = tableOf(tables(), into)
      let { lastId } = table
      const [key = ''] = table.shape.key
      const added = given.map((values) => {
        if (!table.shape.autoId) return newRow(schema, into, table, values)
        const id = values[key] ?? lastId + 1
        lastId = Math.max(lastId, Number(id))
        return newRow(schema, into, table, { ...values, [key]: id })
      })
      store(into, table, [...table.rows, ...added], lastId)
      return table.shape.autoId ? added.map((row) => Number(row[key])) : []
    },
    update(entity, where, set) {
      const table = tableOf(tables(), entity)
      const change = fittingCopy(schema, entity, set)
      const found = new Set(table.rows.filter(matching(entity, where)))
      store(
        entity,
        table,
        table.rows.map((row) => (found.has(row) ? { ...row, ...change } : row)),
      )
      return found.size
    },
    put(into, given) {
      const table = tableOf(tables(), into)
      const { key, unique = [], autoId = false } = table.shape
      const [byKey, ...byUnique] = [key, ...unique].map((columns) => createIndex(into, columns, table.rows))
      for (const values of given) {
        const before = byKey?.holderOf(values)
        const next = before ? { ...before, ...fittingCopy(schema, into, values) } : newRow(schema, into, table, values)
        for (const index of byUnique) index.replace(before, next)
        byKey?.replace(before, next)
      }
      const rows = byKey?.rows() ?? []
      const lastId = autoId ? Math.max(table.lastId, ...given.map((row) => Number(row[key[0] ?? '']))) : table.lastId
      replace({ ...tables(), [into]: { ...table, rows, lastId } })
    },
    delete(from, where) {
      const table = tableOf(tables(), from)
      const found = new Set(table.rows.filter(matching(from, where)))
      store(
        from,
        table,
        table.rows.filter((row) => !found.has(row)),
      )
      return found.size
    },
  }
}

function newRow(schema: Schema, entity: string, table: Table, values: PlainRow): PlainRow {
  const known = Object.keys(schema[entity]?.columns ?? {})
  const nulls = Object.fromEntries(known.map((name) => [name, null]))
  return { ...table.fills, ...fittingCopy(schema, entity, { ...nulls, ...values }) }
}

/** A deep copy, so that what the caller does with its values afterwards changes nothing. */
function fittingCopy(schema: Schema, entity: string, values: PlainRow): PlainRow {
  for (const [name, value] of Object.entries(values)) {
    const column = schema[entity]?.columns[name]
    if (!column) throw new Error(`no column ${entity}.${name}`)
    requireFit(`${entity}.${name}`, column, value)
  }
  return structuredClone(values)
}

/** The rows by their values in columns that no two may share. */
function createIndex(entity: string, columns: readonly string[], rows: readonly PlainRow[]) {
  const holders = new Map<string, PlainRow>()
  /** None where one of the values is NULL. */
  const textOf = (row: PlainRow): string | undefined => {
    const values = columns.map((name) => row[name] ?? null)
    return values.includes(null) ? undefined : JSON.stringify(values)
  }
  const holderOf = (row: PlainRow): PlainRow | undefined => holders.get(textOf(row) ?? '')
  /** Puts `next` in the place of `before`, unless another row has its values. */
  function replace(before: PlainRow | undefined, next: PlainRow): void {
    const holder = holderOf(next)
    if (holder && holder !== before)
      throw new StoreError('unique', `${entity}: the same ${columns.join(', ')}`, { entity, columns })
    const [from, to] = [before && textOf(before), textOf(next)]
    if (from !== undefined) holders.delete(from)
    if (to !== undefined) holders.set(to, next)
  }
  for (const row of rows) replace(undefined, row)
  return { holderOf, replace, rows: () => [...holders.values()] }
}

function requireUnique(entity: string, rows: readonly PlainRow[], columns: readonly string[]): void {
  createIndex(entity, columns, rows)
}

function applyStep(tables: Tables, step: MigrationStep): Tables {
  if ('createEntity' in step) {
    return { ...tables, [step.createEntity]: { shape: step.entity, rows: [], fills: {}, lastId: 0 } }
  }
  if ('dropEntity' in step) {
    const { [step.dropEntity]: _, ...rest } = tables
    return rest
  }
  if ('addColumn' in step) {
    const table = tableOf(tables, step.addColumn)
    const fill = { [step.name]: step.fill ?? null }
    if (table.rows.length > 0) requireFit(`${step.addColumn}.${step.name}`, step.column, step.fill ?? null)
    const rows = table.rows.map((row) => ({ ...row, ...fill }))
    return { ...tables, [step.addColumn]: { ...table, rows, fills: { ...table.fills, ...fill } } }
  }
  if ('dropColumn' in step) {
    const table = tableOf(tables, step.dropColumn)
    const without = ({ [step.name]: _, ...rest }: PlainRow): PlainRow => rest
    return { ...tables, [step.dropColumn]: { ...table, rows: table.rows.map(without), fills: without(table.fills) } }
  }
  if ('addUnique' in step) {
    const table = tableOf(tables, step.addUnique)
    requireUnique(step.addUnique, table.rows, step.columns)
    const unique = [...(table.shape.unique ?? []), step.columns]
    return { ...tables, [step.addUnique]: { ...table, shape: { ...table.shape, unique } } }
  }
  if ('copyRows' in step) {
    const { columns, set = {} } = step
    const [source, table] = [tableOf(tables, step.copyRows), tableOf(tables, step.into)]
    const rows = [...table.rows]
    for (const from of source.rows) {
      const copied = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, from[column] ?? null]))
      const blank = Object.fromEntries(Object.keys(table.shape.columns).map((name) => [name, null]))
      const row: PlainRow = { ...blank, ...copied, ...set }
      const place = rows.findIndex((known) => table.shape.key.every((name) => known[name] === row[name]))
      if (place < 0) rows.push(row)
      else rows[place] = { ...rows[place], ...set }
    }
    return { ...tables, [step.into]: { ...table, rows } }
  }
  // Indexes change how quick an answer is, never the answer.
  return tables
}

function tableOf(tables: Tables, name: string): Table {
  const found = tables[name]
  if (!found) throw new Error(`no entity ${name}`)
  return found
}

function rowsOf(tables: Tables): PlainData {
  return Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows]))
}
