// What a client would rather have (RFC 7240).
import type { RestRequest } from '../messages.js'
import { headerOf } from './request-limits.js'

/** Whether parameters that mean nothing shall be an error, where they would otherwise be left out of account. */
export function wantsStrict(request: Pick<RestRequest, 'headers'>): boolean {
  const preferences = (headerOf(request, 'prefer') ?? '').split(',').map((wish) => wish.split(';')[0] ?? '')
  return preferences.some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference))
}

/** Says that the preference was followed. */
export const strictApplied = { 'Preference-Applied': 'handling=strict' } as const
