// Looks for a pattern in a text: all ways of matching at once, one character at a time.
import { isWordCharacter } from './characters.js'
import type { Place } from './parse.js'
import type { Program } from './program.js'

export interface SearchResult {
  readonly found: boolean
  /** How many instructions were looked at since it was last stopped: in all at most twice the length of the program for each character of the text. */
  readonly steps: number
  /** True if it stopped before the end because it reached the step limit. */
  readonly isPaused: boolean
}

/** Continues a search, up to this many steps. */
export type Advance = (mostSteps?: number) => SearchResult

/** Returns true if the pattern matches anywhere in the text. */
export function search(program: Program, text: string): SearchResult {
  return beginSearch(program, text)()
}

/**
 * A resumable search. Its time is linear in the length of the string, whatever the pattern: each instruction is visited
 * at most once per position.
 */
export function beginSearch({ instructions, start }: Program, text: string): Advance {
  /** At which place an instruction was last reached, so that it is reached once. */
  const reached = new Int32Array(instructions.length).fill(-1)
  const pending: number[] = []
  let waiting: number[] = []
  let steps = 0
  let offset = 0
  let place = 0
  let before: number | undefined
  let after = text.codePointAt(0)

  /** Follows everything that takes no character, from `way` on; true when that leads to the end of the pattern. */
  function reach(way: number): boolean {
    pending.push(way)
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (reached[index] === place) continue
      reached[index] = place
      steps++
      const instruction = instructions[index]
      if (instruction?.does === 'found') return true
      if (instruction?.does === 'take') waiting.push(index)
      else if (instruction?.does === 'split') pending.push(...instruction.ways)
      else if (instruction && isAt(instruction.place, before, after)) pending.push(instruction.next)
    }
    return false
  }

  return (mostSteps = Infinity) => {
    steps = 0
    for (;;) {
      if (reach(start)) return { found: true, steps, isPaused: false }
      if (after === undefined) return { found: false, steps, isPaused: false }
      if (steps > mostSteps) return { found: false, steps, isPaused: true }
      const taken = after
      const candidates = waiting
      waiting = []
      offset += taken > 0xffff ? 2 : 1
      place++
      before = taken
      after = text.codePointAt(offset)
      for (const index of candidates) {
        steps++
        const instruction = instructions[index]
        if (instruction?.does === 'take' && instruction.test(taken) && reach(instruction.next))
          return { found: true, steps, isPaused: false }
      }
    }
  }
}

function isAt(place: Place, before: number | undefined, after: number | undefined): boolean {
  if (place === 'start') return before === undefined
  if (place === 'end') return after === undefined
  const isEdge = isWord(before) !== isWord(after)
  return isEdge === (place === 'word edge')
}

function isWord(codePoint: number | undefined): boolean {
  return codePoint !== undefined && isWordCharacter(codePoint)
}
