import * as z from 'zod'

// Contract: User detail object.
export const userDetail = z
  .object({
    id: z.int().meta({ description: 'ID of the user.' }),
    real_name: z.string().meta({ description: 'Real name; can be empty.' }),
    name: z.string().meta({ ref: 'user', description: 'Login. Anonymous callers can get it without the host.' }),
    email: z.string().meta({ ref: 'user', description: 'Same as `name`.' }),
  })
  .meta({ id: 'UserDetail', description: 'A user in a bug.' })

export type UserDetail = z.output<typeof userDetail>
