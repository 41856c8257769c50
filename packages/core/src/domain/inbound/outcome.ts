// Inputs and answers that the decisions about incoming items share.
import * as z from 'zod'
import { id, list } from '../../call/define/inputs.js'

const mostAtOnce = 100

export const itemIds = list(id, mostAtOnce).min(1).meta({ description: 'IDs of 1 to 100 items, from inbound.list.' })

export const decided = z
  .object({
    items: z
      .array(
        z.object({
          id: z.int().meta({ description: 'ID of the item.' }),
          outcome: z.string().meta({ description: 'Its outcome now.' }),
          reason: z.string().meta({ description: 'Why it could not be done; otherwise empty.' }),
          bugs: z.array(z.int()).meta({ ref: 'bug', description: 'The new bug, or changed bugs.' }),
        }),
      )
      .meta({ description: 'The items.' }),
  })
  .meta({ id: 'DecidedItems', description: 'Items after decisions.' })
