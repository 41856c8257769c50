import { expect, it } from 'vitest'
import { readDatabase } from './database.js'

it.each([
  ['tracker.db', { place: 'tracker.db', names: {} }],
  ['app.db?prefix=tracker_', { place: 'app.db', names: { prefix: 'tracker_' } }],
  ['postgres://me@host/app?schema=own', { place: 'postgres://me@host/app', names: { schema: 'own' } }],
  [
    'postgres://me:s@host/app?sslmode=require&schema=own&password=a%3D&prefix=bugs_',
    { place: 'postgres://me:s@host/app?sslmode=require&password=a%3D', names: { schema: 'own', prefix: 'bugs_' } },
  ],
])('--db %s says where a tracker is and what its tables are called', (text, database) => {
  expect(readDatabase(text)).toEqual(database)
})
