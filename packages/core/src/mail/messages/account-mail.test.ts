// Mail about accounts.
import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { onAnyStore } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import { changeUser, givePassword } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'

onAnyStore('mail about accounts', (open) => {
  it('is sent to the owner of a new API key, without the key, whatever the preferences about bugs', async () => {
    const { world, arrived } = await openMailWorld(open)
    await changeUser(world, 'alice', { email_enabled: false })
    const { api_key } = await world.as('alice').apiKeys.create({ description: 'Nightly build' })
    const [job, ...others] = await arrived()
    expect(others).toEqual([])
    expect(job).toMatchObject({ to: at('alice'), subject: 'New API key' })
    expect(job?.headers).toEqual({ 'Auto-Submitted': 'auto-generated', 'X-Tracker-Type': 'admin' })
    expect(job?.text).toContain('Nightly build')
    expect(job?.text).toContain(api_key.slice(0, 6))
    expect(JSON.stringify(job)).not.toContain(api_key)
  })

  it('about a new address goes to the old one and to the new one', async () => {
    const { world, arrived } = await openMailWorld(open)
    await world.as('admin').users.update({ names: [at('alice')], email: at('alison') })
    const messages = await arrived()
    expect(messages.map(({ to }) => to)).toEqual([at('alice'), at('alison')])
    for (const { text } of messages) expect(text).toMatch(/Before \| alice@example\.com\n\s+Now \| alison@example\.com/)
    await world.as('admin').users.update({ names: [at('alison')], full_name: 'Alison' })
    expect(await arrived()).toEqual([])
  })

  it('is sent to the maintainer once when an account is locked after too many failures', async () => {
    const { world, arrived } = await openMailWorld(open)
    await givePassword(world, 'alice', 'right and proper')
    const tries = async (count: number) => {
      // Closing a tracker waits for the work that it does after responses.
      const store = { ...world.store, close: async () => undefined }
      const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
      for (let i = 0; i < count; i++)
        await tracker
          .as({ login: at('alice'), password: 'wrong' }, { address: '192.0.2.7' })
          .bugs.get({ ids: [] })
          .catch(() => undefined)
      await tracker.close()
      return arrived()
    }
    await inStore(world.store, (tx) => setParameter(tx, 'maintainer', ''))
    expect(await tries(5)).toEqual([])
    world.clock.advance(3600)
    await inStore(world.store, (tx) => setParameter(tx, 'maintainer', 'root@example.com'))
    expect(await tries(4)).toEqual([])
    const [job, ...others] = await tries(3)
    expect(others).toEqual([])
    expect(job).toMatchObject({ to: 'root@example.com', subject: 'Account locked: alice@example.com' })
    expect(job?.text).toContain('192.0.2.7')
    expect(job?.text).toContain('30 minutes')
  })
})
