// The reference of every package, out of the doc comments of what it exports: written to packages/*/docs/api, which goes along when
// they are packed. Names exports that say nothing of themselves, and links in comments that lead nowhere.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Application, LogLevel, ReflectionKind } from 'typedoc'
import { load as markdown } from 'typedoc-plugin-markdown'

process.chdir(join(import.meta.dirname, '..'))

const packages = readdirSync('packages').flatMap((name) => {
  const folder = join('packages', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entries = Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
    const source = target['@trackerkit/source']
    return source ? [{ name: entry.slice(2) || 'index', file: resolve(folder, source) }] : []
  })
  return manifest.private || entries.length === 0 ? [] : [{ name: manifest.name, folder, entries }]
})

/** The package whose pages are written. */
let current = ''

const app = await Application.bootstrapWithPlugins({
  plugin: [markdown],
  entryPoints: packages.flatMap(({ entries }) => entries.map(({ file }) => file)),
  tsconfig: 'tsconfig.types.json',
  // One program for all packages, and for the pages, which are type-checked separately: reading takes most of the time.
  compilerOptions: {
    paths: {},
    jsx: 'react-jsx',
    jsxImportSource: 'preact',
    lib: ['es2023', 'dom', 'dom.iterable'],
  },
  skipErrorChecking: true,
  logLevel: LogLevel.Error,
  validation: { invalidLink: true, notExported: false, notDocumented: false },
  readme: 'none',
  disableSources: true,
  excludePrivate: true,
  outputFileStrategy: 'modules',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  pageTitleTemplates: { module: ({ name }) => (name === 'index' ? current : `${current}/${name}`) },
  parametersFormat: 'table',
  typeDeclarationFormat: 'table',
})
const program = app.getEntryPoints() ?? []

for (const { name, folder, entries } of packages) {
  const project = app.converter.convert(
    entries.map((entry) => {
      const found = program.find(({ sourceFile }) => resolve(sourceFile.fileName) === entry.file)
      if (!found) throw new Error(`${entry.file} is no file of the program`)
      return { ...found, displayName: entry.name }
    }),
  )
  current = name
  project.name = name
  project.packageName = name
  app.validate(project)
  for (const silent of exportsOf(project).filter((one) => !saysSomething(one)))
    app.logger.error(`${silent.getFullName()} of ${name} has no doc comment`)
  const place = resolve(folder, 'docs', 'api')
  rmSync(place, { recursive: true, force: true })
  await app.outputs.writeOutput({ name: 'markdown', path: place }, project)
}
if (app.logger.hasErrors()) process.exitCode = 1

/**
 * The exports of a package with one entry are those of the project, otherwise those of its modules. A repeated export
 * is only a reference.
 */
function exportsOf(reflection) {
  return (reflection.children ?? []).flatMap((child) =>
    child.kindOf(ReflectionKind.Module) ? exportsOf(child) : child.kindOf(ReflectionKind.Reference) ? [] : [child],
  )
}

function saysSomething({ comment, signatures = [] }) {
  return [comment, ...signatures.map((signature) => signature.comment)].some((one) => one?.hasVisibleComponent())
}
