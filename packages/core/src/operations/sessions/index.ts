import { resource } from '../../define/resource.js'
import { checkSession } from './check.js'
import { createSession } from './create.js'
import { deleteSession } from './delete.js'

export const sessions = resource({
  name: 'sessions',
  one: 'session',
  title: 'Sessions',
  operations: { check: checkSession, create: createSession, delete: deleteSession },
})
