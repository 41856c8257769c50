// Inputs and responses of keywords.
import { requiredName } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { description } from '../products/inputs.js'
import * as z from 'zod'

const maxNameLength = 64

/** Without spaces and commas, which separate keywords. Raises name_blank, name_too_long, param_invalid (53). */
export const keywordName = requiredName('keyword', maxNameLength).refine(
  (name) => !/[\s,]/.test(name),
  problem('param_invalid', { problem: 'it must not contain spaces or commas' }),
)

/** Raises object_not_specified (50), text_too_long (104). */
export const keywordDescription = description.refine((text) => text !== '', problem('object_not_specified'))

export const keywordView = z
  .object({
    id: z.int().meta({ ref: 'keyword', description: 'ID of the keyword.' }),
    name: z.string().meta({ ref: 'keyword', description: 'Name of the keyword.' }),
    description: z.string().meta({ description: 'Description in simple HTML.' }),
    is_active: z.boolean().meta({ description: 'Can be selected for bugs.' }),
  })
  .meta({ id: 'Keyword', description: 'A label for bugs that administrators define.' })
