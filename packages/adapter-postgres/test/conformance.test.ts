import { conformance, type ConformanceOptions, type Host } from '@trackerkit/core/conformance'
import pg from 'pg'
import { describe, it } from 'vitest'
import { chosenToday } from '../../core/test/chosen-stores.js'
import { postgresStore } from '../src/index.js'
import { createSchema, type TestSchema } from './schemas.js'

/** Of random queries: see CONTRIBUTING.md. */
const rounds = Number(process.env['TRACKERKIT_TEST_ROUNDS'] ?? 2)
/** Of the same for a store that is opened in another way: what compiles and answers queries is the same. */
const fewerRounds = Math.ceil(rounds / 2)

/** Another connection to the database. */
async function openHost(url: string): Promise<Host> {
  const client = new pg.Client(url)
  await client.connect()
  return {
    connection: client,
    begin: () => client.query('BEGIN ISOLATION LEVEL SERIALIZABLE'),
    commit: () => client.query('COMMIT'),
    rollBack: () => client.query('ROLLBACK'),
    close: () => client.end(),
  }
}

/** The ways to open a store. */
const ways: readonly (readonly [title: string, Omit<ConformanceOptions, 'test'>])[] = [
  [
    'the PostgreSQL store at a URL',
    {
      rounds,
      async factory() {
        const schema = await createSchema()
        const open = () => postgresStore(schema.url)
        const host = () => openHost(schema.url)
        return { store: open(), reopen: open, another: open, host, cleanup: () => schema.remove() }
      },
    },
  ],
  [
    'the PostgreSQL store on a given pool, without pg_trgm and prepared statements',
    {
      rounds: fewerRounds,
      seed: 2,
      async factory() {
        const schema = await createSchema()
        const pool = new pg.Pool({ connectionString: schema.bareUrl, max: 5 })
        const open = () => postgresStore(pool, { prepared: false })
        return {
          store: open(),
          reopen: open,
          another: open,
          host: () => openHost(schema.bareUrl),
          failNextCommit: () => doom(schema, 'item'),
          async cleanup() {
            await pool.end()
            await schema.remove()
          },
        }
      },
    },
  ],
  [
    'the PostgreSQL store in a schema that it makes, with a prefix, beside tables of a host',
    {
      rounds: fewerRounds,
      seed: 3,
      async factory() {
        const host = await createSchema()
        const schema = `${host.name}_own`
        await host.query(`CREATE TABLE ${host.name}.users (name text)`)
        await host.query(`CREATE TABLE ${host.name}.item (id int)`)
        const open = () => postgresStore(host.url, { schema, prefix: 'tracker_' })
        return {
          store: open(),
          reopen: open,
          another: open,
          host: () => openHost(host.url),
          async cleanup() {
            await host.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
            await host.remove()
          },
        }
      },
    },
  ],
]

describe.each(chosenToday('PostgreSQL', ways))('%s', (_, options) => {
  conformance({ test: it, ...options })
})

/** Makes the commit of the next insert into `table` fail as commits do: something is checked only then. */
async function doom(schema: TestSchema, table: string): Promise<void> {
  const { name } = schema
  await schema.query(`CREATE SEQUENCE ${name}.commits`)
  await schema.query(`
    CREATE FUNCTION ${name}.fail_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('${name}.commits') = 1 THEN RAISE EXCEPTION 'doomed'; END IF;
      RETURN NULL;
    END $$`)
  await schema.query(`
    CREATE CONSTRAINT TRIGGER doom AFTER INSERT ON ${name}.${table} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ${name}.fail_once()`)
}
