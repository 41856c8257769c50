import { describe, expect, it } from 'vitest'
import { inStore, setParameter } from '../../../../test/bug-rows.js'
import { at, file, history, lastComments, show, update } from '../../../../test/bugs.js'
import type { World } from '../../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../../test/kept-columns.js'
import type { Bug } from '../fields/bug.js'

type Status = 'UNCONFIRMED' | 'CONFIRMED' | 'IN_PROGRESS' | 'RESOLVED' | 'VERIFIED'

/** Files a bug and moves it to a status through the workflow. */
async function fileAs(world: World, status: Status, input: object = {}): Promise<Bug> {
  const isClosed = status === 'RESOLVED' || status === 'VERIFIED'
  const bug = await file(world, { ...input, status: isClosed ? 'CONFIRMED' : status })
  if (isClosed) await update(world, bug.id, { status: 'RESOLVED', resolution: 'FIXED' })
  if (status === 'VERIFIED') await update(world, bug.id, { status })
  return show(world, bug.id)
}

const workflow: Record<Status, readonly Status[]> = {
  UNCONFIRMED: ['CONFIRMED', 'IN_PROGRESS', 'RESOLVED'],
  CONFIRMED: ['IN_PROGRESS', 'RESOLVED'],
  IN_PROGRESS: ['CONFIRMED', 'RESOLVED'],
  RESOLVED: ['UNCONFIRMED', 'CONFIRMED', 'VERIFIED'],
  VERIFIED: ['UNCONFIRMED', 'CONFIRMED'],
}
const statuses = Object.keys(workflow) as Status[]
const transitions = statuses.flatMap((from) => statuses.map((to) => [from, to] as const))
const isLegal = ([from, to]: readonly [Status, Status]) => from === to || workflow[from].includes(to)

/** The input for a status, with a resolution if it needs one. */
function statusInput(status: Status): object {
  return status === 'RESOLVED' || status === 'VERIFIED' ? { status, resolution: 'INVALID' } : { status }
}

