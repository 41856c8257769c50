import { world } from '../../src/conformance/world.js'
import {
  isStoreError,
  StoreError,
  type Awaitable,
  type PlainRow,
  type PlainStore,
  type PlainWhere,
  type PlainWriter,
  type StoredValue,
} from '../../src/store/index.js'
import { mutant, overlaying, type Damage, type Mutant } from './mutant.js'

/** The keys of the entities of which the suite puts rows. */
const keys: Readonly<Record<string, readonly string[]>> = {
  item: world.item.key,
  maker: world.maker.key,
  tag: world.tag.key,
  book: ['id'],
  pair: ['a', 'b'],
}

const deletingAll = putting(async (tx, into, rows) => {
  if (rows.length > 0) await tx.delete(into, { or: rows.map((row) => keyOf(into, row)) })
  await tx.insert(into, rows)
})

const deletingEach = putting(async (tx, into, rows) => {
  for (const row of rows) {
    await tx.delete(into, keyOf(into, row))
    await tx.insert(into, [row])
  }
})

const firstHalf = putting((tx, into, rows) => tx.put(into, rows.slice(0, Math.ceil(rows.length / 2))))

const firstThousand = putting((tx, into, rows) => tx.put(into, rows.slice(0, 1_000)))

const forgettingLastColumn = altering(async (tx, into, row) => {
  const [before] = await tx.select({ from: into, where: keyOf(into, row) })
  const last = Object.keys(row).findLast((column) => !keys[into]?.includes(column))
  return before && last !== undefined ? { ...row, [last]: before[last] ?? null } : row
})

const keepingWhatIsNull = altering(async (tx, into, row) => {
  const [before = {}] = await tx.select({ from: into, where: keyOf(into, row) })
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value ?? before[column] ?? null]))
})

const insertingOnly = putting(async (tx, into, rows) => void (await tx.insert(into, rows)))

const updatingOnly = putting(async (tx, into, rows) => {
  for (const row of rows) await tx.update(into, keyOf(into, row), row)
})

const oneByOne = putting(async (tx, into, rows) => {
  for (const row of rows) await tx.put(into, [row])
})

const leavingOutDuplicates = putting(async (tx, into, rows) => {
  for (const row of rows) {
    try {
      await tx.put(into, [row])
    } catch (error) {
      if (!isStoreError(error, 'unique')) throw error
    }
  }
})

/** As `REPLACE INTO` does. */
const replacingDuplicates = putting(async (tx, into, rows) => {
  for (const row of rows) {
    const { code = null, shelf = null, slot = null } = row
    const isOther = { not: keyOf(into, row) }
    if (into !== 'item') continue
    if (code !== null) await tx.delete(into, { and: [isOther, equal('code', code)] })
    if (shelf === null || slot === null) continue
    await tx.delete(into, { and: [isOther, equal('shelf', shelf), equal('slot', slot)] })
  }
  await tx.put(into, rows)
})

const judgingAtTheEnd = putting(async (tx, into, rows) => {
  const unset = { code: null, shelf: null }
  if (into === 'item') for (const row of rows) await tx.update(into, keyOf(into, row), unset)
  await tx.put(into, rows)
})

const completingRows = altering((_tx, into, row) => {
  const columns = Object.keys(into in world ? world[into as keyof typeof world].columns : row)
  return { ...row, ...Object.fromEntries(columns.map((column) => [column, row[column] ?? null])) }
})

const takingTheLast = putting((tx, into, rows) => {
  const byKey = new Map(rows.map((row) => [JSON.stringify(keys[into]?.map((column) => row[column])), row]))
  return tx.put(into, [...byKey.values()])
})

const foldingKeys = altering((_tx, into, row) =>
  into === 'maker' && typeof row['name'] === 'string' ? { ...row, name: row['name'].toLowerCase() } : row,
)

const takingRelatedAlong = putting(async (tx, into, rows) => {
  await tx.put(into, rows)
  if (into === 'item') await tx.delete('tag', { col: 'item_id', in: rows.map(({ id = null }) => id) })
})

const failingWithoutRows = putting((tx, into, rows) => {
  if (rows.length === 0) throw new Error('no rows')
  return tx.put(into, rows)
})

const anonymousUnique = putting(async (tx, into, rows) => {
  try {
    await tx.put(into, rows)
  } catch (error) {
    throw isStoreError(error, 'unique') ? new StoreError('unique', error.message) : error
  }
})

