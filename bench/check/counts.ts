// Counts the work of one call: the same on every machine and at any load.
import { createHook } from 'node:async_hooks'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import type { Corpus } from '../corpus.js'
import { login } from '../layers.js'

type Work = () => unknown

const calls = 50

/** Promises that one call makes, those of Node included. */
export async function countPromises(work: Work): Promise<number> {
  let promises = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') promises++
    },
  })
  await work()
  hook.enable()
  for (let call = 0; call < calls; call++) await work()
  hook.disable()
  // Each `await` of the loop adds a few promises, the same for all works.
  return Math.round(promises / calls)
}

/** Statements of the frequent reads and writes, by name. */
export async function countStatements({ file }: Corpus): Promise<Readonly<Record<string, number>>> {
  let statements = 0
  const observer = {
    operation: () => ({ ended: (run: { readonly statements: number }) => void (statements = run.statements) }),
  }
  const tracker = await createTracker({ store: sqliteStore(file), observer })
  const { bugs, comments } = tracker.as({ login })
  const works = {
    'bugs.get': () => bugs.get({ ids: [1] }),
    'bugs.search, all fields': () => bugs.search({ product: 'Product', limit: 100 }),
    'bugs.create': () =>
      bugs.create({ product: 'Product', component: 'Component 1', version: '1.0', summary: 'One more' }),
    'comments.create': () => comments.create({ id: 1, comment: 'One more' }),
    'comments.get': () => comments.get({ ids: [1] }),
  }
  const counted: Record<string, number> = {}
  for (const [name, work] of Object.entries(works)) {
    await work()
    await work()
    counted[name] = statements
  }
  await tracker.close()
  return counted
}
