// A folder that was used with another version of Node, whose native modules do not load in this one.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const isOldNode = Number.parseInt(process.versions.node, 10) < 22
/** Drivers: one that was compiled for another version of Node, and one that loads. */
const [alien, working] = [
  "throw new Error('was compiled against a different Node.js version')",
  'module.exports = class {}',
]

let folder: string

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const driverOf = (version: string) => `node_modules/.pnpm/better-sqlite3@${version}/node_modules/better-sqlite3`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-bootstrap-'))
  cpSync(join(import.meta.dirname, '../scripts/bootstrap.mjs'), join(folder, 'scripts/bootstrap.mjs'))
  write('package.json', '{ "packageManager": "pnpm@1.0.0" }')
  write('packages/cli/package.json', '{}')
  write('pnpm-lock.yaml', '')
  write(`${driverOf('12.1.0')}/index.js`, alien)
  write(`${driverOf('13.1.0')}/index.js`, working)
  const other = driverOf(isOldNode ? '13.1.0' : '12.1.0')
  mkdirSync(join(folder, 'packages/adapter-sqlite/node_modules'), { recursive: true })
  for (const place of ['.', 'packages/adapter-sqlite'])
    symlinkSync(join(folder, other), join(folder, place, 'node_modules/better-sqlite3'), 'junction')
  write('node_modules/.installed-from', 'the same lockfile, another ABI')
  // Stands for npx: notes what pnpm is to do, and compiles.
  const compile = `case "$*" in *rebuild*) printf '%s' "${working}" > ${driverOf('12.1.0')}/index.js ;; esac`
  write('bin/npx', `#!/bin/sh\necho "$*" >> asked\n${compile}\n`)
  chmodSync(join(folder, 'bin/npx'), 0o755)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns the tasks given to pnpm. */
function bootstrap(): string[] {
  write('asked', '')
  const PATH = join(folder, 'bin') + delimiter + (process.env['PATH'] ?? '')
  const { status } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'install'], { cwd: folder, env: { PATH } })
  expect(status).toBe(0)
  const lines = readFileSync(join(folder, 'asked'), 'utf8').trim()
  return lines === '' ? [] : lines.split('\n').map((line) => line.split(' ')[2] ?? '')
}

describe('scripts/bootstrap.mjs', () => {
  it('installs again after another version of Node was used, and leaves the driver of SQLite that this one loads', () => {
    expect(bootstrap()).toEqual(isOldNode ? ['install', 'rebuild'] : ['install'])
    for (const place of ['.', 'packages/adapter-sqlite']) {
      const driver = realpathSync(join(folder, place, 'node_modules/better-sqlite3'))
      expect(driver).toBe(realpathSync(join(folder, driverOf(isOldNode ? '12.1.0' : '13.1.0'))))
      expect(readFileSync(join(driver, 'index.js'), 'utf8')).toBe(working)
    }
    expect(bootstrap()).toEqual([])
  })
})
