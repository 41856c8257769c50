// Every route of the API, in the order in which they are described.
import type { Route } from '../router/route.js'
import { attachmentRoutes } from './attachments.js'
import { bugRoutes } from './bugs.js'
import { classificationRoutes } from './classifications.js'
import { commentRoutes } from './comments.js'
import { componentRoutes } from './components.js'
import { fieldRoutes } from './fields.js'
import { groupControlRoutes } from './group-controls.js'
import { flagTypeRoutes } from './flag-types.js'
import { keywordRoutes } from './keywords.js'
import { mailRoutes } from './mail.js'
import { milestoneRoutes } from './milestones.js'
import { groupRoutes } from './groups.js'
import { productRoutes } from './products.js'
import { savedSearchRoutes } from './saved-searches.js'
import { sessionRoutes } from './sessions.js'
import { serverRoutes } from './server.js'
import { tagRoutes } from './tags.js'
import { userRoutes } from './users.js'
import { versionRoutes } from './versions.js'
import { visitRoutes } from './visits.js'
import { workflowRoutes } from './workflow.js'

export const routes: readonly Route[] = [
  ...bugRoutes,
  ...attachmentRoutes,
  ...commentRoutes,
  ...tagRoutes,
  ...visitRoutes,
  ...serverRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...savedSearchRoutes,
  ...groupRoutes,
  ...productRoutes,
  ...groupControlRoutes,
  ...componentRoutes,
  ...fieldRoutes,
  ...workflowRoutes,
  ...flagTypeRoutes,
  ...classificationRoutes,
  ...keywordRoutes,
  ...versionRoutes,
  ...milestoneRoutes,
  ...mailRoutes,
]
