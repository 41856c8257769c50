// How far the reasons of the inbox reach users.
import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { onAnyStore, onEveryStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

type Ways = NonNullable<Parameters<ReturnType<World['as']>['preferences']['update']>[0]>['notifications']

const choose = (world: World, name: string, notifications: Ways) => world.as(name).preferences.update({ notifications })
const linesOf = async (world: World, name: string) =>
  (await world.as(name).inbox.get()).items.map(({ bug, reasons }) => [bug.id, ...reasons])

onEveryStore('preferences for notifications', (open) => {
  it('send email for a role only by the way of email, and always keep the line in the inbox', async () => {
    const { world, readers } = await openMailWorld(open)
    await choose(world, 'bob', { assigned: 'inbox' })
    const { id } = await file(world, { component: 'Core', assigned_to: at('bob'), cc: [at('eve')], qa_contact: '' })
    expect(await readers()).not.toContain('bob')
    expect(await linesOf(world, 'bob')).toEqual([[id, 'assigned']])
    await choose(world, 'eve', { role: 'digest' })
    await readers()
    await update(world, id, { priority: 'High' })
    expect(await readers()).not.toContain('eve')
    await choose(world, 'bob', { assigned: 'mail' })
    await choose(world, 'eve', { role: 'mail' })
    await update(world, id, { priority: 'Low' })
    expect(await readers()).toEqual(expect.arrayContaining(['bob', 'eve']))
  })

  it('put the chosen reasons into the digest, and all if none is chosen', async () => {
    const { world, arrived } = await openMailWorld(open)
    await choose(world, 'eve', { mentioned: 'digest' })
    const role = await file(world, { cc: [at('eve')] })
    const mention = await file(world, { description: '@eve' })
    await world.as('eve').schedules.create({ kind: 'digest', days: [...everyDay], hours: [8] })
    expect((await arrived()).filter(({ to }) => to === at('eve')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining(`[Bug ${role.id}]`),
    ])
    const digest = async () => {
      world.clock.advance(86_400)
      return (await arrived()).filter(({ to }) => to === at('eve')).map(({ text }) => text)
    }
    const [first, ...others] = await digest()
    expect([first?.includes(`Bug ${mention.id} (`), first?.includes(`Bug ${role.id} (`), others]).toEqual([
      true,
      false,
      [],
    ])
    await choose(world, 'eve', { mentioned: 'mail' })
    await world.as('alice').comments.create({ id: role.id, comment: 'Again' })
    await arrived()
    expect((await digest())[0]).toContain(`Bug ${role.id} (`)
  })

  it('follow bugs that one comments on, unless one does not want that', async () => {
    const world = await open()
    const { id } = await file(world, { component: 'Core', assigned_to: at('bob') })
    await world.as('eve').comments.create({ id, comment: 'Me too' })
    world.clock.advance(60)
    await world.as('alice').comments.create({ id, comment: 'Thanks' })
    expect(await linesOf(world, 'eve')).toEqual([[id, 'followed']])
    expect(await choose(world, 'eve', { follow_commented: false })).toEqual({
      changes: { 'notifications.follow_commented': { removed: '1', added: '0' } },
    })
    expect(await linesOf(world, 'eve')).toEqual([])
    await world.as('eve').follows.update({ add: [{ bug: id }] })
    expect(await linesOf(world, 'eve')).toEqual([[id, 'followed']])
    await choose(world, 'eve', { follow_commented: true })
    expect((await world.as('eve').preferences.get()).notifications).toMatchObject({ follow_commented: true })
  })

  it('put lines with a chosen reason into the digest, however many others are newer', async () => {
    const { world, arrived } = await openMailWorld(open)
    await choose(world, 'eve', { mentioned: 'digest' })
    const { id } = await file(world, { description: '@eve' })
    for (let index = 0; index < 101; index++) {
      world.clock.advance(1)
      await file(world, { cc: [at('eve')] })
    }
    await world.as('eve').schedules.create({ kind: 'digest', days: [...everyDay], hours: [8] })
    await arrived()
    world.clock.advance(86_400)
    const [digest] = (await arrived()).filter(({ to }) => to === at('eve'))
    expect(Array.from(digest?.text.matchAll(/^Bug (\d+) \(/gm) ?? [], ([, bug]) => Number(bug))).toEqual([id])
  })
})

onAnyStore('preferences for notifications', (open) => {
  it('default to email but for followed things, and store only what differs', async () => {
    const world = await open()
    const ways = async (name = 'bob') => (await world.as(name).preferences.get()).notifications
    const usual = {
      mentioned: 'mail',
      asked: 'mail',
      assigned: 'mail',
      role: 'mail',
      followed: 'inbox',
      follow_commented: true,
    }
    expect(await ways()).toEqual(usual)
    expect(await choose(world, 'bob', { role: 'off', followed: 'digest' })).toEqual({
      changes: {
        'notifications.role': { removed: 'mail', added: 'off' },
        'notifications.followed': { removed: 'inbox', added: 'digest' },
      },
    })
    expect([await ways(), await ways('eve')]).toEqual([{ ...usual, role: 'off', followed: 'digest' }, usual])
    await choose(world, 'bob', { role: 'mail', followed: 'inbox' })
    expect(await inStore(world.store, (tx) => tx.count('user_settings'))).toBe(0)
    const refused = { code: 'param_invalid', data: { field: 'notifications.followed' } }
    await expect(choose(world, 'bob', { followed: 'mail' as 'inbox' })).rejects.toMatchObject(refused)
  })

  it('leave nothing of a reason that is off: no email, line or count', async () => {
    const { world, readers } = await openMailWorld(open)
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    await choose(world, 'eve', { mentioned: 'off', asked: 'off', role: 'off' })
    const { id } = await file(world, { description: '@eve' })
    await update(world, id, { flags: [{ name: 'review', status: '?', requestee: at('eve') }] })
    expect(await readers()).not.toContain('eve')
    expect(await world.as('eve').inbox.get({ state: 'all' })).toMatchObject({ items: [], count: 0 })
    await choose(world, 'eve', { mentioned: 'inbox', asked: 'mail' })
    expect(await linesOf(world, 'eve')).toEqual([[id, 'mentioned', 'asked']])
    await update(world, id, { flags: [{ name: 'review', status: '+' }] })
    await update(world, id, { flags: [{ name: 'review', status: '?', requestee: at('eve') }] })
    expect(await readers()).toContain('eve')
  })
})
