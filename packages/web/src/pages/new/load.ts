// The data of the form for a new bug.
import type { Client } from '@trackerkit/client'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { activeNames } from '../../page/active-names.js'
import { Moved, type PageAddress } from '../../page/page.js'

export interface NewData {
  readonly metadata: ServerMetadataAnswer
}

/** @throws Moved to the login for who is not logged in */
export async function loadNew(operations: Client, { who, query }: PageAddress): Promise<NewData> {
  const here = `/new${query.size === 0 ? '' : `?${query}`}`
  if (!who) throw new Moved(`/login?${new URLSearchParams({ return_to: here })}`)
  return { metadata: await operations.server.metadata() }
}

/** Values by the names of Create Bug. */
export type Draft = Readonly<Record<string, string>>

/** The fields that the form always shows, with their errors beside them. */
export const shownFields: readonly string[] = [
  'product',
  'component',
  'summary',
  'description',
  'version',
  'severity',
  'priority',
]

/** A product that takes bugs. */
export type Product = ServerMetadataAnswer['products'][number]

export function productsOf({ metadata }: NewData): Product[] {
  return metadata.products.filter(({ is_enterable }) => is_enterable)
}

/** The draft with what follows of itself: the only product, its only component, its last version. */
export function completed(data: NewData, draft: Draft): Draft {
  const products = productsOf(data)
  const product =
    products.find(({ name }) => name === draft['product']) ?? (products.length === 1 ? products[0] : undefined)
  if (!product) return draft
  const [components, versions] = [activeNames(product.components), activeNames(product.versions)]
  const kept = (field: string, among: readonly string[]) =>
    among.includes(draft[field] ?? '') ? draft[field] : undefined
  const component = kept('component', components) ?? (components.length === 1 ? components[0] : undefined) ?? ''
  return { ...draft, product: product.name, component, version: kept('version', versions) ?? versions.at(-1) ?? '' }
}
