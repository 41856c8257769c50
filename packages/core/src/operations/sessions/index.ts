import { resource } from '../../call/define/resource.js'
import { checkSession } from './check.js'
import { createSession } from './create.js'
import { deleteSession } from './delete.js'
import { deleteOtherSessions } from './delete-others.js'
import { endSession } from './end.js'
import { getSessions } from './get.js'

export const sessions = resource({
  name: 'sessions',
  one: 'session',
  title: 'Sessions',
  operations: {
    check: checkSession,
    create: createSession,
    get: getSessions,
    end: endSession,
    delete: deleteSession,
    deleteOthers: deleteOtherSessions,
  },
})
