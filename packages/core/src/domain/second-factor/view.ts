// Recovery codes are shown only once, in this response.
import { z } from 'zod'

export const recoveryCodesView = z.object({
  recovery_codes: z.array(z.string()).meta({
    description:
      'Ten codes, each good once in the place of a one-time password. Blanks, hyphens and case do not matter.',
  }),
})
