// A test suite on the test kit: the configuration is created once, and every test starts with it in a separate tracker.
import { createTestTracker, type TestTracker } from '@trackerkit/adapter-memory/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reportCrash } from './report-crash.js'

async function seeded() {
  const tracker = await createTestTracker()
  await tracker.make.product({ name: 'App' })
  await tracker.make.component({ product: 'App', name: 'Crashes' })
  await tracker.make.user({ email: 'robot@example.com' })
  return tracker.snapshot()
}

const snapshot = await seeded()
const who = { login: 'robot@example.com' }
let tracker: TestTracker

beforeEach(async () => {
  tracker = await createTestTracker({ from: snapshot })
})

afterEach(() => tracker.close())

it('reportCrash files a crash once and comments on it after that', async () => {
  const robot = tracker.as(who)
  const first = await reportCrash(robot, { where: 'parser', trace: 'at line 1' })
  tracker.clock.advance({ hours: 1 })
  const second = await reportCrash(robot, { where: 'parser', trace: 'at line 2' })
  expect(second).toBe(first)

  const { bugs } = await robot.comments.get({ ids: [first] })
  expect(bugs[first]?.comments.map((comment) => comment.text)).toEqual(['at line 1', 'at line 2'])
})

it('reportCrash files a bug for each different crash', async () => {
  const robot = tracker.as(who)
  const parser = await reportCrash(robot, { where: 'parser', trace: 'at line 1' })
  expect(await reportCrash(robot, { where: 'printer', trace: 'at line 9' })).not.toBe(parser)
})

it('reportCrash emails the crash owner', async () => {
  await reportCrash(tracker.as(who), { where: 'parser', trace: 'at line 1' })
  await tracker.deliverMail()
  expect(tracker.mail.messages.map(({ to, subject }) => [to, subject])).toEqual([
    ['admin@example.com', expect.stringContaining('Crash in parser')],
  ])
})

it('reportCrash files nothing when the database cannot keep it, and says so', async () => {
  const robot = tracker.as(who)
  tracker.failNext('commit')
  const failing = reportCrash(robot, { where: 'parser', trace: 'at line 1' })
  await expect(failing).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(tracker.events.of('bug.created')).toEqual([])
})
