// The configuration of the test world, for tests without a store.
import { memoryStore } from '@trackerkit/adapter-memory'
import { loadCatalogue, type Catalogue } from '../src/setup/catalogue.js'
import { inStore } from './bug-rows.js'
import { createTestClock, createTestRandom } from './harness.js'
import { createTracker } from '../src/tracker/tracker.js'
import type { Writer } from '../src/schema/index.js'
import { seedWorld } from './world.js'

/** The catalogue of the test world, with what `change` adds to it. */
export async function testCatalogue(change: (tx: Writer) => Promise<unknown> = async () => {}): Promise<Catalogue> {
  const store = memoryStore()
  const clock = createTestClock()
  const tracker = await createTracker({ store, testing: { clock: clock.now, random: createTestRandom() } })
  await seedWorld(store, clock.now())
  const catalogue = await inStore(store, async (tx) => {
    await change(tx)
    const [installation] = await tx.select({ from: 'installation' })
    if (!installation) throw new Error('the test world is empty')
    return loadCatalogue(tx, installation)
  })
  await tracker.close()
  return catalogue
}
