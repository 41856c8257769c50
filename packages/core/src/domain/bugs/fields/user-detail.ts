import { z } from 'zod'

// Contract: User detail object.
export const userDetail = z
  .object({
    id: z.int().meta({ description: 'The number of the user.' }),
    real_name: z.string().meta({ description: 'The real name; may be empty.' }),
    name: z.string().meta({ ref: 'user', description: 'The login name; for the logged out it may lack the host.' }),
    email: z.string().meta({ ref: 'user', description: 'The same as `name`.' }),
  })
  .meta({ id: 'UserDetail', description: 'A person in a bug.' })

export type UserDetail = z.output<typeof userDetail>
