// Every route of the API.
import type { Route } from '../route.js'
import { bugRoutes } from './bugs.js'
import { commentRoutes } from './comments.js'
import { productRoutes } from './products.js'
import { serverRoutes } from './server.js'

export const routes: readonly Route[] = [...serverRoutes, ...productRoutes, ...bugRoutes, ...commentRoutes]
