import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'

/** Defined by the build (tsup.config.ts), and not where the sources run as they are. */
declare const __VERSION__: string | undefined

/** The version of the service interface, X.X or X.X.X: that of the package. */
export const version: string = typeof __VERSION__ === 'string' ? __VERSION__ : versionOfSources()

function versionOfSources(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  return (manifest as { readonly version: string }).version
}

// Contract: Server information.
export const versionOfServer = defineRead({
  name: 'server.version',
  summary: 'Get the version of the server',
  description: 'Returns the version of the server. Available without login.',
  examples: [{ title: 'The version', code: 'const { version } = await tracker.as(null).server.version()' }],
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({ version: z.string().meta({ description: 'Version, X.X or X.X.X.' }) }),
  async run() {
    return { version }
  },
})
