// Preferences of the client (RFC 7240).
import type { RestRequest } from '../messages.js'
import { headerOf } from './request-limits.js'

/** Unknown parameters, which are otherwise ignored, are then errors. */
export function wantsStrict(request: Pick<RestRequest, 'headers'>): boolean {
  const preferences = (headerOf(request, 'prefer') ?? '').split(',').map((wish) => wish.split(';')[0] ?? '')
  return preferences.some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference))
}

/** Reports that the preference was followed. */
export const strictApplied = { 'Preference-Applied': 'handling=strict' } as const
