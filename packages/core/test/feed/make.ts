// Tasks of writers, in the test process and in child processes.
import { isTrackerError } from '../../src/kernel/errors.js'
import type { Tracker } from '../../src/tracker/tracker.js'
import { at, minimal } from '../bugs.js'
import { createRandom, nextMove } from '../simulation/moves.js'

/** Determines a random change, given the number of bugs. */
export interface Chosen {
  readonly seed: number
  readonly bugs: number
}

/** The result of a change. Many are rejected. For a filed bug, the response contains its ID. */
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

/** Files a bug with the key as its description, which no writer changes, once, even if it is repeated. */
export async function makeOnce(tracker: Tracker, key: string): Promise<void> {
  await tracker.as({ login: at('alice') }, { idempotencyKey: key }).bugs.create({ ...minimal, description: key })
}
