// Parts shared by the responses of several operations.
import { z } from 'zod'

/** Output of operations that create one object. */
export const createdObject = z.object({ id: z.int().meta({ description: 'The number of what was created.' }) })

/** One of the things that an operation removed, or did something else with. */
export const namedObject = z.object({ id: z.int().meta({ description: 'Its number.' }) })

export const fault = z
  .object({
    id: z.union([z.int(), z.string()]).meta({ description: 'As it was asked for.' }),
    faultString: z.string().meta({ description: 'Error message. May change.' }),
    faultCode: z.int().meta({ description: 'The number of the error. Stable.' }),
  })
  .meta({ id: 'Fault', description: 'Something that was asked for in vain.' })
