// Several stores on one connection of a host.
import { typed } from '@trackerkit/core/store'
import { expect, it } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { connectBy, drivers } from './drivers.js'
import { noteMigrations, notes, type Notes } from './notes.js'

it.each(drivers)(
  'stores with different prefixes on one connection of %s keep to their own patience',
  async (driver) => {
    const given = connectBy(driver, ':memory:')
    const patient = typed<Notes>(sqliteStore(given, { prefix: 'one_' }))
    const impatient = typed<Notes>(sqliteStore(given, { prefix: 'two_', queryTimeoutMs: Number.MIN_VALUE }))
    const rows = Array.from({ length: 200 }, (_, i) => ({ author_id: 1, title: `${i}`, body: 'It blinks' }))
    for (const store of [patient, impatient]) {
      await store.migrate(notes, noteMigrations)
      await store.write((tx) =>
        tx.insert(
          'note',
          rows.map((row) => ({ ...row, weight: null, at: null, extra: null, scan: null })),
        ),
      )
    }
    const search = (store: typeof patient) =>
      store.read((tx) => tx.select({ from: 'note', where: { col: 'title', contains: '19' }, columns: ['id'] }))
    for (let turn = 0; turn < 3; turn++) {
      expect(await search(patient)).toHaveLength(12)
      await expect(search(impatient)).rejects.toMatchObject({ code: 'overdue' })
    }
    await patient.close()
    await impatient.close()
    given.close()
  },
)
