import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

const base = library(['src/index.ts'])
const { compilerOptions } = base.dts as { readonly compilerOptions: object }

export default defineConfig({
  ...base,
  target: 'es2022',
  platform: 'neutral',
  // The types are those of core, which by their path are written into the declarations: who installs the client installs nothing else.
  dts: { compilerOptions: { ...compilerOptions, paths: { '@trackerkit/core': ['../core/dist/index.d.ts'] } } },
})
