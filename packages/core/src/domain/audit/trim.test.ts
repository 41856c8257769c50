import { expect, it } from 'vitest'
import { onEveryStore } from '../../../test/harness.js'
import { allow } from '../../../test/erasure.js'
import { at, file, update } from '../../../test/bugs.js'
import { createTracker } from '../../tracker/tracker.js'

const day = 86_400

onEveryStore('the audit log', (open) => {
  it('keeps entries for the configured number of days, erasures forever, and everything when it is 0', async () => {
    const world = await open()
    const admin = world.as('admin')
    await allow(world, 'allowbugdeletion')
    const { id } = await file(world)
    await admin.keywords.create({ name: 'old', description: 'x' })
    await admin.bugs.delete({ ids: [id], reason: 'Asked for' })
    world.clock.advance(30 * day)
    await admin.keywords.create({ name: 'new', description: 'x' })
    const store = { ...world.store, close: () => undefined }
    const classes = async () => {
      const again = await createTracker({ store, testing: { clock: world.clock.now } })
      const { audit_log } = await again.asSystem().audit.get({ class: ['Keyword', 'Bug', 'Erasure'] })
      await again.close()
      return audit_log.map((entry) => `${entry.class} ${entry.added ?? ''}`.trim())
    }
    expect(await classes()).toEqual(['Keyword new', 'Erasure Asked for', 'Bug', 'Keyword old'])
    await admin.parameters.update({ parameters: { audit_keep_days: 30 } })
    expect(await classes()).toHaveLength(4)
    world.clock.advance(day)
    expect(await classes()).toEqual(['Keyword new', 'Erasure Asked for'])
  })

  it('keeps former logins, so that erasing a user later removes them from histories', async () => {
    const world = await open()
    await allow(world, 'allowuserdeletion')
    const { id } = await file(world)
    await update(world, id, { cc: { add: [at('carl')] } })
    const { users } = await world.as('admin').users.update({ names: [at('carl')], email: 'other@example.com' })
    await world.as('admin').parameters.update({ parameters: { audit_keep_days: 30 } })
    world.clock.advance(31 * day)
    const store = { ...world.store, close: () => undefined }
    const again = await createTracker({ store, testing: { clock: world.clock.now } })
    await again.as({ login: at('admin') }).users.erase({ ids: [users[0]?.id ?? 0], reason: 'Asked for' })
    const { bugs } = await again.asSystem().bugs.history({ ids: [id] })
    await again.close()
    expect(JSON.stringify(bugs)).not.toContain(at('carl'))
  })
})
