// mail.list, mail.resend and mail.drop.
import { expect, it } from 'vitest'
import { file, update } from '../../test/bugs.js'
import { onAnyStore } from '../../test/harness.js'
import { openMailWorld } from '../../test/mail.js'

onAnyStore('mail.list, mail.resend and mail.drop', (open) => {
  it('show what was sent, what waits and what was given up, newest first', async () => {
    const { world, mailer } = await openMailWorld(open)
    const bug = await file(world)
    await world.tracker.deliverMail()
    mailer.before = ({ to }) => {
      if (to.startsWith('bob')) throw Object.assign(new Error('no such mailbox'), { permanent: true })
      throw new Error('greylisted')
    }
    world.clock.advance(1)
    await update(world, bug.id, { priority: 'High' })
    await world.tracker.deliverMail()
    const { messages, ...rest } = await world.as('admin').mail.list({ bug: bug.id })
    expect(messages.map(({ to, state, attempts, last_error }) => [to, state, attempts, last_error])).toEqual([
      ['ivan@example.com', 'waiting', 1, 'greylisted'],
      ['bob@example.com', 'dead', 1, 'no such mailbox'],
      ['ivan@example.com', 'sent', 0, null],
      ['bob@example.com', 'sent', 0, null],
    ])
    expect(rest).toEqual({ changes_waiting: 0, total_matches: 4 })
    expect(messages[0]?.next_attempt?.getTime()).toBeGreaterThan(world.clock.now().getTime())
    expect(messages[1]).toMatchObject({
      next_attempt: null,
      kind: 'bug',
      bug_id: bug.id,
      creation_time: world.clock.now(),
    })
    const dead = await world.as('admin').mail.list({ state: 'dead' })
    expect(dead.messages).toEqual([messages[1]])
    expect(await world.as('admin').mail.list({ limit: 1 })).toMatchObject({ limit: '1', offset: 0 })
    expect((await world.as('admin').mail.list({ ids: [messages[2]?.id ?? 0], offset: 0 })).messages).toHaveLength(1)
  })

  it('send again what was given up, what waits and what was sent', async () => {
    const { world, mailer, arrived } = await openMailWorld(open)
    const bug = await file(world)
    await arrived()
    mailer.before = () => {
      throw Object.assign(new Error('refused'), { permanent: true })
    }
    await update(world, bug.id, { priority: 'High' })
    expect(await arrived()).toEqual([])
    mailer.before = () => undefined
    const { messages } = await world.as('admin').mail.list()
    await world.as('admin').mail.resend({ ids: messages.map((message) => message.id) })
    const again = await arrived()
    expect(again.map((message) => message.to)).toEqual(
      ['bob', 'bob', 'ivan', 'ivan'].map((name) => `${name}@example.com`),
    )
    const states = (await world.as('admin').mail.list()).messages.map(({ state, last_error }) => [state, last_error])
    expect(states).toEqual(messages.map(() => ['sent', null]))
  })

  it('are for administrators only, and show no bug that the administrator cannot see', async () => {
    const { world } = await openMailWorld(open)
    const { id } = await world
      .as('ivan')
      .bugs.create({ product: 'Vault', component: 'Safe', version: '1', summary: 'Hidden' })
    await world.tracker.deliverMail()
    await world.as('ivan').preferences.update({ email: { creator: { own_change: true } } })
    await world.as('ivan').bugs.update({ ids: [id], summary: 'Hidden deeper' })
    await world.tracker.deliverMail()
    await expect(world.as('alice').mail.list()).rejects.toMatchObject({ code: 'auth_failure' })
    await expect(world.as('alice').mail.resend({ ids: [1] })).rejects.toMatchObject({ code: 'auth_failure' })
    await expect(world.as('alice').mail.drop({ ids: [1] })).rejects.toMatchObject({ code: 'auth_failure' })
    const { messages } = await world.as('admin').mail.list()
    expect(messages.map(({ to, bug_id }) => [to, bug_id])).toEqual([['ivan@example.com', null]])
    await expect(world.as('admin').mail.list({ bug: id })).rejects.toMatchObject({ code: 'bug_id_does_not_exist' })
    const shown = await world.tracker.asSystem().mail.list({ bug: id })
    expect(shown.messages).toHaveLength(1)
    expect(JSON.stringify([messages, shown])).not.toContain('deeper')
  })

  it('remove from the queue what is named, or all that was given up, so that it is never sent', async () => {
    const { world, mailer, readers } = await openMailWorld(open)
    mailer.before = ({ to }) => {
      throw Object.assign(new Error('not now'), { permanent: to.startsWith('bob') })
    }
    await file(world)
    await file(world)
    await world.tracker.deliverMail()
    const { messages } = await world.as('admin').mail.list()
    const idsOf = (state: string) => messages.filter((message) => message.state === state).map(({ id }) => ({ id }))
    const [first, second] = idsOf('waiting')
    expect(await world.as('admin').mail.drop({ all_dead: true })).toEqual({ messages: idsOf('dead').toReversed() })
    expect(await world.as('admin').mail.drop({ ids: [first?.id ?? 0] })).toEqual({ messages: [first] })
    expect((await world.as('admin').mail.list()).messages.map(({ id }) => ({ id }))).toEqual([second])
    mailer.before = () => undefined
    world.clock.advance(3600)
    expect(await readers()).toEqual(['ivan'])
    await expect(world.as('admin').mail.drop({})).rejects.toMatchObject({ code: 'params_required' })
  })

  it('do not touch messages that are being sent', async () => {
    const { world, mailer, readers } = await openMailWorld(open)
    const dropped: number[] = []
    mailer.before = async ({ to }) => {
      const messages = (await world.as('admin').mail.list()).messages.filter((message) => message.to === to)
      expect(messages.map((one) => [one.is_being_sent, one.attempts, one.last_error])).toEqual([[true, 0, null]])
      const ids = messages.map((message) => message.id)
      dropped.push(...(await world.as('admin').mail.drop({ ids })).messages.map((message) => message.id))
    }
    await file(world, { assigned_to: 'bob@example.com' })
    expect(await readers()).toEqual(['bob', 'ivan'])
    expect(dropped).toEqual([])
  })

  it.each(['resend', 'drop'] as const)('refuse an id that no message has: %s', async (verb) => {
    const { world } = await openMailWorld(open)
    await expect(world.as('admin').mail[verb]({ ids: [99] })).rejects.toMatchObject({
      code: 'object_does_not_exist',
      data: { field: 'ids', value: 99 },
    })
  })
})
