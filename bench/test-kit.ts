// The cost of a separate tracker with many bugs for a test, on the memory store.
import { createTestTracker, type TestTracker } from '@trackerkit/adapter-memory/testing'
import { cpuTime } from './measure.js'
import { report, type Aim } from './report.js'

const rounds = 300

export async function measureTestKit(size: number): Promise<void> {
  const seeded = await createTestTracker()
  const { product, component, version } = await seeded.make.bug()
  for (let n = 1; n < size; n++) await seeded.make.bug({ product, component, version })
  const { login } = await seeded.make.user()
  const from = seeded.snapshot()
  const bug = { product, component, version, summary: 'It blinks' }
  const makeAndUse = async (tracker: TestTracker) => {
    const { bugs } = tracker.as({ login })
    const { id } = await bugs.create(bug)
    await bugs.get({ ids: [id] })
  }
  console.log(`\nA test tracker of ${size.toLocaleString('en')} bugs, Node ${process.version}`)
  const what = `a tracker for a test, from a snapshot of ${size.toLocaleString('en')} bugs`
  const reportTime = (what: string, took: number, aim?: Aim) =>
    report({ what, ours: took / 1000, unit: 'ms of CPU', ...(aim && { aim }) })
  reportTime(what, await least(() => createTestTracker({ from })), { atMost: 1 })
  const used = await least(async () => makeAndUse(await createTestTracker({ from })))
  reportTime(`${what}, a bug filed and read`, used, { atMost: 3 })
  reportTime('an empty tracker for a test', await least(() => createTestTracker()))
  await seeded.close()
}

/**
 * Microseconds of CPU time, the minimum of many rounds. Results are left to the garbage collector, as in a test that
 * forgets to close them.
 */
async function least(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity
  for (let round = 0; round < rounds; round++) {
    const start = cpuTime()
    await work()
    best = Math.min(best, cpuTime() - start)
  }
  return best
}