/** Only `put` is wrong. */
export const wrongPuts: readonly (Mutant & { readonly isSeenAtRandom?: true })[] = [
  atRandom(mutant('put deletes what it replaces', '(17) put judges', deletingAll)),
  mutant('put deletes each row and inserts it anew', '(17) put by an older version', deletingEach),
  atRandom(mutant('put writes the first half', '(17) put replaces', firstHalf)),
  atRandom(mutant('put ignores the last column', '(17) put replaces', forgettingLastColumn)),
  atRandom(mutant('put leaves alone what is to be NULL', '(17) put replaces', keepingWhatIsNull)),
  atRandom(mutant('put inserts only', '(17) put replaces', insertingOnly)),
  atRandom(mutant('put updates only', '(17) put replaces', updatingOnly)),
  mutant('put tells keys apart without regard to case', '(17) put tells', foldingKeys),
  mutant('put fails without rows', '(17) put takes a thousand', failingWithoutRows),
  mutant('put writes the first thousand rows', '(17) put takes a thousand', firstThousand),
  mutant('put takes rows that are not whole', '(17) put wants', completingRows),
  mutant('put takes the last row of a key', '(17) put refuses the same key', takingTheLast),
  atRandom(mutant('put is not all or none', '(17) put that breaks', oneByOne)),
  atRandom(mutant('put leaves out rows that break uniqueness', '(17) put that breaks', leavingOutDuplicates)),
  atRandom(mutant('put replaces rows of other keys', '(17) put that breaks', replacingDuplicates)),
  mutant('unique errors of put name nothing', '(17) put that breaks', anonymousUnique),
  atRandom(mutant('put judges its rows at the end', '(17) put judges', judgingAtTheEnd)),
  mutant('keys that were put are assigned again', '(17) put keeps the key', assigningBesidePut),
  atRandom(mutant('put takes related rows along', '(17) put leaves', takingRelatedAlong)),
  mutant('put commits by itself', '(17) put is seen', committingPuts),
  mutant('rows that were put are read later', '(17) rows that were put', puttingLate),
]

/** Marks a mutant that random transactions must see as well. */
function atRandom(wrong: Mutant): Mutant & { readonly isSeenAtRandom: true } {
  return { ...wrong, isSeenAtRandom: true }
}

function putting(put: (tx: PlainWriter, into: string, rows: readonly PlainRow[]) => Awaitable<void>): Damage {
  return overlaying((tx) => ({ put: (into, rows) => put(tx, into, rows) }))
}

/** Puts other rows than it was given. */
function altering(change: (tx: PlainWriter, into: string, row: PlainRow) => Awaitable<PlainRow>): Damage {
  return putting(async (tx, into, rows) => {
    const altered: PlainRow[] = []
    for (const row of rows) altered.push(await change(tx, into, row))
    await tx.put(into, altered)
  })
}

/** Assigns keys that rise above those that were inserted, and knows nothing of others. */
function assigningBesidePut(good: PlainStore): PlainStore {
  let last = 0
  return overlaying((tx) => ({
    insert(into, rows) {
      if (into !== 'item') return tx.insert(into, rows)
      const numbered = rows.map((row) => {
        const id = Number(row['id'] ?? last + 1)
        last = Math.max(last, id)
        return { ...row, id }
      })
      return tx.insert(into, numbered)
    },
  }))(good)
}

/** Puts the rows once more when the work has failed. */
function committingPuts(good: PlainStore): PlainStore {
  return {
    ...good,
    async write(work) {
      const puts: ((tx: PlainWriter) => Awaitable<void>)[] = []
      const noting = (tx: PlainWriter): PlainWriter => ({
        ...tx,
        put(into, rows) {
          puts.push((other) => other.put(into, rows))
          return tx.put(into, rows)
        },
      })
      try {
        return await good.write((tx) => work(noting(tx)))
      } catch (error) {
        await good.write(async (tx) => {
          for (const put of puts) await put(tx)
        })
        throw error
      }
    },
  }
}

function puttingLate(good: PlainStore): PlainStore {
  return {
    ...good,
    write: (work) =>
      good.write(async (tx) => {
        const late: (() => Awaitable<void>)[] = []
        const put: PlainWriter['put'] = (into, rows) => {
          if (into !== 'maker') return tx.put(into, rows)
          late.push(() => tx.put(into, rows))
        }
        const result = await work({ ...tx, put })
        for (const each of late) await each()
        return result
      }),
  }
}

function keyOf(into: string, row: PlainRow): PlainWhere {
  return { and: (keys[into] ?? []).map((column) => equal(column, row[column] ?? null)) }
}

function equal(col: string, eq: StoredValue): PlainWhere {
  return { col, eq }
}
