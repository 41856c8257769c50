// Adds documents to a package, as its `prepack` and `postpack`: the change log, and the guides of docs/ about it, with links to files in
// the package. Documents of other packages are linked where they are published; others are only named.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'

const root = join(import.meta.dirname, '..')
const own = process.cwd()
const [task] = process.argv.slice(2)
const kept = join(own, 'node_modules', '.README.md')

/** The packages that guides are about; core where nothing is said. */
const owners = {
  'rest.md': 'rest',
  'hosts.md': 'rest',
  'logins.md': 'oidc',
  'pages.md': 'web',
  'scaling.md': 'cli',
  'deployment.md': 'cli',
  'moving.md': 'cli',
  'bugzilla.md': 'cli',
}
/** About this repository, and in no package. */
const ofRepository = ['architecture.md', 'decisions.md', 'performance.md']

if (task === 'prepack') {
  mkdirSync('node_modules', { recursive: true })
  restoreInterrupted()
  copyFileSync('README.md', kept)
  writeFileSync('CHANGELOG.md', relink(join(root, 'CHANGELOG.md'), 'CHANGELOG.md'))
  writeFileSync('README.md', packedReadme(readFileSync(kept, 'utf8')))
  for (const name of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md')))
    if (ownerOf(join(root, 'docs', name)) === own) {
      mkdirSync('docs', { recursive: true })
      writeFileSync(join('docs', name), relink(join(root, 'docs', name), join('docs', name)))
    }
} else if (task === 'postpack') {
  if (existsSync(kept)) renameSync(kept, 'README.md')
  rmSync('CHANGELOG.md', { force: true })
  for (const name of existsSync('docs') ? readdirSync('docs') : []) if (name.endsWith('.md')) rmSync(join('docs', name))
}

/** The README as it goes along, with the way to the reference if that has been written: see reference.mjs. */
function packedReadme(text) {
  const reference = '\n## Reference\n\nEvery export is described in [docs/api](docs/api/README.md).\n'
  return relink('README.md', 'README.md', text) + (existsSync('docs/api') ? reference : '')
}

/** A pack that was ended by force has left its README here; what has been edited since then stays. */
function restoreInterrupted() {
  if (!existsSync(kept)) return
  const left = readFileSync('README.md', 'utf8')
  if (left === packedReadme(readFileSync(kept, 'utf8'))) renameSync(kept, 'README.md')
}

/** The folder of the package that a document goes into; undefined for what goes into none. */
function ownerOf(file) {
  const path = relative(root, file).split(sep)
  if (path[0] === 'packages' && path.length === 3 && path[2] === 'README.md') return dirname(file)
  if (path[0] !== 'docs' || path.length !== 2 || ofRepository.includes(path[1])) return undefined
  return join(root, 'packages', owners[path[1]] ?? 'core')
}

/** The text of a document with the links that it has at its place in the package. */
function relink(source, place, text = readFileSync(source, 'utf8')) {
  const from = resolve(source)
  const parts = text.split(/(^```[\s\S]*?^```)/m)
  const link = (whole, words, target, anchor = '') => {
    if (target === '' || /^[a-z]+:/.test(target)) return whole
    const file = resolve(dirname(from), target)
    const owner = ownerOf(file)
    if (owner === undefined) return words
    if (owner !== own) return `[${words}](${pageOf(owner)})`
    const there = basename(file) === 'README.md' ? 'README.md' : join('docs', basename(file))
    return `[${words}](${relative(dirname(place), there).split(sep).join('/')}${anchor})`
  }
  return parts
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/\[([^\]]+)\]\(([^)#\s]*)(#[^)\s]*)?\)/g, link)))
    .join('')
}

/** Where a package is shown once it is published. */
function pageOf(folder) {
  return `https://www.npmjs.com/package/${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name}`
}
