// The answers to a login at a provider.
import { z } from 'zod'

export const loginOutcome = z
  .object({
    outcome: z.enum(['done', 'second_factor', 'password']).meta({
      description: '`done`, or the proof that is missing, for `logins.complete` with the same flow.',
    }),
    return_to: z.string().meta({ description: 'As `logins.begin` received it.' }),
    id: z.int().optional().meta({ description: 'The ID of the user, when it is done.' }),
    token: z.string().optional().meta({ description: 'The token of the new session, for a login that is done.' }),
    session_hours: z.number().optional().meta({ description: 'How long the session lasts at most.' }),
    login: z.string().optional().meta({ description: 'Login of the account whose password is required.' }),
  })
  .meta({ id: 'LoginOutcome', description: 'How far a login at a provider is.' })

export type LoginOutcome = Omit<z.output<typeof loginOutcome>, 'return_to'>
