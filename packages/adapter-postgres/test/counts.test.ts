// Counts of rows that triggers keep.
import { setTimeout as pause } from 'node:timers/promises'
import { typed, type Store, type Writer } from '@trackerkit/core/store'
import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresStore, type PostgresOptions } from '../src/index.js'
import { createSchema, type TestSchema } from './schemas.js'
import { thingMigrations, things, type Things } from './things.js'

let place: TestSchema
const opened: { close(): unknown }[] = []
beforeEach(async () => void (place = await createSchema()))
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close()
  await place.remove()
})

async function open(url = place.url, options: PostgresOptions = {}): Promise<Store<Things>> {
  const store = typed<Things>(postgresStore(url, options))
  opened.push(store)
  await store.migrate(things, thingMigrations)
  return store
}

/** A connection that knows nothing of the search path of the store. */
async function connect(url = place.url.replace(/\?.*/, '')): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  opened.push({ close: () => client.end() })
  return client
}

const thing = (kind: number, state = 'new') => ({ kind, state, name: 'x' })

/** The counts as they are stored. */
async function countsIn(schema = place.name): Promise<unknown[]> {
  return place.query(`SELECT kind::int, state, rows::int FROM ${schema}.thing_counts ORDER BY kind, state`)
}

/** How many rows of counts this transaction has written. */
async function rowsWritten(tx: Writer<Things>): Promise<number> {
  const written = `SELECT (n_tup_ins + n_tup_upd + n_tup_del)::int AS rows FROM pg_stat_xact_user_tables`
  const [row] = (await tx.query?.(`${written} WHERE relname = 'thing_counts' AND schemaname = $1`, [place.name])) ?? []
  return Number(row?.['rows'])
}

/** Resolves when the statement of a connection waits for a lock. */
async function waiting(client: pg.Client): Promise<void> {
  const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'`
  const { processID } = client as unknown as { readonly processID: number }
  while ((await place.query(isWaiting, [processID])).length === 0) await pause(5)
}

