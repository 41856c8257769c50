import { expect, it } from 'vitest'
import { createTurns } from './turns.js'

it('lets one waiting caller begin per turn, in the order in which they came', async () => {
  let now = 0
  const takeTurn = createTurns({ stopwatch: () => now })
  const begun: number[] = []
  const perTurn: number[][] = []
  let isDone = false
  const another = () => {
    perTurn.push(begun.splice(0))
    if (!isDone) setImmediate(another)
  }
  setImmediate(another)
  const work = async (caller: number) => {
    await takeTurn()
    begun.push(caller)
    now += 30
  }
  await Promise.all([0, 1, 2, 3, 4].map(work))
  isDone = true
  await new Promise((resolve) => setImmediate(resolve))
  expect(perTurn.filter((callers) => callers.length > 0)).toEqual([[0], [1], [2], [3], [4]])
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
  let now = 0
  const takeTurn = createTurns({ stopwatch: () => now })
  const begun: number[] = []
  const perTurn: number[] = []
  let isDone = false
  const another = () => {
    perTurn.push(begun.splice(0).length)
    if (!isDone) setImmediate(another)
  }
  setImmediate(another)
  const work = async (caller: number) => {
    await takeTurn()
    begun.push(caller)
    now += 1
  }
  await Promise.all(Array.from({ length: 100 }, (_, caller) => work(caller)))
  isDone = true
  await new Promise((resolve) => setImmediate(resolve))
  const turns = perTurn.filter((callers) => callers > 0)
  expect(turns.reduce((sum, callers) => sum + callers)).toBe(100)
  expect(Math.max(...turns)).toBeLessThan(30)
  expect(turns.length).toBeLessThan(10)
})
