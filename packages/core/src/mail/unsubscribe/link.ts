// The input and the response of unsubscribe links.
import * as z from 'zod'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { readUnsubscribeToken, type Unsubscription } from './token.js'

export const unsubscribeInput = z.strictObject({
  token: z.string().max(100).meta({ description: 'The last part of the address in the header `List-Unsubscribe`.' }),
})

export const unsubscribeOutput = z.object({
  kind: z
    .enum(['bug', 'product', 'component', 'schedule'])
    .meta({ description: 'The kind of object that the email is about.' }),
  id: z.number().meta({ description: 'ID of the object, which can be deleted by now.' }),
})

/** @throws object_does_not_exist */
export function requireUnsubscription({ catalogue, now }: Call, token: string): Unsubscription {
  const claims = readUnsubscribeToken(catalogue, token, now)
  if (!claims)
    throw new TrackerError('object_does_not_exist', { kind: 'unsubscribe link', field: 'token', value: token })
  return claims
}
