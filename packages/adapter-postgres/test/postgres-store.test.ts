import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isStoreError, typed, type Json, type Store, type Where } from '@trackerkit/core/store'
import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { postgresStore, type PostgresOptions } from '../src/index.js'
import { noteMigrations, notes, type Notes } from './notes.js'
import { createSchema, type TestSchema } from './schemas.js'

let schema: TestSchema
const opened: { close(): unknown }[] = []
beforeEach(async () => void (schema = await createSchema()))
afterEach(async () => {
  vi.restoreAllMocks()
  for (const thing of opened.splice(0)) await thing.close()
  await schema.remove()
})

async function open(database: string | pg.Pool = schema.url, options?: PostgresOptions): Promise<Store<Notes>> {
  const store = typed<Notes>(postgresStore(database, options))
  opened.push(store)
  await store.migrate(notes, noteMigrations)
  return store
}

function openPool(config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: schema.url, ...config })
  opened.push({ close: () => pool.end() })
  return pool
}

interface Sent {
  readonly text: string
  readonly name?: string
  readonly values?: readonly unknown[]
}

/** The statements that stores send from now on. */
function watch(): () => Sent[] {
  const query = vi.spyOn(pg.Client.prototype, 'query') as unknown as { mock: { calls: [Sent | string][] } }
  return () => query.mock.calls.map(([sent]) => sent).filter((sent) => typeof sent === 'object')
}

/** Fails every statement from now on as PgBouncer does. */
function refuseAll(message: string): void {
  const query = vi.spyOn(pg.Client.prototype, 'query') as unknown as { mockRejectedValue(error: Error): void }
  query.mockRejectedValue(Object.assign(new Error(message), { severity: 'FATAL', code: '08P01' }))
}

/** A promise and the function that resolves it. */
function signal() {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}

const note = (title: string, body = '', author = 1) => ({ author_id: author, title, body })
const codeOf = (error: unknown) => (isStoreError(error) ? error.code : error)
const code = (wanted: string) => expect.toSatisfy((error) => isStoreError(error, wanted as never)) as unknown

