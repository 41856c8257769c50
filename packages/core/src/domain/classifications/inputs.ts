// Inputs that describe classifications.
import { requiredName } from '../../call/define/inputs.js'
import { maxNameLength } from '../products/inputs.js'

/** Raises name_blank, name_too_long. */
export const classificationName = requiredName('classification', maxNameLength)

/** The classification that every installation has, and products without another are in. */
export const unclassifiedId = 1
