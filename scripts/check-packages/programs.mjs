// Programs that use the installed packages.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
