// The test program as one module, with the changed sources in place of those on disk.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { patchedSources } from './patched.js'
import type * as program from './program.js'

export type Program = typeof program

const root = join(import.meta.dirname, '../..')

/** Sources that are changed or new. */
function changed(sources: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'changed',
    setup(building) {
      building.onResolve({ filter: /^\.\/\d{4}-/ }, ({ path, resolveDir }) => {
        const source = join(resolveDir, path.replace(/\.js$/, '.ts'))
        return sources.has(source) ? { path: source } : undefined
      })
      building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = sources.get(path)
        return contents === undefined ? undefined : { contents, loader: 'ts' }
      })
    },
  }
}

/** Other packages stay external, by path: the bundle is in a folder that cannot resolve them by name. */
const outside: Plugin = {
  name: 'outside',
  setup(building) {
    building.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'again' || path.startsWith('@trackerkit/')) return undefined
      if (path.startsWith('node:')) return { path, external: true }
      const found = await building.resolve(path, { ...from, pluginData: 'again' })
      return found.errors.length > 0 ? undefined : { path: found.path, external: true }
    })
  },
}

export async function bundledProgram(): Promise<Program> {
  const outfile = join(root, 'node_modules/.cache/new-field/program.mjs')
  mkdirSync(dirname(outfile), { recursive: true })
  await build({
    ...{ entryPoints: [join(import.meta.dirname, 'program.ts')], outfile, bundle: true, platform: 'node' },
    ...{ format: 'esm', target: 'node20', conditions: ['@trackerkit/source'], logLevel: 'warning' },
    define: { __VERSION__: '"0.0.0"' },
    plugins: [changed(patchedSources(root)), outside],
  })
  return (await import(pathToFileURL(outfile).href)) as Program
}
