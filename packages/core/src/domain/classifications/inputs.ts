// Inputs that describe classifications.
import { fits, line } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { maxNameLength } from '../products/inputs.js'

/** Raises name_blank, name_too_long. */
export const classificationName = line
  .refine((name) => name !== '', problem('name_blank', { kind: 'classification' }))
  .refine(
    (name) => fits(name, maxNameLength),
    problem('name_too_long', { kind: 'classification', limit: maxNameLength }),
  )
  .meta({ maxLength: maxNameLength })

/** The classification that every installation has, and products without another are in. */
export const unclassifiedId = 1