describe('a PostgreSQL database', () => {
  it('says what is missing when it is used before it is migrated', async () => {
    const store = postgresStore(schema.url)
    opened.push(store)
    await expect(store.read(() => 1)).rejects.toThrow('migrate the store')
    await expect(store.write(() => 1)).rejects.toThrow('migrate the store')
  })

  it.each([0, -1, 1.5, NaN])('cannot be used by %d connections', (connections) => {
    const open = () => postgresStore('postgres://localhost/tracker', { connections })
    expect(open).toThrow(new RangeError(`connections must be at least 1, not ${connections}`))
  })

  it('takes undefined for every option, as for one that is absent', async () => {
    const options: { readonly [N in keyof PostgresOptions]-?: undefined } = {
      connections: undefined,
      prepared: undefined,
      prefix: undefined,
      schema: undefined,
      readonly: undefined,
      replica: undefined,
      logger: undefined,
    }
    const store = postgresStore(schema.url, options)
    opened.push(store)
    await store.migrate(notes, noteMigrations)
    expect(await store.read((tx) => tx.count('note'))).toBe(0)
  })

  it.each(['prepared', 'readonly'])('rejects text for %s, which would always count as true', (name) => {
    const open = () => postgresStore('postgres://localhost/tracker', { [name]: 'false' })
    expect(open).toThrow(`${name} cannot be 'false'. Accepted: true or false.`)
  })

  it('rejects unknown options', () => {
    const open = () => postgresStore('postgres://localhost/tracker', { conections: 5 } as object)
    expect(open).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        message: expect.stringContaining('conections is not an option') as unknown,
      }),
    )
  })

  it('must be named by a URL or a pool, and keeps other values out of errors', () => {
    const accepted = "a URL as text, such as 'postgres://user:password@host/database', or a pool of pg"
    const url = new URL('postgres://tracker:s3cret@db/tracker')
    const wrong: readonly [unknown, string][] = [
      [undefined, 'a missing value'],
      [null, "'null'"],
      [{ connectionString: 'postgres://localhost' }, "'an object'"],
      [url, "'an object'"],
      [[url], "'an object'"],
      [Object.create(null), "'an object'"],
      ['mysql://tracker:s3cret@db/tracker', "'a URL that begins with mysql:'"],
      ['http://tracker:s3cret@db/tracker', "'a URL that begins with http:'"],
    ]
    for (const [database, shown] of wrong)
      expect(() => postgresStore(database as string)).toThrow(`database cannot be ${shown}. Accepted: ${accepted}.`)
  })

  it('is unavailable while it has an internal error for each new connection, as on a full disk', async () => {
    const full = Object.assign(new Error('could not write init file'), { severity: 'FATAL', code: 'XX000' })
    const connect = vi.spyOn(pg.Client.prototype, 'connect') as unknown as {
      mockImplementation(connect: (done: (error: Error) => void) => void): void
    }
    connect.mockImplementation((done) => done(full))
    const store = postgresStore(schema.url)
    opened.push(store)
    await expect(store.migrate(notes, noteMigrations)).rejects.toEqual(code('unavailable'))
  })

  it('is not unavailable because one of its rows is damaged', async () => {
    const store = await open()
    const damaged = `DO $$ BEGIN RAISE EXCEPTION 'invalid page in block 7' USING ERRCODE = 'XX001'; END $$`
    await expect(store.read((tx) => tx.query?.(damaged, []))).rejects.toMatchObject({ code: 'XX001' })
  })

  it('returns all bytes of a file, whatever the format in which the server sends them', async () => {
    const scan = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    for (const format of ['hex', 'escape']) {
      const url = schema.url.replace('?options=', `?options=${encodeURIComponent(`-c bytea_output=${format} `)}`)
      const store = await open(url)
      const [id] = await store.write((tx) => tx.insert('note', [{ ...note(format), scan }]))
      const [kept] = await store.read((tx) => tx.select({ from: 'note', where: { col: 'id', eq: id as number } }))
      expect([format, kept?.scan]).toEqual([format, scan])
    }
  })

  it('that holds text in another encoding than UTF-8 is refused', async () => {
    await schema.query(`CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`)
    try {
      await expect(open(schema.url.replace(/\/\w+\?/, '/latin?'))).rejects.toThrow(
        'the encoding of the database is LATIN1',
      )
    } finally {
      for (const store of opened.splice(0)) await store.close()
      await schema.query('DROP DATABASE latin')
    }
  })

  it('is found by many processes at once while it is still empty', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => open()))
    await Promise.all(stores.map((store, i) => store.write((tx) => tx.insert('note', [note(`${i}`)]))))
    expect(await stores[0]?.read((tx) => tx.count('note'))).toBe(8)
  })
})

describe('values in PostgreSQL', () => {
  it('of JSON keep the order of their keys, and characters that the database has no text for', async () => {
    const store = await open()
    const extra: Json = { b: 1, a: ['\u0000', '\ud800'], '10': 2, '9': 3 }
    await store.write((tx) => tx.insert('note', [{ ...note('a'), extra }]))
    const [row] = await store.read((tx) => tx.select({ from: 'note', columns: ['extra'] }))
    expect(JSON.stringify(row?.extra)).toBe(JSON.stringify(extra))
  })

  it('of bytes come back as no Buffer, and share their memory with nothing', async () => {
    const store = await open()
    const scan = new Uint8Array([0, 1, 255])
    await store.write((tx) => tx.insert('note', [{ ...note('a'), scan }]))
    const [row] = await store.read((tx) => tx.select({ from: 'note', columns: ['scan'] }))
    expect(row?.scan).toEqual(scan)
    expect(row?.scan?.constructor).toBe(Uint8Array)
    expect(row?.scan?.buffer.byteLength).toBe(3)
  })

  it('are read as they were written, regardless of the type parsers of the driver', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [{ ...note('a'), at: new Date(7), weight: 0.1 }]))
    const [int8, float8] = [20, 701].map((type) => [type, pg.types.getTypeParser(type)] as const) as [
      readonly [number, (text: string) => unknown],
      readonly [number, (text: string) => unknown],
    ]
    for (const [type] of [int8, float8]) pg.types.setTypeParser(type, () => 'spoilt')
    try {
      expect(await store.read((tx) => tx.select({ from: 'note', columns: ['id', 'at', 'weight'] }))).toEqual([
        { id: 1, at: new Date(7), weight: 0.1 },
      ])
    } finally {
      for (const [type, parse] of [int8, float8]) pg.types.setTypeParser(type, parse)
    }
  })

  it('are left out of errors about them, since errors end up in logs', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [note('secret')]))
    const error = await store.write((tx) => tx.insert('note', [note('secret')])).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'unique', entity: 'note', columns: ['author_id', 'title'] })
    const { cause } = error as Error
    expect(JSON.stringify([String(error), cause, (cause as Error).message])).not.toContain('secret')
  })
})

