// What the filters of a list offer.
import type { Client } from '@trackerkit/client'
import { valueNames } from '../../page/value-names.js'
import type { FilterField } from './query.js'

/** The values of each filter, in the order of the installation. */
export type FilterValues = Readonly<Record<Exclude<FilterField, 'assigned_to'>, readonly string[]>>

const fieldNames = { status: 'bug_status', priority: 'priority', severity: 'bug_severity' } as const

/** Components and milestones are offered of the products that are chosen, or of the only one. */
export async function loadFilterValues(operations: Client, chosen: readonly string[]): Promise<FilterValues> {
  const metadata = await operations.server.metadata()
  const { products } = metadata
  const names = products.map(({ name }) => name)
  const wanted = names.length === 1 ? names : chosen
  const details = products.filter(({ name }) => wanted.includes(name))
  const unique = (all: readonly { readonly name: string }[]) => [...new Set(all.map(({ name }) => name))]
  return {
    status: valueNames(metadata, fieldNames.status),
    product: names,
    component: unique(details.flatMap(({ components }) => components)),
    priority: valueNames(metadata, fieldNames.priority),
    severity: valueNames(metadata, fieldNames.severity),
    target_milestone: unique(details.flatMap(({ milestones }) => milestones)),
  }
}
