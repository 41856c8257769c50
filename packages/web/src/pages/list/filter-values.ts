// The values that the filters of a list offer.
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { valueNames } from '../../page/value-names.js'
import type { FilterField } from './query.js'

/** The values of each filter, in the order of the installation. */
export type FilterValues = Readonly<Record<Exclude<FilterField, 'assigned_to'>, readonly string[]>>

/** Components and milestones are those of the chosen products, or of the only one. */
export function filterValuesOf(metadata: ServerMetadataAnswer, chosen: readonly string[]): FilterValues {
  const { products } = metadata
  const names = products.map(({ name }) => name)
  const details = products.filter(({ name }) => names.length === 1 || chosen.includes(name))
  const unique = (all: readonly { readonly name: string }[]) => [...new Set(all.map(({ name }) => name))]
  return {
    status: valueNames(metadata, 'status'),
    product: names,
    component: unique(details.flatMap(({ components }) => components)),
    priority: valueNames(metadata, 'priority'),
    severity: valueNames(metadata, 'severity'),
    target_milestone: unique(details.flatMap(({ milestones }) => milestones)),
  }
}
