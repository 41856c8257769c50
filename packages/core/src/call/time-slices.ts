// The line of work that waits for its next time slice. Callbacks of `setImmediate` that wait for the same turn of the event loop
// all run in it: a hundred searches would keep other requests waiting for a hundred slices.
import { setImmediate } from 'node:timers'

/** Work that has used fewer slices comes before all other work: most requests are short. */
const slicesOfShortWork = 4

/** Long work runs in the order of its tickets: taking turns, all of it would reach its timeout. */
interface Waiting {
  readonly slices: number
  readonly ticket: number
  readonly begin: () => void
}

const line = new Set<Waiting>()
let lastTicket = 0
let isScheduled = false

export function takeTicket(): number {
  return ++lastTicket
}

/** Resolves when it is the caller's turn, in another turn of the event loop than that of any other caller. */
export function nextSlice(slices: number, ticket: number): Promise<void> {
  return new Promise((begin) => {
    line.add({ slices: Math.min(slices, slicesOfShortWork), ticket, begin })
    schedule()
  })
}

function schedule(): void {
  if (isScheduled || line.size === 0) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    const [first, ...others] = line
    if (!first) return
    const next = others.reduce((best, one) => (isBefore(one, best) ? one : best), first)
    line.delete(next)
    next.begin()
    schedule()
  })
}

function isBefore(one: Waiting, other: Waiting): boolean {
  return one.slices === other.slices ? one.ticket < other.ticket : one.slices < other.slices
}
