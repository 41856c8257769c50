// Rarely changing data that is used often: read once and shared by all callers until it changes.
import { groupBy } from '../kernel/collections.js'
import { createHmacOf } from '../kernel/hmac.js'
import { fold } from '../store/index.js'
import type { Reader, Row, Where, Writer } from '../schema/index.js'
import { parameterValues, type ParameterName, type ParameterValues } from './parameters.js'

export type Group = Row<'groups'>
export type GroupControl = Row<'group_controls'>
export type Component = Row<'components'> & { readonly default_cc_ids: readonly number[] }
export type Version = Row<'versions'>
export type Milestone = Row<'milestones'>
export type Classification = Row<'classifications'>
export type Keyword = Row<'keywords'>
export type LegalValue = Row<'legal_values'>
export type FlagType = Row<'flag_types'> & { readonly scopes: readonly Row<'flag_type_scopes'>[] }
export type Field = Row<'fields'> & {
  readonly visibility_value_ids: readonly number[]
  readonly values: readonly LegalValue[]
}

export type Product = Row<'products'> & {
  /** By sort key, then name. */
  readonly components: readonly Component[]
  readonly versions: readonly Version[]
  readonly milestones: readonly Milestone[]
  /** By group id; no entry means that the group does not apply. */
  readonly controls: ReadonlyMap<number, GroupControl>
}

/** Things found by id and, without regard to case, by name. Iterates in display order. */
export interface Directory<T> extends Iterable<T> {
  readonly size: number
  get(id: number): T | undefined
  named(name: string): T | undefined
  /** Those with these IDs, in display order. */
  among(ids: Iterable<number>): T[]
}

/** One immutable snapshot of the configuration. */
export interface Catalogue {
  readonly version: number
  /** The latest changes of products, as of this version. */
  readonly productChanges: string | null
  readonly secret: string
  /** The HMAC of a text by the secret. */
  readonly hmacOf: (text: string) => string
  /** Changes when a tracker is restored: addresses and tokens in earlier email are no longer valid. */
  readonly feedEpoch: string
  readonly parameters: ParameterValues
  readonly classifications: Directory<Classification>
  readonly products: Directory<Product>
  readonly components: ReadonlyMap<number, Component>
  readonly versions: ReadonlyMap<number, Version>
  readonly milestones: ReadonlyMap<number, Milestone>
  readonly keywords: Directory<Keyword>
  readonly flagTypes: ReadonlyMap<number, FlagType>
  /** By internal name ('bug_status', 'cf_…'), in sort order. Values are by sort key, then name. */
  readonly fields: Directory<Field>
  readonly values: ReadonlyMap<number, LegalValue>
  /** from status (0: new bug) → to status → whether a comment is required. */
  readonly workflow: ReadonlyMap<number, ReadonlyMap<number, boolean>>
  readonly groups: Directory<Group>
  readonly inheritance: readonly Row<'group_inheritance'>[]
}

/** A true/false parameter. */
export function isOn(catalogue: Catalogue, name: ParameterName): boolean {
  return catalogue.parameters[name] === '1'
}

/** Reads the whole configuration. The caller caches it until the version changes. */
export async function loadCatalogue(tx: Reader, installation: Row<'installation'>): Promise<Catalogue> {
  const parameters = await tx.select({ from: 'parameters' })
  const classifications = await tx.select({ from: 'classifications' })
  const keywords = await tx.select({ from: 'keywords' })
  const groups = await tx.select({ from: 'groups' })
  const inheritance = await tx.select({ from: 'group_inheritance' })
  const { fields, values } = await loadFields(tx)
  const { products, components, versions, milestones } = await loadProducts(tx)
  return {
    version: installation.catalogue_version,
    productChanges: installation.product_changes,
    secret: installation.secret,
    hmacOf: createHmacOf(installation.secret),
    feedEpoch: installation.feed_epoch,
    parameters: parameterValues(parameters),
    classifications: directory(classifications.toSorted(bySortKey)),
    products: directory(products),
    components: byId(components),
    versions: byId(versions),
    milestones: byId(milestones),
    keywords: directory(keywords.toSorted(byName)),
    flagTypes: byId(await loadFlagTypes(tx)),
    fields: directory(fields),
    values,
    workflow: await loadWorkflow(tx),
    groups: directory(groups.toSorted(byGroupOrder)),
    inheritance,
  }
}

/** Invalidates the catalogue: operations that start after the commit, in any process, reload it. */
export async function bumpCatalogueVersion(tx: Writer): Promise<void> {
  const [row] = await tx.select({ from: 'installation', columns: ['catalogue_version'] })
  await tx.update('installation', { col: 'id', eq: 1 }, { catalogue_version: (row?.catalogue_version ?? 0) + 1 })
}

/** Marks cached identities and memberships as changed. */
export async function bumpIdentityVersion(tx: Writer): Promise<void> {
  const [row] = await tx.select({ from: 'installation', columns: ['identity_version'] })
  await tx.update('installation', { col: 'id', eq: 1 }, { identity_version: (row?.identity_version ?? 0) + 1 })
}

/** The catalogue of a later version in which only these products have changed. */
export async function withProducts(
  tx: Reader,
  before: Catalogue,
  installation: Row<'installation'>,
  productIds: ReadonlySet<number>,
): Promise<Catalogue> {
  const { products, components, versions, milestones } = await loadProducts(tx, [...productIds])
  const others = [...before.products].filter(({ id }) => !productIds.has(id))
  const gone = [...productIds].flatMap((id) => before.products.get(id) ?? [])
  const replaced = <T extends { readonly id: number }>(
    all: ReadonlyMap<number, T>,
    partsOf: (product: Product) => readonly T[],
    now: readonly T[],
  ) => {
    const parts = new Map(all)
    for (const product of gone) for (const { id } of partsOf(product)) parts.delete(id)
    for (const part of now) parts.set(part.id, part)
    return parts
  }
  return {
    ...before,
    version: installation.catalogue_version,
    productChanges: installation.product_changes,
    products: directory([...others, ...products].toSorted(byName)),
    components: replaced(before.components, (product) => product.components, components),
    versions: replaced(before.versions, (product) => product.versions, versions),
    milestones: replaced(before.milestones, (product) => product.milestones, milestones),
  }
}

