// Parts shared by the responses of several operations.
import * as z from 'zod'

/** Output of operations that create one object. */
export const createdObject = z.object({ id: z.int().meta({ description: 'ID of the created object.' }) })

/** One of the things that an operation removed, or did something else with. */
export const namedObject = z.object({ id: z.int().meta({ description: 'ID of the object.' }) })

export const fault = z
  .object({
    id: z.union([z.int(), z.string()]).meta({ description: 'The requested value.' }),
    faultString: z.string().meta({ description: 'Error message. May change.' }),
    faultCode: z.int().meta({ description: 'Error number. Stable.' }),
  })
  .meta({ id: 'Fault', description: 'A failed lookup.' })
