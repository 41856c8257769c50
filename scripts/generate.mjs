// `npm run generate [-- --check] [-- --missing]`: see scripts/generate/main.ts.
import { ensureInstalled, tool } from './workspace.mjs'

ensureInstalled()
const args = ['--conditions=@trackerkit/source', 'scripts/generate/main.ts', ...process.argv.slice(2)]
process.exitCode = tool('tsx', args) ? 0 : 1
