// Detects response times that reveal hidden data.
import type { Guess } from './guesses.js'
import type { HostileRequest } from './requests.js'

/** Below this, and below this part of the whole, a difference is noise, or drowns in that of a network. */
const minMilliseconds = 1
const minPart = 0.3
/** Pairs at first, and for suspicious differences: chance does not look different each time. */
const rounds = [9, 40, 150]

/** The difference between the times of right and wrong guesses; undefined when there is none. */
export async function timeDifferenceOf(
  { canary, requests: [right, wrong] }: Guess,
  measure: (request: HostileRequest) => Promise<number>,
): Promise<string | undefined> {
  let told: string | undefined
  for (const pairs of rounds) {
    const times: [right: number[], wrong: number[]] = [[], []]
    for (let pair = 0; pair < pairs; pair++) {
      // In turns, so that neither always finds warm what the other has read.
      if (pair % 2 === 0) times[0].push(await measure(right))
      times[1].push(await measure(wrong))
      if (pair % 2 === 1) times[0].push(await measure(right))
    }
    const [one, other] = [median(times[0]), median(times[1])]
    const difference = Math.abs(one - other)
    if (difference < minMilliseconds || difference < minPart * Math.min(one, other)) return undefined
    told = `time tells ${right.caller.name} of ${canary.place}: ${one.toFixed(1)} ms for a right guess, ${other.toFixed(1)} ms for a wrong one`
  }
  return told
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? 0
}
