// Assets for browsers: compressed scripts, styles and the icon with hashed names, and a list of them.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Metafile, type Plugin } from 'esbuild'
import { smallEntities } from '../../../entities.base.js'
import { unusedResources, unusedVerbs } from '../src/page/operations.js'
import type { Manifest } from '../src/server/assets.js'
import { requireWithinBudgets } from './budgets.js'
import { smallFiles } from './small-files.js'
import { licensesOf } from '../../../licenses.base.js'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const main = join(source, 'browser/main.tsx')
/** Lists and bugs load these without being asked to. */
const unasked = ['browser/after-first-view.ts', 'parts/drafts-on-demand.ts', 'pages/bug/format-comments.tsx'].map(
  (path) => join(source, path),
)
const report = join(source, 'browser/report.ts')
const start = join(source, 'browser/start.ts')
const sheets = {
  style: join(source, 'styles/index.css'),
  more: join(source, 'styles/more.css'),
  all: join(source, 'styles/all.css'),
}

/** In the library whose icons are copied into a module. */
const icons = fileURLToPath(import.meta.resolve('lucide/package.json'))

/** Chrome 123, Firefox 121 and Safari 17.5 are the first with all that the pages use. */
const target = ['chrome123', 'firefox121', 'safari17.5']

/**
 * Parts that are loaded on demand import from the main script too. All shared code then lies in one chunk, which the
 * first view has loaded already, instead of one for each set of parts that share something, which the first view would
 * have to load as well. For the same reason they import `small` modules, those that some of them share and the main
 * script does without.
 */
const oneSharedPiece = (small: readonly string[]): Plugin => ({
  name: 'one-shared-piece',
  setup(building) {
    const namespace = 'on-demand'
    building.onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      // Asked as another kind, it is not asked of this plugin again.
      const found = await building.resolve(path, { kind: 'import-statement', importer, resolveDir })
      return { ...found, namespace }
    })
    building.onResolve({ filter: /^(?:[\\/]|[a-z]:)/i }, ({ path }) =>
      path === main || small.includes(path) ? { path, sideEffects: true } : undefined,
    )
    building.onLoad({ filter: /./, namespace }, ({ path }) => {
      const others = unasked.includes(path) ? [main] : [main, ...small]
      const imports = others.map((other) => `import ${JSON.stringify(other)}\n`)
      return { contents: `export * from ${JSON.stringify(path)}\n${imports.join('')}`, resolveDir: dirname(path) }
    })
  },
})

/**
 * Modules of the client that pages do without: they ask for the changes since, their session is a cookie, and they
 * connect to their own origin without headers, retries or checks of the options.
 */
const unused: Readonly<Record<string, string>> = {
  follow: 'export const followChanges = undefined\nexport const requireStream = undefined\n',
  download: 'export const download = undefined\n',
  options:
    'export const settingsOf = ({ url, fetch, retry }) => ({ attempts: 1, timeout: 30_000, ...retry, fetch, url: `${location.origin}${url}rest`, headers: {} })\n',
  retry: 'export const retried = (attempt) => attempt()\nexport const sleep = undefined\n',
  session: 'export const createSession = () => ({ during: (work) => work({}), end: () => Promise.resolve() })\n',
}

/** Routes of operations that pages do not call, as generated: whole lines, and verbs with their routes. */
const unusedRoutes = new RegExp(
  `^(?:${unusedResources.join('|')}), .*\\n|, (?:${unusedVerbs.join('|')})=[^,\\n]*`,
  'gm',
)

const withoutUnused: Plugin = {
  name: 'without-unused',
  setup(building) {
    building.onLoad({ filter: /[\\/]client[\\/]src[\\/]generated[\\/]routes\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(unusedRoutes, ''),
      loader: 'ts',
    }))
    building.onLoad(
      { filter: /[\\/]client[\\/]src[\\/](?:follow|download|options|retry|session)\.ts$/ },
      ({ path }) => ({
        contents: unused[basename(path, '.ts')] ?? '',
      }),
    )
  },
}

/**
 * Builds into `folder` after emptying it. `more` are files of libraries that are bundled into the package. `first` are
 * modules that run before all others, for tests; with them, sizes are not limited.
 * @throws Error when a chunk exceeds its limit
 */
