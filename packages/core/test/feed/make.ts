// What writers do, in the test itself and in processes of their own.
import { isTrackerError } from '../../src/kernel/errors.js'
import type { Tracker } from '../../src/tracker/tracker.js'
import { at, minimal } from '../bugs.js'
import { createRandom, nextMove } from '../simulation/moves.js'

/** Which random change to make, where there are so many bugs. */
export interface Chosen {
  readonly seed: number
  readonly bugs: number
}

/** What came of it. Much is refused. Of a bug that was filed the answer tells the number. */
export interface Made {
  readonly isRefused?: boolean
  readonly bug?: number
}

export async function makeMove(tracker: Tracker, { seed, bugs }: Chosen): Promise<Made> {
  const { who, run, isBirth } = nextMove(createRandom(seed), bugs)
  try {
    const { id } = (await run(tracker.as({ login: at(who) }))) as { readonly id: number }
    return isBirth ? { bug: id } : {}
  } catch (error) {
    if (!isTrackerError(error)) throw error
    return { isRefused: true }
  }
}

/** Files a bug that has the key as its description, which nobody changes, once, however often it is told to. */
export async function makeOnce(tracker: Tracker, key: string): Promise<void> {
  await tracker.as({ login: at('alice') }, { idempotencyKey: key }).bugs.create({ ...minimal, description: key })
}
