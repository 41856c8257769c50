import type { StoreFault } from './types.js'

/** Returns whether rows may be missing or unreadable. */
export function isDamage(fault: StoreFault): boolean {
  return fault.isDamage ?? !fault.isRepairable
}
