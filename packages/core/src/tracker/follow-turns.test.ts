// Changes that are passed to many followers at once: other work gets turns in between.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { addBugs } from '../../test/bug-rows.js'
import { at } from '../../test/bugs.js'
import { onAnyStore, type World } from '../../test/harness.js'
import type { ChangesGetAnswer } from '@trackerkit/types'
import { hostOf } from './host.js'

const [followers, bugs] = [40, 50]

/** Each look ends a time slice. */
function slowStopwatch() {
  let now = 0
  return () => (now += 26)
}

/** Counts what is done in each turn. */
function countTurns() {
  let [inTurn, most, isDone] = [0, 0, false]
  const another = () => {
    inTurn = 0
    if (!isDone) setImmediate(another)
  }
  setImmediate(another)
  return {
    count: () => void (most = Math.max(most, ++inTurn)),
    most: () => most,
    end: () => void (isDone = true),
  }
}

async function changeAll({ as, store, clock }: World, begin: (since: string) => readonly Promise<unknown>[]) {
  const ids = await addBugs(
    store,
    clock.now(),
    Array.from({ length: bugs }, () => ({})),
  )
  const { next } = await as('alice').changes.get({ since: 'now' })
  const waiting = begin(next)
  // All have read that there is nothing yet.
  for (let n = 0; n < 20 * followers; n++) await turn()
  await as('ivan').bugs.update({ ids, whiteboard: 'x' })
  await Promise.all(waiting)
}

onAnyStore('A change for many followers', (open) => {
  const options = { testing: { stopwatch: slowStopwatch() }, timeoutSeconds: 1_000_000 }

  it('is passed on in turns, in order', async () => {
    const world = await open(options)
    const turns = countTurns()
    const take = async (since: string) => {
      const source = hostOf(world.tracker).followChanges({ as: { login: at('alice') }, since })
      const seen: number[] = []
      for (;;) {
        const next = await source.next()
        if (next.done === true || seen.length === bugs) break
        turns.count()
        if (next.value.change) seen.push(next.value.change.seq)
      }
      await source.return?.()
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    }
    await changeAll(world, (since) => Array.from({ length: followers }, () => take(since)))
    turns.end()
    expect(turns.most()).toBeLessThan(5)
  })

  it('is answered in turns to requests that wait', async () => {
    const world = await open(options)
    const turns = countTurns()
    const get = async (since: string) => {
      const answer: ChangesGetAnswer = await world.as('alice').changes.get({ since, wait: 60 })
      turns.count()
      expect(answer.changes).toHaveLength(bugs)
    }
    await changeAll(world, (since) => Array.from({ length: followers }, () => get(since)))
    turns.end()
    expect(turns.most()).toBeLessThan(5)
  })
})