describe('statements to PostgreSQL', () => {
  it('are prepared once they come again, one for each shape of query', async () => {
    const store = await open(schema.url, { connections: 1 })
    const ask = (...ids: number[]) =>
      store.read((tx) => tx.select({ from: 'note', where: { col: 'id', in: ids }, limit: ids.length }))
    await ask(1, 2)
    const sent = watch()
    await ask(1, 2, 3)
    await ask(4, 5, 6, 7)
    const [one, two] = sent().filter(({ text }) => text.includes('ANY'))
    expect(one?.name).toMatch(/^trackerkit_/)
    expect(two?.name).toBe(one?.name)
  })

  it('have no names when the options say so', async () => {
    const store = await open(schema.url, { prepared: false })
    const sent = watch()
    for (let i = 0; i < 3; i++) await store.read((tx) => tx.count('note'))
    expect(sent().filter(({ name }) => name !== undefined)).toEqual([])
    expect(sent().length).toBeGreaterThan(5)
  })

  it('of a whole store have no names: half of an export cannot be sent again', async () => {
    const store = await open()
    const sent = watch()
    const count = async (tx: { count(from: 'note'): unknown }) => {
      for (let i = 0; i < 3; i++) await tx.count('note')
    }
    await store.read(count, { bulk: true })
    await store.write(count, { bulk: true })
    expect(sent().filter(({ text }) => text.includes('count'))).toHaveLength(6)
    expect(sent().filter(({ name }) => name !== undefined)).toEqual([])
  })

  it('are no longer prepared behind a proxy that gives them to another connection', async () => {
    const pool = openPool({ max: 1 })
    const warn = vi.fn<(message: string) => void>()
    const store = await open(pool, { logger: { warn } })
    const count = async () => store.read((tx) => tx.count('note'))
    for (let i = 0; i < 3; i++) await count()
    // As if the proxy had changed to a new connection to the server.
    await pool.query('DEALLOCATE ALL')
    const sent = watch()
    await expect(count()).rejects.toEqual(code('retry'))
    expect(await count()).toBe(0)
    expect(warn.mock.calls).toEqual([['statements are no longer prepared: a proxy does not keep them']])
    const [named, unnamed] = sent().filter(({ text }) => text.includes('count'))
    expect([named?.name, unnamed?.name]).toEqual([expect.stringMatching(/^trackerkit_/), undefined])

    const another = openPool({ max: 1 })
    await another.query(`PREPARE "${named?.name}" AS SELECT 1`)
    const behind = await open(another)
    const counts = async () => behind.read((tx) => tx.count('note'))
    await counts()
    await expect(counts()).rejects.toEqual(code('retry'))
    expect(await counts()).toBe(0)
  })

  it('stay prepared when the host names one that does not exist, which is its own error', async () => {
    const store = await open(schema.url, { connections: 1 })
    await store.read((tx) => tx.count('note'))
    const execute = () => store.write((tx) => tx.query?.('EXECUTE missing', []))
    await expect(execute()).rejects.toMatchObject({ name: 'error', code: '26000' })
    const sent = watch()
    await store.read((tx) => tx.count('note'))
    expect(sent().find(({ text }) => text.includes('count'))?.name).toMatch(/^trackerkit_/)
  })

  it('are reported as refused by a proxy that allows no transactions, and are not sent again', async () => {
    const store = await open()
    refuseAll('transaction blocks not allowed in statement pooling mode')
    await expect(store.read((tx) => tx.count('note'))).rejects.toEqual(code('unavailable'))
  })

  it('are sent again when a proxy notices only then that it has lost the server', async () => {
    const store = await open()
    refuseAll('server conn crashed?')
    await expect(store.read((tx) => tx.count('note'))).rejects.toEqual(code('retry'))
  })

  it('that grow too many on a connection end with it, and another connection takes its place', async () => {
    const store = await open(schema.url, { connections: 1 })
    const connect = vi.spyOn(pg.Client.prototype, 'connect')
    // A different shape for every number: its bits choose the columns.
    const shape = (i: number): Where<Notes, 'note'> => ({
      or: Array.from({ length: 10 }, (_, bit) => ({ col: (i >> bit) % 2 ? 'id' : 'author_id', eq: bit })),
    })
    for (let i = 0; i < 600; i++) {
      // Statements that were used only once are not prepared.
      for (let times = 0; times < 2; times++) await store.read((tx) => tx.count('note', shape(i)))
    }
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('bind a list as one parameter', async () => {
    const store = await open()
    const sent = watch()
    await store.read((tx) =>
      tx.select({ from: 'note', where: { col: 'title', in: ['"', '\\', '{}', ',', 'null', ''] } }),
    )
    const [query] = sent().filter(({ text }) => text.includes('ANY'))
    expect(query?.values).toHaveLength(1)
  })

  it('find substrings by pg_trgm, and scan everything where it is not installed', async () => {
    const indexes = () =>
      schema.query(`SELECT indexname FROM pg_indexes WHERE schemaname = $1 AND indexdef LIKE '%gin_trgm_ops%'`, [
        schema.name,
      ])
    const store = await open(schema.bareUrl)
    expect(await indexes()).toEqual([])
    await store.write((tx) => tx.insert('note', [note('a', 'a needle_%\\')]))
    const sent = watch()
    const find = (contains: string) => store.read((tx) => tx.count('note', { col: 'body', contains }))
    expect(await find('needle_%\\')).toBe(1)
    expect(sent().some(({ text }) => text.includes('LIKE'))).toBe(false)
    await schema.query(`DROP TABLE ${schema.name}.note, ${schema.name}.label, ${schema.name}.trackerkit_migrations`)
    const other = await open(schema.url)
    expect(await indexes()).toEqual([{ indexname: 'note__body__substring' }])
    await other.write((tx) => tx.insert('note', [note('a', 'a needle_%\\')]))
    expect(await other.read((tx) => tx.count('note', { col: 'body', contains: 'needle_%\\' }))).toBe(1)
    expect(sent().some(({ text }) => text.includes('LIKE'))).toBe(true)
  })

  it('find the same for a user who may not make pg_trgm, in a database that has none', async () => {
    const { url } = await freshDatabase()
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    const role = `plain_${randomUUID().replaceAll('-', '_')}`
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'; GRANT CREATE, USAGE ON SCHEMA public TO ${role}`)
    try {
      const store = await open(Object.assign(new URL(url), { username: role, password: 'plain' }).href)
      await store.write((tx) => tx.insert('note', [note('a', '100% _of_ it'), note('b', '100 of it')]))
      const found = (contains: string) => store.read((tx) => tx.count('note', { col: 'body', contains }))
      expect([await found('100%'), await found('_of_'), await found('of'), await found('%')]).toEqual([1, 1, 2, 1])
      expect((await owner.query(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`)).rowCount).toBe(0)
    } finally {
      for (const store of opened.splice(0)) await store.close()
      await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
      await owner.end()
    }
  })

  it('of a write that needs no savepoint send none', async () => {
    const store = await open()
    const sent = watch()
    await store.write(async (tx) => {
      await tx.insert('note', [note('a'), note('b')])
      await tx.update('note', { col: 'title', eq: 'a' }, { body: 'changed' })
      await tx.delete('note', { col: 'title', eq: 'b' })
      await tx.put('label', [{ note_id: 1, name: 'x' }])
    })
    // The last one notifies other processes.
    const verbs = ['BEGIN', 'INSERT', 'UPDATE', 'DELETE', 'INSERT', 'COMMIT', 'SELECT']
    expect(sent().map(({ text }) => text.split(' ')[0])).toEqual(verbs)
  })
})

describe('a write to PostgreSQL', () => {
  it('that violates uniqueness by a row it could not see is asked to retry', async () => {
    const store = await open()
    let runs = 0
    const late = store.write(async (tx) => {
      runs++
      // Pins the snapshot; asks nothing about the row to come, or PostgreSQL itself would see the conflict.
      await tx.count('label')
      await schema.query(`INSERT INTO ${schema.name}.note (author_id, title, body) VALUES (1, 'a', 'first')`)
      await tx.insert('note', [note('a')])
    })
    await expect(late).rejects.toEqual(code('retry'))
    expect(runs).toBe(1)
    await expect(store.write((tx) => tx.insert('note', [note('a')]))).rejects.toEqual(code('unique'))
  })

  it('is undone whole when the work ignores an error of the database', async () => {
    const store = await open()
    const work = store.write(async (tx) => {
      await tx.insert('note', [note('a')])
      await expect(tx.insert('note', [note('b', 'U+0000 \u0000')])).rejects.toThrow('invalid byte sequence')
      return 'done'
    })
    await expect(work).rejects.toThrow('invalid byte sequence')
    expect(await store.read((tx) => tx.count('note'))).toBe(0)
  })

  it('assigns keys above those of inserted rows, and continues when a key is already used', async () => {
    const store = await open()
    expect(await store.write((tx) => tx.insert('note', [{ ...note('a'), id: 10 }, note('b')]))).toEqual([10, 11])
    // As another process does at the same moment: its key is committed before the sequence is raised.
    await schema.query(`INSERT INTO ${schema.name}.note (id, author_id, title, body) VALUES (12, 1, 'c', '')`)
    expect(await store.write((tx) => tx.insert('note', [note('d')]))).toEqual([13])
    await store.write((tx) => tx.insert('note', [{ ...note('e'), id: 5 }]))
    expect(await store.write((tx) => tx.insert('note', [note('f')]))).toEqual([14])
  })

  it('never assigns a key twice, even for a role that cannot read the last one', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [{ ...note('a'), id: 20 }]))
    const [role, place] = [`writer_${randomUUID().replaceAll('-', '_')}`, `IN SCHEMA ${schema.name}`]
    await schema.query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'; GRANT ALL ON SCHEMA ${schema.name} TO ${role};
      GRANT ALL ON ALL TABLES ${place} TO ${role}; GRANT UPDATE ON ALL SEQUENCES ${place} TO ${role}`)
    try {
      const writer = await open(Object.assign(new URL(schema.url), { username: role, password: 'plain' }).href)
      await writer.write((tx) => tx.insert('note', [{ ...note('b'), id: 5 }]))
      const [key = 0] = await store.write((tx) => tx.insert('note', [note('c')]))
      expect(key).toBeGreaterThan(20)
    } finally {
      for (const one of opened.splice(0)) await one.close()
      await schema.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    }
  })

  it('waits for those of other processes, so that none has to run again', async () => {
    const stores = await Promise.all([open(), open(), open()])
    const [id = 0] = (await stores[0]?.write((tx) => tx.insert('note', [{ ...note('a'), weight: 0 }]))) ?? []
    const increment = (store: Store<Notes>) =>
      store.write(async (tx) => {
        const [row] = await tx.select({ from: 'note', where: { col: 'id', eq: id } })
        await tx.update('note', { col: 'id', eq: id }, { weight: (row?.weight ?? 0) + 1 })
      })
    await Promise.all(Array.from({ length: 60 }, (_, i) => increment(stores[i % 3] as Store<Notes>)))
    expect(await stores[1]?.read((tx) => tx.select({ from: 'note', columns: ['weight'] }))).toEqual([{ weight: 60 }])
  })

  it('of a process that hangs is ended by the server, which unblocks other writers', async () => {
    const store = await open()
    const sent = watch()
    await store.write((tx) => tx.count('note'))
    expect(sent()[0]?.text).toContain('SET LOCAL idle_in_transaction_session_timeout = ')
  })

  it('of a whole store may wait longer than the server lets others, and so may reads', async () => {
    const settings = encodeURIComponent(
      `-c search_path=${schema.name},public -c idle_in_transaction_session_timeout=50`,
    )
    const store = await open(schema.url.replace(/options=.*/, `options=${settings}`))
    const count = store.read(
      async (tx) => {
        await tx.count('note')
        await pause(200)
        return tx.count('note')
      },
      { bulk: true },
    )
    expect(await count).toBe(0)
    const sql = `SELECT current_setting('idle_in_transaction_session_timeout') AS idle`
    const limit = (bulk: boolean) => store.write((tx) => tx.query?.(sql, []), { bulk })
    expect([await limit(false), await limit(true)]).toEqual([[{ idle: '30s' }], [{ idle: '0' }]])
  })

  it('is rejected on new connections of a role whose transactions are read-only by default, until they are not', async () => {
    const role = `mover_${randomUUID().replaceAll('-', '_')}`
    await schema.query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'; GRANT ALL ON SCHEMA ${schema.name} TO ${role}`)
    const end = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '${role}'`
    try {
      const url = Object.assign(new URL(schema.url), { username: role, password: 'plain' }).href
      const store = await open(url, { connections: 1 })
      const insert = () => store.write((tx) => tx.insert('note', [note(randomUUID())])).catch(codeOf)
      const untilEnded = async () => {
        for (;;) {
          const done = await insert()
          if (done !== 'retry') return done
        }
      }
      expect(await insert()).toEqual([1])
      await schema.query(`ALTER ROLE ${role} SET default_transaction_read_only = on`)
      await schema.query(end)
      expect([await untilEnded(), await insert()]).toEqual(['read_only', 'read_only'])
      expect(await store.read((tx) => tx.count('note'))).toBe(1)
      await schema.query(`ALTER ROLE ${role} RESET default_transaction_read_only`)
      // The first one finds a connection with the old default.
      expect([await insert(), await insert()]).toEqual(['read_only', [2]])
    } finally {
      for (const one of opened.splice(0)) await one.close()
      await schema.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    }
  })

  it('that is rejected costs one connection, as does one of the host in a read, and not those of others', async () => {
    const pool = openPool({ max: 5 })
    const store = await open(pool)
    const readFive = async () => {
      const all = signal()
      let begun = 0
      const read = () =>
        store.read(async (tx) => {
          await tx.count('note')
          if (++begun === 5) all.give()
          await all.given
        })
      await Promise.all(Array.from({ length: 5 }, read))
    }
    await readFive()
    const connect = vi.spyOn(pg.Client.prototype, 'connect')
    const foreign = store.read((tx) => tx.query?.('CREATE TABLE mine (id int)', []))
    await expect(foreign).rejects.toMatchObject({ code: '25006' })
    await readFive()
    expect(connect).toHaveBeenCalledTimes(1)
    pool.on('acquire', (client) => void client.query('SET default_transaction_read_only = on'))
    for (let i = 0; i < 4; i++) {
      await expect(store.write((tx) => tx.insert('note', [note('a')]))).rejects.toEqual(code('read_only'))
      await readFive()
    }
    expect(connect).toHaveBeenCalledTimes(5)
  })

  it('waits for other writes, while reads continue', async () => {
    const store = await open()
    const order: string[] = []
    const [begun, finished] = [signal(), signal()]
    const first = store.write(async (tx) => {
      await tx.insert('note', [note('a')])
      begun.give()
      await finished.given
      order.push('first')
    })
    await begun.given
    const second = store.write(async (tx) => {
      await tx.count('note')
      order.push('second')
    })
    expect(await store.read((tx) => tx.count('note'))).toBe(0)
    finished.give()
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
  })
})

describe('a pool given to postgresStore', () => {
  it('stays open, and can be used by two stores at once', async () => {
    const pool = openPool({ max: 2 })
    const [one, two] = [await open(pool), await open(pool)]
    for (let i = 0; i < 4; i++) await (i % 2 ? one : two).write((tx) => tx.insert('note', [note(`${i}`)]))
    for (let i = 0; i < 3; i++)
      expect(await one.read((tx) => tx.count('note'))).toBe(await two.read((tx) => tx.count('note')))
    await one.close()
    await two.close()
    expect(pool.ended).toBe(false)
    expect((await pool.query('SELECT 1 AS x')).rows).toEqual([{ x: 1 }])
  })
})
