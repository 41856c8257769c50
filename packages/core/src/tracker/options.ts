// Options of programs that embed the tracker, which no type checker may have seen.
import { requireHostUserOptions } from '../auth/host-user.js'
import { TrackerError } from '../kernel/errors.js'

const verbs = ['migrate', 'read', 'write', 'close'] as const

/** The longest that timers can wait for, in milliseconds. */
const longest = 2 ** 31 - 1

/** Makes sure of the options of `createTracker`. @throws invalid_options */
export function requireOptions(options: unknown): void {
  const { store, timeoutSeconds, hostUsers } = (options ?? {}) as Readonly<Record<string, unknown>>
  if (!isStore(store)) {
    const value = typeof store === 'object' && store !== null ? 'an object that is none' : store
    throw new TrackerError('invalid_options', { field: 'store', value, accepted: 'a store, such as memoryStore()' })
  }
  if (timeoutSeconds !== undefined) requireDuration('timeoutSeconds', timeoutSeconds, longest / 1000)
  if (hostUsers !== undefined) requireHostUserOptions(hostUsers)
}

function isStore(store: unknown): boolean {
  return (
    typeof store === 'object' &&
    store !== null &&
    verbs.every((verb) => typeof (store as Readonly<Record<string, unknown>>)[verb] === 'function')
  )
}

/** @throws invalid_options for a duration that is not a number above 0, or longer than timers can wait for */
function requireDuration(field: string, value: unknown, most: number = longest): void {
  if (typeof value === 'number' && value > 0 && value <= most) return
  // NaN is no JSON.
  const shown = typeof value === 'number' ? String(value) : value
  throw new TrackerError('invalid_options', { field, value: shown, accepted: `a number above 0, at most ${most}` })
}

/** @throws invalid_options for what is not a function, and for a bad timeout */
export function requireWork(work: unknown, timeout: unknown): void {
  if (typeof work !== 'function')
    throw new TrackerError('invalid_options', { field: 'work', value: work, accepted: 'a function' })
  requireDuration('timeout', timeout)
}
