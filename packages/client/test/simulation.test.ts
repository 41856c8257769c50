// The random people of core, once in process, once in transactions of the program, and once through the client. SIMULATION=5000 makes it long, SEED repeats a run.
import { memoryStore } from '@trackerkit/adapter-memory'
import type { Operations } from '@trackerkit/types'
import { createRestHandler } from '@trackerkit/rest'
import { expect, it } from 'vitest'
import { inStore } from '../../core/test/bug-rows.js'
import { at } from '../../core/test/bugs.js'
import { createRandom, nextMove, type Move } from '../../core/test/simulation/moves.js'
import { people } from '../../core/test/simulation/people.js'
import { openSimulation, type SimulatedWorld } from '../../core/test/simulation/world.js'
import { connect, isTrackerError } from '../src/index.js'
import { url } from './world.js'

const length = Number(process.env['SIMULATION'] ?? 200)
const seed = Number(process.env['SEED'] ?? 20_260_301)

/** Runs a move as a user, over one of the transports. */
type Way = (move: Move) => Promise<unknown>

async function outcome(way: Way, move: Move): Promise<unknown> {
  try {
    return await way(move)
  } catch (error) {
    if (isTrackerError(error)) return { code: error.code, number: error.number, message: error.message }
    throw error
  }
}

/** API keys of all users by name. */
async function keysIn({ tracker }: SimulatedWorld): Promise<(readonly [string, string])[]> {
  const keys = []
  for (const name of people) {
    const { api_key } = await tracker.asSystem(at('admin')).apiKeys.create({ user: at(name) })
    keys.push([name, api_key] as const)
  }
  return keys
}

const kept = [
  'bugs',
  'bug_aliases',
  'bug_cc',
  'bug_groups',
  'bug_keywords',
  'bug_dependencies',
  'bug_see_also',
] as const
const alsoKept = ['custom_values', 'bug_history', 'comments', 'flags'] as const

async function dump({ store }: SimulatedWorld): Promise<unknown> {
  return inStore(store, async (tx) => {
    const all: Record<string, unknown> = {}
    for (const from of [...kept, ...alsoKept]) all[from] = await tx.select({ from })
    return all
  })
}

it(`${length} random operations from seed ${seed} do the same through the client, and in transactions, as in process`, async () => {
  const random = createRandom(seed)
  const worlds = [memoryStore(), memoryStore(), memoryStore()].map((store) => openSimulation(store))
  const [here, inside, there] = (await Promise.all(worlds)) as [SimulatedWorld, SimulatedWorld, SimulatedWorld]
  const fetch = createRestHandler(there.tracker)
  const inProcess = new Map((await keysIn(here)).map(([name, api_key]) => [name, here.tracker.as({ api_key })]))
  const insideKeys = new Map(await keysIn(inside))
  const remote = new Map((await keysIn(there)).map(([name, apiKey]) => [name, connect({ url, apiKey, fetch })]))
  const alone: Way = ({ who, run }) => run(inProcess.get(who) as Operations)
  const others: readonly Way[] = [
    ({ who, run }) => inside.tracker.transaction((tx) => run(tx.as({ api_key: insideKeys.get(who) as string }))),
    ({ who, run }) => run(remote.get(who) as Operations),
  ]
  let bugs = 0
  let refused = 0
  for (let step = 0; step < length; step++) {
    const move = nextMove(random, bugs)
    for (const { clock } of [here, inside, there]) clock.advance(1)
    const expected = await outcome(alone, move)
    for (const way of others) expect(await outcome(way, move), `step ${step}`).toEqual(expected)
    if ('code' in (expected as object)) refused++
    else if (move.isBirth) bugs++
  }
  expect(refused, 'Enough moves should come to something').toBeLessThan(length * 0.8)
  for (const other of [inside, there]) expect(await dump(other)).toEqual(await dump(here))
  for (const { tracker } of [here, inside, there]) await tracker.close()
}, 1_000_000)
