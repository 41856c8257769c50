// Products in responses.
import { must } from '../../kernel/must.js'
import * as z from 'zod'
import type { Component, Product } from '../../setup/catalogue.js'
import type { AnswerSize } from '../../call/answer-size.js'
import { shownLogin, type Call, type User } from '../../call/context.js'
import type { FieldFilter } from '../../kernel/field-filter.js'
import { applies, flagType, viewFlagType } from '../flags/flag-type.js'
import type { Reader } from '../../schema/index.js'
import { loadUsers } from '../users/find.js'

const flagTypesOfComponent = z
  .object({
    bug: z.array(flagType).meta({ description: 'Flag types of bugs.' }),
    attachment: z.array(flagType).meta({ description: 'Flag types of attachments.' }),
  })
  .meta({ id: 'FlagTypesOfComponent', description: 'The flag types that apply to a component.' })

const template = z.string().meta({ description: 'Text with which descriptions of new bugs begin; empty for none.' })

export const componentView = z
  .object({
    id: z.int().meta({ description: 'ID of the component.' }),
    name: z.string().meta({ ref: 'component', description: 'Name of the component.' }),
    description: z.string().meta({ description: 'Description in simple HTML.' }),
    default_assigned_to: z.string().meta({ ref: 'user', description: 'Login of the assignee of new bugs.' }),
    default_qa_contact: z
      .string()
      .meta({ ref: 'user', description: 'Login of the QA contact of new bugs; empty for none.' }),
    sort_key: z.int().meta({ description: 'Sort position. Components are listed by it, then by name.' }),
    is_active: z.boolean().meta({ description: 'Open for new bugs.' }),
    bug_description_template: template,
    flag_types: flagTypesOfComponent.meta({ description: 'Flag types that apply to the component.' }),
  })
  .meta({ id: 'ComponentOfProduct', description: 'A component, in its product.' })

export const releaseView = z
  .object({
    id: z.int().meta({ description: 'ID of the object.' }),
    name: z.string().meta({ ref: 'self', description: 'Name.' }),
    sort_key: z.int().meta({ description: 'Sort position. Lists are sorted by it, then by name.' }),
    is_active: z.boolean().meta({ description: 'Can be selected for bugs.' }),
  })
  .meta({ id: 'ReleaseOfProduct', description: 'A version or a milestone, in its product.' })

/** The dates of milestones. */
export const milestoneDates = {
  start_date: z.string().nullable().meta({ description: 'First day, YYYY-MM-DD; null for none.' }),
  due_date: z.string().nullable().meta({ description: 'Last day, YYYY-MM-DD; null for none.' }),
}

const milestoneOfProduct = releaseView.extend(milestoneDates)

export const productView = z
  .object({
    id: z.int().meta({ ref: 'product', description: 'ID of the product.' }),
    name: z.string().meta({ ref: 'product', description: 'Name of the product.' }),
    description: z.string().meta({ description: 'Description in simple HTML.' }),
    is_active: z.boolean().meta({ description: 'Open for new bugs.' }),
    default_milestone: z.string().meta({ description: 'Name of the milestone of new bugs.' }),
    has_unconfirmed: z.boolean().meta({ description: 'New bugs can be UNCONFIRMED.' }),
    classification: z.string().meta({ ref: 'classification', description: 'Name of its classification.' }),
    components: z.array(componentView).meta({ description: 'Components, by sort key, then name.' }),
    versions: z.array(releaseView).meta({ ref: 'version', description: 'Versions, in order.' }),
    milestones: z.array(milestoneOfProduct).meta({ ref: 'milestone', description: 'Milestones, in order.' }),
    bug_description_template: template,
  })
  .meta({ id: 'Product', description: 'A product with its components, versions and milestones.' })

export type ProductView = z.infer<typeof productView>
export type ComponentView = z.infer<typeof componentView>

/**
 * The views of the products, reduced by the filter. At most one select, for the people that components name.
 * @throws answer_too_large, if a size is given
 */
