// The cost of importing each entry of the built packages, on each Node found: this one, and those that `npm run
// test:node` has installed. Minimum of the CPU time of the process while it imports: other load on the machine adds to
// it.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { report } from './report.js'

/** The number of processes for each entry. */
const tries = 5

const code = `
  const before = process.cpuUsage()
  await import(process.argv[1])
  const { user, system } = process.cpuUsage(before)
  console.log((user + system) / 1000)
`

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}

export function measureImports(): void {
  const versionOf = (node: string) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const nodes = new Map(findNodes().map((node) => [versionOf(node), node]))
  for (const [version, node] of nodes) {
    for (const { name, file } of findEntries())
      report({ what: `importing ${name}, Node ${version}`, ours: costOf(node, file), unit: 'ms of CPU' })
  }
}

function costOf(node: string, file: string): number {
  const words = ['--input-type=module', '--eval', code, pathToFileURL(file).href]
  const costs = Array.from({ length: tries }, () => Number(execFileSync(node, words, { encoding: 'utf8' })))
  return Math.min(...costs)
}

function findNodes(): string[] {
  const places = readdirSync(tmpdir()).filter((name) => name.startsWith('trackerkit-node-'))
  const installed = places.flatMap((place) => {
    const modules = join(tmpdir(), place, 'node', 'node_modules')
    return existsSync(modules) ? readdirSync(modules).map((name) => join(modules, name, 'bin', 'node')) : []
  })
  return [process.execPath, ...installed.filter((file) => existsSync(file))]
}

function findEntries(): { readonly name: string; readonly file: string }[] {
  return readdirSync('packages').flatMap((folder) => {
    const text = readFileSync(join('packages', folder, 'package.json'), 'utf8')
    const { name, private: isPrivate, exports } = JSON.parse(text) as Manifest
    if (isPrivate) return []
    return Object.entries(exports).flatMap(([entry, target]) =>
      typeof target === 'string'
        ? []
        : [{ name: name + entry.slice(1), file: join('packages', folder, target.default) }],
    )
  })
}
