import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

const settings = library(['src/index.ts'])

// The thread is a separate entry.
export default defineConfig({ ...settings, entry: [...settings.entry, 'src/read-thread.ts'] })
