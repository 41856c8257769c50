// The size of a tracker in memory in a bundle that is split.
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Bytes with gzip. Operations that few programs call, and the list of frequent passwords, are loaded when they are needed. */
const most = 350_000

/** Modules of Node that other runtimes have, too. */
const modules = ['async_hooks', 'buffer', 'crypto', 'events', 'process', 'timers/promises', 'util', 'zlib']

export async function checkEntry({ project }) {
  const [size, others] = [await sizeOfEntry(project), await otherModules(project)]
  return [
    ...(size > most ? [`core and adapter-memory take ${size} bytes with gzip, and may take ${most}`] : []),
    ...others.map((name) => `core, adapter-memory and rest need ${name}`),
  ]
}

async function bundle(project, source, options) {
  const entry = join(project, 'entry.js')
  writeFileSync(entry, source)
  const form = { bundle: true, format: 'esm', platform: 'node', outdir: join(project, 'bundled'), write: false }
  return build({ entryPoints: [entry], ...form, metafile: true, logLevel: 'silent', ...options })
}

/** With everything that the entry imports at once. */
async function sizeOfEntry(project) {
  const source = `
    import { createTracker } from '@trackerkit/core'
    import { memoryStore } from '@trackerkit/adapter-memory'
    export const tracker = () => createTracker({ store: memoryStore() })`
  const { outputFiles, metafile } = await bundle(project, source, { splitting: true, minify: true })
  const sizes = new Map(outputFiles.map(({ path, contents }) => [basename(path), gzipSync(contents).length]))
  const taken = new Set()
  const take = (name) => {
    if (taken.has(name) || !metafile.outputs[name]) return
    taken.add(name)
    for (const { path, kind } of metafile.outputs[name].imports) if (kind === 'import-statement') take(path)
  }
  take(Object.keys(metafile.outputs).find((name) => metafile.outputs[name].entryPoint))
  return [...taken].reduce((sum, name) => sum + sizes.get(basename(name)), 0)
}

async function otherModules(project) {
  const packages = ['core', 'adapter-memory', 'rest']
  const source = packages.map((name) => `export * from '@trackerkit/${name}'`).join('\n')
  const { metafile } = await bundle(project, source)
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const names = imports.filter(({ external }) => external).map(({ path }) => path)
  return [...new Set(names)].filter((name) => !modules.includes(name.replace('node:', '')))
}
