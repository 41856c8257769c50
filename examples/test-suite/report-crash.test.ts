// A test suite on the memory adapter: every test has a tracker of its own, made in a few milliseconds.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Operations } from '@trackerkit/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reportCrash } from './report-crash.js'

let robot: Operations
let close: () => Promise<void>

beforeEach(async () => {
  const tracker = await createTracker({ store: memoryStore() })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'App', description: 'The application', version: '1.0' })
  await system.components.create({
    product: 'App',
    name: 'Crashes',
    description: 'Reported by the application itself',
    default_assignee: 'admin@example.com',
  })
  await system.users.create({ email: 'robot@example.com' })
  robot = tracker.as({ login: 'robot@example.com' })
  close = () => tracker.close()
})

afterEach(() => close())

it('reportCrash files a crash once and comments on it after that', async () => {
  const first = await reportCrash(robot, { where: 'parser', trace: 'at line 1' })
  const second = await reportCrash(robot, { where: 'parser', trace: 'at line 2' })
  expect(second).toBe(first)

  const { bugs } = await robot.comments.get({ ids: [first] })
  expect(bugs[first]?.comments.map((comment) => comment.text)).toEqual(['at line 1', 'at line 2'])
})

it('reportCrash files a bug for each different crash', async () => {
  const parser = await reportCrash(robot, { where: 'parser', trace: 'at line 1' })
  expect(await reportCrash(robot, { where: 'printer', trace: 'at line 9' })).not.toBe(parser)
})
