import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { command, eachInAFolder, folder, start } from './command.js'

eachInAFolder()

/** Linux has a file on a disk that is always full. */
const canBeFull = existsSync('/dev/full')

function startOnFullDisk(args: readonly string[], stdio: (full: number) => StdioOptions) {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [command, ...args], { cwd: folder, stdio: stdio(full) })
  closeSync(full)
  return child
}

describe('trackerkit with a lost output', () => {
  it('continues to serve when the reader of its log has gone', async () => {
    const server = start(['serve', '--db', ':memory:', '--port', '0', '--log'])
    const url = await server.url()
    server.closeStderr()
    for (let n = 0; n < 5; n++) expect((await fetch(`${url}/version`)).status).toBe(200)
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  it.runIf(canBeFull)('continues to serve when the disk of its log is full', async () => {
    const child = startOnFullDisk(['serve', '--db', ':memory:', '--port', '0', '--log'], (full) => [
      'ignore',
      'pipe',
      full,
    ])
    let out = ''
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
    await expect.poll(() => out, { timeout: 30_000 }).toContain('listening on')
    const url = /listening on (\S+)/.exec(out)?.[1] ?? ''
    for (let n = 0; n < 5; n++) expect((await fetch(`${url}/version`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('ends silently, with the code of SIGPIPE, when the reader of stdout has gone', async () => {
    const child = spawn(process.execPath, [command, '--help'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const err = text(child.stderr)
    expect([await once(child, 'close'), await err]).toEqual([[141, null], ''])
  })

  it.runIf(canBeFull)('reports in one line that stdout is on a full disk, and ends with 1', async () => {
    const child = startOnFullDisk(['--help'], (full) => ['ignore', full, 'pipe'])
    const err = child.stderr ? text(child.stderr) : ''
    expect(await once(child, 'close')).toEqual([1, null])
    expect(await err).toBe('trackerkit: stdout cannot be written: ENOSPC: no space left on device, write\n')
  })
})
