import { operations } from '@trackerkit/core/operations'
import { only, type Route } from '../router/route.js'

const { preferences } = operations

const oneClick = { name: 'List-Unsubscribe', value: 'One-Click' }
const link = { path: '/unsubscribe/{token}', fill: { token: only('token') } }

interface Unsubscription {
  readonly kind: string
  readonly id: number
}

export const preferenceRoutes: readonly Route[] = [
  { method: 'GET', path: '/preferences', operation: preferences.get, fill: {} },
  { method: 'PUT', path: '/preferences', operation: preferences.update, fill: {} },
  { method: 'POST', path: '/preferences/end_replies', operation: preferences.endReplies, fill: {} },
  {
    method: 'GET',
    ...link,
    operation: preferences.subscription,
    page: (value) => ({
      heading: 'Unsubscribe',
      text: `Stop receiving email about ${nameOf(value)}?`,
      button: { text: 'Unsubscribe', ...oneClick },
    }),
  },
  {
    method: 'POST',
    ...link,
    operation: preferences.unsubscribe,
    form: oneClick,
    page: (value) => ({
      heading: 'Unsubscribed',
      text: `You will not receive email about ${nameOf(value)} any more.`,
    }),
  },
]

/** Reveals nothing beyond the link itself. */
function nameOf(value: unknown): string {
  const { kind, id } = value as Unsubscription
  return kind === 'bug' ? `bug ${id}` : `this ${kind}`
}
