// Digests and scheduled searches, as users get them.
import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { onAnyStore, onEveryStore, type World } from '../../../test/harness.js'
import { openMailWorld, outbox } from '../../../test/mail.js'

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const daily = { days: [...everyDay], hours: [8] }
const digest = { kind: 'digest', ...daily } as const

/** The clock of a world is at Sunday noon, 1 March 2026. */
function passDay(world: World): void {
  world.clock.advance(86_400)
}

async function saved(world: World, name: string, query = 'product=Widgets', more: object = {}): Promise<number> {
  return (await world.as(name).savedSearches.save({ name: 'Mine', query, ...more })).id
}

async function grant(world: World, name: string, group: string): Promise<void> {
  await world.as('admin').users.update({ names: [at(name)], groups: { add: [group] } })
}

async function only(world: World, name: string) {
  const [schedule] = (await world.as(name).schedules.get()).schedules
  if (!schedule) throw new Error('no schedule')
  return schedule
}

/** The IDs of bugs that a message names. */
const bugsIn = (text: string) => Array.from(text.matchAll(/^Bug (\d+) \(/gm), ([, id]) => Number(id))

onEveryStore('schedules', (open) => {
  it('send a digest of unread lines by product, once, and the next day only what is new', async () => {
    const { world, arrived } = await openMailWorld(open)
    const one = await file(world, { cc: [at('eve')], component: 'Core' })
    world.clock.advance(60)
    const two = await file(world, { cc: [at('eve')], summary: 'It hums' })
    await arrived()
    await world.as('eve').schedules.create(digest)
    expect(await arrived()).toEqual([])
    passDay(world)
    const [message, ...others] = (await arrived()).filter(({ to }) => to === at('eve'))
    expect(others).toEqual([])
    expect(message).toMatchObject({ subject: 'Inbox: 2 bugs', headers: { 'X-Tracker-Type': 'digest' } })
    expect(message?.text).toContain('Widgets')
    expect(message?.text).toContain('your bug; new')
    expect(bugsIn(message?.text ?? '')).toEqual([two.id, one.id])
    await world.as('alice').comments.create({ id: one.id, comment: 'Again' })
    await arrived()
    passDay(world)
    expect(bugsIn((await arrived()).find(({ to }) => to === at('eve'))?.text ?? '')).toEqual([one.id])
    passDay(world)
    expect(await arrived()).toEqual([])
  })

  it('run a search for each recipient with their permissions', async () => {
    const { world, arrived } = await openMailWorld(open)
    const open1 = await file(world)
    const secret = await file(world)
    await update(world, secret.id, { groups: { add: ['secret'] } }, 'ivan')
    const id = await saved(world, 'ivan', 'product=Widgets&order=bug_id DESC')
    await grant(world, 'ivan', 'bz_canusewhineatothers')
    const to = { users: [at('ivan'), at('eve'), at('dora')], groups: ['insiders'] }
    await world.as('ivan').schedules.create({ saved_search_id: id, name: 'Ours', ...daily, to })
    await arrived()
    passDay(world)
    const messages = (await arrived()).filter(({ subject }) => subject.startsWith('Ours'))
    expect(messages.map((message) => [message.to, message.subject, bugsIn(message.text)])).toEqual([
      [at('eve'), 'Ours: 1 bug', [open1.id]],
      [at('ivan'), 'Ours: 2 bugs', [secret.id, open1.id]],
    ])
    expect(messages[0]?.text).toContain(`${at('ivan')} sends you this search.`)
    expect(messages[0]?.text).not.toContain(String(secret.id))
  })

  it('send a search with the bugs that changed since the last run, and nothing or an empty list otherwise', async () => {
    const { world, arrived } = await openMailWorld(open)
    const one = await file(world)
    await file(world)
    const id = await saved(world, 'bob')
    const base = { saved_search_id: id, ...daily, only_changed: true }
    await world.as('bob').schedules.create(base)
    await world.as('bob').schedules.create({ ...base, name: 'Always', if_empty: true })
    await arrived()
    const run = async () => {
      passDay(world)
      return (await arrived()).map(({ subject }) => subject).filter((subject) => /^(Mine|Always)/.test(subject))
    }
    expect((await run()).toSorted()).toEqual(['Always: 2 bugs', 'Mine: 2 bugs'])
    expect(await run()).toEqual(['Always: 0 bugs'])
    await update(world, one.id, { priority: 'High' })
    expect((await run()).toSorted()).toEqual(['Always: 1 bug', 'Mine: 1 bug'])
  })

  it('send on Mondays at 8:00 in Vienna, in winter and in summer, to each recipient only their bugs', async () => {
    const { world, arrived } = await openMailWorld(open)
    await world.as('ivan').preferences.update({ pages: { time_zone: 'Europe/Vienna' } })
    await grant(world, 'ivan', 'bz_canusewhineatothers')
    const saved_search_id = await saved(world, 'ivan', 'product=Widgets&bug_status=__open__&order=bug_id')
    const to = { users: [at('ivan'), at('eve')], groups: [] }
    await world.as('ivan').schedules.create({ saved_search_id, days: ['monday'], hours: [8], to })
    /** The email that was sent a minute before this time, and the email of this time. */
    const around = async (until: string) => {
      const times = [new Date(new Date(until).getTime() - 60_000), new Date(until)]
      const mails = []
      for (const time of times) {
        world.clock.advance((time.getTime() - world.clock.now().getTime()) / 1000)
        const sent = (await arrived()).filter(({ subject }) => subject.startsWith('Mine'))
        mails.push(sent.map(({ to: reader, text }) => [reader, bugsIn(text)]))
      }
      return mails
    }
    expect(await around('2026-03-02T07:00:00Z')).toEqual([[], []])
    const [one, secret] = [await file(world), await file(world)]
    await update(world, secret.id, { groups: { add: ['secret'] } }, 'ivan')
    const both = [
      [at('eve'), [one.id]],
      [at('ivan'), [one.id, secret.id]],
    ]
    expect(await around('2026-03-09T07:00:00Z')).toEqual([[], both])
    expect(await around('2026-03-30T06:00:00Z')).toEqual([both, both])
    await update(world, one.id, { status: 'RESOLVED', resolution: 'FIXED' })
    expect(await around('2026-04-06T06:00:00Z')).toEqual([[], [[at('ivan'), [secret.id]]]])
  })

  it('run once after days without a process that sends email', async () => {
    const { world, arrived } = await openMailWorld(open)
    await file(world)
    await world.as('bob').schedules.create({ saved_search_id: await saved(world, 'bob'), ...daily })
    await arrived()
    world.clock.advance(5 * 86_400)
    expect((await arrived()).map(({ subject }) => subject)).toEqual(['Mine: 1 bug'])
    expect(await only(world, 'bob')).toMatchObject({
      last_time: world.clock.now(),
      next_time: new Date('2026-03-07T08:00:00Z'),
    })
  })

  it('are disabled with a reason and one email if the search is gone, fails, or is denied', async () => {
    const { world, arrived } = await openMailWorld(open)
    const shared = { shared_with: 'insiders' }
    await world.as('admin').parameters.update({ parameters: { querysharegroup: 'insiders' } })
    const id = await saved(world, 'ivan', 'product=Widgets', shared)
    await world.as('ivan').schedules.create({ saved_search_id: id, ...daily })
    const failing = await saved(world, 'bob', 'f1=bug_id&o1=nonsense&v1=1')
    await world.as('bob').schedules.create({ saved_search_id: failing, ...daily })
    await grant(world, 'carl', 'bz_canusewhines')
    const denied = await saved(world, 'carl')
    await world.as('carl').schedules.create({ saved_search_id: denied, ...daily })
    await world.as('ivan').savedSearches.delete({ ids: [id] })
    await world.as('admin').users.update({ names: [at('carl')], groups: { remove: ['bz_canusewhines'] } })
    await arrived()
    passDay(world)
    const messages = (await arrived()).filter(({ subject }) => subject.startsWith('Scheduled search disabled'))
    expect(messages.map(({ to }) => to)).toEqual([at('bob'), at('carl'), at('ivan')])
    expect(await only(world, 'ivan')).toMatchObject({ is_enabled: false, disabled_reason: 'saved_search_gone' })
    expect(await only(world, 'bob')).toMatchObject({ is_enabled: false, disabled_reason: 'param_invalid' })
    expect(await only(world, 'carl')).toMatchObject({ is_enabled: false, disabled_reason: 'schedule_denied' })
    passDay(world)
    expect(await arrived()).toEqual([])
  })

  it('are refused without recipients; stored ones that have none are disabled, and cannot be enabled', async () => {
    const { world, arrived } = await openMailWorld(open)
    await grant(world, 'ivan', 'bz_canusewhineatothers')
    const { schedules } = world.as('ivan')
    const search = { saved_search_id: await saved(world, 'ivan'), ...daily }
    const { id } = await schedules.create({ ...search, to: { users: [at('bob')] } })
    const empty = { code: 'param_invalid', data: { field: 'to' } }
    for (const to of [{}, { users: [], groups: [] }]) {
      await expect(schedules.create({ ...search, to })).rejects.toMatchObject(empty)
      await expect(schedules.update({ id, to })).rejects.toMatchObject(empty)
    }
    const none = { users: [], groups: [], without: [], is_own: false }
    await inStore(world.store, (tx) => tx.update('schedules', { col: 'id', eq: id }, { to: none }))
    await arrived()
    passDay(world)
    expect((await arrived()).map(({ to, subject }) => [to, subject])).toEqual([
      [at('ivan'), 'Scheduled search disabled: Mine'],
    ])
    expect(await only(world, 'ivan')).toMatchObject({ is_enabled: false, disabled_reason: 'no_recipients' })
    await expect(schedules.update({ id, is_enabled: true })).rejects.toMatchObject(empty)
    await schedules.update({ id, hours: [9] })
    await schedules.update({ id, is_enabled: true, to: { users: [at('bob')] } })
    expect(await only(world, 'ivan')).toMatchObject({ is_enabled: true, disabled_reason: '' })
  })

  it('are disabled when all groups that get them have been deleted', async () => {
    const { world, arrived } = await openMailWorld(open)
    await grant(world, 'ivan', 'bz_canusewhineatothers')
    await world.as('admin').groups.create({ name: 'readers', description: 'Get a search' })
    await grant(world, 'ivan', 'readers')
    const search = { saved_search_id: await saved(world, 'ivan'), ...daily }
    await world.as('ivan').schedules.create({ ...search, to: { groups: ['readers'] } })
    await world.as('admin').users.update({ names: [at('ivan')], groups: { remove: ['readers'] } })
    await world.as('admin').groups.delete({ names: ['readers'] })
    await arrived()
    passDay(world)
    expect((await arrived()).map(({ to, subject }) => [to, subject])).toEqual([
      [at('ivan'), 'Scheduled search disabled: Mine'],
    ])
    expect(await only(world, 'ivan')).toMatchObject({ is_enabled: false, disabled_reason: 'no_recipients' })
  })

  it('can be disabled, but not enabled, by users who have lost the right to them', async () => {
    const world = await open()
    await grant(world, 'carl', 'bz_canusewhines')
    const { schedules } = world.as('carl')
    const { id } = await schedules.create({ saved_search_id: await saved(world, 'carl'), ...daily })
    await world.as('admin').users.update({ names: [at('carl')], groups: { remove: ['bz_canusewhines'] } })
    const denied = { code: 'schedule_denied', data: { group: 'bz_canusewhines' } }
    await expect(schedules.update({ id, hours: [9] })).rejects.toMatchObject(denied)
    await schedules.update({ id, is_enabled: false })
    expect(await only(world, 'carl')).toMatchObject({ is_enabled: false })
    await expect(schedules.update({ id, is_enabled: true })).rejects.toMatchObject(denied)
    await expect(schedules.update({ id, to: null })).rejects.toMatchObject(denied)
  })

  it('end by the link in their email: for the owner, and for one of several recipients', async () => {
    const { world, arrived } = await openMailWorld(open)
    await world.as('admin').parameters.update({ parameters: { urlbase: 'https://bugs.example.com/' } })
    await file(world)
    await grant(world, 'ivan', 'bz_canusewhineatothers')
    const to = { users: [at('eve'), at('bob')], groups: ['insiders'] }
    const { id } = await world.as('ivan').schedules.create({
      saved_search_id: await saved(world, 'ivan'),
      ...daily,
      to,
    })
    await arrived()
    passDay(world)
    const messages = (await arrived()).filter(({ subject }) => subject.startsWith('Mine'))
    expect(messages.map((message) => message.to)).toEqual([at('bob'), at('eve'), at('ivan')])
    const tokenOf = (index: number) =>
      /unsubscribe\/([\w-]+)>/.exec(messages[index]?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const nobody = world.tracker.as(null)
    for (let time = 0; time < 2; time++)
      expect(await nobody.preferences.unsubscribe({ token: tokenOf(1) })).toEqual({ kind: 'schedule', id })
    expect(await only(world, 'ivan')).toMatchObject({ is_enabled: true, to: { users: [at('bob')] } })
    // Also after the recipients were taken away, and if one of them unsubscribes only then.
    for (const change of [{ to }, { to: null }, { to: null, name: 'Mine' }, { to }]) {
      await world.as('ivan').schedules.update({ id, ...change })
      if (change.to === null) await nobody.preferences.unsubscribe({ token: tokenOf(0) })
    }
    passDay(world)
    expect((await arrived()).map((message) => message.to)).toEqual([at('ivan')])
    await world.as('ivan').schedules.update({ id, to: null })
    expect(await only(world, 'ivan')).toMatchObject({ to: null })
    passDay(world)
    expect((await arrived()).map((message) => message.to)).toEqual([at('ivan')])
    await nobody.preferences.unsubscribe({ token: tokenOf(2) })
    expect(await only(world, 'ivan')).toMatchObject({ is_enabled: false, disabled_reason: '' })
  })
})

onAnyStore('schedules', (open) => {
  it('lose no change and pause no day after a clock that was ahead', async () => {
    const { world, arrived } = await openMailWorld(open)
    const one = await file(world, { cc: [at('eve')] })
    await world.as('eve').schedules.create(digest)
    await arrived()
    world.clock.advance(3 * 86_400)
    expect((await arrived()).map(({ to }) => to)).toEqual([at('eve')])
    world.clock.advance(-3 * 86_400)
    await world.as('alice').comments.create({ id: one.id, comment: 'Again' })
    await arrived()
    expect(await only(world, 'eve')).toMatchObject({ next_time: new Date('2026-03-02T08:00:00Z') })
    passDay(world)
    const [message] = (await arrived()).filter(({ to }) => to === at('eve'))
    expect(message?.text).toContain('1 comment')
  })

  it('send each run once, however many processes deliver', async () => {
    const { world, arrived } = await openMailWorld(open)
    await file(world)
    await world.as('bob').schedules.create({ saved_search_id: await saved(world, 'bob'), ...daily })
    await arrived()
    passDay(world)
    await Promise.all([world.tracker.deliverMail(), world.tracker.deliverMail(), world.tracker.deliverMail()])
    expect((await arrived()).map(({ subject }) => subject)).toEqual(['Mine: 1 bug'])
    expect((await outbox(world)).filter(({ kind }) => kind === 'search')).toHaveLength(1)
  })

  it('wait while deliveries are on hold, and skip disabled accounts', async () => {
    const { world, arrived } = await openMailWorld(open)
    await file(world)
    await grant(world, 'ivan', 'bz_canusewhineatothers')
    const to = { users: [at('dora'), at('eve')], groups: [] }
    await world.as('ivan').schedules.create({ saved_search_id: await saved(world, 'ivan'), ...daily, to })
    await arrived()
    await world.as('admin').parameters.update({ parameters: { hold_deliveries: true } })
    passDay(world)
    expect(await arrived()).toEqual([])
    await world.as('admin').parameters.update({ parameters: { hold_deliveries: false } })
    expect((await arrived()).map((message) => message.to)).toEqual([at('eve')])
    await world.as('admin').users.update({ names: [at('ivan')], login_denied_text: 'Left' })
    passDay(world)
    expect(await arrived()).toEqual([])
  })

  it('follow the time zone of their owner, also when it changes', async () => {
    const world = await open()
    await world.as('bob').schedules.create(digest)
    expect((await only(world, 'bob')).next_time).toEqual(new Date('2026-03-02T08:00:00Z'))
    await world.as('bob').preferences.update({ pages: { time_zone: 'Europe/Vienna' } })
    expect((await only(world, 'bob')).next_time).toEqual(new Date('2026-03-02T07:00:00Z'))
    const { id } = await only(world, 'bob')
    await world.as('bob').schedules.update({ id, days: ['monday'], hours: [20, 6, 6] })
    expect(await only(world, 'bob')).toMatchObject({
      ...{ days: ['monday'], hours: [6, 20], to: null, is_enabled: true },
      next_time: new Date('2026-03-02T05:00:00Z'),
    })
    await world.as('bob').schedules.delete({ id })
    expect(await world.as('bob').schedules.get()).toEqual({
      ...{ schedules: [], can_schedule: true, can_send_to_others: false },
    })
    expect(await world.as('eve').schedules.get()).toMatchObject({ can_schedule: false })
  })

  it('run when they were due, although the time zone changes before', async () => {
    const { world, arrived } = await openMailWorld(open)
    await file(world, { cc: [at('eve')] })
    await world.as('eve').schedules.create(digest)
    await arrived()
    passDay(world)
    await world.as('eve').preferences.update({ pages: { time_zone: 'Europe/Vienna' } })
    expect((await arrived()).map(({ to }) => to)).toEqual([at('eve')])
    expect(await only(world, 'eve')).toMatchObject({ next_time: new Date('2026-03-03T07:00:00Z') })
  })

  it('run on request for their owner only, also while disabled', async () => {
    const { world, arrived } = await openMailWorld(open)
    await file(world)
    await grant(world, 'ivan', 'bz_canusewhineatothers')
    const to = { users: [at('eve')], groups: [] }
    const search = { saved_search_id: await saved(world, 'ivan'), ...daily, to }
    const { id } = await world.as('ivan').schedules.create(search)
    await world.as('ivan').schedules.update({ id, is_enabled: false })
    await arrived()
    expect(await world.as('ivan').schedules.run({ id })).toEqual({ is_queued: true })
    expect((await arrived()).map(({ to: reader, subject }) => [reader, subject])).toEqual([[at('ivan'), 'Mine: 1 bug']])
    await expect(world.as('bob').schedules.run({ id })).rejects.toMatchObject({ code: 'object_does_not_exist' })
  })

  it('send nothing when run by a tracker without email, or by a user who gets none', async () => {
    const world = await open()
    const { id } = await world.as('bob').schedules.create(digest)
    expect(await world.as('bob').schedules.run({ id })).toEqual({ is_queued: false })
    const { world: other } = await openMailWorld(open)
    const { id: own } = await other.as('bob').schedules.create(digest)
    await other.as('admin').users.update({ names: [at('bob')], email_enabled: false })
    expect(await other.as('bob').schedules.run({ id: own })).toEqual({ is_queued: false })
  })

  it('run on request once while the email waits, each of them', async () => {
    const { world, arrived } = await openMailWorld(open)
    await file(world)
    const saved_search_id = await saved(world, 'bob')
    const run = (id: number) => world.as('bob').schedules.run({ id })
    await world.as('admin').parameters.update({ parameters: { hold_deliveries: true } })
    for (const name of ['One', 'Two']) {
      const { id } = await world.as('bob').schedules.create({ saved_search_id, name, ...daily })
      for (let time = 0; time < 2; time++) expect(await run(id)).toEqual({ is_queued: true })
    }
    await world.as('admin').parameters.update({ parameters: { hold_deliveries: false } })
    const subjects = (await arrived()).map(({ subject }) => subject).filter((subject) => /^(One|Two)/.test(subject))
    expect(subjects.toSorted()).toEqual(['One: 1 bug', 'Two: 1 bug'])
  })

  it('have had no run until email was created', async () => {
    const { world, arrived } = await openMailWorld(open)
    await grant(world, 'ivan', 'bz_canusewhineatothers')
    const to = { users: [at('dora')], groups: [] }
    await world.as('ivan').schedules.create({ saved_search_id: await saved(world, 'ivan'), ...daily, to })
    passDay(world)
    await arrived()
    expect(await only(world, 'ivan')).toMatchObject({ last_time: null, next_time: new Date('2026-03-03T08:00:00Z') })
    await world.as('admin').users.update({ names: [at('dora')], login_denied_text: '' })
    passDay(world)
    await arrived()
    expect(await only(world, 'ivan')).toMatchObject({ last_time: world.clock.now() })
  })

  it('fail for others than their owner, without the group, and above the limits', async () => {
    const world = await open()
    const search = { saved_search_id: await saved(world, 'bob'), ...daily }
    await world.as('bob').schedules.create(digest)
    const { id } = await only(world, 'bob')
    const hidden = await saved(world, 'ivan')
    const refused = async (name: string | null, input: object, code: string, field?: string) => {
      const data = field === undefined ? {} : { data: { field } }
      await expect(world.as(name).schedules.create(input as typeof digest)).rejects.toMatchObject({ code, ...data })
    }
    await refused('bob', digest, 'schedule_limit', 'digests')
    await refused('bob', { ...daily }, 'param_required', 'saved_search_id')
    await refused('bob', { ...search, saved_search_id: hidden }, 'object_does_not_exist', 'saved_search_id')
    await refused('bob', { ...search, to: { users: [at('nobody')] } }, 'schedule_denied')
    const { id: own } = await world.as('bob').schedules.create({ ...search, to: null })
    // The right comes first: otherwise the error would reveal which accounts exist.
    for (const name of ['nobody', 'carl'])
      await expect(world.as('bob').schedules.update({ id: own, to: { users: [at(name)] } })).rejects.toMatchObject({
        code: 'schedule_denied',
      })
    await world.as('bob').schedules.delete({ id: own })
    await grant(world, 'bob', 'bz_canusewhineatothers')
    await refused('bob', { ...search, to: { users: [at('nobody')] } }, 'object_does_not_exist', 'to')
    await refused('bob', { ...search, to: { groups: ['secret'] } }, 'object_does_not_exist', 'to')
    await refused('bob', { ...search, to: { groups: ['none'] } }, 'object_does_not_exist', 'to')
    await refused('bob', { ...search, hours: [24] }, 'param_invalid', 'hours')
    await refused('bob', { ...search, hours: [] }, 'param_invalid', 'hours')
    await refused('bob', { ...search, hours: [1, 2, 3, 4, 5] }, 'list_too_long', 'hours')
    await refused('bob', { ...search, days: [] }, 'param_invalid', 'days')
    await refused('bob', { ...search, days: ['funday'] }, 'param_invalid', 'days')
    await refused('eve', { ...digest, only_changed: true }, 'param_invalid', 'only_changed')
    await refused('eve', { ...search, saved_search_id: await saved(world, 'eve') }, 'schedule_denied')
    await refused(null, digest, 'login_required')
    for (const call of [
      () => world.as('eve').schedules.update({ id, is_enabled: false }),
      () => world.as('eve').schedules.delete({ id }),
      () => world.as('bob').schedules.update({ id: 999, is_enabled: false }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'object_does_not_exist' })
    for (let index = 0; index < 19; index++) await world.as('bob').schedules.create(search)
    await refused('bob', search, 'schedule_limit', 'schedules')
  })

  it('go with the account that is erased', async () => {
    const { world } = await openMailWorld(open)
    await world.as('eve').schedules.create(digest)
    await world.as('admin').parameters.update({ parameters: { allowuserdeletion: true } })
    const { users } = await world.as('admin').users.get({ names: [at('eve')] })
    await world.as('admin').users.erase({ ids: [users[0]?.id ?? 0], reason: 'Asked for' })
    expect(await inStore(world.store, (tx) => tx.count('schedules'))).toBe(0)
  })
})
