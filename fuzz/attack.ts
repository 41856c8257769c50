// Hostile requests to one server, until there were enough of them, and what was wrong with its answers.
import { differenceOf, holdsSecret } from './checks.js'
import type { Dice } from './dice.js'
import { makeGuess, type Guess } from './guesses.js'
import { createRequests, type Description, type HostileRequest } from './requests.js'
import { createSender } from './send.js'
import { startServer } from './server.js'
import type { Setting } from './setting.js'
import { timeDifferenceOf } from './timing.js'
import { createWatch, type Watch } from './watch.js'
import { createWitness, requestLine, type Wait, type Witness } from './witness.js'

export interface Attack {
  /** The file of the built command, and of the tracker. */
  readonly command: string
  readonly file: string
  readonly setting: Setting
  readonly dice: Dice
  /** How many requests. */
  readonly count: number
  /** How many guesses are made again and again for the time that they take; these requests come on top. */
  readonly timed: number
  readonly progress: (line: string) => void
}

export interface Damage {
  readonly findings: string[]
  /** How many answers had which status; 0: closed without one. */
  readonly statuses: Record<number, number>
  readonly slowest: readonly Wait[]
  /** The longest that another client waited. */
  readonly longestWait: Wait
  /** Megabytes of the server, after a tenth of the requests and at the end; 0 where the system does not tell. */
  readonly memory: readonly [early: number, late: number]
}

/** How many requests are on their way at once. */
const lanes = 4

export async function attack(attack: Attack): Promise<Damage> {
  const { command, file, setting } = attack
  const inLog: string[] = []
  const server = await startServer(command, file, (line) => {
    if (holdsSecret(setting, line)) inLog.push(`a secret in the log: ${line.slice(0, 300)}`)
  })
  const sender = createSender(server.url, lanes)
  const watch = createWatch(server.url)
  const witness = createWitness(server, sender.send, setting)
  const { findings, statuses, slowest } = witness
  let early = 0
  try {
    const description = (await (await fetch(`${server.url}/rest/openapi.json`)).json()) as Description
    const make = createRequests(description, setting, attack.dice)
    await tryAll(attack, witness, watch, make, () => {
      if (witness.sent() >= attack.count / 10) early ||= server.memory() ?? 0
    })
    // Nothing is to disturb the measurement.
    watch.stop()
    await timeGuesses(attack, witness)
  } catch (error) {
    findings.push(error instanceof Error ? error.message : String(error))
  }
  const late = server.memory() ?? 0
  watch.stop()
  sender.close()
  await server.stop()
  findings.push(...inLog.slice(0, 3))
  return { findings, statuses, slowest, longestWait: watch.longest(), memory: [early, late] }
}

async function tryAll(
  { setting, dice, count, progress }: Attack,
  witness: Witness,
  watch: Watch,
  make: () => HostileRequest,
  between: () => void,
): Promise<void> {
  while (witness.sent() < count && witness.isContent()) {
    const areGuesses = setting.canaries.length > 0 && dice.oneIn(3)
    const guesses = areGuesses ? dice.list(lanes / 2, () => makeGuess(setting, dice)) : []
    const requests = areGuesses ? [] : dice.list(lanes, make)
    watch.during([...guesses.flatMap((guess) => guess.requests), ...requests].map(requestLine).join('\n        or '))
    await Promise.all([...guesses.map((guess) => tryGuess(guess, witness)), ...requests.map(witness.ask)])
    between()
    if (witness.sent() % 5_000 < lanes) progress(`${witness.sent()} requests, ${witness.findings.length} findings`)
  }
}

async function tryGuess(guess: Guess, { ask, findings, isPublished }: Witness): Promise<void> {
  const [right, wrong] = guess.requests
  const compare = async () => differenceOf(guess, ...(await Promise.all([ask(right), ask(wrong)])))
  // Twice: a leak is there again; that one of two came too late for a deadline is not.
  const difference = (await compare()) && (await compare())
  if (difference !== undefined && !isPublished(guess.canary)) findings.push(`${difference}\n    ${requestLine(right)}`)
}

async function timeGuesses({ setting, dice, timed, progress }: Attack, witness: Witness): Promise<void> {
  for (let n = 1; n <= timed && witness.isContent(); n++) {
    const guess = makeGuess(setting, dice)
    const difference = await timeDifferenceOf(guess, async (request) => (await witness.ask(request)).milliseconds)
    if (difference !== undefined && !witness.isPublished(guess.canary))
      witness.findings.push(`${difference}\n    ${requestLine(guess.requests[0])}`)
    if (n % 50 === 0) progress(`${n} guesses timed`)
  }
}
