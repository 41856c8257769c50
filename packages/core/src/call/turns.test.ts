import { expect, it } from 'vitest'
import { createTurns } from './turns.js'

/** The callers that begin in each turn, if the work of each takes this long. */
async function turnsOf(callers: number, milliseconds: number): Promise<number[][]> {
  let [now, isDone] = [0, false]
  const takeTurn = createTurns({ stopwatch: () => now })
  const begun: number[] = []
  const perTurn: number[][] = []
  const another = () => {
    perTurn.push(begun.splice(0))
    if (!isDone) setImmediate(another)
  }
  setImmediate(another)
  const work = async (caller: number) => {
    await takeTurn()
    begun.push(caller)
    now += milliseconds
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)))
  isDone = true
  await new Promise((resolve) => setImmediate(resolve))
  return perTurn.filter((one) => one.length > 0)
}

it('lets one waiting caller begin per turn, in the order in which they came', async () => {
  expect(await turnsOf(5, 30)).toEqual([[0], [1], [2], [3], [4]])
})

it('does not wait while the time slice has time left', async () => {
  let now = 0
  const takeTurn = createTurns({ stopwatch: () => now })
  await takeTurn()
  now += 20
  expect(takeTurn()).toBeUndefined()
  now += 20
  expect(takeTurn()).toBeInstanceOf(Promise)
})

it('lets many short callers share a time slice', async () => {
  const turns = await turnsOf(100, 1)
  expect(turns.flat()).toEqual(Array.from({ length: 100 }, (_, caller) => caller))
  expect(Math.max(...turns.map((callers) => callers.length))).toBeLessThan(30)
  expect(turns.length).toBeLessThan(10)
})
