import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

// A command and no library: nobody imports its types.
export default defineConfig({ ...library(['src/cli.ts']), dts: false })
