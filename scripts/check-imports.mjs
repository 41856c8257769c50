// Holds the direction of imports that docs/architecture.md draws:
//   store <- schema <- access, search <- resources <- tracker      and no way from core to an adapter, a driver or the network.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'
import { root } from './workspace.mjs'

const core = 'packages/core/src/'
/** Files directly in core/src that tie everything together; every other file there is a foundation that all may use. */
const top = ['index.ts', 'tracker.ts', 'operations.ts', 'face.ts']

/** What each layer of core may import besides itself. `root`: the foundations directly in core/src. */
const layers = {
  store: [],
  schema: ['store'],
  sql: ['store', 'schema'],
  conformance: ['store', 'schema'],
  pattern: ['root'],
  access: ['store', 'schema', 'root'],
  search: ['store', 'schema', 'pattern', 'root', 'access'],
  root: ['store', 'schema', 'access', 'resource'],
  resource: ['store', 'schema', 'pattern', 'root', 'access', 'search'],
  top: ['store', 'schema', 'root', 'access', 'search', 'resource'],
}

/** Which packages of this workspace each package may import. */
const workspace = {
  core: [],
  adapter: ['@trackerkit/core'],
  'http-node': ['@trackerkit/core', '@trackerkit/adapter-*'],
}

const network = /^(node:)?(http|https|http2|net|tls|dgram)$/
const problems = []

for (const folder of ['packages', 'examples', 'test', 'bench', 'corpus', 'torture', 'fuzz']) {
  for (const file of sourceFiles(join(root, folder))) {
    const text = readFileSync(file, 'utf8')
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const wrong = fileName.startsWith('.') ? wrongPath(file, fileName) : wrongPackage(file, fileName)
      if (wrong) problems.push(`${slashed(file)}: imports ${fileName}\n    ${wrong}`)
    }
  }
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error(`\n${problems.length} imports go the wrong way.`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Imports by relative path: within one package, and within core in the direction of its layers. */
function wrongPath(file, specifier) {
  const from = slashed(file)
  const to = slashed(resolve(dirname(file), specifier.replace(/\.js$/, '.ts')))
  if (isTooling(from)) return undefined
  // The corpus is made for other folders to fill trackers with.
  if (home(from) === 'fuzz' && home(to) === 'corpus') return undefined
  if (home(from) !== home(to)) return 'Another package is imported by its name, never by its path.'
  if (!from.startsWith(core) || isTest(from)) return undefined
  if (isTest(to)) return 'Only tests import test files.'
  const [here, there] = [layer(from), layer(to)]
  if (here !== there && !layers[here].includes(there)) {
    const may = layers[here].map(describe).join(', ') || 'nothing else in core'
    return `${describe(here)} may import ${may}; this is ${describe(there)}.`
  }
  // Operations never call each other: what they share is a function that takes tx.
  const binds = here === 'top' || ['index.ts', 'operations.ts'].includes(basename(from))
  if (there !== 'resource' || binds || !definesOperation(to)) return undefined
  return 'That file defines an operation. Move what both need to a file of its own.'
}

function definesOperation(file) {
  return /\bdefine(Read|Write)[(<]/.test(readFileSync(join(root, file), 'utf8'))
}

/** Imports by package name. What is not declared in package.json at all is found by knip. */
function wrongPackage(file, specifier) {
  const from = slashed(file)
  const [, name] = from.split('/')
  if (!from.startsWith('packages/') || isTest(from) || isTooling(from)) return undefined
  if (name === 'core' && network.test(specifier)) return 'core knows nothing of the network.'
  if (name === 'core' && /^(better-sqlite3|node:sqlite|pg|postgres)$/.test(specifier))
    return 'core knows nothing of any database driver.'
  const scoped = /^@trackerkit\/[^/]+/.exec(specifier)?.[0]
  if (!scoped) return undefined
  const may = workspace[name.startsWith('adapter-') ? 'adapter' : name] ?? []
  if (may.some((pattern) => pattern === scoped || (pattern.endsWith('*') && scoped.startsWith(pattern.slice(0, -1)))))
    return undefined
  return `${name} may import ${may.join(', ') || 'no package of this workspace'}.`
}

function layer(file) {
  const [first, ...rest] = file.slice(core.length).split('/')
  if (rest.length === 0) return top.includes(first) ? 'top' : 'root'
  return first in layers ? first : 'resource'
}

function describe(name) {
  if (name === 'root') return 'a foundation in core/src'
  if (name === 'top') return `what ties core together (${top.join(', ')})`
  return name === 'resource' ? 'a resource folder' : `${name}/`
}

/** The package (or root folder) that a file lives in. */
function home(file) {
  return file
    .split('/')
    .slice(0, /^(packages|examples)\//.test(file) ? 2 : 1)
    .join('/')
}

function isTest(file) {
  return /\.test\.ts$|\/(test|testing)\//.test(file)
}

function isTooling(file) {
  return /\/[\w.-]+\.config\.ts$/.test(file)
}

function slashed(file) {
  return relative(root, resolve(root, file)).split(sep).join('/')
}

function sourceFiles(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (['node_modules', 'dist', 'data'].includes(entry.name)) return []
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return sourceFiles(path)
      return /\.(ts|mts|js|mjs)$/.test(entry.name) ? [path] : []
    })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
