// Packs every package as it would be published, has the result judged, and serves a tracker from it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a program with a server of its own installs; nothing of it needs a compiler. */
const embedded = ['core', 'adapter-memory', 'rest', 'http-node', 'client']
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
/** What a page installs: the client alone, whose types need no others but those of the browser. */
const page = `
  import { connect, type Operations } from '@trackerkit/client'
  const remote: Operations = connect({ url: 'https://bugs.example.com' })
  const { bugs } = await remote.bugs.get({ ids: [1], include_fields: ['creation_time'] })
  console.log(bugs.map((bug) => bug.creation_time.getTime()))
`

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-pack-'))
try {
  const pack = [
    '--recursive',
    '--filter=./packages/*',
    '--filter=!./packages/test-postgres',
    'pack',
    '--pack-destination',
    folder,
  ]
  const packed = run(process.execPath, ['scripts/bootstrap.mjs', ...pack])
  const tarballs = readdirSync(folder).map((name) => join(folder, name))
  const judged = tarballs.flatMap((file) => [
    run('publint', ['--strict', file]),
    // Node 16 and CommonJS are not promised: the packages are ESM only.
    run('attw', ['--profile', 'esm-only', '--format', 'ascii', '--quiet', file]),
  ])
  process.exitCode = packed && judged.every(Boolean) && serves(tarballs) && compiles(tarballs) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

/** Runs a command to its end on the terminal of this process; true when it succeeded. */
function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (error) console.error(`${command}: ${error.message}`)
  return status === 0
}

/** Whether a program that has installed the packed packages serves a tracker, which says the version of the packages. */
function serves(tarballs) {
  const installed = install('program', tarballs, embedded)
  if (installed === undefined) return false
  writeFileSync(join(installed, 'program.js'), program)
  const { version } = JSON.parse(readFileSync('packages/core/package.json', 'utf8'))
  const { stdout, stderr } = spawnSync(process.execPath, ['program.js'], { cwd: installed, encoding: 'utf8' })
  const answer = stdout.trim()
  if (answer === JSON.stringify({ version })) return true
  console.error(`The packed packages answered ${answer || 'nothing'}, not version ${version}.\n${stderr}`)
  return false
}

/** Whether a page that has installed nothing but the client compiles, the declarations of the client included. */
function compiles(tarballs) {
  const installed = install('page', tarballs, ['client'])
  if (installed === undefined) return false
  writeFileSync(join(installed, 'page.ts'), page)
  const settings = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom']
  return run('tsc', [...settings, 'page.ts'], installed)
}

/** Installs some of the packed packages in a new folder; undefined when that does not work. */
function install(name, tarballs, packages) {
  const installed = join(folder, name)
  mkdirSync(installed)
  writeFileSync(join(installed, 'package.json'), '{ "private": true, "type": "module" }')
  const wanted = tarballs.filter((file) => packages.some((one) => file.includes(`trackerkit-${one}-`)))
  if (run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], installed))
    return installed
  console.error('The packed packages cannot be installed.')
  return undefined
}
