// For a machine that has Node and npm, and neither pnpm nor anything else: installs and builds whatever is out of date, then runs its
// task. Plain JavaScript without dependencies, because it runs before anything is installed.
//   install   only the dependencies
//   docs      these, and those of the documentation site, which have a separate lockfile
//   build     the packages, up to date or not
//   start …   the demo tracker, in this very process, which signals reach; installs and builds only its packages
// Anything else is for the pnpm that package.json pins, such as `run lint`.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

process.chdir(join(import.meta.dirname, '..'))
const [task = 'nothing else', ...args] = process.argv.slice(2)
const installed = 'node_modules/.installed-from'
const built = 'node_modules/.built-at'
/** The command and the packages that it requires. Declarations and the dependencies of tests are for other tasks. */
const isStart = task === 'start'
const start = { filter: '--filter-prod=trackerkit...', packages: packagesOf('packages/cli') }
const all = { packages: readdirSync('packages').filter((name) => existsSync(`packages/${name}/tsup.config.ts`)) }
const hint =
  'If it was better-sqlite3 that failed: where there is no binary of it for this Node and platform it is compiled, which takes ' +
  'a C++ compiler, Python and the headers of Node. Without a way to nodejs.org, npm_config_nodedir=/usr takes those of the system.'

const lockfile = createHash('sha256').update(readFileSync('pnpm-lock.yaml')).digest('hex')
// Native modules are compiled for one ABI of Node.
const lockState = `${lockfile} abi ${process.versions.modules}\n`
const driver = isCurrent(installed, lockState) ? undefined : install()
if (task === 'build' || (!['install', 'docs'].includes(task) && !isBuilt())) build()
await driver
if (task === 'docs') pnpm(['--dir', 'docs', 'install', '--frozen-lockfile'])
if (isStart) {
  process.argv.splice(1, 2, 'packages/cli/dist/cli.js', 'demo')
  await import('../packages/cli/dist/cli.js')
} else if (!['nothing else', 'install', 'docs', 'build'].includes(task)) pnpm([task, ...args])

/** True if a marker file contains this text, or, for `start`, the same for only its packages. */
function isCurrent(marker, text) {
  if (!existsSync(marker)) return false
  const content = readFileSync(marker, 'utf8')
  return content === text || (isStart && content === `start ${text}`)
}

function mark(marker, text) {
  writeFileSync(marker, isStart ? `start ${text}` : text)
}

/** For `start`, returns the compilation of the driver of SQLite: a minute on one core, during which the packages are built. */
function install() {
  console.log('Installing dependencies (needed once; a database driver may be compiled, which takes a minute) ...')
  const words = ['install', '--frozen-lockfile', '--config.confirmModulesPurge=false']
  if (!isStart) {
    pnpm(words, { hint })
    fitDriver()
    mark(installed, lockState)
    return undefined
  }
  pnpm([...words, '--ignore-scripts', '--filter=trackerkit-workspace', start.filter], { hint })
  return compileDriver()
}

async function compileDriver() {
  const [command, words, options] = pnpmCommand(['rebuild', 'better-sqlite3'])
  const [status] = await once(spawn(command, words, options), 'exit')
  if (status !== 0) fail(status, hint)
  fitDriver()
  mark(installed, lockState)
}

/**
 * better-sqlite3 12 ends processes of Node 24 from 24.19 on, 13 those of Node 20: the one that fits gets the name. pnpm keeps a
 * driver that was compiled for another Node.
 */
function fitDriver() {
  const store = 'node_modules/.pnpm'
  const [fitting] = readdirSync(store).filter((name) => name.startsWith(`better-sqlite3@${isOldNode() ? 12 : 13}.`))
  const driver = realpathSync(join(store, fitting, 'node_modules', 'better-sqlite3'))
  for (const folder of ['.', 'packages/adapter-sqlite', 'examples/adapter']) {
    const place = join(folder, 'node_modules', 'better-sqlite3')
    if (!existsSync(place) || realpathSync(place) === driver) continue
    rmSync(place, { recursive: true })
    symlinkSync(driver, place, 'junction')
  }
  // 13 has one binary for all of them.
  if (!isOldNode() || isLoadable(driver)) return
  // Its files are hard links that other folders share, so they are removed, not overwritten.
  rmSync(join(driver, 'build'), { recursive: true, force: true })
  pnpm(['rebuild', 'better-sqlite3'], { hint })
}

/** In another process, because a driver for another Node may end the one that loads it. */
function isLoadable(driver) {
  return spawnSync(process.execPath, ['-e', `new (require(${JSON.stringify(driver)}))(':memory:')`]).status === 0
}

function isOldNode() {
  return Number.parseInt(process.versions.node, 10) < 22
}

function pnpmCommand(words) {
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'))
  return ['npx', ['--yes', packageManager, ...words], { stdio: 'inherit', shell: process.platform === 'win32' }]
}

function pnpm(words, { hint } = {}) {
  run(...pnpmCommand(words), hint)
}

/** `hint` is printed if it fails. */
function run(command, words, options = { stdio: 'inherit' }, hint) {
  const { status, error } = spawnSync(command, words, options)
  if (error) console.error(`${command}: ${error.message}`)
  if (status !== 0) fail(status, hint)
}

function fail(status, hint) {
  if (hint !== undefined) console.error(`\n${hint}`)
  process.exit(status ?? 1)
}

function build() {
  console.log('Building the packages ...')
  const began = new Date()
  rmSync(built, { force: true })
  rmSync('dist', { recursive: true, force: true })
  if (!isStart) run(process.execPath, ['node_modules/typescript-newest/bin/tsc', '--project', 'tsconfig.types.json'])
  const [filter, options] = isStart ? [start.filter, ['--no-dts']] : ['--filter=./packages/*', []]
  // No package needs another one to be built.
  pnpm(['--recursive', '--no-sort', filter, 'run', 'build', ...options])
  mark(built, '')
  // Files that are edited during the build count as newer than it.
  utimesSync(built, began, began)
}

/** A package and those of this folder that its dependencies name. */
function packagesOf(folder, seen = new Set()) {
  seen.add(folder)
  const { dependencies = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const other = name.replace('@trackerkit/', 'packages/')
    if (other !== name && !seen.has(other)) packagesOf(other, seen)
  }
  return [...seen].map((path) => path.replace('packages/', ''))
}

/** Nothing that goes into the packages is newer than the last build. Folders count too: they change when a file is removed. */
function isBuilt() {
  const { packages } = isStart ? start : all
  if (!isCurrent(built, '') || !packages.every((name) => existsSync(`packages/${name}/dist`))) return false
  const sources = packages.flatMap((name) => {
    const files = readdirSync(`packages/${name}/src`, { recursive: true, encoding: 'utf8' })
    const own = ['package.json', 'tsup.config.ts', 'src', ...files.map((file) => `src/${file}`)]
    return own.map((file) => `packages/${name}/${file}`)
  })
  const inputs = ['tsup.base.ts', 'tsconfig.base.json', 'tsconfig.types.json', 'pnpm-lock.yaml', ...sources]
  return inputs.every((file) => file.endsWith('.test.ts') || statSync(file).mtimeMs <= statSync(built).mtimeMs)
}
