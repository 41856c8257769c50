import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startBackups } from './each-night.js'

describe('startBackups', () => {
  it('reports a folder that cannot be read, which does not end the server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-backups-'))
    symlinkSync(join(folder, 'missing'), join(folder, 'trackerkit-2026-01-31T000000Z.db'))
    const said: string[] = []
    const plan = { every: 60_000, to: `${folder}/`, keep: '1' }
    const backups = startBackups(plan, join(folder, 'tracker.db'), (message) => void said.push(message))
    await backups.stop()
    rmSync(folder, { recursive: true })
    expect(said).toEqual([expect.stringMatching(/^backup failed: .*ENOENT/)])
  })
})
