// The data of the form for a new bug.
import type { Client } from '@trackerkit/client'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { activeNames } from '../../page/value-names.js'
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
export type Draft = Readonly<Record<string, string | readonly string[]>>

export function textOf(draft: Draft, field: string): string {
  const value = draft[field] ?? ''
  return typeof value === 'string' ? value : value.join(', ')
}

/** The members of a list, which an address separates by commas. */
export function listOf(draft: Draft, field: string): readonly string[] {
  const value = draft[field] ?? []
  return typeof value === 'string' ? value.split(',').filter((one) => one.trim() !== '') : value
}

/** Returns the input from a draft. No groups is a choice, too. */
export function inputOf(draft: Draft): object {
  return Object.fromEntries(Object.entries(draft).filter(([field, value]) => field === 'groups' || value.length > 0))
}

/** A product that takes bugs. */
export type Product = ServerMetadataAnswer['products'][number]

export function productsOf({ metadata }: NewData): Product[] {
  return metadata.products.filter(({ is_enterable }) => is_enterable)
}

/** The draft with what follows of itself: the only product, its only component, its last version, and no groups of another product. */
export function completed(data: NewData, draft: Draft): Draft {
  const products = productsOf(data)
  const product =
    products.find(({ name }) => name === draft['product']) ?? (products.length === 1 ? products[0] : undefined)
  if (!product) return draft
  const [components, versions] = [activeNames(product.components), activeNames(product.versions)]
  const kept = (field: string, among: readonly string[]) => {
    const text = textOf(draft, field)
    return among.includes(text) ? text : undefined
  }
  const component = kept('component', components) ?? (components.length === 1 ? components[0] : undefined) ?? ''
  const version = kept('version', versions) ?? versions.at(-1) ?? ''
  const { groups, ...others } = draft
  const known = product.groups.map(({ name }) => name)
  return {
    ...others,
    ...(groups !== undefined && { groups: listOf(draft, 'groups').filter((name) => known.includes(name)) }),
    product: product.name,
    component,
    version,
  }
}
