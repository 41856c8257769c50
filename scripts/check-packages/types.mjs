// Programs compile against the installed declarations: strict, and with every declaration checked too.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compilers, kinds } from './compilers.mjs'
import { documentsOf } from './contents.mjs'
import { manifestOf, run } from './pack.mjs'

/** Types and instantiations that a file that calls every operation may cost a compiler, all declarations that it needs included. */
const most = { Types: 6_000, Instantiations: 15_000 }

const strict = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023', '--types', 'node']
/** Runs in pages only, and its types are those of elements. */
const ofPages = '@trackerkit/report'

/** Programs that must compile, and programs that must not. */
const probes = `
  import { createTracker, isTrackerError, type Operations } from '@trackerkit/core'
  import { memoryStore } from '@trackerkit/adapter-memory'
  const tracker = await createTracker({ store: memoryStore() })
  const alice: Operations = tracker.as({ login: 'alice@example.com' })
  const { bugs } = await alice.bugs.search({ product: ['Widgets'], include_fields: ['id', 'summary'] })
  for (const bug of bugs) {
    bug.summary.trim()
    // @ts-expect-error: has not been asked for
    bug.status
  }
  // @ts-expect-error: a criterion that is misspelt
  await alice.bugs.search({ prodct: ['Widgets'] })
  // @ts-expect-error: a field that is misspelt
  await alice.bugs.get({ ids: [1], include_fields: ['sumary'] })
  // @ts-expect-error: without a summary
  await alice.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0' })
  await alice.bugs.get({ ids: [1] }).catch((error: unknown) => isTrackerError(error, 'conflict') && error.data.last_change_time.getTime())
`

export function checkTypes({ project, packages }) {
  const others = packages.filter(({ name }) => name !== ofPages)
  const files = [
    writeEntries(project, others, 'entries.ts'),
    ...writeDocuments(project, ['README.md', ...guidesOf(project, others)], 'documents'),
    ...copyExamples(project),
  ]
  mkdirSync(join(project, 'probes'), { recursive: true })
  writeFileSync(join(project, 'probes', 'probes.ts'), probes)
  files.push('probes/probes.ts')
  return compilers.flatMap((compile) =>
    Object.values(kinds).flatMap((words) => [
      ...compile([...strict, ...words, ...files], project),
      ...compile([...strict, '--lib', 'es2023,dom', ...words, ...filesOfPages(project, packages)], project),
    ]),
  )
}

function filesOfPages(project, packages) {
  const own = packages.filter(({ name }) => name === ofPages)
  return [
    writeEntries(project, own, 'page-entries.ts'),
    ...writeDocuments(project, guidesOf(project, own), 'page-documents'),
  ]
}

/** A file that imports all that can be imported. */
function writeEntries(project, packages, place) {
  const entries = packages.flatMap(({ name, source }) =>
    Object.keys(manifestOf(join(project, 'node_modules', name)).exports ?? manifestOf(source).exports)
      .filter((entry) => entry !== './package.json')
      .map((entry) => name + entry.slice(1)),
  )
  const lines = entries.map((entry, index) => `import * as entry${index} from '${entry}'\nvoid entry${index}`)
  writeFileSync(join(project, place), lines.join('\n'))
  return place
}

/** The guides in packages. Code in doc comments is incomplete. */
function guidesOf(project, packages) {
  return packages
    .flatMap(({ name }) => documentsOf(join(project, 'node_modules', name)))
    .filter((file) => !file.includes(join('docs', 'api')))
}

/** Writes the code of documents, each piece to a separate file. */
function writeDocuments(project, documents, folder) {
  mkdirSync(join(project, folder), { recursive: true })
  return documents.flatMap((file, index) =>
    [...readFileSync(file, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)].flatMap(([, code], piece) => {
      if (needsOthers(code) || /from '\.{1,2}\//.test(code)) return []
      const place = `${folder}/${index}-${piece}.ts`
      writeFileSync(join(project, place), `// ${file.split('node_modules/').at(-1)}\n${code}\nexport {}\n`)
      return [place]
    }),
  )
}

/** The programs among the examples; their tests need what tests are run with. */
function copyExamples(project) {
  return readdirSync('examples').flatMap((example) => {
    const isProgram = (file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file)
    const files = existsSync(join('examples', example, 'package.json')) ? readdirSync(join('examples', example)) : []
    const programs = files.filter(isProgram)
    if (programs.some((file) => needsOthers(readFileSync(join('examples', example, file), 'utf8')))) return []
    return programs.map((file) => {
      const place = `examples/${example}/${file}`
      cpSync(place, join(project, place))
      return place
    })
  })
}

/**
 * Servers, drivers and test runners are not installed here: code that imports them is compiled only in the workspace.
 */
function needsOthers(code) {
  const imported = [...code.matchAll(/(?:from|import) '([^'.][^']*)'/g)].map((match) => match[1])
  return imported.some((name) => !/^(node:|@trackerkit\/)/.test(name))
}

/** Counts do not depend on what else the machine does, as times would. */
export async function checkCounts({ project }) {
  const { operations } = await import(join(project, 'node_modules/@trackerkit/core/dist/tracker/registry.js'))
  const all = Object.values(operations).flatMap((verbs) => Object.values(verbs))
  const calls = all.flatMap(({ examples = [] }) => examples.slice(0, 1).map(({ code }) => `{\n${code}\n}`))
  const head = `import type { Operations, Tracker } from '@trackerkit/core'\ndeclare const [alice, admin]: [Operations, Operations]\n`
  const rest = `declare const tracker: Tracker\ndeclare const [password, token, api_key]: [string, string, string]\n`
  writeFileSync(join(project, 'calls.ts'), `${head}${rest}${calls.join('\n')}\nexport {}\n`)
  const words = [...strict, ...kinds.nodenext, '--skipLibCheck', '--extendedDiagnostics', 'calls.ts']
  const tsc = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc')
  const { status, text } = run(process.execPath, [tsc, ...words], project, { mayFail: true })
  if (status !== 0) return text.trim().split('\n').slice(0, 20)
  return Object.entries(most).flatMap(([what, limit]) => {
    const count = Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(text)?.[1])
    console.log(`         ${calls.length} operations: ${count} ${what.toLowerCase()} of ${limit}`)
    return count <= limit
      ? []
      : [`${calls.length} operations cost ${count} ${what.toLowerCase()}, and may cost ${limit}`]
  })
}
