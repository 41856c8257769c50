import { expect, it } from 'vitest'
import { onEveryStore } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { filesDirectly, openDoor } from '../../../test/intake-door.js'
import { defineRule } from '../../tracker/rules/define-rule.js'

const ids = ['where', 'priority', 'keywords', 'assigned_to', 'cc', 'url']
const body = ids.map((id) => ({ type: 'input' as const, id, attributes: { label: id } }))
const answers = {
  where: 'There',
  priority: 'High',
  keywords: 'regression',
  assigned_to: 'bob@example.com',
  cc: 'carl@example.com',
  url: 'javascript:alert(1)',
}

onEveryStore('reports of people without an account', (open) => {
  it.each(['held', 'filed'])('set only fields that reporters can set when they are %s', async (way) => {
    const world = await open()
    await world.tracker.asSystem('admin@example.com').forms.create({ name: 'Questions', body })
    const { send, held } = await openDoor(world, { form: 'Questions', ...(way === 'filed' && filesDirectly) })
    await world.as('admin').users.update({ names: ['carl@example.com'], groups: { add: ['editbugs'] } })
    const page = 'https://app.example.com/lamp'
    const sent = (await send({ answers, page, client: 'App 1.2' })) as { readonly id?: number }
    const [item] = await held()
    const details = [
      { name: 'page', value: page },
      { name: 'client', value: 'App 1.2' },
      { name: 'priority', value: 'High' },
    ]
    expect(item?.details).toEqual(way === 'held' ? details : undefined)
    const accepted = item && (await world.as('ivan').inbound.accept({ ids: [item.id] })).items[0]?.bugs[0]
    const { bugs } = await world.as('ivan').bugs.get({ ids: [accepted ?? sent.id ?? 0] })
    expect(bugs).toMatchObject([{ priority: 'High', keywords: [], url: page }])
    expect(bugs[0]?.assigned_to).not.toBe('bob@example.com')
    expect(bugs[0]?.cc).not.toContain('carl@example.com')
    const id = bugs[0]?.id ?? 0
    const { comments = [] } = (await world.as('ivan').comments.get({ ids: [id] })).bugs[id] ?? {}
    expect(comments[0]?.text).toContain('### keywords\n\nregression')
  })

  it('notify mentioned users once a user accepts them, not when the account of the intake files them', async () => {
    const world = await open()
    const { id, send, held } = await openDoor(world, filesDirectly)
    const loud = { description: 'Ask @bob.', files: [{ file_name: '@alice.txt', data: new Uint8Array([1]) }] }
    await send(loud)
    expect(await rowsOf(world, 'comment_mentions')).toEqual([])
    await world.as('admin').intakes.update({ ids: [id], holds: true })
    await send(loud)
    await world.as('ivan').inbound.accept({ ids: [(await held())[0]?.id ?? 0] })
    expect(await rowsOf(world, 'comment_mentions')).toMatchObject([{ word: 'bob' }])
  })

  it('have limits to which reports of members do not count', async () => {
    const world = await open()
    const { send } = await openDoor(world, { ...filesDirectly, per_hour: 2 })
    const address = '192.0.2.1'
    for (let count = 0; count < 11; count++) await send({ summary: `It hums ${count}` }, { address }, 'eve')
    await send({}, { address })
    await send({}, { address })
    await expect(send({}, { address })).rejects.toMatchObject({ code: 'too_many_reports' })
  })

  it('may be held although five reports of members from their network are', async () => {
    const check = () => {
      throw new Error('It broke')
    }
    const logger = { warn: () => undefined, error: () => undefined }
    const world = await open({ logger, rules: [defineRule({ name: 'broken', on: 'bug.create', check })] })
    const { send, held } = await openDoor(world)
    const address = '192.0.2.1'
    for (let count = 0; count < 6; count++) await send({ summary: `It hums ${count}` }, { address }, 'eve')
    for (let count = 0; count < 5; count++) await send({ summary: `It blinks ${count}` }, { address })
    expect(await held()).toHaveLength(11)
    await expect(send({}, { address })).rejects.toMatchObject({ code: 'too_many_reports' })
    expect(await send({ summary: 'It hums again' }, { address }, 'eve')).toEqual({ held: true })
  })

  it('count towards the limits when a rule rejects them', async () => {
    const world = await open({ rules: [defineRule({ name: 'no', on: 'bug.create', check: () => 'Not today' })] })
    const { send } = await openDoor(world, { ...filesDirectly, per_hour: 2 })
    await expect(send()).rejects.toMatchObject({ code: 'rule_refused' })
    await expect(send()).rejects.toMatchObject({ code: 'rule_refused' })
    await expect(send()).rejects.toMatchObject({ code: 'too_many_reports' })
    const { items } = await world.as('admin').inbound.list({ way: 'report' })
    const refused = { outcome: 'refused', reason: 'rule_refused', subject: '', sender: '', bugs: [] }
    expect(items).toMatchObject([refused, refused])
    await expect(send({}, {}, 'eve')).rejects.toMatchObject({ code: 'rule_refused' })
    expect((await world.as('admin').inbound.list({ way: 'report' })).items).toHaveLength(2)
  })

  it('are rejected with answers that no field has, as those of users are', async () => {
    const world = await open()
    await world.tracker.asSystem('admin@example.com').forms.create({ name: 'Questions', body })
    const { send, held } = await openDoor(world, { form: 'Questions' })
    const invalid = { code: 'param_invalid', data: { field: 'answers.priority', value: 'bogus' } }
    for (const who of [null, 'alice'])
      await expect(send({ answers: { priority: 'bogus' } }, {}, who)).rejects.toMatchObject(invalid)
    expect(await held()).toEqual([])
  })

  it('are not looked at beyond the limits, nor again when they are repeated', async () => {
    const world = await open()
    const { forms } = world.tracker.asSystem('admin@example.com')
    await forms.create({ name: 'Questions', body })
    const { send } = await openDoor(world, { form: 'Questions', per_hour: 1 })
    const report = { answers: { where: 'There' } }
    const repeated = { idempotencyKey: 'report-1' }
    expect(await send(report, repeated)).toEqual({ held: true })
    await expect(send({ answers: { priority: 'bogus' } })).rejects.toMatchObject({ code: 'too_many_reports' })
    await forms.update({ names: ['Questions'], body: body.slice(1) })
    expect(await send(report, repeated)).toEqual({ held: true })
  })

  it('are held while the form of the intake is inactive, because its questions are not asked', async () => {
    const world = await open()
    const { forms } = world.tracker.asSystem('admin@example.com')
    await forms.create({ name: 'Questions', body })
    const { send } = await openDoor(world, { form: 'Questions', ...filesDirectly })
    expect(await send()).toEqual({ id: 1 })
    await forms.update({ names: ['Questions'], is_active: false })
    expect(await send()).toEqual({ held: true })
  })

  it('are held and logged when a rule fails', async () => {
    const logged: unknown[] = []
    const logger = { warn: () => undefined, error: (message: string) => void logged.push(message) }
    const check = () => {
      throw new Error('It broke')
    }
    const world = await open({ logger, rules: [defineRule({ name: 'broken', on: 'bug.create', check })] })
    const { send, held } = await openDoor(world, filesDirectly)
    expect(await send()).toEqual({ held: true })
    expect(await held()).toHaveLength(1)
    expect(logged).toContain('a report is held because a rule failed')
  })
})
