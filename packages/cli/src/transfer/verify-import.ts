// Verifies an import: compares source and target over REST, the target within this process.
import { createTracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import type { BugzillaSource, Query, Verification, verify } from '@trackerkit/import'
import { createRestHandler } from '@trackerkit/rest'
import { say } from '../terminal/print.js'

/** Input of the comparison. */
interface Comparison {
  readonly source: BugzillaSource
  readonly store: Store
  readonly sample: number
  readonly verify: typeof verify
}

/** Compares a random sample and the newest bugs, as seen by the source account and the local administrator. */
export async function verifyImport({ source, store, sample, verify: compare }: Comparison): Promise<Verification> {
  const { asker, facts, options } = source
  const tracker = await createTracker({ store, mustExist: true })
  const rest = createRestHandler(tracker, {
    identify: () => ({ login: facts.account?.login ?? 'admin@example.com' }),
  })
  const get = async (path: string, query: Query = {}): Promise<unknown> => {
    const address = new URL(`http://127.0.0.1/rest/${path}`)
    for (const [name, given] of Object.entries(query))
      for (const value of [given].flat()) if (value !== undefined) address.searchParams.append(name, String(value))
    const response = await rest(new Request(address, { headers: { Accept: 'application/json' } }))
    return response.json()
  }
  const { onlyProducts: products, emailDomain, signal } = options
  return compare({ source: asker, target: { get }, sample, products, emailDomain, signal })
}

const maxPrinted = 100

/** Prints the differences. Returns their number. */
export function printVerification({ compared, differences, unread }: Verification): number {
  for (const { bug, place, there, here } of differences.slice(0, maxPrinted))
    say(`${bug === 0 ? '' : `bug ${bug}: `}${place}: source ${there ?? 'nothing'}, tracker ${here ?? 'nothing'}`)
  for (const { bug, problem } of unread) say(`bug ${bug} could not be read from the source: ${problem}`)
  const more = differences.length - maxPrinted
  if (more > 0) say(`and ${more} more`)
  say(`verified: ${compared} bugs compared, ${differences.length} differences`)
  return differences.length
}
