// preferences.unsubscribe and preferences.subscription, with the links in email.
import { expect, it } from 'vitest'
import { at, file, update } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'

async function withHttps(world: World, urlbase = 'https://bugs.example.com/tracker') {
  await world.as('admin').parameters.update({ parameters: { urlbase } })
}

function tokenIn(header: string | undefined): string {
  return /^<https:\/\/bugs\.example\.com\/tracker\/rest\/unsubscribe\/([\w-]+)>$/.exec(header ?? '')?.[1] ?? ''
}

onEveryStore('preferences.unsubscribe', (open) => {
  it('mutes the bug for the recipient of the email, however often it is called', async () => {
    const { world, messageTo, readers } = await openMailWorld(open)
    await withHttps(world)
    const bug = await file(world)
    const { headers } = await messageTo('bob')
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const token = tokenIn(headers['List-Unsubscribe'])
    const nobody = world.tracker.as(null)
    expect(await nobody.preferences.subscription({ token })).toEqual({ kind: 'bug', id: bug.id })
    await update(world, bug.id, { priority: 'High' })
    expect(await readers()).toEqual(['bob', 'ivan'])
    for (let time = 0; time < 2; time++)
      expect(await nobody.preferences.unsubscribe({ token })).toEqual({ kind: 'bug', id: bug.id })
    expect(await world.as('bob').follows.get()).toMatchObject({ muted: [{ id: bug.id }] })
    expect(await world.as('ivan').follows.get()).toMatchObject({ muted: [] })
    await update(world, bug.id, { priority: 'Low' })
    expect(await readers()).toEqual(['ivan'])
  })

  it('fails for other tokens and after 180 days', async () => {
    const { world, messageTo } = await openMailWorld(open)
    await withHttps(world)
    await file(world)
    const token = tokenIn((await messageTo('bob')).headers['List-Unsubscribe'])
    const nobody = world.tracker.as(null)
    const refused = { code: 'object_does_not_exist' }
    for (const other of [`B${token.slice(1)}`, token.slice(1), ''])
      await expect(nobody.preferences.unsubscribe({ token: other })).rejects.toMatchObject(refused)
    world.clock.advance(181 * 86_400)
    await expect(nobody.preferences.unsubscribe({ token })).rejects.toMatchObject(refused)
    await expect(nobody.preferences.subscription({ token })).rejects.toMatchObject(refused)
    expect(await world.as('bob').follows.get()).toMatchObject({ muted: [] })
  })

  it('succeeds without effect after the bug was deleted or the account was erased', async () => {
    const { world, messageTo } = await openMailWorld(open)
    await withHttps(world)
    const nobody = world.tracker.as(null)
    const admin = world.as('admin')
    await admin.parameters.update({ parameters: { allowbugdeletion: true, allowuserdeletion: true } })
    const bug = await file(world)
    const token = tokenIn((await messageTo('bob')).headers['List-Unsubscribe'])
    await admin.bugs.delete({ ids: [bug.id], reason: 'Spam' })
    expect(await nobody.preferences.unsubscribe({ token })).toEqual({ kind: 'bug', id: bug.id })
    expect(await world.as('bob').follows.get()).toMatchObject({ muted: [] })
    const other = await file(world, { cc: [at('eve')] })
    const link = tokenIn((await messageTo('eve')).headers['List-Unsubscribe'])
    const { users } = await admin.users.get({ names: [at('eve')] })
    await admin.users.erase({ ids: [users[0]?.id ?? 0], reason: 'Asked for', reassign_to: at('admin') })
    expect(await nobody.preferences.unsubscribe({ token: link })).toEqual({ kind: 'bug', id: other.id })
  })

  it('ends email about flags of the bug, too', async () => {
    const { world, messageTo, readers } = await openMailWorld(open)
    await withHttps(world)
    const bug = await file(world)
    const token = tokenIn((await messageTo('bob')).headers['List-Unsubscribe'])
    await world.as('admin').flagTypes.create({
      ...{ name: 'needinfo', description: 'An answer', target_type: 'bug', inclusions: ['Widgets'] },
      ...{ is_requestable: true, is_requesteeble: true },
    })
    const ask = () =>
      update(world, bug.id, { flags: [{ name: 'needinfo', status: '?', requestee: at('bob'), new: true }] })
    await ask()
    expect((await readers()).filter((name) => name === 'bob')).toEqual(['bob', 'bob'])
    await world.tracker.as(null).preferences.unsubscribe({ token })
    await ask()
    expect((await readers()).filter((name) => name === 'bob')).toEqual([])
  })

  it('has no link in email about accounts, and none without an https address', async () => {
    const { world, messageTo, arrived } = await openMailWorld(open)
    await withHttps(world, 'http://bugs.example.com/')
    await file(world)
    expect((await messageTo('bob')).headers).not.toHaveProperty('List-Unsubscribe')
    await withHttps(world)
    await world.as('bob').apiKeys.create({ description: 'A key' })
    const [message] = await arrived()
    expect(message?.headers).toMatchObject({ 'X-Tracker-Type': 'admin' })
    expect(message?.headers).not.toHaveProperty('List-Unsubscribe')
  })
})
