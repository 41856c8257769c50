// The data of the form for a new bug.
import type { Client } from '../../page/operations.js'
import type { FieldOfMetadata } from '@trackerkit/client'
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
  const product =
    names.length === 1 ? names[0] : names.find((name) => name === spelled(names, query.get('product') ?? ''))
  const forms = product === undefined ? {} : { [product]: await formsOf(operations, product) }
  return { metadata: await metadataOf(operations, ...(product === undefined ? [] : [product])), names, forms }
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

const lists: readonly FieldOfMetadata['control'][] = ['people', 'names', 'bugs', 'urls']

/** A bug can have several values in the field. Custom fields for bugs have one. */
export function isList(field: FieldOfMetadata | undefined): boolean {
  return field !== undefined && lists.includes(field.control) && !(field.control === 'bugs' && field.is_custom)
}

/** The description, and with it the files, are for insiders only. */
export function isPrivate(draft: Draft): boolean {
  return textOf(draft, privately) !== ''
}

export const privately = 'comment_is_private'

/** The template that was put into the description last. */
export const templateInDraft = 'bug_description_template'

/** Groups that were asked for, in another product or by an address, and that the product lacks. */
export const groupsElsewhere = 'groups_elsewhere'

/** Default and mandatory groups of a product before that the product lacks. */
const groupsByDefault = 'groups_by_default'

/** Values that only the form itself puts into drafts. */
export const internalValues: readonly string[] = [templateInDraft, groupsElsewhere, groupsByDefault]

/** Returns the input from a draft and values that the form does not show. No groups is a choice, too. */
export function inputOf(draft: Draft, unshown: Draft): object {
  const own = Object.entries(draft).filter(([name]) => name !== privately && !internalValues.includes(name))
  const given = [...own, ...Object.entries(unshown)].filter(([name, value]) => name === 'groups' || value.length > 0)
  return { ...Object.fromEntries(given), ...(isPrivate(draft) && { [privately]: true }) }
}

/** The name as it is spelled among these. The tracker ignores case, too. */
export function spelled(names: readonly string[], text: string): string {
  const folded = text.trim().toLowerCase()
  return names.find((name) => name === text) ?? names.find((name) => name.toLowerCase() === folded) ?? text
}

export type Product = ServerMetadataAnswer['products'][number]

/** A form, by whose values fields are shown. */
export interface FilledForm {
  readonly data: NewData
  readonly product: Product | undefined
  readonly draft: Draft
  /** Values of the address that are only filed. */
  readonly unshown: Draft
}

/**
 * The draft in another product, where the bug is visible to no more users: the groups that were chosen, and those of the
 * product before that apply without a choice, apply in addition to the default groups.
 */
export function inProduct(draft: Draft, product: string, before: Product | undefined): Draft {
  const from = textOf(draft, 'product')
  if (from === '' || from === product) return { ...draft, product }
  const { groups, ...others } = draft
  const applied = (before?.groups ?? []).filter(
    ({ state }) => state === 'mandatory' || (state === 'default' && groups === undefined),
  )
  return {
    ...others,
    product,
    [groupsElsewhere]: [...listOf(draft, 'groups'), ...listOf(draft, groupsElsewhere)],
    [groupsByDefault]: [...listOf(draft, groupsByDefault), ...applied.map(({ name }) => name)],
  }
}

/** Completes a draft with the only component of its product or its last version, and drops values that the product lacks. */
export function completed(product: Product | undefined, draft: Draft): Draft {
  if (!product) return draft
  const [components, versions] = [activeNames(product.components), activeNames(product.versions)]
  const kept = (field: string, among: readonly string[]) => {
    const text = spelled(among, textOf(draft, field))
    return among.includes(text) ? text : undefined
  }
  const component = kept('component', components) ?? (components.length === 1 ? components[0] : undefined) ?? ''
  const version = kept('version', versions) ?? versions.at(-1) ?? ''
  const milestone = kept('target_milestone', activeNames(product.milestones))
  const replaced = ['groups', groupsElsewhere, groupsByDefault, 'target_milestone']
  const others = Object.entries(draft).filter(([name]) => !replaced.includes(name))
  return {
    ...Object.fromEntries(others),
    ...(milestone !== undefined && { target_milestone: milestone }),
    ...groupsIn(product, draft),
    product: product.name,
    component,
    version,
  }
}

/**
 * The groups of the draft that the product has, and under their own names those that it lacks. Mandatory groups are left out,
 * because the tracker adds them: in another product they are no choice of the user.
 */
function groupsIn({ groups }: Product, draft: Draft): Draft {
  const among = (state?: (typeof groups)[number]['state']) =>
    groups.filter((group) => state === undefined || group.state === state).map(({ name }) => name)
  const [names, mandatory] = [among(), among('mandatory')]
  const listed = (field: string) => listOf(draft, field).map((name) => spelled(names, name))
  const lacking = (all: readonly string[]) => [...new Set(all)].filter((name) => !names.includes(name))
  const [given, asked, applied] = [listed('groups'), listed(groupsElsewhere), listed(groupsByDefault)]
  const found = [...given, ...asked, ...applied].filter((name) => names.includes(name) && !mandatory.includes(name))
  // Otherwise, the choice was made without knowing the default groups.
  const isWhole = draft['groups'] !== undefined && lacking(given).length === 0
  const [missing, rest] = [lacking([...given, ...asked]), lacking(applied)]
  return {
    ...((isWhole || found.length > 0) && { groups: [...new Set([...(isWhole ? [] : among('default')), ...found])] }),
    ...(missing.length > 0 && { [groupsElsewhere]: missing }),
    ...(rest.length > 0 && { [groupsByDefault]: rest }),
  }
}