onAnyStoreConsistently('status and resolution', (open) => {
  it.each(transitions.filter(isLegal))(
    'may change from %s to %s [STATE-01] [STATE-02] [BUG-U-48]',
    async (from, to) => {
      const world = await open()
      const bug = await fileAs(world, from)
      await update(world, bug.id, statusInput(to))
      const is_open = to !== 'RESOLVED' && to !== 'VERIFIED'
      expect(await show(world, bug.id)).toMatchObject({ status: to, is_open })
    },
  )

  it.each(transitions.filter((pair) => !isLegal(pair)))('may not change from %s to %s [BUG-U-48]', async (from, to) => {
    const world = await open()
    const bug = await fileAs(world, from)
    await expect(update(world, bug.id, statusInput(to))).rejects.toMatchObject({
      code: 'illegal_bug_status_transition',
      number: 123,
      data: { field: 'status', value: to, accepted: workflow[from] },
    })
  })

  it.each([
    [{ status: 'LOST' }, 'object_does_not_exist', 51],
    [{ status: null }, 'object_not_specified', 50],
    [{ status: '' }, 'object_not_specified', 50],
    [{ status: 'RESOLVED' }, 'missing_resolution', 121],
    [{ status: 'RESOLVED', resolution: '' }, 'missing_resolution', 121],
    [{ status: 'RESOLVED', resolution: 'GONE' }, 'object_does_not_exist', 51],
    [{ status: 'RESOLVED', resolution: 'DUPLICATE' }, 'dupe_id_required', 119],
    [{ status: 'RESOLVED', dupe_of: 1 }, 'missing_resolution', 121],
    [{ status: 'IN_PROGRESS', dupe_of: 1 }, 'resolution_not_allowed', 122],
  ])('of an open bug cannot become %j: %s', async (input, code, number) => {
    const world = await open()
    const bug = (await file(world), await file(world))
    await expect(update(world, bug.id, input)).rejects.toMatchObject({ code, number })
    expect(await show(world, bug.id)).toEqual(bug)
  })

  it('an open bug cannot be given a resolution [STATE-07] [STATE-08] [STATE-04]', async () => {
    const world = await open()
    const bug = await file(world)
    for (const [resolution, code, number] of [
      ['FIXED', 'resolution_not_allowed', 122],
      ['', 'object_not_specified', 50],
      [null, 'object_not_specified', 50],
      ['GONE', 'object_does_not_exist', 51],
    ] as const)
      await expect(update(world, bug.id, { resolution })).rejects.toMatchObject({
        code,
        number,
        data: { field: 'resolution' },
      })
    for (const status of ['IN_PROGRESS', 'CONFIRMED']) {
      const refused = { code: 'resolution_not_allowed', number: 122, data: { field: 'resolution', value: 'FIXED' } }
      await expect(update(world, bug.id, { status, resolution: 'fixed' })).rejects.toMatchObject(refused)
      for (const resolution of ['', null])
        await expect(update(world, bug.id, { status, resolution })).rejects.toMatchObject({
          ...{ code: 'object_not_specified', number: 50, data: { field: 'resolution' } },
        })
    }
    expect(await show(world, bug.id)).toEqual(bug)
  })

  it('a bug is closed with a resolution, and a closed bug can get another one [STATE-03] [STATE-06] [BUG-U-44]', async () => {
    const world = await open()
    const bug = await file(world, { estimated_time: 4 })
    expect(await update(world, bug.id, { status: 'RESOLVED', resolution: 'invalid' })).toEqual({
      status: { removed: 'CONFIRMED', added: 'RESOLVED' },
      resolution: { removed: '', added: 'INVALID' },
      remaining_time: { removed: '4.00', added: '0.00' },
    })
    await update(world, bug.id, { resolution: 'WONTFIX', remaining_time: 2 })
    expect(await show(world, bug.id)).toMatchObject({ resolution: 'WONTFIX', status: 'RESOLVED', remaining_time: 2 })
    await update(world, bug.id, { status: 'VERIFIED' })
    expect(await show(world, bug.id)).toMatchObject({ resolution: 'WONTFIX', remaining_time: 0 })
    for (const resolution of ['', null])
      await expect(update(world, bug.id, { resolution })).rejects.toMatchObject({ code: 'missing_resolution' })
  })

  it('reopening clears the resolution, whatever comes with it [STATE-05] [STATE-04]', async () => {
    const world = await open()
    const bug = await fileAs(world, 'RESOLVED')
    expect(await update(world, bug.id, { status: 'CONFIRMED', resolution: 'FIXED', dupe_of: bug.id + 1 - 1 })).toEqual({
      status: { removed: 'RESOLVED', added: 'CONFIRMED' },
      resolution: { removed: 'FIXED', added: '' },
    })
  })

  it('UNCONFIRMED can be set only in products that allow it [STATE-10]', async () => {
    const world = await open()
    const [bug, other] = [await fileAs(world, 'RESOLVED'), await fileAs(world, 'UNCONFIRMED')]
    await inStore(world.store, async (tx) => {
      await tx.update('products', { col: 'name', eq: 'Widgets' }, { has_unconfirmed: false })
      await setParameter(tx, 'maintainer', at('admin'))
    })
    await expect(update(world, bug.id, { status: 'UNCONFIRMED' })).rejects.toMatchObject({
      number: 123,
      data: { accepted: ['CONFIRMED', 'VERIFIED'] },
    })
    await update(world, other.id, { status: 'UNCONFIRMED', priority: 'High' })
  })

  it('a bug is confirmed by leaving UNCONFIRMED for another open status, not by closing it [BUG-G-12]', async () => {
    const world = await open()
    const bug = await fileAs(world, 'UNCONFIRMED')
    expect(bug).toMatchObject({ is_confirmed: false })
    await update(world, bug.id, { status: 'RESOLVED', resolution: 'INVALID' })
    expect(await show(world, bug.id)).toMatchObject({ is_confirmed: false })
    await update(world, bug.id, { status: 'CONFIRMED' })
    expect(await show(world, bug.id)).toMatchObject({ is_confirmed: true })
    await update(world, bug.id, { status: 'RESOLVED', resolution: 'INVALID' })
    expect(await update(world, bug.id, { status: 'UNCONFIRMED' })).toMatchObject({
      is_confirmed: { removed: '1', added: '0' },
    })
  })

  describe('rights', () => {
    it('the reporter of a bug may close and reopen it, but not confirm it or start work on it', async () => {
      const world = await open()
      const { id } = await file(world, {}, 'eve')
      await update(world, id, { status: 'RESOLVED', resolution: 'INVALID' }, 'eve')
      await update(world, id, { status: 'UNCONFIRMED' }, 'eve')
      for (const status of ['CONFIRMED', 'IN_PROGRESS'])
        await expect(update(world, id, { status }, 'eve')).rejects.toMatchObject({
          code: 'illegal_bug_status_transition',
          data: { accepted: ['RESOLVED'] },
        })
      await update(world, id, { status: 'CONFIRMED' }, 'carl')
      await expect(update(world, id, { status: 'IN_PROGRESS' }, 'eve')).rejects.toMatchObject({ number: 123 })
    })

    it('a user without role and rights may not change the status', async () => {
      const world = await open()
      const { id } = await file(world)
      await expect(update(world, id, { status: 'RESOLVED', resolution: 'FIXED' }, 'eve')).rejects.toMatchObject({
        number: 123,
        data: { accepted: [] },
      })
      await update(world, id, { status: 'CONFIRMED' }, 'eve')
    })
  })

  describe('parameters', () => {
    it('the workflow and commentonchange_resolution can ask for a comment', async () => {
      const world = await open()
      const bug = await file(world)
      await inStore(world.store, async (tx) => {
        await tx.update('status_workflow', { col: 'from_status_id', gt: 0 }, { require_comment: true })
        await setParameter(tx, 'maintainer', at('admin'))
      })
      const closing = { status: 'RESOLVED', resolution: 'FIXED' }
      const comment = { body: 'Done' }
      await expect(update(world, bug.id, closing)).rejects.toMatchObject({ code: 'comment_required', number: 32000 })
      await update(world, bug.id, { ...closing, comment })
      await inStore(world.store, (tx) => setParameter(tx, 'commentonchange_resolution', '1'))
      await expect(update(world, bug.id, { resolution: 'WONTFIX', work_time: 1 })).rejects.toMatchObject({
        code: 'comment_required',
        data: { field: 'comment' },
      })
      await update(world, bug.id, { resolution: 'WONTFIX', comment })
    })

    it('noresolveonopenblockers keeps bugs from being fixed while they wait for others', async () => {
      const world = await open()
      const blocker = await file(world)
      const bug = await file(world, { depends_on: [blocker.id] })
      await inStore(world.store, (tx) => setParameter(tx, 'noresolveonopenblockers', '1'))
      const fix = { status: 'RESOLVED', resolution: 'FIXED' }
      await expect(update(world, bug.id, fix)).rejects.toMatchObject({
        ...{ code: 'still_unresolved_bugs', number: 32000 },
        // Without their number: the caller may not see all of them.
        ...{ message: 'resolution: Open bugs block this bug.', data: { field: 'resolution', value: 'FIXED' } },
      })
      await update(world, bug.id, { ...fix, resolution: 'WONTFIX' })
      await expect(update(world, bug.id, { resolution: 'FIXED' })).rejects.toMatchObject({ number: 32000 })
      await world.as('alice').bugs.update({ ids: [bug.id, blocker.id], ...fix })
    })

    it('musthavemilestoneonaccept asks for a milestone before work begins', async () => {
      const world = await open()
      await inStore(world.store, (tx) => setParameter(tx, 'musthavemilestoneonaccept', '1'))
      const bug = await file(world)
      await expect(update(world, bug.id, { status: 'IN_PROGRESS' })).rejects.toMatchObject({
        code: 'milestone_required',
        number: 32000,
        data: { field: 'target_milestone' },
      })
      await update(world, bug.id, { status: 'IN_PROGRESS', target_milestone: 'M1' })
      const elsewhere = await file(world, { product: 'Gadgets', component: 'Main', version: 'unspecified' })
      await update(world, elsewhere.id, { status: 'IN_PROGRESS' })
    })
  })

  describe('duplicates', () => {
    it('dupe_of sets status and resolution without other fields, and both bugs get a comment [BUG-U-23] [STATE-09]', async () => {
      const world = await open()
      const [bug, target] = [await file(world, { estimated_time: 3 }), await file(world, { alias: 'other' }, 'bob')]
      world.clock.advance(60)
      const now = world.clock.now()
      expect(await update(world, bug.id, { dupe_of: 'other', comment: { body: 'Same' } })).toEqual({
        status: { removed: 'CONFIRMED', added: 'RESOLVED' },
        resolution: { removed: '', added: 'DUPLICATE' },
        dupe_of: { removed: '', added: String(target.id) },
        remaining_time: { removed: '3.00', added: '0.00' },
      })
      expect(await show(world, bug.id)).toMatchObject({ dupe_of: target.id, last_change_time: now })
      expect(await show(world, target.id)).toMatchObject({
        last_change_time: now,
        cc: [at('alice'), at('ivan')],
      })
      expect(await lastComments(world, bug.id)).toMatchObject([
        { text: `Same\n\n*** This bug has been marked as a duplicate of bug ${target.id} ***` },
      ])
      expect(await lastComments(world, target.id)).toMatchObject([
        { text: `*** Bug ${bug.id} has been marked as a duplicate of this bug. ***`, creator: at('alice') },
      ])
      expect((await history(world, bug.id)).map((change) => change.field_name)).toEqual([
        'remaining_time',
        'resolution',
        'status',
      ])
      expect(await history(world, target.id)).toEqual([{ field_name: 'cc', removed: '', added: at('alice') }])
    })

    it('DUPLICATE with dupe_of closes too, and another resolution contradicts it [STATE-03]', async () => {
      const world = await open()
      const [target, bug, third] = [await file(world), await file(world), await file(world)]
      await update(world, bug.id, { status: 'RESOLVED', resolution: 'DUPLICATE', dupe_of: target.id })
      await update(world, third.id, { resolution: 'DUPLICATE', dupe_of: target.id })
      expect(await show(world, third.id)).toMatchObject({ status: 'RESOLVED', dupe_of: target.id })
      await expect(
        update(world, bug.id, { status: 'RESOLVED', resolution: 'FIXED', dupe_of: target.id }),
      ).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'resolution' } })
    })

    it('can be made of a verified bug, and can be moved to another bug', async () => {
      const world = await open()
      const [a, b] = [await file(world), await file(world)]
      const bug = await fileAs(world, 'VERIFIED')
      await update(world, bug.id, { dupe_of: a.id })
      expect(await show(world, bug.id)).toMatchObject({ status: 'RESOLVED', dupe_of: a.id })
      await update(world, bug.id, { status: 'VERIFIED' })
      expect(await update(world, bug.id, { dupe_of: b.id })).toEqual({
        dupe_of: { removed: String(a.id), added: String(b.id) },
      })
      expect(await lastComments(world, a.id)).toHaveLength(1)
      expect(await lastComments(world, b.id)).toHaveLength(1)
      expect(await update(world, bug.id, { dupe_of: b.id, resolution: 'DUPLICATE' })).toEqual({})
    })

    it('end with another resolution and with reopening', async () => {
      const world = await open()
      const [target, bug] = [await file(world), await file(world)]
      await update(world, bug.id, { dupe_of: target.id })
      expect(await update(world, bug.id, { resolution: 'WONTFIX' })).toMatchObject({
        dupe_of: { removed: String(target.id), added: '' },
      })
      await update(world, bug.id, { dupe_of: target.id })
      expect(await update(world, bug.id, { status: 'CONFIRMED' })).toMatchObject({
        resolution: { removed: 'DUPLICATE', added: '' },
        dupe_of: { removed: String(target.id), added: '' },
      })
      expect(await lastComments(world, target.id)).toHaveLength(2)
    })

    it('make no circle, however long, and are marked one bug at a time', async () => {
      const world = await open()
      const chain = [await file(world)]
      for (let i = 0; i < 9; i++) {
        const next = await file(world)
        await update(world, next.id, { dupe_of: chain.at(-1)?.id })
        chain.push(next)
      }
      const [first, last] = [chain[0]?.id ?? 0, chain.at(-1)?.id ?? 0]
      await expect(update(world, first, { dupe_of: last })).rejects.toMatchObject({
        code: 'dupe_loop_detected',
        number: 118,
      })
      await expect(world.as('alice').bugs.update({ ids: [first, last], dupe_of: 3 })).rejects.toMatchObject({
        code: 'dupe_not_allowed',
        number: 32000,
      })
    })

    it('of a hidden bug are refused, and reporters are put on CC of visible bugs only', async () => {
      const world = await open()
      const [bug, other] = [await file(world, {}, 'eve'), await file(world)]
      const hidden = await file(world, { component: 'Core', groups: ['secret'] }, 'ivan')
      await expect(update(world, bug.id, { dupe_of: hidden.id })).rejects.toMatchObject({ number: 101 })
      await update(world, bug.id, { dupe_of: hidden.id }, 'ivan')
      expect(await show(world, hidden.id, 'ivan')).toMatchObject({ cc: [] })
      expect(await show(world, bug.id, 'alice')).toMatchObject({ dupe_of: null, resolution: 'DUPLICATE' })
      expect(await update(world, bug.id, { dupe_of: other.id })).toEqual({
        dupe_of: { removed: '', added: String(other.id) },
      })
      expect(await show(world, other.id)).toMatchObject({ cc: [at('eve'), at('ivan')] })
    })

    it('need a comment when commentonduplicate says so', async () => {
      const world = await open()
      const [target, bug] = [await file(world), await file(world)]
      await inStore(world.store, (tx) => setParameter(tx, 'commentonduplicate', '1'))
      await expect(update(world, bug.id, { dupe_of: target.id })).rejects.toMatchObject({ code: 'comment_required' })
      await update(world, bug.id, { dupe_of: target.id, comment: { body: 'Same' } })
    })
  })
})