describe('the counts of rows in PostgreSQL', () => {
  it('follow every statement, and what is undone', async () => {
    const store = await open()
    const odd = `it's "odd" \\ $$ %I`
    await store.write(async (tx) => {
      await tx.insert('thing', [thing(1), thing(1), thing(2, odd), thing(3)])
      await tx.put('thing', [
        { id: 1, ...thing(2, odd) },
        { id: 9, ...thing(9) },
      ])
      await tx.update('thing', { col: 'kind', eq: 3 }, { state: 'old' })
      await tx.delete('thing', { col: 'kind', eq: 9 })
    })
    await expect(
      store.write(async (tx) => {
        await tx.delete('thing', { and: [] })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    const counts = [
      { kind: 1, state: 'new', rows: 1 },
      { kind: 2, state: odd, rows: 2 },
      { kind: 3, state: 'old', rows: 1 },
    ]
    expect(await countsIn()).toEqual(counts)
    expect(await store.read((tx) => tx.count('thing', { col: 'state', eq: odd }))).toBe(2)
    await place.query(`TRUNCATE ${place.name}.thing`)
    expect(await countsIn()).toEqual([])
    expect(await store.read((tx) => tx.count('thing'))).toBe(0)
  })

  it('are written once for each statement, however many rows it changes, and only by those that change them', async () => {
    const store = await open()
    const written = await store.write(async (tx) => {
      // A statement for each thousand of them.
      await tx.insert(
        'thing',
        Array.from({ length: 5000 }, (_, n) => thing(n % 2)),
      )
      const inserted = await rowsWritten(tx)
      await tx.update('thing', { and: [] }, { name: 'y' })
      await tx.update('thing', { col: 'kind', eq: 1 }, { kind: 1 })
      const renamed = await rowsWritten(tx)
      await tx.update('thing', { and: [] }, { kind: 3 })
      return [inserted, renamed, await rowsWritten(tx)]
    })
    // The last update adds one count, and empties and deletes two.
    expect(written).toEqual([10, 10, 15])
  })

  it('are locked in the same order by all writers', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('thing', [thing(1), thing(2)]))
    const [holder, first, second] = [await connect(), await connect(), await connect()]
    const insert = (kinds: string) =>
      `INSERT INTO ${place.name}.thing (kind, state, name) SELECT kind, 'new', 'x' FROM unnest(ARRAY[${kinds}]) AS kind`
    await holder.query(`BEGIN; SELECT FROM ${place.name}.thing_counts WHERE kind = 2 FOR UPDATE`)
    const one = first.query(insert('2, 1'))
    await waiting(first)
    const other = second.query(insert('1, 2'))
    await waiting(second)
    await holder.query('COMMIT')
    await Promise.all([one, other])
    expect(await countsIn()).toMatchObject([{ rows: 3 }, { rows: 3 }])
  })

  it('are kept for writers with another search path, which they get back, and after the schema was renamed', async () => {
    const schema = `${place.name}_own`
    const store = await open(place.url, { schema, prefix: 'a_' })
    await store.write((tx) => tx.insert('thing', [thing(1)]))
    const host = await connect()
    await host.query('CREATE TEMP TABLE a_thing_counts (kind int); SET search_path = pg_temp')
    for (const name of [schema, `${schema}_2`]) {
      if (name !== schema) await host.query(`ALTER SCHEMA ${schema} RENAME TO ${name}`)
      await host.query(`INSERT INTO ${name}.a_thing (kind, state, name) VALUES (1, 'new', 'x')`)
    }
    expect((await host.query('SHOW search_path')).rows).toEqual([{ search_path: 'pg_temp' }])
    const renamed = await open(place.url, { schema: `${schema}_2`, prefix: 'a_' })
    expect(await renamed.read((tx) => tx.count('thing'))).toBe(3)
    expect(await renamed.verify?.()).toEqual([])
    await place.query(`DROP SCHEMA ${schema}_2 CASCADE`)
  })

  it('are kept if a trigger of the program changes new rows first', async () => {
    const store = await open()
    const { name } = place
    await place.query(
      `CREATE FUNCTION ${name}.program() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ` +
        `UPDATE ${name}.thing SET kind = 1 WHERE id = NEW.id AND kind = 2; RETURN NULL; END $$`,
    )
    await place.query(
      `CREATE TRIGGER program AFTER INSERT ON ${name}.thing FOR EACH ROW EXECUTE FUNCTION ${name}.program()`,
    )
    await store.write((tx) => tx.insert('thing', [thing(2)]))
    expect(await countsIn()).toEqual([{ kind: 1, state: 'new', rows: 1 }])
    expect(await store.verify?.()).toEqual([])
  })

  it('are kept for a role that owns the tables, and left out where it may create no functions', async () => {
    const { url } = await freshDatabase()
    const admin = await connect(url)
    const role = `owner_${new URL(url).pathname.slice(1)}`
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'; CREATE SCHEMA own AUTHORIZATION ${role}`)
    opened.push({ close: () => admin.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`) })
    await admin.query(`REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC`)
    const asOwner = Object.assign(new URL(url), { username: role, password: 'x' }).href
    const count = async (store: Store<Things>) => {
      await store.write((tx) => tx.insert('thing', [thing(1)]))
      expect(await store.verify?.()).toEqual([])
      return store.read((tx) => tx.count('thing'))
    }
    expect(await count(await open(asOwner, { schema: 'own', prefix: 'without_' }))).toBe(1)
    await admin.query(`GRANT USAGE ON LANGUAGE plpgsql TO ${role}`)
    expect(await count(await open(asOwner, { schema: 'own' }))).toBe(1)
    expect(await count(await open(asOwner, { schema: 'own', prefix: 'without_' }))).toBe(2)
    const { rows } = await admin.query(`SELECT tablename FROM pg_tables WHERE tablename LIKE '%counts'`)
    expect(rows).toEqual([{ tablename: 'thing_counts' }])
  })
})
