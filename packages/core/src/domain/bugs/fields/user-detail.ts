import { z } from 'zod'

/** A person in a bug. Contract: User detail object. */
export const userDetail = z.object({
  id: z.int(),
  /** May be empty. */
  real_name: z.string(),
  /** The login name; for the logged out it may lack the host. */
  name: z.string(),
  /** The same as `name`. */
  email: z.string(),
})

export type UserDetail = z.output<typeof userDetail>
