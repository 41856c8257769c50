import { basename } from 'node:path'
import type { Options } from 'tsup'
import { licensesOfBuiltIn } from './licenses.base.js'

/** How every package is built: modern ESM, one declaration file per entry. */
export const library = (entry: string[]) =>
  ({
    entry,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    // Runtimes other than Node have no modules without the prefix.
    removeNodeProtocol: false,
    // tsup passes a baseUrl to the compiler, which TypeScript 6 tolerates only with this setting.
    dts: { entry: declarations(entry), compilerOptions: { ignoreDeprecations: '6.0', customConditions: [] } },
    clean: true,
    esbuildPlugins: [licensesOfBuiltIn],
  }) satisfies Options

/** Put together from what the compiler has written for each source (scripts/bootstrap.mjs): from sources it takes ten times as long. */
const declarations = (entry: string[]): Record<string, string> =>
  Object.fromEntries(
    entry.map((file) => {
      const name = file.replace(/^src\/(.*)\.ts$/, '$1')
      return [name, `../../dist/${basename(process.cwd())}/src/${name}.d.ts`]
    }),
  )
