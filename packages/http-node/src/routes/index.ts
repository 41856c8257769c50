// Every route of the API.
import type { Route } from '../route.js'
import { bugRoutes } from './bugs.js'
import { commentRoutes } from './comments.js'
import { componentRoutes } from './components.js'
import { fieldRoutes } from './fields.js'
import { milestoneRoutes } from './milestones.js'
import { groupRoutes } from './groups.js'
import { productRoutes } from './products.js'
import { sessionRoutes } from './sessions.js'
import { serverRoutes } from './server.js'
import { userRoutes } from './users.js'
import { versionRoutes } from './versions.js'

export const routes: readonly Route[] = [
  ...serverRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...productRoutes,
  ...componentRoutes,
  ...fieldRoutes,
  ...versionRoutes,
  ...milestoneRoutes,
  ...bugRoutes,
  ...commentRoutes,
]
