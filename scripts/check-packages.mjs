// Packs every package as it would be published, has the result judged, and serves a tracker from it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a program with a server of its own installs; nothing of it needs a compiler. */
const embedded = ['core', 'adapter-memory', 'rest', 'http-node']
const program = `
  import { memoryStore } from '@trackerkit/adapter-memory'
  import { createTracker } from '@trackerkit/core'
  import { createNodeHandler } from '@trackerkit/http-node'
  import { createServer } from 'node:http'
  const server = createServer(createNodeHandler(await createTracker({ store: memoryStore() })))
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const answer = await fetch(\`http://127.0.0.1:\${server.address().port}/rest/version\`)
  console.log(await answer.text())
  process.exit()
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
  process.exitCode = packed && judged.every(Boolean) && serves(tarballs) ? 0 : 1
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
  const installed = join(folder, 'program')
  mkdirSync(installed)
  writeFileSync(join(installed, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(join(installed, 'program.js'), program)
  const wanted = tarballs.filter((file) => embedded.some((name) => file.includes(`trackerkit-${name}-`)))
  if (!run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], installed)) {
    console.error('The packed packages cannot be installed.')
    return false
  }
  const { version } = JSON.parse(readFileSync('packages/core/package.json', 'utf8'))
  const { stdout, stderr } = spawnSync(process.execPath, ['program.js'], { cwd: installed, encoding: 'utf8' })
  const answer = stdout.trim()
  if (answer === JSON.stringify({ version })) return true
  console.error(`The packed packages answered ${answer || 'nothing'}, not version ${version}.\n${stderr}`)
  return false
}
