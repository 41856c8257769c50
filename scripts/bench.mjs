// `pnpm bench`: measures the packages as they are built and published, never their sources.
import { ensureBuilt, ensureInstalled, tool } from './workspace.mjs'

ensureInstalled()
ensureBuilt()
process.exitCode = tool('tsx', ['bench/main.ts', ...process.argv.slice(2)]) ? 0 : 1
