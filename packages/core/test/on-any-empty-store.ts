import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { storesForToday } from './chosen-stores.js'
import { emptyStores } from './empty-stores.js'

/** Runs tests that call `onEmptyStore` on one store, another each day, or on all with `TRACKERKIT_TEST_EVERY=1`. */
export function onAnyEmptyStore(title: string, body: () => void): void {
  for (const name of storesForToday(title)) {
    describe(`${title} (${name})`, () => {
      let before = 0
      beforeAll(() => void (emptyStores.kind = name))
      beforeEach(() => void (before = emptyStores.count()))
      afterEach(() => emptyStores.close(before))
      afterAll(async () => {
        await emptyStores.close(0)
        emptyStores.kind = 'memory'
      })
      body()
    })
  }
}
