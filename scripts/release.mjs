// `npm run release`: builds, publishes every package whose version the registry does not have yet, and tags what was published.
// Meant for .github/workflows/release.yml: provenance says which workflow made a package. `npm run release -- --dry-run` shows what would be published.
import { build, ensureInstalled, pnpm, tool } from './workspace.mjs'

const isTrial = process.argv.includes('--dry-run')
ensureInstalled()
build()
const released = isTrial
  ? pnpm(['publish', '--recursive', '--dry-run', '--no-git-checks'])
  : pnpm(['publish', '--recursive', '--provenance']) && tool('changeset', ['tag'])
process.exitCode = released ? 0 : 1
