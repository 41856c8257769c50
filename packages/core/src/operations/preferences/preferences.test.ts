import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { onAnyStore } from '../../../test/harness.js'
import { rowsOf, userId } from '../../../test/people.js'
import { loadEmailPreferences } from '../../domain/preferences/email.js'

onAnyStore('preferences', (open) => {
  it('default to email about all but own changes, and about the CC list only for the reporter', async () => {
    const world = await open()
    const { email } = await world.as('alice').preferences.get()
    const off = Object.entries(email).flatMap(([role, events]) =>
      Object.entries(events).flatMap(([event, isOn]) => (isOn ? [] : [`${role}.${event}`])),
    )
    expect(off).toEqual([
      'assigned_to.cc',
      'assigned_to.own_change',
      'qa_contact.cc',
      'qa_contact.own_change',
      'creator.own_change',
      'cc.cc',
      'cc.own_change',
    ])
    expect(email.creator).toMatchObject({ created: true, cc: true, comment: true, unconfirmed: true })
    expect(email.flags).toEqual({ requested: true, answered: true })
  })

  it('change only the given settings, and no settings of other users', async () => {
    const world = await open()
    const before = (await world.as('alice').preferences.get()).email
    const wanted = { cc: { comment: false, created: true, own_change: true }, flags: { requested: false } }
    expect(await world.as('alice').preferences.update({ email: wanted })).toEqual({
      changes: {
        'email.cc.comment': { removed: '1', added: '0' },
        'email.cc.own_change': { removed: '0', added: '1' },
        'email.flags.requested': { removed: '1', added: '0' },
      },
    })
    const { email } = await world.as('alice').preferences.get()
    expect(email).toEqual({
      ...before,
      cc: { ...before.cc, ...wanted.cc },
      flags: { requested: false, answered: true },
    })
    expect((await world.as('bob').preferences.get()).email).toEqual(before)
    await world.as('alice').preferences.update({ email: { cc: { comment: true, own_change: false } } })
    await world.as('alice').preferences.update({ email: { flags: { requested: true } } })
    expect((await world.as('alice').preferences.get()).email).toEqual(before)
    expect(await rowsOf(world, 'user_settings')).toEqual([])
  })

  it('say whether words of a quicksearch are looked for in comments', async () => {
    const world = await open()
    const { preferences } = world.as('alice')
    expect((await preferences.get()).quicksearch_fulltext).toBe(true)
    const changed = { removed: '1', added: '0' }
    const set = async (isOn: boolean) => (await preferences.update({ quicksearch_fulltext: isOn })).changes
    expect(await set(false)).toEqual({ quicksearch_fulltext: changed })
    expect(await set(false)).toEqual({})
    expect((await preferences.get()).quicksearch_fulltext).toBe(false)
    expect((await world.as('bob').preferences.get()).quicksearch_fulltext).toBe(true)
    expect(Object.keys(await set(true))).toEqual(['quicksearch_fulltext'])
    expect(await rowsOf(world, 'user_settings')).toEqual([])
  })

  it('keep how one wants the pages, as far as it differs from the usual', async () => {
    const world = await open()
    const { preferences } = world.as('alice')
    const usual = (await preferences.get()).pages
    expect(usual).toMatchObject({ theme: 'system', language: '', keys: true, markdown: true, columns: [], home: '' })
    const wanted = {
      theme: 'dark' as const,
      language: 'de-AT',
      time_zone: 'Europe/Vienna',
      keys: false,
      markdown: false,
      columns: ['id', 'summary'],
      order: 'priority,bug_id DESC',
      home: '/bugs?status=__open__',
    }
    const { changes } = await preferences.update({ pages: wanted })
    expect(changes).toMatchObject({
      'pages.theme': { removed: 'system', added: 'dark' },
      'pages.keys': { removed: '1', added: '0' },
      'pages.columns': { removed: '', added: 'id, summary' },
    })
    expect((await preferences.get()).pages).toEqual(wanted)
    expect((await preferences.update({ pages: { theme: 'dark' } })).changes).toEqual({})
    await preferences.update({ pages: { theme: 'light' } })
    expect((await preferences.get()).pages).toEqual({ ...wanted, theme: 'light' })
    expect((await world.as('bob').preferences.get()).pages).toEqual(usual)
    await preferences.update({ pages: usual })
    expect(await rowsOf(world, 'user_settings')).toEqual([])
  })

  it.each<[pages: object, code: string, field: string]>([
    [{ theme: 'pink' }, 'param_invalid', 'pages.theme'],
    [{ language: 'not a language' }, 'param_invalid', 'pages.language'],
    [{ time_zone: 'Mars/Olympus' }, 'param_invalid', 'pages.time_zone'],
    [{ home: '//elsewhere.example' }, 'param_invalid', 'pages.home'],
    [{ home: '/\\elsewhere.example' }, 'param_invalid', 'pages.home'],
    [{ home: 'https://elsewhere.example' }, 'param_invalid', 'pages.home'],
    [{ home: `/${'x'.repeat(255)}` }, 'text_too_long', 'pages.home'],
    [{ order: 'x'.repeat(1001) }, 'text_too_long', 'pages.order'],
    [{ columns: Array.from({ length: 51 }, String) }, 'list_too_long', 'pages.columns'],
    [{ colour: 'red' }, 'unknown_parameter', 'pages.colour'],
  ])('refuse %j for the pages', async (pages, code, field) => {
    const world = await open()
    await expect(world.as('alice').preferences.update({ pages })).rejects.toMatchObject({ code, data: { field } })
  })

  it('are read for many users at once', async () => {
    const world = await open()
    await world.as('alice').preferences.update({ email: { assigned_to: { keywords: false } } })
    const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
    const of = await inStore(world.store, (tx) => loadEmailPreferences(tx, [alice, bob]))
    expect([of(alice).assigned_to.keywords, of(bob).assigned_to.keywords]).toEqual([false, true])
  })

  it('need a login', async () => {
    const world = await open()
    const loggedOut = { code: 'login_required', number: 410 }
    await expect(world.as(null).preferences.get()).rejects.toMatchObject(loggedOut)
    await expect(world.as(null).preferences.update({})).rejects.toMatchObject(loggedOut)
  })

  it.each<[what: string, email: object, code: string, field: string]>([
    ['a role', { watcher: { comment: true } }, 'unknown_parameter', 'email.watcher'],
    ['an event', { cc: { lunch: true } }, 'unknown_parameter', 'email.cc.lunch'],
    ['a value', { cc: { comment: 'often' } }, 'param_invalid', 'email.cc.comment'],
  ])('refuse %s that does not exist', async (_what, email, code, field) => {
    const world = await open()
    await expect(world.as('alice').preferences.update({ email })).rejects.toMatchObject({ code, data: { field } })
  })
})
