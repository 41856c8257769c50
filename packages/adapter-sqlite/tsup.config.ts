import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

const { dts, ...options } = library(['src/index.ts', 'src/scan-thread.js'])

// The thread is code of its own, which nobody imports.
export default defineConfig({ ...options, dts: { ...(dts as object), entry: 'src/index.ts' } })
