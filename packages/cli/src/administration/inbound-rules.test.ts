import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eachInAFolder, folder, runHere } from '../../test/command.js'
import { addWidgets, widgets } from '../../test/widgets.js'
import { openTracker } from '../store/store.js'

eachInAFolder()

describe('trackerkit inbound accept', () => {
  it('asks the rules of --rules', async () => {
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
    const args = ['inbound', 'accept', '1', '--db', db, '--as', 'admin@example.com', '--rules', rules]
    const { code, out, err } = await runHere(args)
    expect([code, out, err]).toEqual([1, '1\theld\trule_refused\n', 'trackerkit: still held: 1\n'])
  })
})
