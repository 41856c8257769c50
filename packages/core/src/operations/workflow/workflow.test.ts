import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { join, rowsOf } from '../../../test/people.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

const transitionsOf = async (world: World) =>
  (await world.as(null).workflow.get()).workflow.map(
    ({ from, to, comment_required }) => `${from}>${to}${comment_required ? '!' : ''}`,
  )

onAnyStore('workflow', (open) => {
  it('is public [STATE-13]', async () => {
    const world = await open()
    expect(await transitionsOf(world)).toEqual([
      '>UNCONFIRMED',
      '>CONFIRMED',
      '>IN_PROGRESS',
      'UNCONFIRMED>CONFIRMED',
      'UNCONFIRMED>IN_PROGRESS',
      'UNCONFIRMED>RESOLVED',
      'CONFIRMED>IN_PROGRESS',
      'CONFIRMED>RESOLVED',
      'IN_PROGRESS>CONFIRMED',
      'IN_PROGRESS>RESOLVED',
      'RESOLVED>UNCONFIRMED',
      'RESOLVED>CONFIRMED',
      'RESOLVED>VERIFIED',
      'VERIFIED>UNCONFIRMED',
      'VERIFIED>CONFIRMED',
    ])
  })

  it('gains and loses transitions, which hold for bugs at once [STATE-13]', async () => {
    const world = await open()
    const { id } = await world.as('alice').bugs.create({ ...bug, status: 'CONFIRMED' })
    const { changes } = await world.as('admin').workflow.update({
      add: [
        { from: 'verified', to: 'resolved' },
        { from: 'CONFIRMED', to: 'IN_PROGRESS', comment_required: true },
        { from: '', to: 'CONFIRMED' },
      ],
      remove: [{ from: 'CONFIRMED', to: 'RESOLVED' }],
    })
    expect(changes).toEqual({
      'VERIFIED -> RESOLVED': { removed: '', added: 'allowed' },
      'CONFIRMED -> IN_PROGRESS': { removed: 'allowed', added: 'comment required' },
      'CONFIRMED -> RESOLVED': { removed: 'allowed', added: '' },
    })
    const move = (status: string, more: object = {}) => world.as('alice').bugs.update({ ids: [id], status, ...more })
    await expect(move('RESOLVED', { resolution: 'FIXED' })).rejects.toMatchObject({
      code: 'illegal_bug_status_transition',
    })
    await expect(move('IN_PROGRESS')).rejects.toMatchObject({ code: 'comment_required' })
    await move('IN_PROGRESS', { comment: { body: 'Mine' } })
    await move('RESOLVED', { resolution: 'FIXED' })
    const { fields } = await world.as('alice').fields.get({ names: ['bug_status'] })
    const verified = fields[0]?.values.find((value) => value.name === 'VERIFIED')
    expect(verified?.can_change_to?.map((one) => one.name)).toEqual(['UNCONFIRMED', 'CONFIRMED', 'RESOLVED'])
    expect(await rowsOf(world, 'audit_log')).toHaveLength(3)
    expect((await rowsOf(world, 'audit_log'))[0]).toMatchObject({ class: 'Workflow', object_id: 0 })
  })

  it('can be set as a whole [STATE-13]', async () => {
    const world = await open()
    const set = [
      { from: '', to: 'CONFIRMED' },
      { from: 'CONFIRMED', to: 'RESOLVED', comment_required: true },
    ]
    await world.as('admin').workflow.update({ set })
    expect(await transitionsOf(world)).toEqual(['>CONFIRMED', 'CONFIRMED>RESOLVED!'])
    expect((await world.as('admin').workflow.update({ set })).changes).toEqual({})
  })

  it('is refused with transitions that make no sense, and then stays as it is', async () => {
    const world = await open()
    const before = await transitionsOf(world)
    const update = world.as('admin').workflow.update
    const wrong: readonly (readonly [input: object, code: string, field: string])[] = [
      [{ add: [{ from: 'CONFIRMED', to: 'LOST' }] }, 'object_does_not_exist', 'add.to'],
      [{ remove: [{ from: 'LOST', to: 'CONFIRMED' }] }, 'object_does_not_exist', 'remove.from'],
      [{ set: [{ from: 'CONFIRMED', to: 'CONFIRMED' }] }, 'illegal_value', 'set.to'],
      [{ set: [{ from: 'CONFIRMED', to: 'RESOLVED' }] }, 'illegal_value', 'from'],
      [{ set: [] }, 'illegal_value', 'from'],
      [{ add: [{ from: 'CONFIRMED', to: '' }] }, 'object_does_not_exist', 'add.to'],
      [{ add: [{ from: 'CONFIRMED' }] }, 'param_required', 'add.0.to'],
    ]
    for (const [input, code, field] of wrong)
      await expect(update(input)).rejects.toMatchObject({ code, data: { field } })
    await expect(update({})).rejects.toMatchObject({ code: 'params_required' })
    expect(await transitionsOf(world)).toEqual(before)
  })

  it('is changed by members of admin', async () => {
    const world = await open()
    const change = (who: string | null) =>
      world.as(who).workflow.update({ remove: [{ from: 'VERIFIED', to: 'UNCONFIRMED' }] })
    await join(world, 'carl', 'editcomponents')
    for (const who of ['carl', 'eve'])
      await expect(change(who)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(change(null)).rejects.toMatchObject({ number: 410 })
    await change('admin')
    expect(await transitionsOf(world)).not.toContain('VERIFIED>UNCONFIRMED')
  })
})
