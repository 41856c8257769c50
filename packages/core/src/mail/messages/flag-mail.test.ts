// Mail about flags.
import { describe, expect, it } from 'vitest'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { at, file, show, update } from '../../../test/bugs.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import type { NewRow } from '../../schema/index.js'
import { addressee, splitAddresses, outcomeOf } from '../snapshot/flag-readers.js'
import type { FlagTransition } from '../../call/change-event.js'

const vault = { product: 'Vault', component: 'Safe', version: '1', summary: 'Hidden' }
const data = new TextEncoder().encode('x')
const file1 = { file_name: 'a.txt', summary: 'A file', content_type: 'text/plain' }

async function addType(world: World, plan: Partial<NewRow<'flag_types'>> = {}): Promise<void> {
  await inStore(world.store, (tx) => addFlagType(tx, { name: 'review', ...plan }))
}

describe('the addressee of a flag change', () => {
  const side = (status: string, requestee: number | null = null, setter = 1) => ({
    status,
    setter_id: setter,
    requestee_id: requestee,
  })
  const flag = (before: FlagTransition['before'], after: FlagTransition['after']) => ({
    type_id: 1,
    attachment_id: null,
    before,
    after,
  })
  const table: [title: string, details: FlagTransition, who: ReturnType<typeof addressee>, outcome: string][] = [
    ['asked of somebody', flag(null, side('?', 2)), { userId: 2, why: 'requested' }, 'requested'],
    ['asked of nobody in particular', flag(null, side('?')), undefined, 'requested'],
    ['passed on', flag(side('?', 2), side('?', 3)), { userId: 3, why: 'requested' }, 'requested'],
    ['taken from who was asked', flag(side('?', 2), side('?')), undefined, 'requested'],
    ['granted', flag(side('?', 2), side('+', null, 2)), { userId: 1, why: 'answered' }, 'granted'],
    ['denied', flag(side('?', 2), side('-', null, 2)), { userId: 1, why: 'answered' }, 'denied'],
    ['taken back', flag(side('?', 2), null), { userId: 1, why: 'answered' }, 'canceled'],
    ['set without being asked for', flag(null, side('+')), undefined, 'granted'],
    ['changed after the answer', flag(side('+'), side('-')), undefined, 'denied'],
    ['cleared after the answer', flag(side('+'), null), undefined, 'canceled'],
    ['asked for again', flag(side('-'), side('?', 2)), { userId: 2, why: 'requested' }, 'requested'],
  ]
  it.each(table)('is right for a flag that was %s', (_, details, who, outcome) => {
    expect([addressee(details), outcomeOf(details)]).toEqual([who, outcome])
  })

  it('can be a list of addresses with commas and blanks', () => {
    expect(splitAddresses(' a@x.org, b@x.org  c@x.org,a@x.org')).toEqual(['a@x.org', 'b@x.org', 'c@x.org'])
    expect(splitAddresses('')).toEqual([])
  })
})

