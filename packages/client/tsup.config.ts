import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

const { dts, ...settings } = library(['src/index.ts'])

// The types are those of core, which by their path are written into the declarations: who installs the client installs nothing else.
const paths = { '@trackerkit/core': ['../../dist/core/src/index.d.ts'] }

export default defineConfig({
  ...settings,
  target: 'es2022',
  platform: 'neutral',
  dts: { ...dts, compilerOptions: { ...dts.compilerOptions, paths } },
})
