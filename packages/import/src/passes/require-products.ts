import { fold } from '@trackerkit/core/store'
import { SourceError } from '../report/source-error.js'

/** @throws SourceError for a product that the source does not have: none of its bugs would be imported */
export function requireProducts(wanted: readonly string[] = [], there: readonly string[]): void {
  const known = new Set(there.map(fold))
  const missing = wanted.find((name) => !known.has(fold(name)))
  if (missing === undefined) return
  const some = there.slice(0, mostNamed).join(', ')
  const accepted = there.length > mostNamed ? `${some} and ${there.length - mostNamed} more` : some
  throw new SourceError(`--only-product: there is no product '${missing}' in the source. Accepted: ${accepted}`)
}

const mostNamed = 20
