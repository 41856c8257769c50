import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { expect, it } from 'vitest'
import type { Client } from '../../page/operations.js'
import { savedQuery } from './saved-query.js'

const login = 'admin@example.com'

it.each([
  ['product=A', 'savedsearch=Mine&priority=High&order=id', 'product=A&priority=High&order=id'],
  ['product=A&order=id', 'savedsearch=mine&limit=20', 'product=A&order=id'],
  ['status=RESOLVED', 'savedsearch=Mine&status=__open__', 'status=RESOLVED&f1=bug_status&o1=anyexact&v1=UNCONFIRMED'],
  [
    'f1=keywords&o1=isempty&f2=cc&o2=isempty&j_top=OR',
    'savedsearch=Mine&f1=short_desc&o1=notsubstring&v1=x',
    'f1=OP&j1=OR&f2=keywords&o2=isempty&f3=cc&o3=isempty&f4=CP&f5=short_desc&o5=notsubstring&v5=x',
  ],
  ['product=A', 'savedsearch=Other&priority=High', 'priority=High'],
])('savedQuery keeps all of %s beside what %s adds', async (query, address, expected) => {
  const saved = await savedBeside(query, address)
  expect(decodeURIComponent(saved ?? '').replace(/,(CONFIRMED|IN_PROGRESS)/g, '')).toBe(expected)
})

it.each([
  ['quicksearch=crash&f1=cc&o1=isempty', 'savedsearch=Mine&quicksearch=login&f1=keywords&o1=isempty'],
  ['email1=a&emailcc1=1', 'savedsearch=Mine&email1=b&emailcc1=1'],
  ['status=RESOLVED&status_type=notequals', 'savedsearch=Mine&status=VERIFIED&status_type=notequals'],
])('savedQuery refuses to join %s and %s', async (query, address) => {
  expect(await savedBeside(query, address)).toBeUndefined()
})

async function savedBeside(query: string, address: string): Promise<string | undefined> {
  const tracker = await createTracker({ store: memoryStore(), administrator: { login, password: 'correct horse' } })
  const me = tracker.as({ login })
  await me.savedSearches.save({ name: 'Mine', query })
  try {
    return await savedQuery(me as unknown as Client, new URLSearchParams(address))
  } finally {
    await tracker.close()
  }
}
