// Keywords in responses.
import { z } from 'zod'

export const keywordView = z
  .object({
    id: z.int().meta({ ref: 'keyword', description: 'The number of the keyword.' }),
    name: z.string().meta({ ref: 'keyword', description: 'The name of the keyword.' }),
    description: z.string().meta({ description: 'Description in simple HTML.' }),
    is_active: z.boolean().meta({ description: 'It can be chosen for bugs.' }),
  })
  .meta({ id: 'Keyword', description: 'A label for bugs that administrators define.' })
