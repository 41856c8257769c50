import { resource } from '../../call/define/resource.js'
import { actAs } from './act-as.js'
import { checkSession } from './check.js'
import { confirmSession } from './confirm.js'
import { createSession } from './create.js'
import { getCurrentSession } from './current.js'
import { deleteSession } from './delete.js'
import { deleteOtherSessions } from './delete-others.js'
import { endSession } from './end.js'
import { getSessions } from './get.js'
import { requestCode } from './request-code.js'

export const sessions = resource({
  name: 'sessions',
  one: 'session',
  title: 'Sessions',
  operations: {
    check: checkSession,
    create: createSession,
    get: getSessions,
    current: getCurrentSession,
    confirm: confirmSession,
    requestCode,
    actAs,
    end: endSession,
    delete: deleteSession,
    deleteOthers: deleteOtherSessions,
  },
})