async function loadFields(tx: Reader): Promise<{ fields: Field[]; values: Map<number, LegalValue> }> {
  const rows = await tx.select({ from: 'fields', order: [{ col: 'sort_key' }] })
  const shownFor = await tx.select({ from: 'field_visibility_values' })
  const values = (await tx.select({ from: 'legal_values' })).toSorted(bySortKey)
  const fields = rows.map((row) => ({
    ...row,
    visibility_value_ids: shownFor.filter((shown) => shown.field_id === row.id).map((shown) => shown.value_id),
    values: values.filter((value) => value.field_id === row.id),
  }))
  return { fields, values: byId(values) }
}

/** Loads all products, or those with these IDs. */
async function loadProducts(tx: Reader, ids?: readonly number[]) {
  const ofThese = ids && ({ col: 'product_id', in: ids } as const)
  const rows = await tx.select({ from: 'products', where: ids && { col: 'id', in: ids } })
  const components = await loadComponents(tx, ofThese)
  const versions = (await tx.select({ from: 'versions', where: ofThese })).toSorted(bySortKeyNumeric)
  const milestones = (await tx.select({ from: 'milestones', where: ofThese })).toSorted(bySortKey)
  const controls = await tx.select({ from: 'group_controls', where: ofThese })
  const of = <T extends { product_id: number }>(all: readonly T[]) => groupBy(all, (one) => one.product_id)
  const [componentsOf, versionsOf, milestonesOf, controlsOf] = [
    of(components),
    of(versions),
    of(milestones),
    of(controls),
  ]
  const products = rows.toSorted(byName).map((row) => ({
    ...row,
    components: componentsOf.get(row.id) ?? [],
    versions: versionsOf.get(row.id) ?? [],
    milestones: milestonesOf.get(row.id) ?? [],
    controls: new Map((controlsOf.get(row.id) ?? []).map((control) => [control.group_id, control])),
  }))
  return { products, components, versions, milestones }
}

async function loadComponents(tx: Reader, where: Where<'components'> | undefined): Promise<Component[]> {
  const rows = (await tx.select({ from: 'components', where })).toSorted(bySortKey)
  const ofThese = where && ({ col: 'component_id', in: rows.map(({ id }) => id) } as const)
  const defaultCc = groupBy(await tx.select({ from: 'component_cc', where: ofThese }), (cc) => cc.component_id)
  return rows.map((component) => ({
    ...component,
    default_cc_ids: (defaultCc.get(component.id) ?? []).map((cc) => cc.user_id),
  }))
}

async function loadFlagTypes(tx: Reader): Promise<FlagType[]> {
  const rows = (await tx.select({ from: 'flag_types' })).toSorted(bySortKey)
  const scopes = groupBy(await tx.select({ from: 'flag_type_scopes' }), (scope) => scope.flag_type_id)
  return rows.map((row) => ({ ...row, scopes: scopes.get(row.id) ?? [] }))
}

async function loadWorkflow(tx: Reader): Promise<Map<number, Map<number, boolean>>> {
  const transitions = new Map<number, Map<number, boolean>>()
  for (const { from_status_id, to_status_id, require_comment } of await tx.select({ from: 'status_workflow' })) {
    const targets = transitions.get(from_status_id) ?? new Map<number, boolean>()
    transitions.set(from_status_id, targets.set(to_status_id, require_comment))
  }
  return transitions
}

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds things by id and name. */
export function directory<T extends { id: number; name: string }>(rows: readonly T[]): Directory<T> {
  const ids = byId(rows)
  const names = new Map(rows.map((row) => [fold(row.name), row]))
  const places = new Map(rows.map((row, place) => [row.id, place]))
  return {
    size: rows.length,
    get: (id) => ids.get(id),
    named: (name) => names.get(fold(name.trim())),
    among: (wanted) =>
      Array.from(wanted, (id) => places.get(id) ?? -1)
        .sort((a, b) => a - b)
        .flatMap((place) => rows[place] ?? []),
    [Symbol.iterator]: () => rows[Symbol.iterator](),
  }
}

// Created at the first use: that takes 6 ms of CPU.
let alphabetical: Intl.Collator | undefined
let numberAware: Intl.Collator | undefined

/** Alphabetical. */
export function byName(a: { name: string }, b: { name: string }): number {
  alphabetical ??= new Intl.Collator('en')
  return alphabetical.compare(a.name, b.name)
}
export function bySortKey(a: { sort_key: number; name: string }, b: { sort_key: number; name: string }): number {
  return a.sort_key - b.sort_key || byName(a, b)
}
/** Sorts 1.9 before 1.10. */
export function bySortKeyNumeric(a: { sort_key: number; name: string }, b: { sort_key: number; name: string }): number {
  numberAware ??= new Intl.Collator('en', { numeric: true })
  return a.sort_key - b.sort_key || numberAware.compare(a.name, b.name)
}
/** Groups that carry rights first, then those of bugs, each by name. */
function byGroupOrder(a: Group, b: Group): number {
  return Number(a.is_bug_group) - Number(b.is_bug_group) || byName(a, b)
}
