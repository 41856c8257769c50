import { expect, it } from 'vitest'
import { at } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { StoreError, type Store } from '../../store/index.js'
import { exportTracker } from './export-tracker.js'
import { logExport } from './log-export.js'

async function exportsIn(world: World) {
  const { audit_log } = await world.as('admin').audit.get({ class: 'Export' })
  return audit_log.map(({ field, user }) => ({ field, user })).toReversed()
}

onEveryStore('an export', (open) => {
  it('is recorded in the audit log: all of a tracker, with or without secrets, and the records that a user can see', async () => {
    const world = await open()
    const store = world.store
    const lines: string[] = []
    await exportTracker(store, (line) => void lines.push(line))
    await exportTracker(store, () => undefined, { withoutSecrets: true })
    await logExport(store, 'records')
    await logExport(store, 'records', ' ALICE@example.com')
    await logExport(store, 'records', at('nobody'))
    expect(await exportsIn(world)).toEqual([
      { field: 'tracker', user: null },
      { field: 'tracker without secrets', user: null },
      { field: 'records', user: null },
      { field: 'records', user: at('alice') },
    ])
    // The entry is in the export itself, so a restored tracker shows its origin.
    expect(lines.filter((line) => line.includes('"class":"Export"'))).toHaveLength(1)
  })

  it('is made all the same where nothing can be written', async () => {
    const world = await open()
    const full = () => Promise.reject(new StoreError('full', 'no room'))
    const store = { ...world.store, write: full } as unknown as Store
    expect(await exportTracker(store, () => undefined)).toBeGreaterThan(10)
    expect(await exportsIn(world)).toEqual([])
  })
})
