import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { join, rowsOf, userId } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'
import { parameterNames } from '../../setup/parameters.js'

type Values = Readonly<Record<string, string | number | boolean>>

const set = (world: World, parameters: Values, who = 'admin') => world.as(who).parameters.update({ parameters })

onAnyStore('parameters.update', (open) => {
  it('sets parameters and answers what changed [SRV-13]', async () => {
    const world = await open()
    const answer = await set(world, { maxattachmentsize: 5000, useqacontact: false, maintainer: ' ops@example.com ' })
    expect(answer).toEqual({
      changes: {
        maxattachmentsize: { removed: '1000', added: '5000' },
        useqacontact: { removed: '1', added: '0' },
        maintainer: { removed: 'admin@example.com', added: 'ops@example.com' },
      },
    })
    const { parameters } = await world.as('admin').parameters.get()
    expect(parameters).toMatchObject({ maxattachmentsize: '5000', useqacontact: '0', maintainer: 'ops@example.com' })
    expect(await set(world, { maxattachmentsize: '5000', useqacontact: '0' })).toEqual({ changes: {} })
    await set(world, { useqacontact: 'true' })
    expect((await world.as('admin').parameters.get()).parameters['useqacontact']).toBe('1')
  })

  it('takes effect with the next call in every process [SRV-13]', async () => {
    const world = await open()
    const other = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    const products = () => other.as(null).products.accessible()
    expect((await products()).ids).not.toEqual([])
    await set(world, { requirelogin: '1' })
    await expect(products()).rejects.toMatchObject({ code: 'login_required' })
    await set(world, { requirelogin: false })
    expect((await products()).ids).not.toEqual([])
  })

  it('is for members of tweakparams [SRV-13]', async () => {
    const world = await open()
    await expect(world.as(null).parameters.update({ parameters: { requirelogin: true } })).rejects.toMatchObject({
      code: 'login_required',
      number: 410,
    })
    const denied = { code: 'auth_failure', number: 304 }
    await expect(set(world, { requirelogin: true }, 'alice')).rejects.toMatchObject(denied)
    await join(world, 'alice', 'tweakparams')
    expect(await set(world, { requirelogin: true }, 'alice')).toEqual({
      changes: { requirelogin: { removed: '0', added: '1' } },
    })
  })

  it('takes names of groups and legal values in whatever case, and blank ones where that means none', async () => {
    const world = await open()
    const values = {
      insidergroup: 'SECRET',
      defaultplatform: 'pc',
      timetrackinggroup: '',
      defaultopsys: '',
      urlbase: '',
    }
    await set(world, { ...values, duplicate_or_move_bug_status: 'verified', emailregexp: '' })
    expect((await world.as('admin').parameters.get()).parameters).toMatchObject({
      insidergroup: 'secret',
      defaultplatform: 'PC',
      timetrackinggroup: '',
      defaultopsys: '',
      duplicate_or_move_bug_status: 'VERIFIED',
      emailregexp: '',
    })
  })

  it('accepts the value of every parameter that parameters.get answers', async () => {
    const world = await open()
    const { parameters } = await world.as('admin').parameters.get()
    expect(Object.keys(parameters)).toHaveLength(parameterNames.length)
    expect(await set(world, parameters)).toEqual({ changes: {} })
  })

  it('takes addresses, lists of them, and texts of several lines where those are meant', async () => {
    const world = await open()
    const values = {
      maintainer: '',
      mailfrom: 'The Tracker <tracker@example.com>',
      emailsuffix: '',
      inbound_proxies: '10.0.0.1, fd00::1 ::ffff:10.0.0.2',
      globalwatchers: 'alice@example.com,BOB@example.com',
      shutdownhtml: '',
      emailregexpdesc: 'one\ntwo',
      see_also_patterns: 'https://a\\.example/\\d+\nhttps://b\\.example/\\d+',
    }
    expect(Object.keys((await set(world, values)).changes)).toHaveLength(6)
    expect((await world.as('admin').parameters.get()).parameters).toMatchObject(values)
  })

  it('accepts as the sender an address, one with a name, and a name', async () => {
    const world = await open()
    for (const mailfrom of [
      'bugs@tracker.example',
      '<bugs@tracker.example>',
      'Fehler <bugs@tracker.example>',
      '"Acme, Inc." <bugs@tracker.example>',
      'The Tracker',
    ])
      expect(await set(world, { mailfrom })).toMatchObject({ changes: { mailfrom: { added: mailfrom } } })
  })

  it.each<[what: string, values: Values, code: string, number: number, field: string]>([
    ['none', {}, 'param_required', 50, 'parameters'],
    ['an unknown one', { nonsense: '1' }, 'unknown_parameter', 53, 'parameters.nonsense'],
    ['a name of every object', { constructor: '1' }, 'unknown_parameter', 53, 'parameters.constructor'],
    ['no boolean', { requirelogin: 'perhaps' }, 'param_invalid', 53, 'parameters.requirelogin'],
    ['no number', { maxattachmentsize: 'big' }, 'param_must_be_numeric', 52, 'parameters.maxattachmentsize'],
    ['half a number', { maxattachmentsize: 1.5 }, 'param_must_be_numeric', 52, 'parameters.maxattachmentsize'],
    ['too much', { maxattachmentsize: 1_000_001 }, 'number_too_large', 54, 'parameters.maxattachmentsize'],
    ['too little', { maxattachmentsize: -1 }, 'number_too_small', 55, 'parameters.maxattachmentsize'],
    ['no choice', { password_complexity: 'maybe' }, 'param_invalid', 53, 'parameters.password_complexity'],
    ['what cannot be set', { whinedays: 7 }, 'param_invalid', 53, 'parameters.whinedays'],
    ['a bad pattern of many', { see_also_patterns: 'x\n(' }, 'invalid_regexp', 803, 'parameters.see_also_patterns'],
    ['too many patterns', { see_also_patterns: 'x\n'.repeat(21) }, 'param_invalid', 53, 'parameters.see_also_patterns'],
    ['a long pattern', { see_also_patterns: 'x'.repeat(501) }, 'param_invalid', 53, 'parameters.see_also_patterns'],
    [
      'a pattern of long characters',
      { see_also_patterns: '🐞'.repeat(498) },
      'param_invalid',
      53,
      'parameters.see_also_patterns',
    ],
    ['no group', { insidergroup: 'nothing' }, 'object_does_not_exist', 51, 'parameters.insidergroup'],
    ['no pattern', { emailregexp: '(' }, 'invalid_regexp', 803, 'parameters.emailregexp'],
    ['no value', { defaultpriority: 'Utmost' }, 'param_invalid', 53, 'parameters.defaultpriority'],
    ['no value at all', { defaultseverity: '' }, 'param_invalid', 53, 'parameters.defaultseverity'],
    [
      'an open status',
      { duplicate_or_move_bug_status: 'CONFIRMED' },
      'param_invalid',
      53,
      'parameters.duplicate_or_move_bug_status',
    ],
    ['no address', { urlbase: 'javascript:alert(1)' }, 'param_invalid', 53, 'parameters.urlbase'],
    ['no mail address', { maintainer: 'somebody' }, 'param_invalid', 53, 'parameters.maintainer'],
    ...[
      'a@b@c',
      'bugs@tracker.example>',
      '<bugs@tracker.example',
      'Bugs: A; <x>',
      'Bugs: A; <bugs@tracker.example>',
      'Acme, Inc. <bugs@tracker.example>',
      'Tracker <tracker>',
      'bugs@tracker..example',
    ].map((mailfrom): [string, Values, string, number, string] => [
      `the sender ${mailfrom}`,
      { mailfrom },
      'param_invalid',
      53,
      'parameters.mailfrom',
    ]),
    [
      'two lines',
      { mailfrom: 'tracker@example.com\nBcc: all@example.com' },
      'param_invalid',
      53,
      'parameters.mailfrom',
    ],
    ['no suffix', { emailsuffix: 'example' }, 'param_invalid', 53, 'parameters.emailsuffix'],
    ['no addresses', { inbound_proxies: '10.0.0.1, proxy' }, 'param_invalid', 53, 'parameters.inbound_proxies'],
    [
      ...([
        'nobody',
        { globalwatchers: 'alice@example.com, nobody@example.com' },
        'object_does_not_exist',
        51,
      ] as const),
      'parameters.globalwatchers',
    ],
  ])('refuses %s, and sets nothing', async (_what, values, code, number, field) => {
    const world = await open()
    const before = await rowsOf(world, 'parameters')
    const others: Values = Object.keys(values).length > 0 ? { mailfrom: 'tracker' } : {}
    await expect(set(world, { ...others, ...values })).rejects.toMatchObject({ code, number, data: { field } })
    expect(await rowsOf(world, 'parameters')).toEqual(before)
  })

  it('says why a parameter cannot be set, and ignores what was stored of it before', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'usemenuforusers', '1'))
    expect((await world.as('admin').parameters.get()).parameters).toMatchObject({ usemenuforusers: '0' })
    await expect(set(world, { usemenuforusers: true })).rejects.toThrow(
      'parameters.usemenuforusers is not valid: it cannot be set: clients decide how users are selected.',
    )
    expect(await set(world, { usemenuforusers: false })).toEqual({ changes: {} })
  })

  it('stores nothing of a parameter that is set to its default', async () => {
    const world = await open()
    await set(world, { useqacontact: false })
    await set(world, { useqacontact: true })
    expect((await rowsOf(world, 'parameters')).map((row) => row.name)).not.toContain('useqacontact')
  })

  it('leaves an entry in the audit log', async () => {
    const world = await open()
    await set(world, { requirelogin: true })
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      {
        class: 'Parameter',
        object_id: 0,
        user_id: await userId(world, 'admin'),
        field: 'requirelogin',
        removed: '0',
        added: '1',
      },
    ])
  })
})
