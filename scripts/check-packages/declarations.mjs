// Programs that emit declarations: compilers must find a name for every inferred type. Tested in strict folders, where
// a program sees only the packages that it installs, not theirs.
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compilers, kinds } from './compilers.mjs'
import { manifestOf } from './pack.mjs'

const program = `
  import { createTracker, type AnswerOf, type InputOf, type Operations } from '@trackerkit/core'
  import { connect } from '@trackerkit/client'
  import { memoryStore } from '@trackerkit/adapter-memory'
  const tracker = await createTracker({ store: memoryStore() })
  const remote = connect({ url: 'https://bugs.example.com' })
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'Nothing happens' } satisfies InputOf<'bugs.create'>
  export const fileHere = () => tracker.as(null).bugs.create(bug)
  export const fileThere = () => remote.bugs.create(bug)
  export const summaries = () => remote.bugs.get({ ids: [1], include_fields: ['summary'] })
  export const filed: AnswerOf<'bugs.create'> = await fileHere()
  export async function title(operations: Operations, id: number) {
    return (await operations.bugs.get({ ids: [id], include_fields: ['summary'] })).bugs[0]?.summary
  }
  export const titles = Promise.all([title(tracker.as(null), 1), title(remote, 1)])
`

const installed = ['@trackerkit/core', '@trackerkit/client', '@trackerkit/adapter-memory']

export function checkDeclarations({ folder, project }) {
  const strict = join(folder, 'strict')
  mkdirSync(join(strict, 'node_modules'), { recursive: true })
  writeFileSync(join(strict, 'package.json'), '{ "private": true, "type": "module" }')
  for (const name of installed) link(place(project, strict, name), join(strict, 'node_modules', name))
  link(join(project, 'node_modules', '@types'), join(strict, 'node_modules', '@types'))
  writeFileSync(join(strict, 'declarations.ts'), program)
  const emits = ['--declaration', '--emitDeclarationOnly', '--outDir', 'emitted', '--strict', '--target', 'es2023']
  return compilers.flatMap((compile) =>
    Object.values(kinds).flatMap((words) => compile([...emits, ...words, 'declarations.ts'], strict)),
  )
}

/** A copy of a package beside links to what it depends on, as pnpm lays it out. */
function place(project, strict, name) {
  const from = join(project, 'node_modules', name)
  if (!name.startsWith('@trackerkit/')) return from
  const modules = join(strict, 'node_modules', '.store', name.replace('/', '+'), 'node_modules')
  const to = join(modules, name)
  if (existsSync(to)) return to
  cpSync(from, to, { recursive: true })
  const { dependencies, peerDependencies } = manifestOf(from)
  for (const other of Object.keys({ ...dependencies, ...peerDependencies }))
    link(place(project, strict, other), join(modules, other))
  return to
}

function link(target, path) {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, 'junction')
}
