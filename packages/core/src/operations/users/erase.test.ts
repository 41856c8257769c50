import { expect, it } from 'vitest'
import { at, file, history, show } from '../../../test/bugs.js'
import { allow, denyLogin, fullPerson, network, reasons, rowsOfUser, secret, whereIs } from '../../../test/erasure.js'
import type { World } from '../../../test/harness.js'
import { browserOf, logins, person, testProvider } from '../../../test/login-provider.js'
import { join, rowsOf, userId } from '../../../test/people.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { checkStore } from '../../doctor/check-store.js'
import { openImporter } from '../../moving/records/importer.js'

const parameter = 'allowuserdeletion'
const reason = 'Asked for'

/** Columns in which the account stays, because content needs an author. */
const kept = [
  ...['bugs.creator_id', 'bug_cc.user_id', 'bug_history.user_id', 'comments.creator_id', 'comment_revisions.user_id'],
  ...['comment_tag_activity.user_id', 'attachments.creator_id', 'flags.setter_id', 'erased_logins.user_id'],
]

async function setOut(world: World) {
  const person = await fullPerson(world)
  await allow(world, parameter)
  const erase = async (input: object = {}) =>
    world.as('admin').users.erase({ ids: [person.id], reason, reassign_to: at('bob'), ...input })
  return { ...person, erase, name: `erased-${person.id}@erased.invalid` }
}

