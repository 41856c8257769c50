import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file, history, show, update } from '../../../test/bugs.js'
import { allow, fullBug, reasons, rowsOfBug, secret, whereIs } from '../../../test/erasure.js'
import { join, rowsOf } from '../../../test/people.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { openWebhookWorld, bodyOf } from '../../../test/webhooks.js'
import { checkStore } from '../../doctor/check-store.js'
import { openImporter } from '../../moving/records/importer.js'

const parameter = 'allowbugdeletion'
const reason = 'Asked for'

onAnyStoreConsistently('bugs.delete', (open) => {
  it('leaves no row of the bug and no word of it, in whichever entity', async () => {
    const world = await open()
    const { id } = await fullBug(world)
    await allow(world, parameter)
    await join(world, 'admin', 'secret')
    const before = await rowsOfBug(world, id)
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([])
    const { bugs } = await world.as('admin').bugs.delete({ ids: [secret], reason })
    expect(bugs).toEqual([{ id, comments: 5, attachments: 2 }])
    const after = Object.entries(await rowsOfBug(world, id)).filter(([, rows]) => rows > 0)
    // The text of a comment of another bug, which names only existing bugs, and entries of the feed, which hold only
    // IDs.
    expect(after.map(([entity]) => entity)).toEqual(['changes', 'comments'])
    expect(await whereIs(world, secret)).toEqual([])
    expect(await checkStore(world.store, (problem) => expect.fail(JSON.stringify(problem)))).toBe(0)
  })

  it('cuts the links of other bugs, of which duplicates stay duplicates and can be changed', async () => {
    const world = await open()
    const { id, others } = await fullBug(world)
    const [waited = 0, waits = 0, duplicate = 0] = others
    await allow(world, parameter)
    await join(world, 'admin', 'secret')
    world.clock.advance(60)
    await world.as('admin').bugs.delete({ ids: [id], reason })
    const links = async (bug: number) => {
      const { depends_on, blocks, see_also, dupe_of, ...rest } = await show(world, bug, 'ivan')
      return [depends_on, blocks, see_also, dupe_of, (rest as Record<string, unknown>).cf_cause]
    }
    for (const bug of others) expect(await links(bug)).toEqual([[], [], [], null, null])
    const told = async (bug: number) =>
      (await rowsOf(world, 'bug_history'))
        .filter((row) => row.bug_id === bug && row.at.getTime() >= world.clock.now().getTime())
        .map(({ field, removed, added }) => `${field} ${removed} ${added}`)
    expect(await told(waited)).toEqual([
      `blocks ${id} `,
      `see_also https://bugs.example.com/show_bug.cgi?id=${id} `,
      `cf_cause ${id} `,
    ])
    expect(await told(waits)).toEqual([`depends_on ${id} `])
    expect(await told(duplicate)).toEqual([`dupe_of ${id} `])
    expect(await history(world, waits)).not.toContainEqual(expect.objectContaining({ field_name: 'depends_on' }))
    expect(await show(world, duplicate)).toMatchObject({ status: 'RESOLVED', resolution: 'DUPLICATE' })
    await update(world, duplicate, { status: 'VERIFIED', whiteboard: 'Alone' })
    await update(world, duplicate, { resolution: 'FIXED' })
    expect(await show(world, duplicate)).toMatchObject({ resolution: 'FIXED', whiteboard: 'Alone' })
  })

  it('leaves no number of the bug in items that came in', async () => {
    const world = await open()
    await allow(world, parameter)
    const [{ id: gone }, { id: stays }] = [await file(world), await file(world)]
    const item = { way: 'code', source: 'Git', outcome: 'done', reason: '', user_id: null, sender: '', subject: '' }
    const rest = {
      intake_id: null,
      size: 1,
      attempts: 1,
      time: world.clock.now(),
      address_hash: '',
      arrival_time: null,
    }
    await inStore(world.store, (tx) =>
      tx.insert('inbound', [
        { ...item, ...rest, key_hash: 'a', bug_ids: [gone, stays] },
        { ...item, ...rest, key_hash: 'b', bug_ids: [stays] },
        { ...item, ...rest, key_hash: 'c', bug_ids: [gone], outcome: 'held' },
      ]),
    )
    await world.as('admin').bugs.delete({ ids: [gone], reason })
    expect((await rowsOf(world, 'inbound')).map(({ bug_ids }) => bug_ids)).toEqual([[stays], [stays], []])
  })

  it('is as if there had never been a bug, whose number is not given again', async () => {
    const world = await open()
    await allow(world, parameter)
    const { id } = await file(world, { alias: ['gone'] })
    await world.as('admin').bugs.delete({ ids: [id], reason })
    const absent = await world
      .as('alice')
      .bugs.get({ ids: [99] })
      .catch((error: unknown) => error)
    const gone = await world
      .as('alice')
      .bugs.get({ ids: [id] })
      .catch((error: unknown) => error)
    const number = (error: unknown) => JSON.stringify(error).replaceAll(String(id), '99')
    expect(number(gone)).toBe(number(absent))
    expect((await file(world, { alias: ['gone'] })).id).toBeGreaterThan(id)
    const importer = await openImporter(world.store, { source: 'https://old.example.org/' })
    const record = { kind: 'bug', id, summary: 'Again', product: 'Widgets', component: 'UI', version: '1.0' }
    const [result] = await importer.put([
      {
        ...record,
        ...{
          target_milestone: '---',
          status: 'CONFIRMED',
          priority: 'Normal',
          severity: 'major',
          platform: 'PC',
          op_sys: 'Linux',
        },
        ...{ creator: at('alice'), assigned_to: at('bob'), is_confirmed: true },
        ...{ creation_time: '2019-05-01T10:00:00Z', last_change_time: '2019-05-01T10:00:00Z' },
      },
    ])
    expect(result).toMatchObject({ problems: ['parts of it were erased here'] })
    await importer.close()
  })

  it('is announced to the feed, webhooks and listeners, and for a hidden bug only to administrators', async () => {
    const { world, hook, arrived } = await openWebhookWorld(open)
    await allow(world, parameter)
    await join(world, 'admin', 'secret')
    await hook('alice')
    const open_ = await file(world)
    const hidden = await file(world, { groups: ['secret'] }, 'ivan')
    await arrived()
    const { next } = await world.as('admin').changes.get({ since: 'now' })
    const heard: number[] = []
    world.tracker.on('bug.deleted', ({ bug_id }) => void heard.push(bug_id))
    await world.as('admin').bugs.delete({ ids: [open_.id, hidden.id], reason })
    const told = async (who: string) =>
      (await world.as(who).changes.get({ since: next, type: ['bug.deleted'] })).changes.map((one) => one.bug_id)
    expect([await told('alice'), await told('admin')]).toEqual([[open_.id], [open_.id, hidden.id]])
    expect((await arrived()).map((request) => [bodyOf(request).type, bodyOf(request).data.bug])).toEqual([
      ['bug.deleted', { id: open_.id }],
    ])
    expect(heard).toEqual([open_.id, hidden.id])
  })

  it('is logged with who and why, and with nothing of what the bug said', async () => {
    const world = await open()
    await allow(world, parameter)
    const { id } = await file(world)
    await world.as('admin').bugs.delete({ ids: [id], reason })
    const { audit_log } = await world.as('admin').audit.get({ class: 'Bug' })
    expect(audit_log).toMatchObject([
      { object_id: id, field: '__remove__', removed: null, added: null, user: at('admin') },
    ])
    expect(await reasons(world)).toMatchObject([{ object_id: id, field: 'bugs.delete', added: reason }])
  })

  it('is for administrators, while the parameter is on, with a reason, and does all or nothing', async () => {
    const world = await open()
    await allow(world, parameter)
    const { id } = await file(world)
    const hidden = await file(world, { groups: ['secret'] }, 'ivan')
    const remove = (who: string, input: object) => world.as(who).bugs.delete({ ids: [id], reason, ...input })
    await expect(remove('alice', {})).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(remove('admin', { reason: ' ' })).rejects.toMatchObject({ code: 'param_required' })
    await expect(remove('admin', { ids: [] })).rejects.toMatchObject({ data: { field: 'ids' } })
    await expect(remove('admin', { ids: [id, hidden.id] })).rejects.toMatchObject({ code: 'bug_id_does_not_exist' })
    await world.as('admin').parameters.update({ parameters: { [parameter]: false } })
    await expect(remove('admin', {})).rejects.toMatchObject({ code: 'deletion_not_allowed', data: { parameter } })
    expect((await show(world, id)).id).toBe(id)
  })
})
