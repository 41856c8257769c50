// Recovery codes are shown only once, in this response.
import * as z from 'zod'

export const recoveryCodesView = z.object({
  recovery_codes: z.array(z.string()).meta({
    description: 'Ten single-use codes that replace a one-time password. Spaces, hyphens and case are ignored.',
  }),
})
