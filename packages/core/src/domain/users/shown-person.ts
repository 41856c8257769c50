// A person as lists of people name them.
import * as z from 'zod'
import { shownLogin, type Call, type Person } from '../../call/context.js'

export const shownPerson = z
  .object({
    id: z.int().meta({ description: 'The ID of the account.' }),
    name: z.string().meta({ ref: 'user', description: 'Login.' }),
    real_name: z.string().meta({ description: 'The real name.' }),
  })
  .meta({ id: 'Person', description: 'A person, as lists of people name them.' })

export function showPerson(call: Call, { id, login, real_name }: Person): z.output<typeof shownPerson> {
  return { id, name: shownLogin(call, login), real_name }
}
