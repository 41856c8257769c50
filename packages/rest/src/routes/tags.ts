import { operations } from '@trackerkit/core/operations'
import { among, type Route } from '../router/route.js'

const { tags } = operations

export const tagRoutes: readonly Route[] = [
  { method: 'PUT', path: '/bug/{id_or_alias}/tags', operation: tags.update, fill: { id_or_alias: among('ids') } },
]
