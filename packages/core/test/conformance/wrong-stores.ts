import {
  isStoreError,
  StoreError,
  type Awaitable,
  type Migration,
  type MigrationStep,
  type PlainRow,
  type PlainStore,
  type PlainWriter,
  type StoredValue,
} from '../../src/store/index.js'
import { mutant, overlaying, type Damage, type Mutant } from './mutant.js'

const wholeSeconds = inserting((value) =>
  value instanceof Date ? new Date(Math.floor(value.getTime() / 1000) * 1000) : value,
)

const insertingEach = overlaying((tx) => ({
  insert: async (into, rows) => (await inTurn(rows, (row) => tx.insert(into, [row]))).flat(),
}))

const countingTooFew = overlaying((tx) => ({
  count: async (from, where, { atMost = Infinity } = {}) => Math.min(atMost - 1, await tx.count(from, where)),
}))

const sayingOne = overlaying((tx) => ({
  update: async (entity, where, set) => Math.min(1, await tx.update(entity, where, set)),
}))

const reusingIds = overlaying((tx) => ({
  async insert(into, rows) {
    if (into !== 'item') return tx.insert(into, rows)
    const [last] = await tx.select({ from: 'item', order: [{ col: 'id', desc: true }], limit: 1 })
    let id = Number(last?.['id'] ?? 0)
    return tx.insert(
      into,
      rows.map((row) => ({ ...row, id: row['id'] ?? ++id })),
    )
  },
}))

const anonymousUnique = failing((error) =>
  isStoreError(error, 'unique') ? new StoreError('unique', error.message) : error,
)

const wrappedErrors = failing((error) => (isStoreError(error) ? error : new Error('it failed', { cause: error })))

const forgettingUnique = migrating((step) => ('addUnique' in step ? [] : [step]))

const forgettingFill = migrating((step) =>
  'addColumn' in step && step.column.type === 'text' && !step.column.nullable ? [{ ...step, fill: '' }] : [step],
)

/** Wrong about values, rows, transactions or their own life. */
export const wrongStores: readonly Mutant[] = [
  mutant('times lose their milliseconds', '(10)', wholeSeconds),
  mutant('stops counting before the limit', '(8)', countingTooFew),
  mutant(
    'text is trimmed',
    '(10)',
    inserting((value) => (typeof value === 'string' ? value.trim() : value)),
  ),
  mutant(
    'text is normalised',
    '(10)',
    inserting((value) => (typeof value === 'string' ? value.normalize() : value)),
  ),
  mutant(
    'the empty text is NULL',
    '(10)',
    inserting((value) => (value === '' ? null : value)),
  ),
  mutant(
    'ints are 32 bits',
    '(10)',
    inserting((value) => (Number.isInteger(value) ? Number(value) | 0 : value)),
  ),
  mutant('rows are shared with the store', '(16)', sharingRows),
  mutant('inserted values are read later', '(16)', insertingLate),
  mutant('insert is not all or none', '(14)', insertingEach),
  mutant('unique errors name nothing', '(14)', anonymousUnique),
  mutant('update says 1', 'update', sayingOne),
  mutant('ids are used again', 'an assigned key', reusingIds),
  mutant('errors are wrapped', '(12)', wrappedErrors),
  mutant('a failed write commits', '(11)', committingFailures),
  mutant('every statement commits', '(11)', (good) => ({ ...good, write: async (work) => work(separate(good)) })),
  mutant('changes wait for the end of the work', '(11)', deferringChanges),
  mutant('every statement has a snapshot', 'a read', (good) => ({
    ...good,
    read: async (work) => work(separate(good)),
  })),
  mutant('dead handles live', '(13)', revivingHandles),
  mutant('inner work joins the outer', '(13)', joiningWork),
  mutant('inner work waits for the outer', '(13)', waitingForever),
  mutant('close does nothing', 'close', (good) => ({ ...good, close: () => undefined })),
  mutant('breaking migrations are tolerated', '(15)', toleratingBreaking),
  mutant('newer migrations are refused', '(15)', refusingNewer),
  mutant('addUnique is forgotten', '(15)', forgettingUnique),
  mutant('fills are forgotten', '(15)', forgettingFill),
  mutant('migrations run again', '(15)', migratingAgain),
]

function inserting(change: (value: StoredValue) => StoredValue): Damage {
  const all = (row: PlainRow) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)]))
  return overlaying((tx) => ({ insert: (into, rows) => tx.insert(into, rows.map(all)) }))
}

function sharingRows(good: PlainStore): PlainStore {
  const known = new Map<string, PlainRow[]>()
  return overlaying((tx) => ({
    async select(query) {
      const name = JSON.stringify(query)
      const rows = known.get(name) ?? (await tx.select(query))
      known.set(name, rows)
      return rows
    },
    async update(entity, where, set) {
      known.clear()
      return tx.update(entity, where, set)
    },
  }))(good)
}

