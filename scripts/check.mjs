// `pnpm check`: every check but the tests. All of them run, so that one look shows all that is wrong.
import { ensureBuilt, ensureInstalled, run } from './workspace.mjs'

ensureInstalled()
ensureBuilt()

const checks = [
  'typecheck',
  'lint',
  'format:check',
  'check:imports',
  'check:unused',
  'check:generated',
  'check:packages',
]
const failed = checks.filter((name) => {
  console.log(`\n--- ${name}`)
  return !run('npm', ['run', '--silent', name])
})
for (const name of failed) console.error(`check failed: ${name}`)
if (failed.length === 0) console.log('\nAll checks passed.')
process.exitCode = failed.length === 0 ? 0 : 1
