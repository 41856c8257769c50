// Inputs that describe components.
import { fits, line } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { description, maxNameLength } from '../products/inputs.js'

/** Raises component_blank_name (1210), component_name_too_long (105). */
export const componentName = line
  .refine((name) => name !== '', problem('component_blank_name'))
  .refine((name) => fits(name, maxNameLength), problem('component_name_too_long', { limit: maxNameLength }))
  .meta({ maxLength: maxNameLength })

/** Simple HTML, kept as it is. Raises component_blank_description (1211), text_too_long (104). */
export const componentDescription = description.refine((text) => text !== '', problem('component_blank_description'))

/** A login name. Raises component_need_initialowner (1213). */
export const defaultAssignee = line.refine((login) => login !== '', problem('component_need_initialowner'))
