// Faults of a tracker that is backed up or restored.
import type { StoreSummary } from '@trackerkit/core/moving'
import { isDamage } from '@trackerkit/core/store'
import { warn } from '../terminal/print.js'

type Faults = StoreSummary['faults']

/** Returns a description of the damage; undefined without damage. */
export function damageIn(faults: Faults): string | undefined {
  const damage = faults.filter(isDamage)
  return damage.length === 0 ? undefined : textsOf(damage)
}

/** Prints faults of a tracker that is complete nevertheless. */
export function warnOf(faults: Faults): void {
  if (faults.length === 0) return
  const repair = faults.some(({ isRepairable }) => isRepairable) ? ' --repair' : ''
  warn(`trackerkit: ${textsOf(faults)}; run 'trackerkit doctor${repair}'`)
}

function textsOf(faults: Faults): string {
  return faults.map(({ text }) => text).join('; ')
}
