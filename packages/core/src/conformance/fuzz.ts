import {
  evaluateCount,
  evaluateSelect,
  evaluateCountBy,
  type PlainQuery,
  type PlainReader,
  type PlainRow,
  type PlainStore,
  type PlainWriter,
  type Store,
} from '../store/index.js'
import { failureOf, isTrue, refused, same } from './expect.js'
import {
  entityNames,
  randomChange,
  randomQuery,
  randomRow,
  randomCountByQuery,
  randomWhere,
  randomWholeRows,
} from './generate.js'
import { plan, type Change, type EntityName, type Model } from './model.js'
import { createRandom, type Random } from './random.js'
import { shrink } from './shrink.js'
import { retrying, type Suite } from './suite.js'
import { world, type World } from './world.js'

const queriesPerRound = 2_000
const countBysPerRound = 200
const transactionsPerRound = 60

export function fuzzTests({ check, seed, rounds: queryRounds }: Suite): void {
  const changeRounds = Math.ceil(queryRounds / 2)
  for (let round = 1; round <= queryRounds; round++) {
    check(`fuzz: ${queriesPerRound} random queries, round ${round} of ${queryRounds}`, ({ store }) =>
      reporting(seed, async () => {
        const random = createRandom(seed * 1_000 + round)
        const model: Model = { item: [], maker: [], tag: [] }
        await runTransaction(untyped(store), model, population(random), false)
        await compareQueries(untyped(store), model, random)
        for (let i = 0; i < 10; i++) await runTransaction(untyped(store), model, changes(random), false)
        await compareQueries(untyped(store), model, random)
      }),
    )
  }
  for (let round = 1; round <= changeRounds; round++) {
    check(`fuzz: ${transactionsPerRound} random transactions, round ${round} of ${changeRounds}`, ({ store }) =>
      reporting(seed, async () => {
        const random = createRandom(seed * 1_000 + 500 + round)
        const model: Model = { item: [], maker: [], tag: [] }
        await runTransaction(untyped(store), model, population(random), false)
        for (let i = 0; i < transactionsPerRound; i++) {
          await runTransaction(untyped(store), model, changes(random), random.chance(0.3))
          await untyped(store).read((tx) => compareAll(tx, model, 'after the transaction'))
        }
        same(await store.verify?.(), store.verify && [], 'faults of the store')
      }),
    )
  }
}

/** Random queries cannot be checked by types. */
function untyped(store: Store<World>): PlainStore {
  return store
}

