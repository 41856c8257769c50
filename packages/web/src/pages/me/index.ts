// Routes of the user's settings.
import type { PageEntry } from '../../page/page.js'

/** Where people set up two-factor authentication. */
export const secondFactorPath = '/me/two-factor'

const load = () => import('./page.js')

export const mePages: readonly PageEntry[] = [
  { name: 'me', pattern: '/me', open: async () => (await load()).me },
  { name: 'me', pattern: '/me/notifications', open: async () => (await load()).notifications },
  { name: 'me', pattern: '/me/searches', open: async () => (await load()).searches },
  { name: 'me', pattern: '/me/api-keys', open: async () => (await load()).apiKeys },
  { name: 'me', pattern: '/me/sessions', isForOwnLogin: true, open: async () => (await load()).sessions },
  { name: 'me', pattern: '/me/logins', isForOwnLogin: true, open: async () => (await load()).logins },
  { name: 'me', pattern: secondFactorPath, isForOwnLogin: true, open: async () => (await load()).twoFactor },
]
