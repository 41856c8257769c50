import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }

export default defineConfig({
  ...library([
    'src/index.ts',
    'src/types.ts',
    'src/kernel/errors.ts',
    'src/tracker/host.ts',
    'src/mail/index.ts',
    'src/moving/index.ts',
    'src/tracker/registry.ts',
    'src/tracker/rules/index.ts',
    'src/store/index.ts',
    'src/sql/index.ts',
    'src/schema/index.ts',
    'src/conformance/index.ts',
    'src/doctor/index.ts',
  ]),
  // Built into the file: once a program has bundled it, there is no package.json beside it.
  define: { __VERSION__: JSON.stringify(manifest.version) },
  // Loading all of zod, with its languages, would take a third of the CPU time of importing core. As a dependency it brings its types.
  noExternal: ['zod'],
})