async function reporting(seed: number, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    throw new Error(`with seed: ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function population(random: Random): Change[] {
  const sizes = { item: 36, maker: 14, tag: 50 }
  return entityNames.flatMap((entity) =>
    Array.from({ length: sizes[entity] }, (): Change => ({
      verb: 'insert',
      entity,
      rows: [randomRow(random, entity)],
    })),
  )
}

function changes(random: Random): Change[] {
  return random.many(1, 6, (): Change => {
    const entity = random.pick(entityNames)
    const where = randomWhere(random, entity, 2)
    const row = () => randomRow(random, entity, random.chance(0.1))
    switch (random.below(8)) {
      case 0:
        // Three conditions, because an empty result tests little.
        return {
          verb: 'delete',
          entity,
          where: { and: [where, randomWhere(random, entity), randomWhere(random, entity)] },
        }
      case 1:
      case 2:
        return { verb: 'update', entity, where, set: randomChange(random, entity) }
      case 3:
      case 4:
        return { verb: 'put', entity, rows: randomWholeRows(random, entity) }
      default:
        return { verb: 'insert', entity, rows: random.many(0, 4, row) }
    }
  })
}

/** Runs the changes as one write, and on the model. With `fails`, both are taken back at the end. */
async function runTransaction(store: PlainStore, model: Model, todo: readonly Change[], fails: boolean): Promise<void> {
  const before = { ...model }
  const failure = new Error('undo')
  const run = () =>
    store.write(async (tx) => {
      Object.assign(model, before)
      for (const change of todo) await apply(tx, model, change)
      await compareAll(tx, model, 'inside the transaction')
      if (fails) throw failure
    })
  if (!fails) return retrying(run)
  const thrown = await failureOf(() => retrying(run), 'the failure of the work')
  if (thrown !== failure) throw thrown
  Object.assign(model, before)
}

async function apply(tx: PlainWriter, model: Model, change: Change): Promise<void> {
  const { entity } = change
  const shown = JSON.stringify(change)
  const { rows, touched, shared } = plan(model, change)
  if (shared.length > 0) {
    const error = await refused('unique', () => perform(tx, change))
    same(error.entity, entity, shown)
    isTrue(
      shared.some((columns) => columns.join() === error.columns?.join()),
      `${shown}: wrong columns ${error.columns?.join()}`,
    )
    return
  }
  const result = await perform(tx, change)
  if (change.verb === 'insert') model[entity] = withIds(model, entity, rows, result, shown)
  else {
    if (change.verb !== 'put') same(result, touched, shown)
    model[entity] = rows
  }
}

function perform(tx: PlainWriter, change: Change) {
  switch (change.verb) {
    case 'insert':
      return tx.insert(change.entity, change.rows)
    case 'put':
      return tx.put(change.entity, change.rows)
    case 'update':
      return tx.update(change.entity, change.where, change.set)
    case 'delete':
      return tx.delete(change.entity, change.where)
  }
}

/** The planned rows with the ids that the store has assigned, which must rise above all that are there. */
function withIds(
  model: Model,
  entity: EntityName,
  planned: readonly PlainRow[],
  ids: unknown,
  shown: string,
): PlainRow[] {
  const old = planned.slice(0, model[entity].length)
  const added = planned.slice(old.length)
  if (entity !== 'item') {
    same(ids, [], `ids from ${shown}`)
    return [...planned]
  }
  isTrue(Array.isArray(ids) && ids.length === added.length, `one id for each row of ${shown}`)
  let last = Math.max(0, ...old.map((row) => Number(row['id'])))
  return [
    ...old,
    ...added.map((row, i) => {
      const id = Number((ids as number[])[i])
      if (row['id'] === null) isTrue(id > last, `${id} rises above ${last} in ${shown}`)
      else same(id, row['id'], `the id given in ${shown}`)
      last = Math.max(last, id)
      return { ...row, id }
    }),
  ]
}

async function compareAll(tx: PlainReader, model: Model, when: string): Promise<void> {
  for (const from of entityNames) {
    same(await tx.select({ from }), evaluateSelect(world, model, { from }), `all of ${from} ${when}`)
  }
}

/** Lists of related rows have no order. */
function inOneOrder({ with: wanted = {} }: PlainQuery, rows: readonly PlainRow[]): PlainRow[] {
  return rows.map((row) => {
    const lists = Object.keys(wanted).map((name) => [name, sortedList(row[name])])
    return { ...row, ...Object.fromEntries(lists) } as PlainRow
  })
}

function sortedList(list: unknown): unknown {
  isTrue(Array.isArray(list), 'related rows are a list')
  return (list as PlainRow[]).map((row) => [JSON.stringify(row), row] as const).sort(([a], [b]) => (a < b ? -1 : 1))
}

async function compareQueries(store: PlainStore, model: Model, random: Random): Promise<void> {
  const queries = Array.from({ length: queriesPerRound / 2 }, () => randomQuery(random))
  const countByQueries = Array.from({ length: countBysPerRound / 2 }, () => randomCountByQuery(random))
  await store.read(async (tx) => {
    const agrees = async (query: PlainQuery) => {
      same(inOneOrder(query, await tx.select(query)), inOneOrder(query, evaluateSelect(world, model, query)), 'rows')
      same(await tx.count(query.from, query.where), evaluateCount(world, model, query.from, query.where), 'count')
    }
    const fails = (query: PlainQuery) => agrees(query).then(() => false, () => true) // prettier-ignore
    for (const query of queries) {
      if (!(await fails(query))) continue
      const small = await shrink(query, fails)
      const error = await failureOf(() => agrees(small), 'the shrunk query to fail')
      throw new Error(`${JSON.stringify(small)}\nwas found as ${JSON.stringify(query)}\n${String(error)}`)
    }
    for (const query of countByQueries)
      same(await tx.countBy(query), evaluateCountBy(world, model, query), JSON.stringify(query))
  })
}
