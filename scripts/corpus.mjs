// `npm run corpus -- --size S|M|L|XL --db FILE [--seed N]`: see corpus/main.ts.
import { ensureBuilt, ensureInstalled, tool } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
process.exitCode = tool('tsx', ['corpus/main.ts', ...process.argv.slice(2)]) ? 0 : 1
