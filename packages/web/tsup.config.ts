import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'
import { buildAssets } from './build/assets.js'

/** The files that go into the bundle of the server. */
const inputs: string[] = []

export default defineConfig({
  ...library(['src/index.ts', 'src/assets.ts']),
  // The rendering libraries are bundled; only the client is installed beside this package.
  noExternal: [/^preact/, /^@preact\//, 'diff'],
  esbuildOptions: (options) => {
    options.jsx = 'automatic'
    options.jsxImportSource = 'preact'
  },
  esbuildPlugins: [
    {
      name: 'note-inputs',
      setup(building) {
        building.onEnd(({ metafile }) => void inputs.push(...Object.keys(metafile?.inputs ?? {})))
      },
    },
  ],
  onSuccess: () => buildAssets('dist/assets', inputs),
})
