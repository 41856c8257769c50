import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

// A command, not a library: no types needed.
export default defineConfig({ ...library(['src/cli.ts']), dts: false })
