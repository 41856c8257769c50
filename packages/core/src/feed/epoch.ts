import { randomText } from '../auth/secrets.js'
import type { Environment } from '../kernel/environment.js'

/** A name for a feed whose numbers begin anew: readers of another one start over. */
export function newEpoch(environment: Pick<Environment, 'random'>): string {
  return randomText(environment, 8)
}