function insertingLate(good: PlainStore): PlainStore {
  return {
    ...good,
    write: (work) =>
      good.write(async (tx) => {
        const late: (() => Awaitable<unknown>)[] = []
        const result = await work({
          ...tx,
          async insert(into, rows) {
            if (into === 'maker') late.push(() => tx.insert(into, rows))
            return into === 'maker' ? [] : tx.insert(into, rows)
          },
        })
        await inTurn(late, (insert) => insert())
        return result
      }),
  }
}

/** Changes what the store throws, from its verbs and from whole work. */
function failing(change: (error: unknown) => unknown): Damage {
  const changing = async <T>(run: () => Awaitable<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      throw change(error)
    }
  }
  const verbs = overlaying((tx) => ({ insert: (into, rows) => changing(() => tx.insert(into, rows)) }))
  return (good) => {
    const store = verbs(good)
    return {
      ...store,
      read: (work) => changing(() => store.read(work)),
      write: (work) => changing(() => store.write(work)),
    }
  }
}

function committingFailures(good: PlainStore): PlainStore {
  return {
    ...good,
    async write(work) {
      const outcome = await good.write(async (tx) => {
        try {
          return { value: await work(tx) }
        } catch (error) {
          return { error }
        }
      })
      if ('error' in outcome) throw outcome.error
      return outcome.value
    },
  }
}

/** A handle that runs each operation in a separate transaction. */
function separate(good: PlainStore): PlainWriter {
  return {
    select: (query) => good.read((tx) => tx.select(query)),
    count: (from, where) => good.read((tx) => tx.count(from, where)),
    countBy: (query) => good.read((tx) => tx.countBy(query)),
    insert: (into, rows) => good.write((tx) => tx.insert(into, rows)),
    update: (entity, where, set) => good.write((tx) => tx.update(entity, where, set)),
    delete: (from, where) => good.write((tx) => tx.delete(from, where)),
    put: (into, rows) => good.write((tx) => tx.put(into, rows)),
  }
}

function deferringChanges(good: PlainStore): PlainStore {
  return {
    ...good,
    async write(work) {
      const changes: ((tx: PlainWriter) => Awaitable<unknown>)[] = []
      const result = await work({
        ...separate(good),
        insert(into, rows) {
          changes.push((tx) => tx.insert(into, rows))
          return rows.map((_, i) => i + 1)
        },
        update(entity, where, set) {
          changes.push((tx) => tx.update(entity, where, set))
          return 1
        },
        delete(from, where) {
          changes.push((tx) => tx.delete(from, where))
          return 1
        },
        put(into, rows) {
          changes.push((tx) => tx.put(into, rows))
        },
      })
      await good.write((tx) => inTurn(changes, (change) => change(tx)))
      return result
    },
  }
}

function revivingHandles(good: PlainStore): PlainStore {
  return overlaying((tx) => ({
    async select(query) {
      try {
        return await tx.select(query)
      } catch (error) {
        if (isStoreError(error, 'closed')) return separate(good).select(query)
        throw error
      }
    },
  }))(good)
}

function joiningWork(good: PlainStore): PlainStore {
  let outer: PlainWriter | undefined
  return {
    ...good,
    async write(work) {
      if (outer) return work(outer)
      return good.write(async (tx) => {
        outer = tx
        try {
          return await work(tx)
        } finally {
          outer = undefined
        }
      })
    },
  }
}

function waitingForever(good: PlainStore): PlainStore {
  const wait = async <T>(run: () => Awaitable<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      return isStoreError(error, 'reentrant') ? new Promise<never>(() => undefined) : Promise.reject(error)
    }
  }
  return { ...good, write: (work) => wait(() => good.write(work)), read: (work) => wait(() => good.read(work)) }
}

function migrating(change: (step: MigrationStep) => MigrationStep[]): Damage {
  const damaged = (each: Migration) => ({ ...each, steps: each.steps.flatMap(change) })
  return (good) => ({ ...good, migrate: (schema, migrations) => good.migrate(schema, migrations.map(damaged)) })
}

function toleratingBreaking(good: PlainStore): PlainStore {
  const damaged = (each: Migration) => ({ ...each, breaking: false })
  return { ...good, migrate: (schema, migrations) => good.migrate(schema, migrations.map(damaged)) }
}

function refusingNewer(good: PlainStore): PlainStore {
  let most = 0
  return {
    ...good,
    async migrate(schema, migrations) {
      if (migrations.length < most) throw new StoreError('schema_newer', 'newer')
      await good.migrate(schema, migrations)
      most = migrations.length
    },
  }
}

function migratingAgain(good: PlainStore): PlainStore {
  let run = 0
  return {
    ...good,
    migrate(schema, migrations) {
      run += 1_000
      return good.migrate(
        schema,
        migrations.map((each) => ({ ...each, id: each.id + run })),
      )
    },
  }
}

async function inTurn<T, R>(list: readonly T[], run: (each: T) => Awaitable<R>): Promise<R[]> {
  const results: R[] = []
  for (const each of list) results.push(await run(each))
  return results
}
