// Resolves names in inputs to entries of the catalogue.
import type { Catalogue, Component, LegalValue, Milestone, Product, Version } from '../../../setup/catalogue.js'
import { TrackerError } from '../../../kernel/errors.js'
import { must } from '../../../kernel/must.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { requireNamed } from './choices.js'
import type { bugFields } from './index.js'
import { internalNameOf } from './names.js'

/** The fields whose values are the same in every product. */
export type SelectField = {
  [F in keyof typeof bugFields]: (typeof bugFields)[F]['kind'] extends 'field value' ? F : never
}[keyof typeof bugFields]

/** The legal values of a field, in order. */
export function legalValues(catalogue: Catalogue, field: SelectField): readonly LegalValue[] {
  return catalogue.fields.named(internalNameOf(field))?.values ?? []
}

/**
 * The field value of this name, including inactive ones.
 * @throws object_not_specified for a blank one, object_does_not_exist
 */
export function requireLegalValue(catalogue: Catalogue, field: SelectField, name: string | null): LegalValue {
  return requireNamed(legalValues(catalogue, field), field, name)
}

/** The empty value of bugs without a resolution. */
export function noResolution(catalogue: Catalogue): LegalValue {
  return legalValues(catalogue, 'resolution').find((value) => value.name === '') as LegalValue
}

/** The product of a bug. */
export function productOf(catalogue: Catalogue, bug: Pick<BugRow, 'product_id'>): Product {
  return catalogue.products.get(bug.product_id) as Product
}

/** The component of a bug. */
export function componentOf({ components }: Catalogue, { component_id }: Pick<BugRow, 'component_id'>): Component {
  return must(components.get(component_id), 'component', component_id)
}

/**
 * The component of the product. One that is no longer in use can be kept, not chosen.
 * @throws require_component for a blank name, object_does_not_exist, value_inactive
 */
export function requireComponent(product: Product, name: string, currentId?: number): Component {
  if (name.trim() === '') throw new TrackerError('require_component', { field: 'component', value: name })
  return requireActive('component', requireNamed(product.components, 'component', name, product), currentId)
}

/** The version of the product. @throws object_not_specified, object_does_not_exist, value_inactive */
export function requireVersion(product: Product, name: string, currentId?: number): Version {
  return requireActive('version', requireNamed(product.versions, 'version', name, product), currentId)
}

/** The milestone of the product. @throws object_not_specified, object_does_not_exist, value_inactive */
export function requireMilestone(product: Product, name: string, currentId?: number): Milestone {
  const field = 'target_milestone'
  return requireActive(field, requireNamed(product.milestones, field, name, product), currentId)
}

/** The milestone of bugs that were given none. */
export function defaultMilestone(product: Product): Milestone {
  return (
    product.milestones.find((one) => one.id === product.default_milestone_id) ?? (product.milestones[0] as Milestone)
  )
}

function requireActive<T extends Component | Version | Milestone>(kind: string, chosen: T, currentId?: number): T {
  if (chosen.is_active || chosen.id === currentId) return chosen
  throw new TrackerError('value_inactive', { kind, field: kind, value: chosen.name })
}
