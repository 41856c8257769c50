// What the other scripts share. Plain JavaScript without dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** In dependency order. */
export const packages = [
  'core',
  'adapter-memory',
  'adapter-sqlite',
  'adapter-postgres',
  'rest',
  'http-node',
  'mail-smtp',
  'cli',
]

const installedStamp = join(root, 'node_modules/.installed-from')
const builtStamp = join(root, 'node_modules/.built-at')

/** Runs a command to its end on the terminal of this process; true when it succeeded. */
export function run(command, args, cwd = root) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (error) console.error(`${command}: ${error.message}`)
  return status === 0
}

/** Runs the tool that an installed package brings, e.g. `tool('vitest', ['run'])`. */
export function tool(name, args, cwd = root) {
  return run(join(root, 'node_modules/.bin', name), args, cwd)
}

/** Runs the pnpm that package.json pins, fetched through npx: neither pnpm nor corepack need be there. */
export function pnpm(args, cwd = root) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return run('npx', ['--yes', packageManager, ...args], cwd)
}

/** Installs what the lockfile says, unless that has been done for this lockfile and this Node. */
export function ensureInstalled() {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex')
  // Native modules are compiled for one ABI.
  const wanted = `${lockfile} abi ${process.versions.modules}\n`
  if (existsSync(installedStamp) && readFileSync(installedStamp, 'utf8') === wanted) return
  console.log('Installing dependencies (needed once; a database driver may be compiled, which takes a minute) ...')
  orExit(
    pnpm(['install', '--frozen-lockfile', '--config.confirmModulesPurge=false']),
    'Installing dependencies failed.',
  )
  writeFileSync(installedStamp, wanted)
}

/** Builds the packages, unless nothing that goes into them has changed since the last build. */
export function ensureBuilt() {
  const built = existsSync(builtStamp) ? statSync(builtStamp).mtimeMs : 0
  const complete = packages.every((name) => existsSync(join(root, 'packages', name, 'dist')))
  if (!complete || newestSource() > built) build()
}

export function build() {
  const started = new Date()
  console.log('Building the packages ...')
  for (const name of packages) {
    orExit(tool('tsup', ['--silent'], join(root, 'packages', name)), `Building ${name} failed.`)
  }
  // The time at which the build began: what is edited while it runs counts as newer.
  writeFileSync(builtStamp, '')
  utimesSync(builtStamp, started, started)
}

function newestSource() {
  const shared = ['tsup.base.ts', 'tsconfig.base.json', 'pnpm-lock.yaml'].map((file) => join(root, file))
  const own = packages.flatMap((name) =>
    ['package.json', 'tsup.config.ts', 'src'].map((file) => join(root, 'packages', name, file)),
  )
  return Math.max(...[...shared, ...own].map(newestWithin))
}

/** A folder's own time counts too: it changes when a file in it is removed. */
function newestWithin(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return path.endsWith('.test.ts') ? 0 : stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestWithin(join(path, name))))
}

function orExit(succeeded, message) {
  if (succeeded) return
  console.error(message)
  process.exit(1)
}
