import { operations } from '@trackerkit/core/operations'
import { among, type Route } from '../router/route.js'

const { mail } = operations

export const mailRoutes: readonly Route[] = [
  { method: 'GET', path: '/mail', operation: mail.list, fill: {} },
  { method: 'GET', path: '/mail/{id}', operation: mail.list, fill: { id: among('ids') } },
  { method: 'POST', path: '/mail/resend', operation: mail.resend, fill: {} },
  { method: 'POST', path: '/mail/{id}/resend', operation: mail.resend, fill: { id: among('ids') } },
  { method: 'POST', path: '/mail/drop', operation: mail.drop, fill: {} },
  { method: 'POST', path: '/mail/{id}/drop', operation: mail.drop, fill: { id: among('ids') } },
]
