import { z } from 'zod'
import { defineRead } from '../../define/operation.js'

/** The version of the service interface, X.X or X.X.X. Kept with the version of the package. */
export const version = '0.1.0'

// Contract: Server information.
export const versionOfServer = defineRead({
  name: 'server.version',
  summary: 'The version of the service',
  description: 'The version of the service. Answers anybody.',
  examples: [{ title: 'The version', code: 'const { version } = await tracker.as(null).server.version()' }],
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({ version: z.string().meta({ description: 'The version, X.X or X.X.X.' }) }),
  async run() {
    return { version }
  },
})