onAnyStoreConsistently('users.erase', (open) => {
  it('leaves of a person what they did to bugs and nothing else, in whichever entity, and their name nowhere', async () => {
    const world = await open()
    const { id, bug, erase, name } = await setOut(world)
    await denyLogin(world, id)
    const before = await rowsOfUser(world, id)
    expect((await whereIs(world, network)).toSorted()).toEqual([
      'api_keys.used_from',
      'audit_log.added',
      'login_attempts.address',
      'mail_outbox.payload',
      'tokens.address',
      'tokens.begun_from',
    ])
    const never = ['audit_log.user_id', 'changes.user_id']
    expect(Object.keys(before).filter((place) => before[place] === 0 && !never.includes(place))).toEqual([])
    const comment = (await rowsOf(world, 'comments')).find(({ text }) => text.includes('Write to'))?.id ?? 0
    const { users } = await erase()
    expect(users).toEqual([{ id, name, comments: [comment], more_comments: false }])
    const after = await rowsOfUser(world, id)
    const left = Object.keys(after).filter((place) => after[place] !== 0)
    expect(left.toSorted()).toEqual(
      [...kept, 'audit_log.user_id', 'changes.user_id'].filter((place) => after[place]).toSorted(),
    )
    expect(left).toEqual(expect.arrayContaining(kept))
    expect(await whereIs(world, secret)).toEqual(['comments.text', 'comments.text_folded'])
    await world.as('admin').comments.redact({ ids: [comment], reason })
    expect(await whereIs(world, secret)).toEqual([])
    expect(await whereIs(world, network)).toEqual([])
    const [account] = (await world.as('admin').users.get({ ids: [id] })).users
    expect(account).toMatchObject({ name, real_name: '', can_login: false, email_enabled: false, groups: [] })
    const forgotten = { outcome: 'refused', reason: 'refused_by_person', sender: '', subject: '' }
    expect(await rowsOf(world, 'inbound')).toMatchObject([forgotten])
    expect(await show(world, bug)).toMatchObject({ creator: name, assigned_to: at('bob'), qa_contact: at('bob') })
    expect(await checkStore(world.store, (problem) => expect.fail(JSON.stringify(problem)))).toBe(0)
  })

  it('leaves the pseudonym in forms that name the user', async () => {
    const world = await open()
    const { login, erase, name } = await setOut(world)
    const { forms } = world.as('admin')
    const body = (cc: string) => [
      { type: 'markdown' as const, attributes: { value: `Ask ${cc}` } },
      { type: 'input' as const, id: 'cc', attributes: { label: 'CC', value: `${at('bob')};${cc}` } },
    ]
    await forms.create({ name: 'Crash', body: body(login) })
    await erase()
    expect((await forms.get({ names: ['Crash'] })).forms[0]?.body).toEqual(body(name))
    expect(await whereIs(world, login)).not.toContain('forms.body')
  })

  it('leaves no account at a provider and no network address in the audit log', async () => {
    const provider = testProvider()
    const world = await open(logins(provider, { adopt: true }))
    await allow(world, parameter)
    const { begin } = browserOf(world, provider)
    const { flow, state } = await begin()
    provider.people.set('code', person('1', at('carl')))
    const far = world.tracker.as(null, { address: '192.0.2.7' })
    const { id = 0 } = await far.logins.finish({ flow, answer: { code: 'code', state } })
    const logged = async () => (await rowsOf(world, 'audit_log')).filter(({ object_id }) => object_id === id)
    const shown = `${provider.issuer}: ${at('carl')} from 192.0.2.7`
    expect(await logged()).toMatchObject([{ field: 'linked_account', added: shown }, { field: 'login' }])
    await world.as('admin').users.erase({ ids: [id], reason })
    expect(await logged()).toMatchObject([{ field: 'linked_account', added: '' }, { field: 'login', added: '' }, {}])
  })

  it('reassigns the work of the user, withdraws requests to them, and records that in the history', async () => {
    const world = await open()
    const { bug, erase, name } = await setOut(world)
    const before = (await history(world, bug)).length
    world.clock.advance(60)
    await erase()
    const told = await history(world, bug)
    expect(told.slice(before)).toEqual([
      { field_name: 'assigned_to', removed: name, added: at('bob') },
      { field_name: 'qa_contact', removed: name, added: at('bob') },
      { field_name: 'flagtypes.name', removed: `review?(${name})`, added: '' },
    ])
    expect(told.slice(0, before)).toEqual(
      expect.arrayContaining([
        { field_name: 'flagtypes.name', removed: '', added: `look?(${at('bob')}), review?(${name})` },
        { field_name: 'cc', removed: '', added: `${at('carl')}, ${name}` },
      ]),
    )
    expect((await show(world, bug)).flags.map((flag) => flag.name)).toEqual(['look'])
    const { parameters } = await world.as('admin').parameters.get()
    expect(parameters).toMatchObject({ maintainer: at('bob'), globalwatchers: at('bob') })
    const [component] = (await world.as('admin').components.get({ product: 'Widgets', names: ['UI'] })).components
    expect(component).toMatchObject({ default_assigned_to: at('bob'), default_qa_contact: at('bob') })
    expect((await rowsOf(world, 'flag_types')).map((type) => type.cc_list)).toEqual([at('bob'), ''])
  })

  it('without a successor is rejected with the list of work, and nothing is written', async () => {
    const world = await open()
    const { id, bug, login, erase } = await setOut(world)
    await expect(erase({ reassign_to: undefined })).rejects.toMatchObject({
      code: 'still_in_use',
      message: `reassign_to: Account '${login}' is in use by the open bugs ${bug}; the components Widgets UI; the parameter maintainer: name who gets them with reassign_to.`,
    })
    await expect(erase({ reassign_to: at('dora') })).rejects.toMatchObject({
      data: { problem: 'the account is disabled' },
    })
    await expect(erase({ reassign_to: login })).rejects.toMatchObject({
      data: { problem: 'the account is being erased' },
    })
    await expect(erase({ reassign_to: 'nobody' })).rejects.toMatchObject({ code: 'object_does_not_exist' })
    expect((await world.as('admin').users.get({ ids: [id] })).users).toMatchObject([{ name: login }])
  })

  it('ends every way in, at once', async () => {
    const world = await open()
    const { login, erase } = await setOut(world)
    const me = world.tracker.as({ login })
    expect((await me.users.whoami()).name).toBe(login)
    await erase()
    await expect(me.users.whoami()).rejects.toMatchObject({ number: 504 })
    expect(await reasons(world)).toMatchObject([
      { field: expect.stringMatching(/^users.erase to \d+$/) as unknown, added: reason, user: at('admin') },
    ])
  })

  it('is final for imports, which match the person by login and ID and restore neither', async () => {
    const world = await open()
    const importer = await openImporter(world.store, { source: 'https://old.example.org/' })
    const someone = { kind: 'user', id: 900, name: 'zoe@old.example', real_name: 'Zoë' }
    await importer.put([someone])
    await allow(world, parameter)
    await world.as('admin').users.erase({ ids: [900], reason })
    const again = await importer.put([
      { ...someone, real_name: 'Zoë Zett' },
      { ...someone, name: 'zoe.zett@old.example' },
      { ...someone, id: 901 },
      {
        ...{
          kind: 'bug',
          id: 700,
          summary: 'Hers',
          target_milestone: '---',
          product: 'Widgets',
          component: 'UI',
          version: '1.0',
        },
        ...{ status: 'CONFIRMED', priority: 'Normal', severity: 'major', platform: 'PC', op_sys: 'Linux' },
        ...{ creator: 'Zoe@old.example', assigned_to: at('bob'), is_confirmed: true },
        ...{ creation_time: '2019-05-01T10:00:00Z', last_change_time: '2019-05-01T10:00:00Z' },
      },
    ])
    expect(again.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused', 'created'])
    expect((await show(world, 700)).creator).toBe('erased-900@erased.invalid')
    expect(await whereIs(world, 'zoe')).toEqual([])
    await importer.close()
  })

  it('erases several people at once, none of them back on a list', async () => {
    const world = await open()
    await allow(world, parameter)
    const ids = [await userId(world, 'eve'), await userId(world, 'carl')]
    const globalwatchers = `${at('eve')}, ${at('bob')}, ${at('carl')}`
    await world.as('admin').parameters.update({ parameters: { globalwatchers } })
    const { users } = await world.as('admin').users.erase({ ids, reason })
    expect(users.map(({ id }) => id)).toEqual(ids)
    expect((await world.as('admin').parameters.get()).parameters).toMatchObject({ globalwatchers: at('bob') })
  })

  it('is for administrators, while the parameter is on, with a reason, not for oneself nor the last of them', async () => {
    const world = await open()
    await allow(world, parameter)
    const [eve, admin, bob] = [await userId(world, 'eve'), await userId(world, 'admin'), await userId(world, 'bob')]
    const erase = (who: string, input: object) => world.as(who).users.erase({ ids: [eve], reason, ...input })
    await expect(erase('alice', {})).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(erase('admin', { reason: '' })).rejects.toMatchObject({ code: 'param_required' })
    await expect(erase('admin', { ids: [eve, 9999] })).rejects.toMatchObject({ code: 'object_does_not_exist' })
    await expect(erase('admin', { ids: [admin] })).rejects.toMatchObject({ code: 'param_invalid' })
    await join(world, 'bob', 'admin')
    expect((await erase('bob', { ids: [admin], reassign_to: at('alice') })).users).toHaveLength(1)
    await expect(world.tracker.as({ login: at('bob') }).users.erase({ ids: [bob], reason })).rejects.toMatchObject({
      code: 'param_invalid',
    })
    await world.as('bob').parameters.update({ parameters: { [parameter]: false } })
    await expect(erase('bob', {})).rejects.toMatchObject({ code: 'deletion_not_allowed', data: { parameter } })
    expect((await file(world)).creator).toBe(at('alice'))
  })
})
