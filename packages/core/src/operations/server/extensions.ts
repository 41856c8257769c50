import { z } from 'zod'
import { defineRead } from '../../define/operation.js'

/**
 * The installed extensions by name, each with its version. There are none. Answers anybody. Contract: Server information.
 * @example const { extensions } = await tracker.as(null).server.extensions()
 */
export const extensionsOfServer = defineRead({
  name: 'server.extensions',
  summary: 'The installed extensions',
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({ extensions: z.record(z.string(), z.object({ version: z.string() })) }),
  async run() {
    return { extensions: {} }
  },
})
