// Every public operation by resource and verb. The method names of the library, and what routes and documentation are made of.
import { timeOfServer } from './server/time.js'
import { versionOfServer } from './server/version.js'

export const operations = {
  server: { version: versionOfServer, time: timeOfServer },
}
