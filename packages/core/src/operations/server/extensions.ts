import { z } from 'zod'
import { defineRead } from '../../call/define/operation.js'

// Contract: Server information.
export const extensionsOfServer = defineRead({
  name: 'server.extensions',
  summary: 'The installed extensions',
  description: 'The installed extensions by name, each with its version. There are none. Available without login.',
  examples: [{ title: 'The extensions', code: 'const { extensions } = await tracker.as(null).server.extensions()' }],
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({
    extensions: z
      .record(z.string(), z.object({ version: z.string().meta({ description: 'The version of the extension.' }) }))
      .meta({ description: 'The extensions by name.' }),
  }),
  async run() {
    return { extensions: {} }
  },
})
