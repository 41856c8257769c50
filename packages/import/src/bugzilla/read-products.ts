// Products with their parts, their classifications and the types of flags.
import type { TrackerRecord } from '@trackerkit/core/moving'
import { fold } from '@trackerkit/core/store'
import {
  classificationsAnswer,
  idsAnswer,
  productNamesAnswer,
  productsAnswer,
  type FlagTypeAnswer,
  type ProductAnswer,
} from './answers.js'
import type { Asker } from './ask.js'
import { AskError } from '../http/ask-error.js'
import { inHalves } from './in-halves.js'
import type { Known, ProductRecord } from './known.js'
import type { AddNote } from '../passes/notes.js'
import { readAs } from './read-as.js'
import { sortKeyOf } from './read-fields.js'
import type { RecordOf } from '../passes/record-of.js'

/** How many are asked for at once: a product may have hundreds of components. */
const page = 20

/** Dependencies of reading products. */
export interface ProductSource {
  readonly asker: Asker
  readonly known: Known
  /** The whole login name of one that may be cut. */
  readonly whole: (login: string) => string
  /** Assignee of components whose owner is unknown. */
  readonly fallbackOwner: string
  /** Only these; empty for all. */
  readonly onlyProducts: readonly string[]
}

/** All products that the account has access to. */
export async function readProducts(source: ProductSource, addNote: AddNote): Promise<TrackerRecord[]> {
  const { asker, known, onlyProducts } = source
  const giveUp = (id: number, error: AskError) => addNote({ kind: 'product', id, problem: error.message })
  const read = async (ids: readonly number[]) =>
    readAs(productsAnswer, await asker.get('product', { ids }), 'product').products
  const products = await inPages(asker, read, giveUp)
  const wanted = new Set(onlyProducts.map(fold))
  const kept = products.filter(({ name }) => wanted.size === 0 || wanted.has(fold(name)))
  const records = kept.map((product) => productRecord(product, source))
  for (const record of records) known.addProduct(record)
  return [...(await readClassifications(asker, kept)), ...records, ...flagTypes(kept, source, addNote)]
}

/** Names of all products that the account has access to. */
export async function readProductNames(asker: Asker): Promise<string[]> {
  const read = async (ids: readonly number[]) =>
    readAs(productNamesAnswer, await asker.get('product', { ids, include_fields: 'id,name' }), 'product').products
  const products = await inPages(asker, read, () => undefined)
  return products.map(({ name }) => name)
}

async function inPages<T>(
  asker: Asker,
  read: (ids: readonly number[]) => Promise<readonly T[]>,
  giveUp: (id: number, error: AskError) => void,
): Promise<T[]> {
  const { ids } = readAs(idsAnswer, await asker.get('product_accessible'), 'product_accessible')
  const products: T[] = []
  for (let from = 0; from < ids.length; from += page)
    products.push(...(await inHalves(ids.slice(from, from + page), read, giveUp)))
  return products
}

function productRecord(product: ProductAnswer, { whole, fallbackOwner }: ProductSource): ProductRecord {
  const part = ({ name, is_active, ...keys }: ProductAnswer['versions'][number]) => ({
    name,
    is_active,
    sort_key: sortKeyOf(keys),
  })
  return {
    kind: 'product',
    name: product.name,
    description: product.description,
    is_active: product.is_active,
    has_unconfirmed: product.has_unconfirmed,
    classification: product.classification || 'Unclassified',
    default_milestone: product.default_milestone || '---',
    components: product.components.map((component) => ({
      ...part(component),
      description: component.description,
      default_assigned_to: whole(component.default_assigned_to) || fallbackOwner,
      default_qa_contact: whole(component.default_qa_contact) || null,
      ...templateOf(component),
    })),
    versions: product.versions.map(part),
    milestones: product.milestones.map(({ start_date, due_date, ...milestone }) => ({
      ...part(milestone),
      ...(start_date !== undefined && { start_date }),
      ...(due_date !== undefined && { due_date }),
    })),
    ...templateOf(product),
  }
}

function templateOf({
  bug_description_template: template,
}: {
  readonly bug_description_template?: string | null | undefined
}) {
  return typeof template === 'string' ? { bug_description_template: template } : {}
}

async function readClassifications(asker: Asker, products: readonly ProductAnswer[]): Promise<TrackerRecord[]> {
  const names = new Set(products.map(({ classification }) => classification).filter((name) => name !== ''))
  const records: TrackerRecord[] = []
  for (const name of names) {
    const path = `classification/${encodeURIComponent(name)}`
    try {
      const { classifications } = readAs(classificationsAnswer, await asker.get(path), path)
      for (const { description, ...keys } of classifications)
        records.push({ kind: 'classification', name, description, sort_key: sortKeyOf(keys) })
    } catch (error) {
      if (!(error instanceof AskError) || error.kind === 'unreachable') throw error
      // Only some may read them: then the name is all there is.
      if (name !== 'Unclassified') records.push({ kind: 'classification', name })
    }
  }
  return records
}

type FlagTypeRecord = RecordOf<'flag_type'>
type Target = FlagTypeRecord['target_type']

/** Flag types, which are reported with each component they apply to. Those with the same name become one. */
function flagTypes(products: readonly ProductAnswer[], { known }: ProductSource, addNote: AddNote): FlagTypeRecord[] {
  const types = new Map<string, FlagTypeRecord & { scopes: { product: string; component?: string }[] }>()
  for (const target of ['bug', 'attachment'] as const)
    for (const product of products) {
      const places = new Map<string, string[]>()
      for (const component of product.components)
        for (const type of component.flag_types?.[target] ?? []) {
          const key = `${target} ${fold(type.name)}`
          if (!types.has(key)) types.set(key, { ...flagTypeRecord(type, target, known, addNote), scopes: [] })
          places.set(key, [...(places.get(key) ?? []), component.name])
        }
      for (const [key, components] of places) {
        const isWhole = new Set(components).size === product.components.length
        const scopes = isWhole
          ? [{ product: product.name }]
          : components.map((component) => ({ product: product.name, component }))
        types.get(key)?.scopes.push(...scopes)
      }
    }
  for (const { name, target_type } of types.values()) known.addFlagType(target_type, name)
  return [...types.values()]
}

function flagTypeRecord(type: FlagTypeAnswer, target_type: Target, known: Known, addNote: AddNote): FlagTypeRecord {
  const { name, description, cc_list, is_active, is_requestable, is_requesteeble, is_multiplicable } = type
  const groupOf = (id: number | null | undefined, what: string) => {
    if (id === null || id === undefined) return null
    const group = known.groupName(id)
    if (group === undefined)
      addNote({
        kind: 'flag_type',
        id: name,
        problem: `only group ${id}, which the account cannot see, can ${what} it: all users can here`,
      })
    return group ?? null
  }
  return {
    ...{ kind: 'flag_type', name, description, target_type, cc_list, is_active, is_requestable, is_requesteeble },
    is_multiplicable,
    sort_key: sortKeyOf(type),
    grant_group: groupOf(type.grant_group, 'grant'),
    request_group: groupOf(type.request_group, 'request'),
  }
}
