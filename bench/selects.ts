// How many selects a page of 100 hydrated bugs takes, counted at the storage interface.
import { createTracker } from '@trackerkit/core'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import type { Store } from '@trackerkit/core/store'
import type { Corpus } from './corpus.js'
import { report } from './report.js'

export async function countSelects({ file }: Corpus): Promise<void> {
  let selects = 0
  const store = sqliteStore(file)
  const counting: Store = {
    ...store,
    migrate: (schema, migrations) => store.migrate(schema, migrations),
    write: (work) => store.write(work),
    close: () => store.close(),
    read: (work, options) =>
      store.read(
        (tx) =>
          work({
            select: (query) => {
              selects++
              return tx.select(query)
            },
            count: (from, where, options) => tx.count(from, where, options),
            countBy: (query) => tx.countBy(query),
          }),
        options,
      ),
  }
  const tracker = await createTracker({ store: counting })
  const somebody = tracker.as({ login: 'user7@example.com' })
  await somebody.bugs.search({ product: ['Product'], limit: 100 })
  selects = 0
  const { bugs } = await somebody.bugs.search({ product: ['Product'], limit: 100 })
  report({
    what: `a page of ${bugs.length} bugs, all fields: selects`,
    ratio: selects,
    parts: `${selects} selects`,
    aim: 'at most 14',
  })
  await tracker.close()
}
