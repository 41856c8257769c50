// What answers say of products.
import { must } from '../../kernel/must.js'
import { z } from 'zod'
import type { Component, Product } from '../../setup/catalogue.js'
import { shownLogin, type Call, type User } from '../../call/context.js'
import type { FieldFilter } from '../../kernel/field-filter.js'
import { applies, flagType, viewFlagType } from '../flags/flag-type.js'
import type { Reader } from '../../schema/index.js'
import { loadUsers } from '../users/find.js'

export const componentView = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  default_assigned_to: z.string(),
  /** Empty when there is none. */
  default_qa_contact: z.string(),
  sort_key: z.int(),
  is_active: z.boolean(),
  flag_types: z.object({ bug: z.array(flagType), attachment: z.array(flagType) }),
})

export const releaseView = z.object({ id: z.int(), name: z.string(), sort_key: z.int(), is_active: z.boolean() })

export const productView = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  default_milestone: z.string(),
  has_unconfirmed: z.boolean(),
  classification: z.string(),
  components: z.array(componentView),
  versions: z.array(releaseView),
  milestones: z.array(releaseView),
})

export type ProductView = z.infer<typeof productView>
export type ComponentView = z.infer<typeof componentView>

/** What the filter wants of the products. At most one select: the people that components name. */
export async function viewProducts(
  tx: Reader,
  call: Call,
  products: readonly Product[],
  filter: FieldFilter,
): Promise<Partial<ProductView>[]> {
  const ofComponents = filter.within('components')
  const components = filter.wants('components') ? products.flatMap((product) => product.components) : []
  const people = await peopleOf(tx, components, ofComponents)
  return products.map((product) => viewProduct(call, product, filter, people))
}

/** The people whom the components name, as far as the filter wants them. */
export async function peopleOf(
  tx: Reader,
  components: readonly Component[],
  filter: FieldFilter,
): Promise<Map<number, User>> {
  if (!filter.wants('default_assigned_to') && !filter.wants('default_qa_contact')) return new Map()
  return loadUsers(
    tx,
    components.flatMap((one) => [one.default_assigned_to_id, one.default_qa_contact_id ?? one.default_assigned_to_id]),
  )
}

function viewProduct(
  call: Call,
  product: Product,
  filter: FieldFilter,
  people: ReadonlyMap<number, User>,
): Partial<ProductView> {
  const { components, milestones, versions } = product
  const [ofVersions, ofMilestones] = [filter.within('versions'), filter.within('milestones')]
  const ofComponents = filter.within('components')
  const view = (one: Component) => viewComponent(call, one, ofComponents, people) as ComponentView
  return filter.pick({
    id: product.id,
    name: product.name,
    description: product.description,
    is_active: product.is_active,
    default_milestone: milestones.find((one) => one.id === product.default_milestone_id)?.name ?? '',
    has_unconfirmed: product.has_unconfirmed,
    classification: must(
      call.catalogue.classifications.get(product.classification_id),
      'classification',
      product.classification_id,
    ).name,
    components: filter.wants('components') ? components.map(view) : [],
    versions: versions.map((one) => ofVersions.pick(viewRelease(one)) as ProductView['versions'][number]),
    milestones: milestones.map((one) => ofMilestones.pick(viewRelease(one)) as ProductView['milestones'][number]),
  })
}

/** What the filter wants of a component. */
export function viewComponent(
  call: Call,
  component: Component,
  filter: FieldFilter,
  people: ReadonlyMap<number, User>,
): Partial<ComponentView> {
  const login = (id: number | null) => {
    const user = people.get(id ?? 0)
    return user ? shownLogin(call, user.login) : ''
  }
  return filter.pick({
    id: component.id,
    name: component.name,
    description: component.description,
    default_assigned_to: login(component.default_assigned_to_id),
    default_qa_contact: login(component.default_qa_contact_id),
    sort_key: component.sort_key,
    is_active: component.is_active,
    flag_types: filter.wants('flag_types') ? viewFlagTypes(call, component, filter.within('flag_types')) : noFlagTypes,
  })
}

/** A version or a milestone. */
export function viewRelease({ id, name, sort_key, is_active }: ProductView['versions'][number]) {
  return { id, name, sort_key, is_active }
}

type FlagTypes = ComponentView['flag_types']

const noFlagTypes: FlagTypes = { bug: [], attachment: [] }

function viewFlagTypes(call: Call, component: Component, filter: FieldFilter): FlagTypes {
  const applicable = [...call.catalogue.flagTypes.values()].filter((type) => applies(type, component))
  const ofTarget = (target: keyof FlagTypes) => {
    const shape = filter.within(target)
    const types = applicable.filter((type) => type.target_type === target)
    return types.map((type) => shape.pick(viewFlagType(type)) as FlagTypes['bug'][number])
  }
  return filter.pick({ bug: ofTarget('bug'), attachment: ofTarget('attachment') }) as FlagTypes
}
