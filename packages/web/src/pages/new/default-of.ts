// The default of a field of a new bug, in words.
import type { Texts } from '../../texts/index.js'
import type { FormState } from './form.js'
import { textOf } from './load.js'

/** The parameters that name defaults. */
const parameters: Readonly<Record<string, string>> = {
  severity: 'defaultseverity',
  priority: 'defaultpriority',
  platform: 'defaultplatform',
  op_sys: 'defaultopsys',
}

/** Undefined if the bug gets no value. */
export function defaultOf(texts: Texts, { data, product, draft }: FormState, name: string): string | undefined {
  const parameter = parameters[name]
  if (parameter !== undefined) return data.metadata.parameters[parameter] || texts.new.usual
  if (name === 'target_milestone') return product?.default_milestone
  if (name !== 'assigned_to') return undefined
  const component = product?.components.find((one) => one.name === textOf(draft, 'component'))
  return component ? texts.new.defaultOf(component.default_assigned_to) : texts.new.usual
}
