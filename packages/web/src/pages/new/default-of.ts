// The values of fields of a new bug that is not filled in, and their defaults in words.
import type { Texts } from '../../texts/index.js'
import { isVisible } from '../../fields/visibility.js'
import { listOf, textOf, type FilledForm } from './load.js'

/** The parameters that name defaults. */
const parameters: Readonly<Record<string, string>> = {
  severity: 'defaultseverity',
  priority: 'defaultpriority',
  platform: 'defaultplatform',
  op_sys: 'defaultopsys',
}

/** Undefined if the bug gets no value. */
export function defaultOf(texts: Texts, form: FilledForm, name: string): string | undefined {
  if (parameters[name] !== undefined) return valueByDefault(form, name) || texts.new.usual
  if (name === 'target_milestone') return valueByDefault(form, name)
  if (name !== 'assigned_to') return undefined
  const component = form.product?.components.find((one) => one.name === textOf(form.draft, 'component'))
  return component ? texts.new.defaultOf(component.default_assigned_to) : texts.new.usual
}

/**
 * The values that a field has if the bug is filed now: those entered, or the default, which a field has that is not shown.
 * The status is one of several, depending on what the user may do in the product.
 * @param dependents the fields whose values depend on it
 */
export function valuesOfNew(form: FilledForm, name: string, dependents: readonly string[] = []): readonly string[] {
  const { fields } = form.data.metadata
  const field = fields.find(({ name_in_bugs }) => name_in_bugs === name)
  const others = [...dependents, name]
  const isShown =
    !field || dependents.includes(name) || isVisible(fields, field, (other) => valuesOfNew(form, other, others))
  const values = isShown ? { ...form.unshown, ...form.draft } : {}
  const given = field?.control === 'select' ? [textOf(values, name)] : listOf(values, name)
  if (given.some((value) => value !== '')) return given
  if (name === 'status') return field?.values[0]?.can_change_to?.map((status) => status.name) ?? []
  // A custom field for one of several values starts with this one.
  return [valueByDefault(form, name) ?? (field?.is_custom && field.control === 'select' ? '---' : '')]
}

function valueByDefault({ data, product }: FilledForm, name: string): string | undefined {
  const parameter = parameters[name]
  if (parameter !== undefined) return data.metadata.parameters[parameter]
  if (name === 'target_milestone') return product?.default_milestone
  return name === 'classification' ? product?.classification : undefined
}
