// Mail about the bugs that others wait for.
import { expect, it } from 'vitest'
import { at, file, update } from '../../../test/bugs.js'
import { onAnyStore } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'

const fixed = { status: 'RESOLVED', resolution: 'FIXED', comment: { body: 'canary' } }

onAnyStore('mail about blockers', (open) => {
  it('goes to the people of every bug that depends on a bug which is closed or reopened', async () => {
    const { world, arrived } = await openMailWorld(open)
    const blocker = await file(world, { summary: 'In the way', component: 'Core', cc: [at('eve')] }, 'admin')
    const waiting = await file(world, { summary: 'Waits', depends_on: [blocker.id] }, 'admin')
    const also = await file(
      world,
      { summary: 'Waits too', component: 'Core', cc: [at('carl')], depends_on: [blocker.id] },
      'admin',
    )
    await arrived()
    await update(world, blocker.id, fixed, 'admin')
    const all = await arrived()
    const messages = all.filter(({ headers }) => headers['X-Tracker-Type'] === 'dep_changed')
    expect(messages.map(({ to, subject }) => [to, subject])).toEqual([
      [at('alice'), `[Bug ${waiting.id}] Waits`],
      [at('bob'), `[Bug ${waiting.id}] Waits`],
      [at('bob'), `[Bug ${also.id}] Waits too`],
      [at('carl'), `[Bug ${also.id}] Waits too`],
      [at('ivan'), `[Bug ${waiting.id}] Waits`],
    ])
    expect(messages[0]?.text).toContain(
      `Bug ${waiting.id} depends on bug ${blocker.id}, which Administrator <${at('admin')}>`,
    )
    expect(messages[0]?.text).toContain(`Bug ${blocker.id}: In the way`)
    expect(messages[0]?.text).toMatch(/Resolution \|\s+\| FIXED\n\s+Status \| CONFIRMED\s+\| RESOLVED/)
    expect(JSON.stringify(messages)).not.toContain('canary')
    await update(world, blocker.id, { status: 'CONFIRMED' }, 'admin')
    expect((await arrived()).filter(({ headers }) => headers['X-Tracker-Type'] === 'dep_changed')).toHaveLength(5)
    await update(world, blocker.id, { status: 'IN_PROGRESS' }, 'admin')
    expect((await arrived()).filter(({ headers }) => headers['X-Tracker-Type'] === 'dep_changed')).toEqual([])
  })

  it('goes only to those who may see both bugs [EVT-04]', async () => {
    const { world, readers } = await openMailWorld(open)
    const hidden = await world
      .as('ivan')
      .bugs.create({ product: 'Vault', component: 'Safe', version: '1', summary: 'Hidden' })
    const waiting = await file(world, { depends_on: [hidden.id] }, 'ivan')
    await readers()
    await world.as('ivan').preferences.update({ email: { cc: { own_change: true } } })
    await update(world, hidden.id, { status: 'RESOLVED', resolution: 'FIXED' }, 'ivan')
    expect(await readers()).toEqual(['ivan'])
    await update(world, hidden.id, { status: 'CONFIRMED', groups: { remove: [] }, cc: { add: [at('alice')] } }, 'ivan')
    expect(await readers()).toEqual(['alice', 'alice', 'ivan'])
    expect(waiting.id).toBeGreaterThan(hidden.id)
  })

  it('follows preferences and leaves out ignored bugs', async () => {
    const { world, readers } = await openMailWorld(open)
    const blocker = await file(world, { component: 'Core' }, 'bob')
    const waiting = await file(world, { depends_on: [blocker.id] }, 'admin')
    await readers()
    const off = { dependency: false, resolution: false, management: false }
    await world.as('alice').preferences.update({ email: { assigned_to: off } })
    await update(world, waiting.id, { bug_ignored: true }, 'ivan')
    await update(world, blocker.id, fixed, 'bob')
    expect(await readers()).toEqual(['admin'])
  })
})
