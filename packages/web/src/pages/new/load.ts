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
  if (typeof value !== 'string') return value
  return value.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
}

/** The description, and with it the files, are for insiders only. */
export function isPrivate(draft: Draft): boolean {
  return textOf(draft, privately) !== ''
}

export const privately = 'comment_is_private'

/** The template that was put into the description last. */
export const templateInDraft = 'bug_description_template'

/** Groups that were asked for, in another product or by an address, and that the product does not have. */
export const groupsElsewhere = 'groups_elsewhere'

/** Returns the input from a draft and values that the form does not show. No groups is a choice, too. */
export function inputOf(draft: Draft, unshown: Draft): object {
  const { [privately]: _, [templateInDraft]: _template, [groupsElsewhere]: _groups, ...others } = draft
  const values = Object.entries({ ...others, ...unshown })
  const given = values.filter(([field, value]) => field === 'groups' || value.length > 0)
  return { ...Object.fromEntries(given), ...(isPrivate(draft) && { [privately]: true }) }
}

export type Product = ServerMetadataAnswer['products'][number]

/** A form, by whose values fields are shown. */
export interface FilledForm {
  readonly data: NewData
  readonly product: Product | undefined
  readonly draft: Draft
}

/**
 * The draft in another product. Its default groups apply there, together with those that were chosen: changing the product
 * makes a bug visible to no more users.
 */
export function inProduct(draft: Draft, product: string): Draft {
  const before = textOf(draft, 'product')
  const { groups, ...others } = draft
  if (before === '' || before === product) return { ...draft, product }
  const wanted = [...listOf(draft, 'groups'), ...listOf(draft, groupsElsewhere)]
  return { ...others, product, ...(wanted.length > 0 && { [groupsElsewhere]: wanted }) }
}

/** The draft with what follows of itself: the only component of the product, its last version, and its own milestones and groups. */
export function completed(product: Product | undefined, draft: Draft): Draft {
  if (!product) return draft
  const [components, versions] = [activeNames(product.components), activeNames(product.versions)]
  const kept = (field: string, among: readonly string[]) => {
    const text = textOf(draft, field)
    return among.includes(text) ? text : undefined
  }
  const component = kept('component', components) ?? (components.length === 1 ? components[0] : undefined) ?? ''
  const version = kept('version', versions) ?? versions.at(-1) ?? ''
  const milestone = kept('target_milestone', activeNames(product.milestones))
  const { groups: _, [groupsElsewhere]: _elsewhere, target_milestone: _milestone, ...others } = draft
  return {
    ...others,
    ...(milestone !== undefined && { target_milestone: milestone }),
    ...groupsIn(product, draft),
    product: product.name,
    component,
    version,
  }
}

/** If the product lacks some of the groups, its default groups hold together with the others. */
function groupsIn({ groups }: Product, draft: Draft): Draft {
  const names = groups.map(({ name }) => name)
  const asked = listOf(draft, 'groups')
  const isWhole = draft['groups'] !== undefined && asked.every((name) => names.includes(name))
  const wanted = [...(isWhole ? [] : asked), ...listOf(draft, groupsElsewhere)]
  const found = wanted.filter((name) => names.includes(name))
  const missing = wanted.filter((name) => !names.includes(name))
  const byDefault = groups.filter(({ state }) => state !== 'optional').map(({ name }) => name)
  return {
    ...((isWhole || found.length > 0) && { groups: [...new Set([...(isWhole ? asked : byDefault), ...found])] }),
    ...(missing.length > 0 && { [groupsElsewhere]: missing }),
  }
}
