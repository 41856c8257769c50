// What a client would rather have (RFC 7240).
import { headerOf, type RestRequest } from '../request.js'

/** Whether parameters that mean nothing shall be an error, where they would otherwise be left out of account. */
export function wantsStrict(request: Pick<RestRequest, 'headers'>): boolean {
  const wishes = (headerOf(request, 'prefer') ?? '').split(',').map((wish) => wish.split(';')[0] ?? '')
  return wishes.some((wish) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(wish))
}

/** Tells that the wish was heard. */
export const strictApplied = { 'Preference-Applied': 'handling=strict' } as const
