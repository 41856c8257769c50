// Every public operation by resource and verb. The method names of the library, and what routes and documentation are made of.
import { createComment } from './comments/create.js'
import { getComments } from './comments/get.js'
import { timeOfServer } from './server/time.js'
import { versionOfServer } from './server/version.js'

export const operations = {
  comments: { create: createComment, get: getComments },
  server: { version: versionOfServer, time: timeOfServer },
}
