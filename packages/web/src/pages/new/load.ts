// The data of the form for a new bug.
import type { Client } from '../../page/operations.js'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { metadataOf } from '../../page/metadata.js'
import { enterableNames } from '../../page/product-values.js'
import { activeNames } from '../../page/value-names.js'
import { formsOf, type Forms } from './forms-of.js'
import { LogInFirst, type PageAddress } from '../../page/page.js'

export interface NewData {
  /** With the product that the form starts with only. */
  readonly metadata: ServerMetadataAnswer
  /** The names of the products that take bugs of the user. */
  readonly names: readonly string[]
  /** Those of the product that the form starts with. */
  readonly forms: Forms
}

/** @throws LogInFirst */
export async function loadNew(operations: Client, { who, query }: PageAddress): Promise<NewData> {
  if (!who) throw new LogInFirst()
  const names = await enterableNames(operations)
  const chosen = names.filter((name) => names.length === 1 || name === query.get('product'))
  const [product] = chosen
  const forms = product === undefined ? {} : { [product]: await formsOf(operations, product) }
  return { metadata: await metadataOf(operations, ...chosen), names, forms }
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

/** The description, and with it the files, are for insiders only. */
export function isPrivate(draft: Draft): boolean {
  return textOf(draft, privately) !== ''
}

export const privately = 'comment_is_private'

/** The template that was put into the description last. */
export const templateInDraft = 'bug_description_template'

/** Returns the input from a draft. No groups is a choice, too. */
export function inputOf(draft: Draft): object {
  const { [privately]: _, [templateInDraft]: _template, ...others } = draft
  const given = Object.entries(others).filter(([field, value]) => field === 'groups' || value.length > 0)
  return { ...Object.fromEntries(given), ...(isPrivate(draft) && { [privately]: true }) }
}

export type Product = ServerMetadataAnswer['products'][number]

/** The draft with what follows of itself: the only component of the product, its last version, and no groups of another product. */
export function completed(product: Product | undefined, draft: Draft): Draft {
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
