// Packs every package as it would be published, has the result judged, and serves a tracker from it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packages, pnpm, root, run, tool } from './workspace.mjs'

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
  const packed = packages.every((name) =>
    pnpm(['pack', '--silent', '--pack-destination', folder], join(root, 'packages', name)),
  )
  const tarballs = readdirSync(folder).map((name) => join(folder, name))
  const judged = tarballs.flatMap((file) => [
    tool('publint', ['--strict', file]),
    // Node 16 and CommonJS are not promised: the packages are ESM only.
    tool('attw', ['--profile', 'esm-only', '--format', 'ascii', '--quiet', file]),
  ])
  process.exitCode = packed && judged.every(Boolean) && serves(tarballs) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
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
  const { version } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'))
  const { stdout, stderr } = spawnSync(process.execPath, ['program.js'], { cwd: installed, encoding: 'utf8' })
  const answer = stdout.trim()
  if (answer === JSON.stringify({ version })) return true
  console.error(`The packed packages answered ${answer || 'nothing'}, not version ${version}.\n${stderr}`)
  return false
}
