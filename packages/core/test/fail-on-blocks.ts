// Runs before every file of tests: in those of some packages, or of all with TRACKERKIT_BLOCKS=fail, a test fails when an operation or
// a page keeps the event loop for too long.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { requireShort, watchTurns } from './turns.js'

const watched = /\/packages\/(rest|http-node|web)\//
/** One makes long turns to see them found, the other watches its turns already. */
const exempt = /\/(turns|rest\/test\/blocks\/operations)\.test\.ts$/

let turns: ReturnType<typeof watchTurns> | undefined

function isWatched(path: string): boolean {
  const mode = process.env['TRACKERKIT_BLOCKS']
  return mode !== 'off' && !exempt.test(path) && (mode === 'fail' || watched.test(path))
}

beforeAll(() => {
  if (isWatched(expect.getState().testPath ?? '')) turns = watchTurns()
})

afterEach(async () => {
  if (turns) requireShort(await turns.take())
})

afterAll(() => {
  turns?.end()
  turns = undefined
})
