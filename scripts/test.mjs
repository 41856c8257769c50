// `npm test [-- vitest arguments]`: installs and builds what is missing, since some tests start the built command.
import { ensureBuilt, ensureInstalled, tool } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
const reporters = ['--reporter=default', '--reporter=./scripts/count-reporter.mjs']
process.exitCode = tool('vitest', ['run', ...reporters, ...process.argv.slice(2)]) ? 0 : 1
