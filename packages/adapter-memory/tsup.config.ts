import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

const { dts, ...settings } = library(['src/index.ts', 'src/testing/index.ts'])

export default defineConfig({
  ...settings,
  // Trackers for tests can be disposed of, which not every program that compiles against them has the types for.
  dts: { ...dts, banner: '/// <reference lib="esnext.disposable" />' },
})
