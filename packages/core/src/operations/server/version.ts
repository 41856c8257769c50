import { z } from 'zod'
import { defineRead } from '../../define/operation.js'

/** The version of the service interface, X.X or X.X.X. Kept with the version of the package. */
export const version = '0.1.0'

/**
 * The version of the service. Answers anybody. Contract: Server information.
 * @example const { version } = await tracker.as(null).server.version()
 */
export const versionOfServer = defineRead({
  name: 'server.version',
  summary: 'The version of the service',
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({ version: z.string() }),
  async run() {
    return { version }
  },
})
