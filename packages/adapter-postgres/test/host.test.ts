// Trackers in the database of a host with its own tables.
import { createTracker } from '@trackerkit/core'
import { expect, it } from 'vitest'
import { postgresStore, type PostgresOptions } from '../src/index.js'
import { createSchema } from './schemas.js'

it('two trackers with prefixes live beside the tables of a host, each for itself', async () => {
  const host = await createSchema()
  await host.query(`CREATE TABLE ${host.name}.users (name text)`)
  const open = (options: PostgresOptions) => createTracker({ store: postgresStore(host.url, options) })
  const trackers = [await open({ prefix: 'one_' }), await open({ prefix: 'two_' })]
  for (const tracker of trackers)
    await tracker.asSystem().products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  for (const tracker of trackers) {
    const { products } = await tracker.asSystem().products.get({ names: ['Widgets'], include_fields: ['id', 'name'] })
    expect(products).toMatchObject([{ name: 'Widgets' }])
    await tracker.close()
  }
  const tables = await host.query('SELECT tablename FROM pg_tables WHERE schemaname = $1', [host.name])
  const others = tables.map(({ tablename }) => String(tablename)).filter((name) => !/^(one|two)_/.test(name))
  expect(others).toEqual(['users'])
  await host.remove()
})

it('a tracker says which table of the host is in its way', async () => {
  const host = await createSchema()
  await host.query(`CREATE TABLE ${host.name}.users (name text)`)
  const store = postgresStore(host.url)
  await expect(createTracker({ store })).rejects.toMatchObject({ code: 'table_exists', data: { table: 'users' } })
  await store.close()
  await host.remove()
})

it.each<PostgresOptions>([{ prefix: 'One_' }, { prefix: '1_' }, { schema: 'Own' }, { schema: 'a b' }, { schema: '' }])(
  'the names %o are refused',
  (options) => {
    expect(() => postgresStore('postgres://127.0.0.1/nothing', options)).toThrow(RangeError)
  },
)
