// A store over any SQL database whose driver is asynchronous: see docs/writing-an-adapter.md.
import { createCompiler, runMigrations, type Compiler, type Dialect } from '@trackerkit/core/sql'
import {
  guarded,
  isStoreError,
  type Awaitable,
  type PlainReader,
  type PlainWriter,
  type Schema,
  type Store,
} from '@trackerkit/core/store'

/** Typical functions of a driver. Rows are arrays. */
export interface Connection {
  query(sql: string, parameters?: readonly unknown[]): Promise<{ rows: unknown[][]; changed: number }>
}

export interface Driver {
  readonly dialect: Dialect
  /**
   * How transactions begin: those that read one snapshot, and isolated ones that write. In PostgreSQL `BEGIN ISOLATION LEVEL
   * REPEATABLE READ READ ONLY` and `BEGIN ISOLATION LEVEL SERIALIZABLE`.
   */
  readonly begin: { readonly read: string; readonly write: string }
  /** Lends a connection for a while. Where only one can write at a time, the others wait here. */
  use<T>(what: 'read' | 'write', task: (connection: Connection) => Promise<T>): Promise<T>
  /** Returns a StoreError for an error of the driver, and other errors unchanged. */
  storeError(error: unknown): unknown
  end(): Promise<void>
}

export function someStore(driver: Driver): Store {
  let migrated: { schema: Schema; compiler: Compiler } | undefined

  function ready() {
    if (!migrated) throw new Error('migrate the store before anything else')
    return migrated
  }

  /** Everything that a driver throws passes here, the failures of connecting and of the commit too. */
  async function transaction<T>(what: 'read' | 'write', work: (connection: Connection) => Awaitable<T>): Promise<T> {
    const run = async (connection: Connection) => {
      await connection.query(driver.begin[what])
      try {
        const result = await work(connection)
        await connection.query('COMMIT')
        return result
      } catch (error) {
        await connection.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    }
    try {
      return await driver.use(what, run)
    } catch (error) {
      throw driver.storeError(error)
    }
  }

  return guarded({
    async migrate(schema, migrations, options) {
      const migrate = () =>
        transaction('write', (connection) => {
          const run = async (sql: string, parameters: readonly unknown[]) =>
            (await connection.query(sql, parameters)).rows
          return runMigrations({ run }, driver.dialect, migrations, options)
        })
      await patiently(migrate)
      migrated = { schema, compiler: createCompiler(schema, driver.dialect) }
    },
    read(work) {
      const { compiler } = ready()
      return transaction('read', (connection) => work(createReader(connection, compiler)))
    },
    write(work) {
      const { compiler, schema } = ready()
      return transaction('write', (connection) =>
        work(createWriter(connection, compiler, schema, (error) => driver.storeError(error))),
      )
    },
    close: () => driver.end(),
  })
}

/** Waits for a migration in another process. */
async function patiently(task: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task()
    } catch (error) {
      if (!isStoreError(error, 'retry') || attempt === 500) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

function createReader(connection: Connection, compiler: Compiler): PlainReader {
  return {
    async select(query) {
      const { sql, parameters, decode } = compiler.select(query)
      return decode((await connection.query(sql, parameters)).rows)
    },
    async count(from, where) {
      const { sql, parameters } = compiler.count(from, where)
      const { rows } = await connection.query(sql, parameters)
      return Number(rows[0]?.[0])
    },
    async countBy(query) {
      const { sql, parameters, decode } = compiler.countBy(query)
      return decode((await connection.query(sql, parameters)).rows)
    },
  }
}

function createWriter(
  connection: Connection,
  compiler: Compiler,
  schema: Schema,
  storeError: (error: unknown) => unknown,
): PlainWriter {
  const reader = createReader(connection, compiler)

  /** Runs all of the statements or none, and keeps the transaction usable after a failure. */
  async function allOrNone<T>(run: () => Promise<T>): Promise<T> {
    await connection.query('SAVEPOINT one')
    try {
      const result = await run()
      await connection.query('RELEASE SAVEPOINT one')
      return result
    } catch (error) {
      await connection.query('ROLLBACK TO SAVEPOINT one')
      throw storeError(error)
    }
  }

  return {
    ...reader,
    insert: (into, rows) =>
      allOrNone(async () => {
        const keys: number[] = []
        for (const { sql, parameters } of compiler.insert(into, rows)) {
          const answer = await connection.query(sql, parameters)
          keys.push(...answer.rows.map(([key]) => Number(key)))
        }
        return schema[into]?.autoId ? keys : []
      }),
    put: (into, rows) =>
      allOrNone(async () => {
        for (const { sql, parameters } of compiler.put(into, rows)) await connection.query(sql, parameters)
      }),
    update: (entity, where, set) =>
      allOrNone(async () => {
        if (Object.keys(set).length === 0) return reader.count(entity, where)
        const { sql, parameters } = compiler.update(entity, where, set)
        return (await connection.query(sql, parameters)).changed
      }),
    async delete(from, where) {
      const { sql, parameters } = compiler.delete(from, where)
      return (await connection.query(sql, parameters)).changed
    },
  }
}
