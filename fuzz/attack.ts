// Hostile requests to one server, until there were enough of them, and what was wrong with its answers.
import { differenceOf } from './checks.js'
import type { Dice } from './dice.js'
import { makeGuess, type Guess } from './guesses.js'
import { createRequests, type HostileRequest } from './requests.js'
import { openTarget, type TargetOptions } from './target.js'
import { createWatch } from './watch.js'
import { requestLine, type Wait, type Witness } from './witness.js'

export interface Attack extends Omit<TargetOptions, 'connections'> {
  readonly dice: Dice
  /** How many requests. */
  readonly count: number
  /** One in this many requests reads many bugs. */
  readonly scansOneIn: number
}

export interface Damage {
  readonly findings: string[]
  /** How many answers had which status; 0: closed without one. */
  readonly statuses: Record<number, number>
  readonly slowest: readonly Wait[]
  /** The longest that another client waited. */
  readonly longestWait: Wait
  /** Megabytes of the server, after a tenth of the requests and at the end; 0 where the system does not report it. */
  readonly memory: readonly [early: number, late: number]
}

/** How many requests are on their way at once. */
const lanes = 16
/** The number of requests or guesses between two choices: no write may disturb guesses. */
const roundSize = 96

export async function attack(attack: Attack): Promise<Damage> {
  const target = await openTarget({ ...attack, connections: lanes })
  const { server, witness } = target
  const watch = createWatch(server, witness.underway)
  let early = 0
  try {
    const make = createRequests(await target.describe(), attack.setting, attack.dice, attack.scansOneIn)
    await tryAll(attack, witness, make, () => {
      if (witness.sent() >= attack.count / 10) early ||= server.memory() ?? 0
    })
  } catch (error) {
    witness.findings.push(error instanceof Error ? error.message : String(error))
  }
  const late = server.memory() ?? 0
  watch.stop()
  await target.close()
  const { findings, statuses, slowest } = witness
  return { findings, statuses, slowest, longestWait: watch.longest(), memory: [early, late] }
}

async function tryAll(
  { setting, dice, count, scansOneIn }: Attack,
  witness: Witness,
  make: () => HostileRequest,
  between: () => void,
): Promise<void> {
  const { ask, isContent, sent } = witness
  while (sent() < count && isContent()) {
    const left = Math.min(roundSize, count - sent())
    const areGuesses = setting.canaries.length > 0 && dice.oneIn(3)
    if (areGuesses)
      await inLanes(lanes / 2, left / 2, isContent, () => tryGuess(makeGuess(setting, dice, scansOneIn), witness))
    else await inLanes(lanes, left, isContent, () => ask(make()))
    between()
  }
}

/** Does some work several times, in concurrent lanes. When one fails, the others end, too. */
async function inLanes(lanes: number, times: number, goesOn: () => boolean, work: () => Promise<unknown>) {
  let left = times
  const lane = async () => {
    try {
      while (left-- > 0 && goesOn()) await work()
    } catch (error) {
      left = 0
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function tryGuess(guess: Guess, { ask, findings, isPublished }: Witness): Promise<void> {
  const [right, wrong] = guess.requests
  const compare = async () => differenceOf(guess, ...(await Promise.all([ask(right), ask(wrong)])))
  // Twice: a leak is there again; that one of two came too late for a deadline is not.
  const difference = (await compare()) && (await compare())
  if (difference !== undefined && !isPublished(guess.canary)) findings.push(`${difference}\n    ${requestLine(right)}`)
}
