// For a machine that has Node and npm, and neither pnpm nor anything else: installs and builds what is not up to date, then does what
// it is told. Plain JavaScript without dependencies: it runs before anything is there.
//   install   nothing but dependencies
//   build     the packages, up to date or not
//   start …   the demo tracker, in this very process, so that signals reach it without anybody passing them on
// Anything else is for the pnpm that package.json pins, such as `run lint`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
const packages = readdirSync('packages').filter((name) => existsSync(`packages/${name}/tsup.config.ts`))

const lockfile = createHash('sha256').update(readFileSync('pnpm-lock.yaml')).digest('hex')
// Native modules are compiled for one ABI of Node.
const wanted = `${lockfile} abi ${process.versions.modules}\n`
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
  console.log('Installing dependencies (needed once; a database driver may be compiled, which takes a minute) ...')
  const hint =
    'If it was better-sqlite3 that failed: where there is no binary of it for this Node and platform it is compiled, which takes ' +
    'a C++ compiler, Python and the headers of Node. Without a way to nodejs.org, npm_config_nodedir=/usr takes those of the system.'
  pnpm(['install', '--frozen-lockfile', '--config.confirmModulesPurge=false'], { hint })
  fitDriver(hint)
  writeFileSync(installed, wanted)
}
if (task === 'build' || (task !== 'install' && !isBuilt())) build()
if (task === 'start') {
  process.argv.splice(1, 2, 'packages/cli/dist/cli.js', 'demo')
  await import('../packages/cli/dist/cli.js')
} else if (!['nothing else', 'install', 'build'].includes(task)) pnpm([task, ...args])

/**
 * better-sqlite3 12 ends processes of Node 24 from 24.19 on, 13 those of Node 20: the one that fits gets the name. pnpm keeps a
 * driver that was compiled for another Node.
 */
function fitDriver(hint) {
  const all = 'node_modules/.pnpm'
  const [fitting] = readdirSync(all).filter((name) => name.startsWith(`better-sqlite3@${isOldNode() ? 12 : 13}.`))
  const driver = realpathSync(join(all, fitting, 'node_modules', 'better-sqlite3'))
  for (const folder of ['.', 'packages/adapter-sqlite', 'examples/adapter']) {
    const place = join(folder, 'node_modules', 'better-sqlite3')
    if (realpathSync(place) === driver) continue
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

function pnpm(words, { hint } = {}) {
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'))
  run('npx', ['--yes', packageManager, ...words], { shell: process.platform === 'win32', hint })
}

/** `hint`: what to say when it fails. */
function run(command, words, { shell = false, hint } = {}) {
  const { status, error } = spawnSync(command, words, { stdio: 'inherit', shell })
  if (error) console.error(`${command}: ${error.message}`)
  if (status === 0) return
  if (hint !== undefined) console.error(`\n${hint}`)
  process.exit(status ?? 1)
}

function build() {
  console.log('Building the packages ...')
  const began = new Date()
  rmSync(built, { force: true })
  rmSync('dist', { recursive: true, force: true })
  run(process.execPath, ['node_modules/typescript-newest/bin/tsc', '--project', 'tsconfig.types.json'])
  // No package needs another one to be built.
  pnpm(['--recursive', '--no-sort', '--filter=./packages/*', 'run', 'build'])
  writeFileSync(built, '')
  // What is edited during the build counts as newer.
  utimesSync(built, began, began)
}

/** Nothing that goes into the packages is newer than the last build. Folders count too: they change when a file is removed. */
function isBuilt() {
  if (!existsSync(built) || !packages.every((name) => existsSync(`packages/${name}/dist`))) return false
  const sources = packages.flatMap((name) => {
    const files = readdirSync(`packages/${name}/src`, { recursive: true, encoding: 'utf8' })
    const own = ['package.json', 'tsup.config.ts', 'src', ...files.map((file) => `src/${file}`)]
    return own.map((file) => `packages/${name}/${file}`)
  })
  const all = ['tsup.base.ts', 'tsconfig.base.json', 'tsconfig.types.json', 'pnpm-lock.yaml', ...sources]
  return all.every((file) => file.endsWith('.test.ts') || statSync(file).mtimeMs <= statSync(built).mtimeMs)
}
