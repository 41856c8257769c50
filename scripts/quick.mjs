// One rule red and green within seconds: npm run quick [-- TEST FILES]
// Bundles each test with the sources of the workspace, which loads in a fraction of the time, and runs it on memory stores. In a terminal
// it does so again whenever a source changes. Without files it takes the tests beside whatever differs from the last commit.
// It never decides whether a change may land: `npm test` does.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { context } from 'esbuild'
import { startVitest } from 'vitest/node'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'node_modules/.quick')
const isWatching = process.stdout.isTTY && process.env.CI === undefined
process.env.TRACKERKIT_TEST_STORES ??= 'memory'
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function changedTests() {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n')
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const beside = changed.map((path) => (path.endsWith('.test.ts') ? path : path.replace(/[.]tsx?$/, '.test.ts')))
  return [...new Set(beside)].filter((path) => path.endsWith('.test.ts') && existsSync(join(root, path)))
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

const given = process.argv.slice(2)
const tests = (given.length > 0 ? given : changedTests()).map((path) => resolve(root, path))
if (tests.length === 0) stop('No changed file has a test beside it. Name test files: npm run quick -- FILE ...')
for (const path of tests) {
  if (!existsSync(path)) stop(`${path} does not exist.`)
  if (readFileSync(path, 'utf8').includes('import.meta.dirname'))
    stop(`${path} uses import.meta.dirname, which a bundle changes. Run it with npx vitest run.`)
}

/** Packages from outside stay outside: a bundle cannot resolve them by name from where it is. */
const outside = {
  name: 'outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'again' || path.startsWith('@trackerkit/')) return undefined
      if (path.startsWith('node:') || path === 'vitest') return { path, external: true }
      const found = await build.resolve(path, { ...from, pluginData: 'again' })
      return found.errors.length > 0 ? undefined : { path: found.path, external: true }
    })
  },
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const wrappers = tests.map((_, index) => join(folder, `${index}.test.ts`))
for (const [index, path] of wrappers.entries()) writeFileSync(path, `import './${index}.mjs'\n`)
const running = {}
const again = {
  name: 'again',
  setup: (build) =>
    build.onEnd(async ({ errors }) => {
      const { vitest } = running
      if (vitest && errors.length === 0) await vitest.rerunTestSpecifications(await vitest.globTestSpecifications())
    }),
}

const bundles = await context({
  entryPoints: Object.fromEntries(tests.map((path, index) => [String(index), path])),
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['@trackerkit/source'],
  define: { __VERSION__: JSON.stringify(version) },
  sourcemap: 'linked',
  logLevel: 'warning',
  plugins: [outside, again],
})
await bundles.rebuild()
const inline = { deps: { external: [/\.quick\/\d+\.mjs/] } }
const options = { config: false, root, include: wrappers, exclude: [], watch: isWatching, pool: 'forks' }
running.vitest = await startVitest('test', [], { ...options, server: inline, testTimeout: 120_000 })
if (isWatching) await bundles.watch()
else {
  await running.vitest.close()
  await bundles.dispose()
}
