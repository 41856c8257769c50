// Parts of a product: components, versions and milestones, found by ID or by product and name.
import type * as z from 'zod'
import { isAccessible, requireProduct } from '../../access/products.js'
import type { Component, Milestone, Product, Version } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { id, list, word } from '../../call/define/inputs.js'
import { fold } from '../../store/index.js'
import { requireAdministrable } from './find.js'

/** References to parts: `ids`, and `names` within `product`. */
export function partRefsOf(kind: string) {
  return {
    ids: list(id)
      .optional()
      .meta({ description: `IDs of the ${kind}.` }),
    product: word.optional().meta({ description: 'Name of the product of the `names`.' }),
    names: list(word)
      .optional()
      .meta({ description: `Names of the ${kind}, within \`product\`.` }),
  }
}

type Refs = z.output<z.ZodObject<ReturnType<typeof partRefsOf>>>
type Part = Component | Version | Milestone

export interface Parts<T extends Part> {
  readonly kind: 'component' | 'version' | 'milestone'
  readonly of: (product: Product) => readonly T[]
}

export const components: Parts<Component> = { kind: 'component', of: (product) => product.components }
export const versions: Parts<Version> = { kind: 'version', of: (product) => product.versions }
export const milestones: Parts<Milestone> = { kind: 'milestone', of: (product) => product.milestones }

/** A part with the product it belongs to. */
export interface Found<T extends Part> {
  readonly product: Product
  readonly part: T
}

/** The parts that the caller can see of those named: all of a product without names, all of all products without anything. */
export function findParts<T extends Part>(call: Call, parts: Parts<T>, { ids, product, names }: Refs): Found<T>[] {
  const wantedIds = new Set(ids)
  const wantedNames = names && new Set(names.map((name) => fold(name.trim())))
  const wantedProduct = product === undefined ? undefined : fold(product.trim())
  const isNamed = (owner: Product, part: T) => {
    if (wantedProduct === undefined) return names === undefined && ids === undefined
    return owner.name_folded === wantedProduct && (wantedNames?.has(part.name_folded) ?? true)
  }
  return [...call.catalogue.products]
    .filter((owner) => isAccessible(call, owner))
    .flatMap((owner) => parts.of(owner).map((part) => ({ product: owner, part })))
    .filter((one) => wantedIds.has(one.part.id) || isNamed(one.product, one.part))
}

/**
 * The parts named, each once, which the caller may change.
 * @throws params_required when none is named, object_does_not_exist, product_admin_denied
 */
export function requireParts<T extends Part>(call: Call, parts: Parts<T>, refs: Refs): Found<T>[] {
  const { ids = [], product, names = [] } = refs
  if (names.length > 0 && product === undefined) throw new TrackerError('param_required', { field: 'product' })
  const byId = ids.map((ref) => requirePartById(call, parts, ref))
  const owner = product === undefined ? undefined : requireProduct(call, product, 'product')
  const byName = owner ? names.map((name) => ({ product: owner, part: requirePartNamed(parts, owner, name) })) : []
  const found = new Map([...byId, ...byName].map((one) => [one.part.id, one]))
  if (found.size === 0) throw new TrackerError('params_required', { fields: ['ids', 'names'] })
  for (const one of found.values()) requireAdministrable(call, one.product, 'product')
  return [...found.values()]
}

/**
 * One part only can be renamed, to a name that no other of its product has.
 * @throws param_invalid, component_already_exists, name_in_use
 */
export function requireFreePartName<T extends Part>(
  parts: Parts<T>,
  found: readonly Found<T>[],
  name: string | undefined,
): void {
  const [first] = found
  if (name === undefined || !first) return
  const about = { field: 'name', value: name }
  if (found.length > 1)
    throw new TrackerError('param_invalid', { ...about, problem: `only one ${parts.kind} at a time can be renamed` })
  requireFreeName(parts, first.product, name, first.part)
}

/** No other part of the product has the name. @throws component_already_exists, name_in_use */
export function requireFreeName<T extends Part>(
  { kind, of }: Parts<T>,
  product: Product,
  name: string,
  self?: T,
): void {
  const holder = of(product).find((one) => one.name_folded === fold(name))
  if (!holder || holder === self) return
  const about = { field: 'name', value: name }
  if (kind === 'component') throw new TrackerError('component_already_exists', about)
  throw new TrackerError('name_in_use', { ...about, kind })
}

function requirePartById<T extends Part>(call: Call, parts: Parts<T>, ref: number): Found<T> {
  const [found] = findParts(call, parts, { ids: [ref] })
  if (found) return found
  throw new TrackerError('object_does_not_exist', { kind: parts.kind, field: 'ids', value: ref })
}

function requirePartNamed<T extends Part>({ kind, of }: Parts<T>, product: Product, name: string): T {
  const found = of(product).find((one) => one.name_folded === fold(name.trim()))
  if (found) return found
  const accepted = of(product).map((one) => one.name)
  throw new TrackerError('object_does_not_exist', {
    kind,
    in: `the product ${product.name}`,
    field: 'names',
    value: name,
    accepted,
  })
}
