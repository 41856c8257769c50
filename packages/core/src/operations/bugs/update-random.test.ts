// Random updates, each tried before it is made. SEED repeats a run.
import { memoryStore } from '@trackerkit/adapter-memory'
import { expect, it } from 'vitest'
import { at, minimal } from '../../../test/bugs.js'
import { createChoices, createRandom, nextPerson } from '../../../test/simulation/moves.js'
import { openSimulation } from '../../../test/simulation/world.js'
import { isTrackerError } from '../../kernel/errors.js'

const seed = Number(process.env['SEED'] ?? 20_260_302)
const [updates, bugs] = [2000, 25]

interface Outcome {
  readonly bugs: readonly unknown[]
  /** The messages of errors about one bug each, or of the error about the input. */
  readonly errors: readonly string[]
  readonly isInputWrong: boolean
}

type Answer = {
  readonly bugs: readonly { readonly id: number; readonly alias: string[]; readonly changes: object }[]
  readonly faults?: readonly { readonly message: string }[]
}

async function outcomeOf(answer: Promise<Answer>): Promise<Outcome> {
  try {
    const { bugs, faults = [] } = await answer
    return {
      bugs: bugs.map(({ id, alias, changes }) => ({ id, alias, changes })),
      errors: faults.map(({ message }) => message),
      isInputWrong: false,
    }
  } catch (error) {
    if (isTrackerError(error)) return { bugs: [], errors: [error.message], isInputWrong: true }
    throw error
  }
}

/** The outcome of an update, as its dry run has it. One of several bugs fails with the error about one of them. */
function foretold(tried: Outcome, done: Outcome, isSingle: boolean): Outcome {
  if (tried.errors.length === 0) return tried
  const [error, ...others] = done.errors
  // An error about one of several bugs comes before one about the input.
  const isAny = !isSingle && error !== undefined && (tried.isInputWrong || tried.errors.includes(error))
  return { bugs: [], errors: isAny ? [error, ...others] : tried.errors, isInputWrong: true }
}

it(`a dry run foretells each of ${updates} random updates from seed ${seed}`, async () => {
  const { tracker, clock } = await openSimulation(memoryStore())
  const random = createRandom(seed)
  const { bug, change } = createChoices(random, bugs)
  for (let made = 0; made < bugs; made++) await tracker.as({ login: at('alice') }).bugs.create(minimal)
  const counts = { made: 0, refused: 0 }
  for (let step = 0; step < updates; step++) {
    clock.advance(1)
    const { bugs } = tracker.as({ login: at(nextPerson(random)) })
    const input = { ids: Array.from({ length: 1 + random.upTo(5) }, bug), ...change() }
    const tried = await outcomeOf(bugs.update({ ...input, dry_run: true }))
    const done = await outcomeOf(bugs.update(input))
    expect({ step, input, ...done }).toEqual({ step, input, ...foretold(tried, done, input.ids.length === 1) })
    counts[done.errors.length === 0 ? 'made' : 'refused']++
  }
  expect(Math.min(counts.made, counts.refused), 'Some should be made, and some refused').toBeGreaterThan(updates / 10)
  await tracker.close()
}, 120_000)
