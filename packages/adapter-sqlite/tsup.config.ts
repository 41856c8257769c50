import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.js'

const settings = library(['src/index.ts'])

// The thread is a separate entry, which no module imports.
export default defineConfig({ ...settings, entry: [...settings.entry, 'src/scan-thread.js'] })
