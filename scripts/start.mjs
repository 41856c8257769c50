// `npm start`: installs and builds what is missing, then serves the demo tracker.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './workspace.mjs'

ensureInstalled()
ensureBuilt()

// The command runs in this very process, so that signals reach it without anybody passing them on.
const cli = join(root, 'packages/cli/dist/cli.js')
process.chdir(root)
process.argv = [process.execPath, cli, 'demo', ...process.argv.slice(2)]
await import(pathToFileURL(cli).href)
