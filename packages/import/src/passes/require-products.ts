import { fold } from '@trackerkit/core/store'
import { SourceError } from '../report/source-error.js'

/** @throws SourceError for a product that the source does not have: none of its bugs would be imported */
export function requireProducts(wanted: readonly string[] = [], there: readonly string[]): void {
  const known = new Set(there.map(fold))
  const missing = wanted.find((name) => !known.has(fold(name)))
  if (missing === undefined) return
  const some = there.slice(0, mostNamed).join(', ')
  const all = there.length > mostNamed ? `${some} and ${there.length - mostNamed} more` : some
  const accepted = there.length === 0 ? 'The import can see no product there.' : `Accepted: ${all}`
  throw new SourceError(`--only-product: there is no product '${missing}' in the source. ${accepted}`)
}

const mostNamed = 20
