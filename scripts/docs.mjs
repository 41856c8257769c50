// `npm run docs [-- --check]`: see scripts/docs/main.ts.
import { ensureInstalled, tool } from './workspace.mjs'

ensureInstalled()
const args = ['--conditions=@trackerkit/source', 'scripts/docs/main.ts', ...process.argv.slice(2)]
process.exitCode = tool('tsx', args) ? 0 : 1
