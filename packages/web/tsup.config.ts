import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'
import { buildAssets } from './build/assets.js'

export default defineConfig({
  ...library(['src/index.ts', 'src/assets.ts']),
  // What is rendered with is part of this package; only the client is installed beside it.
  noExternal: [/^preact/, /^@preact\//, 'linkify-it', 'uc.micro', 'diff', /^lucide/],
  esbuildOptions: (options) => {
    options.jsx = 'automatic'
    options.jsxImportSource = 'preact'
  },
  onSuccess: () => buildAssets('dist/assets'),
})
