// Fields that control each other in a circle, which Bugzilla accepts: one of them comes without control.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { openImporter } from '@trackerkit/core/moving'
import { freshDatabase } from '@trackerkit/test-postgres'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createKnown } from '../src/bugzilla/known.js'
import { readFields } from '../src/bugzilla/read-fields.js'
import type { AddNote } from '../src/passes/notes.js'
import { runImport } from './bugzilla-db/importing.js'
import { statementsOf } from './bugzilla-db/installation.js'
import { createTables } from './bugzilla-db/tables.js'

const problem = 'it and fields that it controls control each other in a circle; here, no field controls it'

async function controlsIn(tracker: Tracker, names: string[]) {
  const { fields } = await tracker.asSystem().fields.get({ names })
  return fields.map(({ name, visibility_field, value_field }) => [name, visibility_field, value_field])
}

describe('readFields', () => {
  it('frees one field of a circle, and brings the others with their controls', async () => {
    const field = (name: string, more: object) => ({
      ...{ name, display_name: name, type: 2, is_custom: true, values: [{ name: '---' }, { name: 'A' }] },
      ...more,
    })
    const shown = (name: string) => ({ visibility_field: name, visibility_values: ['A'] })
    const fields = [
      field('cf_above', shown('cf_one')),
      field('cf_one', shown('cf_three')),
      field('cf_two', { value_field: 'cf_one' }),
      field('cf_three', shown('cf_two')),
      field('cf_self', { value_field: 'cf_self' }),
    ]
    const url = 'https://bugs.example.org/'
    const asker = { url, get: () => Promise.resolve({ fields }), sendKeyIn: () => undefined, requests: () => 0 }
    const notes: unknown[] = []
    const addNote: AddNote = (note) => void notes.push(note)
    const records = await readFields(asker, createKnown(''), addNote)
    const store = memoryStore()
    const tracker = await createTracker({ store })
    const importer = await openImporter(store, { source: url })
    expect((await importer.put(records)).flatMap(({ problems }) => problems)).toEqual([])
    await importer.close()
    expect(notes).toEqual(['cf_one', 'cf_self'].map((id) => ({ kind: 'field', id, problem })))
    expect(await controlsIn(tracker, ['cf_above', 'cf_one', 'cf_two', 'cf_three', 'cf_self'])).toEqual([
      ['cf_above', 'cf_one', null],
      ['cf_one', null, null],
      ['cf_two', null, 'cf_one'],
      ['cf_three', 'cf_two', null],
      ['cf_self', null, null],
    ])
    await tracker.close()
  })
})

describe('importBugzillaDb', () => {
  it('frees one field of a circle, and keeps the values of both', async () => {
    const { url, release } = await freshDatabase()
    const client = new pg.Client(url)
    await client.connect()
    const circle = [
      'UPDATE fielddefs SET visibility_field_id = 25 WHERE id = 20',
      'INSERT INTO field_visibility (field_id, value_id) VALUES (20, 1)',
    ]
    await client.query([...statementsOf('postgres', createTables('postgres')), ...circle].join(';\n'))
    await client.end()
    const store = memoryStore()
    const { notes } = await runImport(url, store)
    release()
    const tracker = await createTracker({ store, mustExist: true })
    const about = notes.filter(({ id }) => id === 'cf_team' || id === 'cf_model')
    expect(about.map((note) => [note.id, note.problem])).toEqual([['cf_team', problem]])
    expect(await controlsIn(tracker, ['cf_team', 'cf_model'])).toEqual([
      ['cf_team', null, null],
      ['cf_model', 'product', 'cf_team'],
    ])
    const { fields } = await tracker.asSystem().fields.get({ names: ['cf_team', 'cf_model'] })
    expect(fields.map(({ values }) => values?.map(({ name }) => name))).toEqual([
      ['---', 'Red', 'Blue', 'Gone'],
      ['---', 'A1'],
    ])
    await tracker.close()
  })
})
