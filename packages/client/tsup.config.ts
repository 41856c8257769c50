import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

const { dts, ...settings } = library(['src/index.ts', 'src/types.ts'])

// The codes of errors are those of core, written into the declarations: the client installs the types of operations and nothing else.
const paths = { '@trackerkit/core': ['../../dist/core/src/index.d.ts'] }

export default defineConfig({
  ...settings,
  target: 'es2022',
  platform: 'neutral',
  dts: { ...dts, compilerOptions: { ...dts.compilerOptions, paths } },
})
