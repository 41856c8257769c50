// Responses to a login at a provider.
import * as z from 'zod'

export const loginOutcome = z
  .object({
    outcome: z.enum(['done', 'second_factor', 'password']).meta({
      description: '`done`, or the proof that is missing, for `logins.complete` with the same flow.',
    }),
    return_to: z.string().meta({ description: 'As `logins.begin` received it.' }),
    id: z.int().optional().meta({ description: 'ID of the user, if the login is done.' }),
    token: z.string().optional().meta({ description: 'Token of the new session, if the login is done.' }),
    session_hours: z.number().optional().meta({ description: 'Maximum duration of the session in hours.' }),
    login: z.string().optional().meta({ description: 'Login of the account whose password is required.' }),
  })
  .meta({ id: 'LoginOutcome', description: 'State of a login at a provider.' })

export type LoginOutcome = Omit<z.output<typeof loginOutcome>, 'return_to'>
