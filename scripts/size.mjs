// How large the product is, and how clear: printed, and compared with scripts/size.json in the counts that may only fall.
//   npm run size -- --update   writes the counts of today
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const goals = new URL('size.json', import.meta.url)
const packages = readdirSync('packages')
const below = (folder) =>
  readdirSync(folder, { recursive: true }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
const files = packages
  .flatMap((name) => below(`packages/${name}/src`))
  .filter((path) => /[.]tsx?$/.test(path) && !/[.]test[.]ts$|[.]d[.]ts$|\/generated\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const linesOf = ({ text }) => text.split('\n').length - 1
const naming = (field) => files.filter(({ text }) => new RegExp(`\\b${field}\\b`).test(text)).length

const folders = ['.', 'docs', ...packages.map((name) => `packages/${name}`)]
const documents = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
const words = documents
  .filter((path) => path.endsWith('.md') && !path.endsWith('rest.md'))
  .reduce((total, path) => total + readFileSync(path, 'utf8').split(/\s+/).length, 0)

const objects = ['@trackerkit/types/objects', 'packages/types/src/generated/objects.ts']

/** Names in the export lists of a file, and of the files of which it exports everything. */
function exportsOf(path) {
  const text = readFileSync(path, 'utf8')
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => list.split(','))
  const own = [...text.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)]
  const others = [...text.matchAll(/^export (?:type )?\* from '(.+)'/gm)]
  const fileOf = (from) => (from === objects[0] ? objects[1] : join(dirname(path), from.replace(/js$/, 'ts')))
  const named = lists.map((name) => name.trim()).filter((name) => name !== '')
  return [...named, ...own, ...others.flatMap(([, from]) => exportsOf(fileOf(from)))]
}

/** Folders of a package that can be reached from themselves by imports, those of types included. */
function foldersInCircles(name) {
  const root = `packages/${name}/src`
  const reached = new Map()
  for (const { path, text } of files.filter((file) => file.path.startsWith(`${root}/`))) {
    const folder = dirname(path)
    const to = [...text.matchAll(/(?:from|import\() ?'([.][^']+)'/g)].map(([, from]) => dirname(join(folder, from)))
    reached.set(folder, new Set([...(reached.get(folder) ?? []), ...to.filter((one) => one !== folder)]))
  }
  const isInCircle = (start) => {
    const seen = new Set()
    const open = [...(reached.get(start) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === start) return true
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(reached.get(next) ?? []))
    }
    return false
  }
  return [...reached.keys()].filter(isInCircle).length
}

const counts = {
  'names exported by core': exportsOf('packages/core/src/index.ts').length,
  ...Object.fromEntries(
    ['whiteboard', 'severity', 'deadline', 'estimated_time'].map((field) => [
      `files that name ${field}`,
      naming(field),
    ]),
  ),
  ...Object.fromEntries(packages.map((name) => [`folders in circles in ${name}`, foldersInCircles(name)])),
}
const sum = files.reduce((total, file) => total + linesOf(file), 0)
console.log(
  `${sum} lines of source in ${files.length} files, ${files.filter((file) => linesOf(file) < 20).length} of them under 20`,
)
console.log(`${words} words of documents`)
for (const [what, count] of Object.entries(counts)) console.log(`${count} ${what}`)

if (process.argv.includes('--update')) writeFileSync(goals, `${JSON.stringify(counts, null, 2)}\n`)
const allowed = JSON.parse(readFileSync(goals, 'utf8'))
for (const [what, count] of Object.entries(counts)) {
  if (count <= (allowed[what] ?? 0)) continue
  console.error(`${what}: ${count}, and scripts/size.json allows ${allowed[what] ?? 0}`)
  process.exitCode = 1
}
