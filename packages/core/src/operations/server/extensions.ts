import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'

// Contract: Server information.
export const extensionsOfServer = defineRead({
  name: 'server.extensions',
  summary: 'List the installed extensions',
  description: 'Returns the installed extensions with their versions: always none. Available without login.',
  examples: [{ title: 'The extensions', code: 'const { extensions } = await tracker.as(null).server.extensions()' }],
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({
    extensions: z
      .record(z.string(), z.object({ version: z.string().meta({ description: 'Version of the extension.' }) }))
      .meta({ description: 'Extensions by name.' }),
  }),
  async run() {
    return { extensions: {} }
  },
})
