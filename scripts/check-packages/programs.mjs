// Programs that use the installed packages.
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installAll, manifestOf, run } from './pack.mjs'

const program = `
  import { memoryStore } from '@trackerkit/adapter-memory'
  import { connect } from '@trackerkit/client'
  import { createTracker } from '@trackerkit/core'
  import { createNodeHandler } from '@trackerkit/http-node'
  import { createServer } from 'node:http'
  const server = createServer(createNodeHandler(await createTracker({ store: memoryStore() })))
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const remote = connect({ url: \`http://127.0.0.1:\${server.address().port}\` })
  console.log(JSON.stringify(await remote.server.version()))
  process.exit()
`

/** A program serves a tracker, which says the version of the packages. */
export function checkServes({ project }) {
  writeFileSync(join(project, 'program.js'), program)
  const { version } = manifestOf('packages/core')
  const { text } = run(process.execPath, ['program.js'], project, { mayFail: true })
  return text.trim() === JSON.stringify({ version })
    ? []
    : [`it answered ${text.trim() || 'nothing'}, not version ${version}`]
}

/** A page installs only the client, whose types need only those of the browser. */
const page = `
  import { connect, type Operations } from '@trackerkit/client'
  const remote: Operations = connect({ url: 'https://bugs.example.com' })
  const { bugs } = await remote.bugs.get({ ids: [1], include_fields: ['creation_time'] })
  console.log(bugs.map((bug) => bug.creation_time.getTime()))
`

export function checkPage({ folder, packages }) {
  const project = installAll(
    join(folder, 'page'),
    packages.filter(({ name }) => ['@trackerkit/client', '@trackerkit/types'].includes(name)),
  )
  writeFileSync(join(project, 'page.ts'), page)
  const words = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom',
    '--types',
    '',
  ]
  const { status, text } = run(join(process.cwd(), 'node_modules', '.bin', 'tsc'), [...words, 'page.ts'], project, {
    mayFail: true,
  })
  return status === 0 ? [] : text.trim().split('\n')
}

/** A project of create-trackerkit with each store, on the installed packages: types, tests, and a page. */
export function checkCreated({ folder, project }) {
  const create = join(project, 'node_modules', 'create-trackerkit', 'dist', 'cli.js')
  const pglite = realpathSync('packages/adapter-postgres/node_modules/@electric-sql/pglite')
  link(pglite, join(project, 'node_modules', '@electric-sql', 'pglite'))
  // Installed without its binary.
  const driver = join(project, 'node_modules', 'better-sqlite3')
  rmSync(driver, { recursive: true, force: true })
  link(realpathSync('packages/adapter-sqlite/node_modules/better-sqlite3'), driver)
  for (const tool of ['tsx', 'typescript'])
    link(realpathSync(join('node_modules', tool)), join(project, 'node_modules', tool))
  return ['sqlite', 'pglite', 'memory'].flatMap((store) => {
    // Below the project, whose packages it finds.
    const created = join(project, `created-${store}`)
    run(process.execPath, [create, created, '--store', store, '--no-install'], folder)
    const steps = {
      tsc: [join(project, 'node_modules', 'typescript', 'bin', 'tsc')],
      test: ['--import', 'tsx', '--test', 'test/rules.test.ts'],
      start: ['--import', 'tsx', '--input-type=module', '-e', visit],
    }
    return Object.entries(steps).flatMap(([step, words]) => {
      const { status, text } = run(process.execPath, words, created, { mayFail: true })
      return status === 0 ? [] : [`${store}, ${step}: ${text.slice(0, 1000)}`]
    })
  })
}

/** Serves as `npm start` does, asks for the first page, and ends as Ctrl+C does. */
const visit = `
  process.env.PORT = '0'
  const { log } = console
  let url = ''
  console.log = (line) => { url = /^Pages at (\\S+),/.exec(line)?.[1] ?? url; log(line) }
  await import('./src/server.ts')
  const { status } = await fetch(url)
  process.exitCode = status === 200 ? 0 : 1
  process.kill(process.pid, 'SIGTERM')
`

function link(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  if (!existsSync(to)) symlinkSync(from, to, 'junction')
}