export async function buildAssets(
  folder: string,
  more: readonly string[] = [],
  first: readonly string[] = [],
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const { metafile: apart } = await buildScripts(folder, [], first)
  const small = smallFiles(apart, scriptOf(apart), unasked)
  const { metafile, outputFiles } = await buildScripts(folder, small, first)
  // Separate files: pages of other programs load nothing but the form, and the first script imports the main one by its name.
  const alone = await build({
    entryPoints: { report, start },
    outdir: folder,
    bundle: true,
    format: 'esm',
    target,
    minify: true,
    write: false,
    entryNames: '[name]-[hash]',
    conditions: ['@trackerkit/source'],
  })
  await mkdir(folder, { recursive: true })
  const icon = await readFile(join(source, 'styles/icon.svg'))
  const iconName = `icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`
  const files = [...outputFiles, ...alone.outputFiles].map(({ path, contents }) => ({
    name: path.slice(dirname(path).length + 1),
    contents,
  }))
  const sizes = new Map<string, number>()
  for (const { name, contents } of [...files, { name: iconName, contents: icon }]) {
    sizes.set(name, await writeAsset(folder, name, contents))
  }
  const nameOf = (entry: string) =>
    alone.outputFiles.map(({ path }) => basename(path)).find((name) => name.startsWith(`${entry}-`)) ?? ''
  const manifest = { ...manifestOf(metafile, iconName), report: nameOf('report'), start: nameOf('start') }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'LICENSES.md'), await licensesOf([...Object.keys(metafile.inputs), ...more, icons]))
  if (first.length === 0) await requireWithinBudgets(manifest, sizes, importsOf(metafile, manifest.markdown))
}

/** `small`: modules that the parts that are loaded on demand share. */
function buildScripts(folder: string, small: readonly string[], first: readonly string[]) {
  return build({
    entryPoints: { main, ...sheets },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target,
    minify: true,
    write: false,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'file' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@trackerkit/source'],
    legalComments: 'none',
    plugins: [oneSharedPiece(small), smallEntities, withoutUnused],
    inject: [...first],
    // Nothing of them is asked for: what they are there for is what they do.
    ignoreAnnotations: first.length > 0,
  })
}

/** Writes a file as it is and compressed. Answers how large it is as gzip. */
async function writeAsset(folder: string, name: string, contents: Uint8Array): Promise<number> {
  const zipped = gzipSync(contents, { level: 9 })
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length }
  await Promise.all([
    writeFile(join(folder, name), contents),
    writeFile(join(folder, `${name}.gz`), zipped),
    writeFile(join(folder, `${name}.br`), brotliCompressSync(contents, { params: size })),
  ])
  return zipped.length
}

/** The files that a file imports before it runs. */
function importsOf({ outputs }: Metafile, name: string): string[] {
  const [, output] = Object.entries(outputs).find(([path]) => nameOf(path) === name) ?? []
  return (output?.imports ?? []).flatMap(({ kind, path }) => (kind === 'import-statement' ? [nameOf(path)] : []))
}

/** The chunk with the main script: parts that are loaded on demand share it, so that its entry only imports it. */
function scriptOf(metafile: Metafile): string {
  const [entry] = entryOf(metafile, 'browser/main.tsx')
  const [only, ...others] = importsOf(metafile, nameOf(entry))
  if (only === undefined || others.length > 0) throw new Error('The main script is not in one chunk.')
  return only
}

function entryOf({ outputs }: Metafile, end: string): [path: string, output: Metafile['outputs'][string]] {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(end))
  if (!found) throw new Error(`Nothing was built of ${end}.`)
  return found
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function manifestOf(metafile: Metafile, icon: string): Omit<Manifest, 'report' | 'start'> {
  const { outputs } = metafile
  const script = scriptOf(metafile)
  const pages = Object.entries(outputs).flatMap(([path, { entryPoint }]): [page: string, file: string][] => {
    const [, page] = /pages\/([^/]+)\/page\.tsx$/.exec(entryPoint ?? '') ?? []
    return page === undefined ? [] : [[page, nameOf(path)]]
  })
  const [first = [], ...others] = pages.map(([, file]) => importsOf(metafile, file))
  const [style] = entryOf(metafile, 'styles/index.css')
  const [more] = entryOf(metafile, 'styles/more.css')
  const [all] = entryOf(metafile, 'styles/all.css')
  const [markdown] = entryOf(metafile, 'pages/bug/format-comments.tsx')
  return {
    script,
    style: nameOf(style),
    more: nameOf(more),
    all: nameOf(all),
    icon,
    markdown: nameOf(markdown),
    shared: first.filter((name) => name !== script && others.every((imports) => imports.includes(name))),
    pages: Object.fromEntries(pages),
  }
}
