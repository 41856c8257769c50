import { randomText } from '../auth/secrets.js'
import type { Environment } from '../kernel/environment.js'

/** Returns a name for a feed whose numbers start again. Readers of another feed start over. */
export function newEpoch(environment: Pick<Environment, 'random'>): string {
  return randomText(environment, 8)
}