export async function viewProducts(
  tx: Reader,
  call: Call,
  products: readonly Product[],
  filter: FieldFilter,
  size?: AnswerSize,
): Promise<Partial<ProductView>[]> {
  const ofComponents = filter.within('components')
  const components = filter.wants('components') ? products.flatMap((product) => product.components) : []
  const viewComponent = componentViewer(call, ofComponents, await peopleOf(tx, components, ofComponents))
  const countComponent = size && createComponentCounter(size)
  const views: Partial<ProductView>[] = []
  for (const product of products) {
    await call.timeBudget.step()
    const parts: ComponentView[] = []
    for (const one of filter.wants('components') ? product.components : []) {
      // Each may have many flag types.
      await call.timeBudget.step()
      const part = viewComponent(one) as ComponentView
      countComponent?.(part)
      parts.push(part)
    }
    const view = viewProduct(call, product, filter, parts)
    const { components: _, ...own } = view
    size?.add(bytesOf(own), 'include_fields')
    views.push(view)
  }
  return views
}

/**
 * Returns a function that counts the bytes of a component as JSON, before it becomes part of a response.
 * @throws answer_too_large
 */
export function createComponentCounter(size: AnswerSize): (component: Partial<ComponentView>) => void {
  // Components share their flag types.
  const known = new Map<object, number>()
  const sizeOf = (type: object) => {
    const bytes = known.get(type) ?? bytesOf(type)
    known.set(type, bytes)
    return bytes
  }
  return ({ flag_types, ...own }) => {
    let bytes = bytesOf(own)
    // The filter may have left out either.
    for (const types of [flag_types?.bug, flag_types?.attachment]) for (const type of types ?? []) bytes += sizeOf(type)
    size.add(bytes, 'include_fields')
  }
}

/** As JSON, which may need six bytes for one character. */
function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1
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
  components: ComponentView[],
): Partial<ProductView> {
  const { milestones, versions } = product
  const [ofVersions, ofMilestones] = [filter.within('versions'), filter.within('milestones')]
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
    components,
    versions: versions.map((one) => ofVersions.pick(viewRelease(one)) as ProductView['versions'][number]),
    milestones: milestones.map((one) => ofMilestones.pick(viewMilestone(one)) as ProductView['milestones'][number]),
    bug_description_template: product.bug_description_template ?? '',
  })
}

/** Returns what the filter wants of a component. */
export function componentViewer(
  call: Call,
  filter: FieldFilter,
  people: ReadonlyMap<number, User>,
): (component: Component) => Partial<ComponentView> {
  const login = (id: number | null) => {
    const user = people.get(id ?? 0)
    return user ? shownLogin(call, user.login) : ''
  }
  const viewFlagTypes = filter.wants('flag_types')
    ? flagTypesViewer(call, filter.within('flag_types'))
    : () => noFlagTypes
  return (component) =>
    filter.pick({
      id: component.id,
      name: component.name,
      description: component.description,
      default_assigned_to: login(component.default_assigned_to_id),
      default_qa_contact: login(component.default_qa_contact_id),
      sort_key: component.sort_key,
      is_active: component.is_active,
      bug_description_template: component.bug_description_template ?? '',
      flag_types: viewFlagTypes(component),
    })
}

/** A version or a milestone. */
export function viewRelease({ id, name, sort_key, is_active }: ProductView['versions'][number]) {
  return { id, name, sort_key, is_active }
}

export function viewMilestone({ start_date, due_date, ...one }: ProductView['milestones'][number]) {
  return { ...viewRelease(one), start_date, due_date }
}

type FlagTypes = ComponentView['flag_types']

const noFlagTypes: FlagTypes = { bug: [], attachment: [] }

/** Components share their flag types: a thousand copies of each would fill the memory. */
function flagTypesViewer(call: Call, filter: FieldFilter): (component: Component) => FlagTypes {
  const types = [...call.catalogue.flagTypes.values()].map((type) => {
    const target: keyof FlagTypes = type.target_type === 'bug' ? 'bug' : 'attachment'
    return { type, target, view: filter.within(target).pick(viewFlagType(call, type)) as FlagTypes['bug'][number] }
  })
  return (component) => {
    const shown: FlagTypes = { bug: [], attachment: [] }
    for (const { type, target, view } of types) if (applies(type, component)) shown[target].push(view)
    return filter.pick(shown) as FlagTypes
  }
}
