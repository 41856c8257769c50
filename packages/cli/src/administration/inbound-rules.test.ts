import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { addWidgets, widgets } from '../../test/widgets.js'
import { main } from '../main.js'
import { openTracker } from '../store/store.js'

describe('trackerkit inbound accept', () => {
  it('asks the rules of --rules', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
    const db = join(folder, 'tracker.db')
    const tracker = await openTracker(db)
    const admin = tracker.asSystem('admin@example.com')
    await addWidgets(tracker)
    const { id } = await admin.intakes.create({ ...widgets, name: 'app', accepts: 'anybody' })
    const { key } = await admin.intakes.rotateKey({ id })
    await tracker.as(null).reports.create({ key, summary: 'It blinks' })
    await tracker.close()
    const rules = join(folder, 'rules.mjs')
    writeFileSync(rules, "export default [{ name: 'no', on: ['bug.create'], needs: [], check: () => 'Not today' }]", {
      mode: 0o600,
    })
    let said = ''
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        said += String(text)
        return true
      })
    const args = ['inbound', 'accept', '1', '--db', db, '--as', 'admin@example.com', '--rules', rules]
    const code = await main(args, () => '0')
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
    expect([code, said]).toEqual([1, '1\theld\trule_refused\ntrackerkit: still held: 1\n'])
  })
})
