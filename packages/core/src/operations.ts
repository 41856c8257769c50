// Every public operation by resource and verb. The method names of the library, and what routes and documentation are made of.
import { getBugs } from './bugs/get.js'
import { historyOfBugs } from './bugs/history.js'
import { createComment } from './comments/create.js'
import { getComments } from './comments/get.js'
import { timeOfServer } from './server/time.js'
import { versionOfServer } from './server/version.js'

export const operations = {
  bugs: { get: getBugs, history: historyOfBugs },
  comments: { create: createComment, get: getComments },
  server: { version: versionOfServer, time: timeOfServer },
}
