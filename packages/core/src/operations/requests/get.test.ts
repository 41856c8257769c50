import { expect, it } from 'vitest'
import { attach } from '../../../test/attachments.js'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { at, file } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

/**
 * Creates requests to bob: on a bug, its attachment, a private attachment and a hidden bug; one to alice, one to no
 * user, and an answered one.
 */
async function ask(world: World) {
  await inStore(world.store, async (tx) => {
    await addFlagType(tx, { name: 'review' })
    await addFlagType(tx, { name: 'look', target_type: 'attachment' })
  })
  const of = (name: string, requestee?: string) => ({
    flags: [{ name, status: '?', ...(requestee && { requestee: at(requestee) }) }],
  })
  const bug = await file(world, { summary: 'Shown', ...of('review', 'bob') })
  world.clock.advance(10)
  const hidden = await file(
    world,
    { summary: 'Hidden', groups: ['secret'], assigned_to: at('ivan'), qa_contact: at('ivan'), cc: [at('bob')] },
    'ivan',
  )
  await world.as('ivan').bugs.update({ ids: [hidden.id], ...of('review', 'bob'), is_cc_accessible: true })
  await world.as('ivan').bugs.update({ ids: [hidden.id], is_cc_accessible: false, cc: { remove: [at('bob')] } })
  world.clock.advance(10)
  const note = await attach(world, bug.id, of('look', 'bob'))
  world.clock.advance(10)
  const secret = await attach(world, bug.id, { is_private: true, ...of('look') }, 'ivan')
  const other = await file(world, { summary: 'Other', ...of('review', 'alice') }, 'bob')
  await file(world, { summary: 'Answered', flags: [{ name: 'review', status: '+' }] })
  return { bug: bug.id, hidden: hidden.id, note, secret, other: other.id }
}

onAnyStore('requests.get', (open) => {
  it('lists the requests to a user, oldest first, with their bugs', async () => {
    const world = await open()
    const { bug, note } = await ask(world)
    const { requests, total_matches } = await world.as('bob').requests.get({ requestee: 'BOB@example.com' })
    expect(total_matches).toBe(2)
    expect(requests).toMatchObject([
      {
        name: 'review',
        status: '?',
        setter: at('alice'),
        requestee: at('bob'),
        age: 30,
        target_type: 'bug',
        bug: { id: bug, summary: 'Shown', is_open: true },
        attachment: null,
      },
      {
        name: 'look',
        age: 10,
        target_type: 'attachment',
        bug: { id: bug },
        attachment: { id: note, file_name: 'crash.log' },
      },
    ])
  })

  it('leaves out flags of bugs and attachments that the caller may not see, and does not count them [GEN-28]', async () => {
    const world = await open()
    const { hidden, secret } = await ask(world)
    const seen = async (who: string) => {
      const { requests, total_matches } = await world.as(who).requests.get()
      expect(total_matches).toBe(requests.length)
      return requests.map((one) => one.attachment?.id ?? -one.bug.id)
    }
    const all = await seen('ivan')
    expect(all).toEqual(expect.arrayContaining([-hidden, secret]))
    expect(await seen('eve')).toEqual(all.filter((id) => id !== -hidden && id !== secret))
    const paged = await world.as('eve').requests.get({ limit: 1, offset: 1 })
    expect([paged.requests.length, paged.total_matches]).toEqual([1, all.length - 2])
  })

  it('narrows them by who asks and by status', async () => {
    const world = await open()
    const { other } = await ask(world)
    const ofBugs = async (input: object) =>
      (await world.as('eve').requests.get(input)).requests.map((one) => one.bug.summary)
    expect(await ofBugs({ setter: at('bob') })).toEqual(['Other'])
    expect(await ofBugs({ setter: at('bob'), requestee: at('bob') })).toEqual([])
    expect(await ofBugs({ status: '+' })).toEqual(['Answered'])
    expect(await ofBugs({ status: ['+', '?'], setter: at('alice') })).toEqual(['Shown', 'Shown', 'Answered'])
    expect(other).toBeGreaterThan(0)
  })

  it.each([
    [{ requestee: 'nobody' }, 'object_does_not_exist', 'requestee'],
    [{ setter: 'nobody' }, 'object_does_not_exist', 'setter'],
    [{ status: 'X' as '?' }, 'param_invalid', 'status'],
    [{ limit: 0 }, 'number_too_small', 'limit'],
  ])('refuses %j', async (input, code, field) => {
    const world = await open()
    await expect(world.as('alice').requests.get(input)).rejects.toMatchObject({ code, data: { field } })
  })

  it('requires a login, and runs a handful of statements for any number of requests', async () => {
    const world = await open()
    await ask(world)
    await expect(world.as(null).requests.get()).rejects.toMatchObject({ code: 'login_required' })
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const ivan = tracker.as({ login: at('ivan') })
    await ivan.bugs.get({ ids: [] })
    queries.length = 0
    await ivan.requests.get()
    expect(queries.length).toBeLessThanOrEqual(6)
    await tracker.close()
  })
})