onAnyStore('mail about flags', (open) => {
  it('goes to the requestee, and with the answer to the setter of the request', async () => {
    const { world, arrived } = await openMailWorld(open)
    await addType(world)
    const bug = await file(world)
    await arrived()
    await update(world, bug.id, {
      flags: [{ name: 'review', status: '?', requestee: at('carl') }],
      comment: { body: 'Please' },
    })
    const [asked, ...others] = (await arrived()).filter((job) => job.headers['X-Tracker-Type'] === 'request')
    expect(others).toEqual([])
    expect(asked).toMatchObject({ to: at('carl'), subject: `review requested: [Bug ${bug.id}] It blinks` })
    expect(asked?.text).toContain('Alice Example <alice@example.com> asked carl@example.com for review on bug')
    expect(asked?.text).toContain('Please')
    const [flag] = (await show(world, bug.id)).flags
    await update(world, bug.id, { flags: [{ id: flag?.id, status: '+' }] }, 'carl')
    const answers = (await arrived()).filter((job) => job.headers['X-Tracker-Type'] === 'request')
    expect(answers).toMatchObject([{ to: at('alice'), subject: `review granted: [Bug ${bug.id}] It blinks` }])
    expect(answers[0]?.headers['X-Tracker-Flags']).toBe('review+')
    expect(answers[0]?.headers['References']).toBe(
      asked?.headers['References']?.replace(/-\d+@/, `-${answers[0]?.message_id.split('-')[2]}@`),
    )
  })

  it('follows the two preferences about flags, and no others', async () => {
    const { world, arrived } = await openMailWorld(open)
    await addType(world)
    await world.as('carl').preferences.update({ email: { flags: { requested: false }, cc: { other: true } } })
    const bug = await file(world)
    await arrived()
    const requests = async () =>
      (await arrived()).filter(({ headers }) => headers['X-Tracker-Type'] === 'request').map(({ to }) => to)
    await update(world, bug.id, { flags: [{ name: 'review', status: '?', requestee: at('carl') }] })
    expect(await requests()).toEqual([])
    const [flag] = (await show(world, bug.id)).flags
    await update(world, bug.id, { flags: [{ id: flag?.id, status: '?', requestee: at('bob') }] })
    expect(await requests()).toEqual([at('bob')])
    await world.as('alice').preferences.update({ email: { flags: { answered: false } } })
    await update(world, bug.id, { flags: [{ id: flag?.id, status: '-' }] }, 'bob')
    expect(await requests()).toEqual([])
    // Requests to oneself cause mail too.
    await update(world, bug.id, { flags: [{ name: 'review', status: '?', requestee: at('ivan'), new: true }] }, 'ivan')
    expect(await requests()).toEqual([at('ivan')])
  })

  it('goes to the list of the flag type for every change, and to addresses without account while all is public', async () => {
    const { world, arrived } = await openMailWorld(open)
    await addType(world, { cc_list: 'list@lists.example.org, eve@example.com, nonsense, "a b"@x.org' })
    await addType(world, {
      name: 'check',
      target_type: 'attachment',
      cc_list: 'list@lists.example.org carl@example.com',
    })
    const requests = async () =>
      (await arrived()).filter(({ headers }) => headers['X-Tracker-Type'] === 'request').map(({ to }) => to)
    const bug = await file(world, { flags: [{ name: 'review', status: '+' }] })
    expect(await requests()).toEqual([at('eve'), 'list@lists.example.org'])
    const { ids } = await world
      .as('alice')
      .attachments.create({ ids: [bug.id], data, ...file1, flags: [{ name: 'check', status: '-' }] })
    expect(await requests()).toEqual([at('carl'), 'list@lists.example.org'])
    await world.as('ivan').attachments.update({ ids, is_private: true, flags: [{ name: 'check', status: '+' }] })
    expect(await requests()).toEqual([])
    await update(world, bug.id, { groups: { add: ['secret'] }, flags: [{ name: 'review', status: '-' }] }, 'ivan')
    expect(await requests()).toEqual([])
  })

  it('shows nothing of hidden bugs, private attachments and private comments [EVT-04] [EVT-03]', async () => {
    const { world, arrived } = await openMailWorld(open)
    await addType(world, { cc_list: 'list@lists.example.org, alice@example.com' })
    await world.as('ivan').bugs.create({ ...vault, flags: [{ name: 'review', status: '+' }] })
    expect(await arrived()).toEqual([])
    const bug = await file(world, {}, 'ivan')
    await arrived()
    const canary = { body: 'canary', is_private: true }
    await update(world, bug.id, { comment: canary, flags: [{ name: 'review', status: '+' }] }, 'ivan')
    const messages = await arrived()
    expect(messages.filter(({ headers }) => headers['X-Tracker-Type'] === 'request')).toHaveLength(2)
    expect(JSON.stringify(messages)).not.toContain('canary')
  })

  it('does not go to users who have switched mail off [EVT-02]', async () => {
    const { world, arrived } = await openMailWorld(open)
    await addType(world, { cc_list: 'carl@example.com' })
    await world.as('admin').users.update({ names: [at('carl')], email_enabled: false })
    await file(world, { flags: [{ name: 'review', status: '?', requestee: at('carl') }] })
    expect((await arrived()).map(({ to }) => to)).not.toContain(at('carl'))
  })
})
