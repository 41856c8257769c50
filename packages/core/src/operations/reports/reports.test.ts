import { expect, it, vi } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, onEveryStore } from '../../../test/harness.js'
import { filesDirectly, openDoor, place } from '../../../test/intake-door.js'
import { add, givePassword, rowsOf, userId } from '../../../test/people.js'
import { defineRule } from '../../tracker/rules/define-rule.js'

const files = [{ file_name: 'C:\\shots\\screen.png', content_type: 'image/png', data: new Uint8Array([1, 2, 3]) }]

onEveryStore('reports.create', (open) => {
  it('holds reports of people without an account, and files an accepted one as the user who accepts it', async () => {
    const world = await open()
    const { send, held, bugs } = await openDoor(world)
    const page = `https://app.example.com/lamp?token=${'1'.repeat(1500)}#x`
    const details = { email: 'sue@else.example', page, client: 'App 1.2' }
    expect(await send({ description: 'Loudly.', files, ...details })).toEqual({ held: true })
    expect([await bugs(), await held('ivan'), await held('eve')]).toEqual([0, [expect.anything()], []])
    const [item] = await held()
    expect(item).toMatchObject({ way: 'report', source: 'app', subject: 'It blinks', sender: 'sue@else.example' })
    expect(item).toMatchObject({ text: 'Loudly.', files: ['screen.png'], product: 'Widgets', user: null })
    const { data, way } = await world.as('ivan').inbound.content({ id: item?.id ?? 0 })
    expect([way, JSON.parse(new TextDecoder().decode(data))]).toMatchObject(['report', { summary: 'It blinks' }])

    const decided = await world.as('ivan').inbound.accept({ ids: [item?.id ?? 0] })
    const bug = decided.items[0]?.bugs[0] ?? 0
    expect(decided.items).toEqual([{ id: item?.id, outcome: 'done', reason: '', bugs: [bug] }])
    const { bugs: found } = await world.as('eve').bugs.get({ ids: [bug] })
    const filed = { summary: 'It blinks', creator: 'ivan@example.com', url: 'https://app.example.com/lamp' }
    expect(found).toMatchObject([{ ...filed, component: 'UI', version: '1.0' }])
    const textsOf = async (who: string) =>
      (await world.as(who).comments.get({ ids: [bug] })).bugs[bug]?.comments.map(({ text }) => text)
    expect(await textsOf('eve')).toEqual(['Loudly.\n\nClient: App 1.2', expect.stringContaining('screen.png')])
    expect((await textsOf('ivan'))?.at(-1)).toBe('Email address in the report, not verified: sue@else.example')
    const { bugs: attached } = await world.as('eve').attachments.get({ ids: [bug], exclude_fields: ['data'] })
    expect(attached[bug]).toMatchObject([{ file_name: 'screen.png', content_type: 'image/png', is_private: false }])
    expect(await held()).toEqual([])
    const [done] = (await world.as('admin').inbound.list({ way: 'report' })).items
    expect(done).toMatchObject({ outcome: 'done', user: 'ivan@example.com', sender: '', subject: '', bugs: [bug] })
  })

  it('files reports of users with their rights, and returns the bug', async () => {
    const world = await open()
    const { send, held } = await openDoor(world, { accepts: 'accounts' })
    const { id } = (await send({ files }, {}, 'eve')) as { id: number }
    expect((await world.as('eve').bugs.get({ ids: [id] })).bugs).toMatchObject([{ creator: 'eve@example.com' }])
    expect(await held()).toEqual([])
  })

  it('files reports as the account of the intake, and returns only bugs that the sender can see', async () => {
    const world = await open()
    const { send } = await openDoor(world, filesDirectly)
    const { id } = (await send()) as { id: number }
    expect((await world.as('eve').bugs.get({ ids: [id] })).bugs).toMatchObject([{ creator: 'carl@example.com' }])
    const vault = { product: 'Vault', component: 'Safe', version: '1', name: 'vault' }
    const secret = await openDoor(world, { ...filesDirectly, ...vault, account: 'ivan@example.com' })
    expect(await secret.send()).toEqual({ held: true })
    expect([await secret.bugs(), await secret.held()]).toEqual([2, []])
    const held = await openDoor(world, { ...vault, name: 'other', holds: true })
    expect(await held.send()).toEqual({ held: true })
  })

  it('reports nothing twice with one Idempotency-Key, for a day, each caller and each content', async () => {
    const world = await open()
    const { send, held } = await openDoor(world)
    let replays = 0
    const details = { idempotencyKey: 'one', onReplayed: () => void replays++ }
    const sent = await Promise.all(Array.from({ length: 4 }, () => send({}, details)))
    expect([sent, replays]).toEqual([Array.from({ length: 4 }, () => ({ held: true })), 3])
    expect(await held()).toHaveLength(1)
    await send({}, details, 'eve')
    expect(await send({ summary: 'It hums' }, details)).toEqual({ held: true })
    world.clock.advance(25 * 3600)
    expect(await send({}, details)).toEqual({ held: true })
    expect([(await held()).length, replays]).toEqual([3, 3])
    await expect(send({}, { idempotencyKey: 'with blank' })).rejects.toMatchObject({ code: 'idempotency_key_invalid' })
  })

  it('takes 10 reports of a network and per_hour in all within an hour, and then names the seconds to wait', async () => {
    const world = await open()
    const { send } = await openDoor(world, { ...filesDirectly, per_hour: 12 })
    const from = (address: string) => send({}, { address })
    for (let count = 1; count <= 10; count++) {
      await from(`2001:db8::${count}`)
      world.clock.advance(60)
    }
    const full = { code: 'too_many_reports', data: { seconds: 3000 } }
    await expect(from('2001:db8::77')).rejects.toMatchObject(full)
    await from('192.0.2.1')
    await from('192.0.2.2')
    await expect(from('192.0.2.3')).rejects.toMatchObject(full)
    expect(await send({}, { address: '192.0.2.3' }, 'eve')).toMatchObject({ id: 13 })
    world.clock.advance(3600)
    await from('2001:db8::77')
  })

  it('holds 5 reports of a network, of which all can be refused together', async () => {
    const world = await open()
    const { send, held } = await openDoor(world)
    for (let count = 0; count < 5; count++) await send({}, { address: '192.0.2.1' })
    await expect(send({}, { address: '192.0.2.1' })).rejects.toMatchObject({ code: 'too_many_reports' })
    await send({}, { address: '192.0.2.2' })
    await send()
    const [first] = (await held()).toReversed()
    await world.as('ivan').inbound.refuse({ ids: [first?.id ?? 0], all_of_sender: true })
    expect(await held()).toHaveLength(2)
  })
})

onAnyStore('reports', (open) => {
  it('of unknown, replaced and inactive keys, and of intakes for accounts, have the same error', async () => {
    const world = await open()
    const { id, key, send } = await openDoor(world)
    const errorOf = (given: string, who: string | null = null) =>
      Promise.allSettled([send({ key: given }, {}, who), world.as(who).reports.get({ key: given })])
    const absent = [
      { status: 'rejected', reason: expect.objectContaining({ code: 'intake_not_found' }) as unknown },
      { status: 'rejected', reason: expect.objectContaining({ code: 'intake_not_found' }) as unknown },
    ]
    const open_ = { name: 'app', form: null, accepts: 'anybody', max_kb: 4096, max_file_kb: 1000 }
    expect(await world.as(null).reports.get({ key })).toEqual(open_)
    expect(await errorOf('tki_\0')).toEqual(absent)
    const { key: next } = await world.as('admin').intakes.rotateKey({ id })
    expect(next).toMatch(/^tki_[A-Za-z0-9]{22}$/)
    expect(await errorOf(key)).toEqual(absent)
    await world.as('admin').intakes.update({ ids: [id], accepts: 'accounts' })
    expect(await errorOf(next)).toEqual(absent)
    expect(await world.as('eve').reports.get({ key: next })).toMatchObject({ accepts: 'accounts' })
    await world.tracker
      .asSystem('admin@example.com')
      .intakes.update({ ids: [id], product: 'Vault', component: 'Safe', version: '1' })
    expect(await errorOf(next, 'eve')).toEqual(absent)
    await world.tracker
      .asSystem('admin@example.com')
      .intakes.update({ ids: [id], accepts: 'anybody', is_active: false })
    expect(await errorOf(next)).toEqual(absent)
  })

  it('are held if the account of the intake can no longer file them', async () => {
    const world = await open()
    const { send, held } = await openDoor(world, filesDirectly)
    await world.as('admin').users.update({ names: ['carl@example.com'], groups: { add: ['editusers'] } })
    expect(await send()).toEqual({ held: true })
    await world.as('admin').users.update({ names: ['carl@example.com'], groups: { remove: ['editusers'] } })
    await world.as('admin').components.update({ product: 'Widgets', names: ['UI'], is_open: false })
    expect(await send()).toEqual({ held: true })
    expect(await held()).toHaveLength(2)
    const stays = { outcome: 'held', reason: 'no_right' }
    expect((await world.as('ivan').inbound.accept({ ids: [1] })).items).toMatchObject([stays])
    expect((await world.as('admin').audit.get({ class: 'Inbound' })).audit_log).toEqual([])
  })

  it('are held if the account of the intake lacks a second factor that it requires', async () => {
    const world = await open()
    const { send, held } = await openDoor(world, filesDirectly)
    await inStore(world.store, (tx) => setParameter(tx, 'second_factor_group', 'canconfirm'))
    expect(await send()).toMatchObject({ id: 1 })
    await givePassword(world, 'carl', 'correct horse')
    expect(await send()).toEqual({ held: true })
    expect(await held()).toHaveLength(1)
  })

  it('are filed and accepted in sessions that are restricted to an address', async () => {
    const world = await open()
    const { key, send, held } = await openDoor(world)
    await givePassword(world, 'ivan', 'correct horse')
    const address = '192.0.2.7'
    const login = { login: 'ivan@example.com', password: 'correct horse', restrict_login: true }
    const { token } = await world.tracker.as(null, { address }).sessions.create(login)
    const ivan = world.tracker.as({ token }, { address })
    expect(await ivan.reports.create({ key, summary: 'It blinks', email: 'sue@else.example' })).toEqual({ id: 1 })
    expect(await send()).toEqual({ held: true })
    const [item] = await held()
    const { items } = await ivan.inbound.accept({ ids: [item?.id ?? 0] })
    expect(items).toMatchObject([{ outcome: 'done', bugs: [2] }])
  })

  it('begin no write where they are refused or repeated', async () => {
    const world = await open()
    const { id, send } = await openDoor(world, { per_hour: 1 })
    const details = { address: '192.0.2.1', idempotencyKey: 'one' }
    await send({}, details)
    const write = vi.spyOn(world.store, 'write')
    await expect(send({ summary: 'It hums' }, details)).rejects.toMatchObject({ code: 'too_many_reports' })
    expect(await send({}, details)).toEqual({ held: true })
    expect(write).not.toHaveBeenCalled()
    await world.as('admin').intakes.update({ ids: [id], per_hour: 2 })
    await send({ summary: 'It hums' }, details)
    expect(write).toHaveBeenCalled()
  })

  it('of an erased address lose it and are refused, in whichever case it was typed, and its intake holds others', async () => {
    const world = await open()
    const { send, held } = await openDoor(world)
    await send({ email: 'Carl@Example.COM', description: 'Call me.' })
    await world.as('admin').intakes.update({ names: ['app'], ...filesDirectly })
    await world.as('admin').parameters.update({ parameters: { allowuserdeletion: true } })
    await world.as('admin').users.erase({ ids: [await userId(world, 'carl')], reason: 'Asked for' })
    expect(await held()).toEqual([])
    const refused = { outcome: 'refused', reason: 'refused_by_person', sender: '', subject: '' }
    expect(await rowsOf(world, 'inbound')).toMatchObject([refused])
    expect(await rowsOf(world, 'inbound_content')).toEqual([])
    expect((await world.as('admin').intakes.get()).intakes).toMatchObject([{ account: null, holds: true }])
    expect(await send()).toEqual({ held: true })
    expect(await held()).toHaveLength(1)
  })

  it('ask rules when they are filed, not when they are held', async () => {
    const rule = defineRule({ name: 'no', on: 'bug.create', check: () => ({ message: 'Not today', field: 'summary' }) })
    const world = await open({ rules: [rule] })
    const { id, send, held } = await openDoor(world)
    expect(await send()).toEqual({ held: true })
    const [item] = await held()
    const stays = { outcome: 'held', reason: 'rule_refused' }
    expect((await world.as('ivan').inbound.accept({ ids: [item?.id ?? 0] })).items).toMatchObject([stays])
    await world.as('admin').intakes.update({ ids: [id], ...filesDirectly })
    await expect(send()).rejects.toMatchObject({ code: 'rule_refused', message: 'Not today' })
  })

  it.each<[what: string, input: object, error: object]>([
    ['no summary', { summary: ' ' }, { code: 'param_required', data: { field: 'summary' } }],
    ['a long summary', { summary: 'x'.repeat(256) }, { code: 'text_too_long', data: { limit: 255 } }],
    ['a long description', { description: 'x'.repeat(65_536) }, { code: 'text_too_long' }],
    ['an email that is none', { email: 'sue' }, { code: 'param_invalid', data: { field: 'email' } }],
    [
      'a long page',
      { page: `https://x.example/${'x'.repeat(2000)}` },
      { code: 'text_too_long', data: { limit: 2000 } },
    ],
    ['a page that is no page', { page: 'javascript:alert(1)' }, { code: 'param_invalid', data: { field: 'page' } }],
    ['a product', { product: 'Vault' }, { code: 'unknown_parameter', data: { field: 'product' } }],
    ['six files', { files: Array.from({ length: 6 }, () => files[0]) }, { code: 'list_too_long' }],
    ['an empty file', { files: [{ ...files[0], data: new Uint8Array() }] }, { code: 'zero_length_file' }],
    [
      'large files',
      { files: [{ ...files[0], data: new Uint8Array(900) }] },
      { code: 'file_too_large', data: { limit: 819 } },
    ],
    ['a type that is none', { files: [{ ...files[0], content_type: 'png' }] }, { code: 'invalid_content_type' }],
  ])('are rejected with %s, and nothing is held', async (_what, input, error) => {
    const world = await open()
    const { send, held } = await openDoor(world, { max_kb: 1 })
    await expect(send(input)).rejects.toMatchObject(error)
    expect(await held()).toEqual([])
  })
})

onAnyStore('inbound.accept', (open) => {
  it('names email that this process cannot read only to callers who see it', async () => {
    const world = await open()
    await openDoor(world)
    const item = { way: 'mail', source: 'pipe', key_hash: 'h', outcome: 'held', reason: '', user_id: null, bug_ids: [] }
    const rest = { sender: 'sue@else.example', subject: 'It hums', intake_id: null, size: 3, attempts: 1 }
    const times = { time: world.clock.now(), address_hash: '', arrival_time: null }
    await add(world, 'inbound', [{ ...item, ...rest, ...times }])
    const [id = 0] = (await rowsOf(world, 'inbound')).map((row) => row.id)
    const accept = (who: string | null, ids = [id]) => world.as(who).inbound.accept({ ids })
    await expect(accept('admin')).rejects.toMatchObject({ code: 'mail_reader_missing' })
    await expect(accept(null)).rejects.toMatchObject({ code: 'login_required' })
    await expect(accept('eve')).rejects.toMatchObject({ code: 'object_does_not_exist' })
    await expect(accept('admin', [])).rejects.toMatchObject({ data: { field: 'ids' } })
  })
})

onAnyStore('intakes for reports', (open) => {
  it('need an account that is no administrator where they hold nothing, which administrators choose', async () => {
    const world = await open()
    const { id } = await openDoor(world)
    const { update } = world.as('admin').intakes
    const needs = { code: 'intake_needs_account', data: { field: 'holds' } }
    await expect(update({ ids: [id], holds: false })).rejects.toMatchObject(needs)
    for (const account of ['admin@example.com', 'dora@example.com'])
      await expect(update({ ids: [id], account })).rejects.toMatchObject({ code: 'param_invalid' })
    await update({ ids: [id], ...filesDirectly })
    await expect(update({ ids: [id], account: '' })).rejects.toMatchObject(needs)
    await world.as('admin').users.update({ names: ['bob@example.com'], groups: { add: ['editcomponents'] } })
    const bob = world.as('bob').intakes
    await expect(bob.update({ ids: [id], account: 'eve@example.com' })).rejects.toMatchObject({ code: 'auth_failure' })
    await bob.update({ ids: [id], account: 'carl@example.com', per_hour: 5 })
    await expect(bob.create({ name: 'x', ...place, account: 'eve@example.com' })).rejects.toMatchObject({
      code: 'auth_failure',
    })
    await expect(world.as('eve').intakes.rotateKey({ id })).rejects.toMatchObject({ code: 'object_does_not_exist' })
  })

  it.each([
    '*',
    'null',
    'https://app.example.com/',
    'HTTPS://app.example.com',
    'https://a.example:443',
    'javascript:1',
  ])('accept no origin %s', async (origin) => {
    const world = await open()
    const made = openDoor(world, { origins: [origin] })
    await expect(made).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'origins' } })
  })
})

const question = {
  type: 'input',
  id: 'where',
  attributes: { label: 'Where?' },
  validations: { required: true },
} as const
const questions = {
  name: 'Questions',
  title: '[App]',
  body: [question, ...['priority', 'version'].map((id) => ({ type: 'input' as const, id, attributes: { label: id } }))],
}
const answers = { where: 'There', priority: 'High', version: '2.0' }

onEveryStore('reports to an intake with a form', (open) => {
  it('have its answers in the description, and set fields, but not those of the intake', async () => {
    const world = await open()
    await world.tracker.asSystem('admin@example.com').forms.create(questions)
    const { key, send, held } = await openDoor(world, { form: 'Questions' })
    const { form } = await world.tracker.as(null).reports.get({ key })
    expect(form).toEqual({ name: 'Questions', body: questions.body })
    await expect(send({})).rejects.toMatchObject({ code: 'required_answer', data: { field: 'answers.where' } })
    await expect(send({ answers: { x: 'y' } })).rejects.toMatchObject({ code: 'unknown_parameter' })
    expect(await send({ description: 'Loudly.', answers })).toEqual({ held: true })
    const [item] = await held()
    const text = 'Loudly.\n\n### Where?\n\nThere\n\n### version\n\n2.0'
    expect(item).toMatchObject({ subject: '[App] It blinks', text })
    const { items } = await world.as('ivan').inbound.accept({ ids: [item?.id ?? 0] })
    const accepted = items[0]?.bugs[0] ?? 0
    const { id } = (await send({ answers }, {}, 'alice')) as { id: number }
    const { bugs } = await world.as('alice').bugs.get({ ids: [accepted, id] })
    const filed = { summary: '[App] It blinks', priority: 'High', version: '1.0', component: 'UI' }
    expect(bugs).toMatchObject([filed, filed])
    const { comments } = (await world.as('alice').comments.get({ ids: [accepted] })).bugs[accepted] ?? {}
    expect(comments?.[0]?.text).toBe(text)
  })

  it('get the keywords of the form, also from people without an account', async () => {
    const world = await open()
    const { forms, intakes, keywords } = world.tracker.asSystem('admin@example.com')
    for (const name of ['triage', 'later']) await keywords.create({ name, description: name })
    await forms.create({ ...questions, keywords: ['triage'] })
    const { id, send, held } = await openDoor(world, { form: 'Questions' })
    const keywordsOf = async (bug: number) => (await world.as('alice').bugs.get({ ids: [bug] })).bugs[0]?.keywords
    const bugs = [((await send({ answers }, {}, 'eve')) as { id: number }).id]
    await send({ answers })
    const { items } = await world.as('ivan').inbound.accept({ ids: [(await held())[0]?.id ?? 0] })
    bugs.push(items[0]?.bugs[0] ?? 0)
    await intakes.update({ ids: [id], ...filesDirectly })
    bugs.push(((await send({ answers })) as { id: number }).id)
    for (const bug of bugs) expect(await keywordsOf(bug)).toEqual(['triage'])
    await forms.update({ names: ['Questions'], keywords: [] })
    expect(await keywordsOf(((await send({ answers: { ...answers, where: 'Here' } })) as { id: number }).id)).toEqual(
      [],
    )
  })

  it('take no answers while the form cannot be used', async () => {
    const world = await open()
    const { forms, intakes } = world.tracker.asSystem('admin@example.com')
    await forms.create(questions)
    await forms.create({ ...questions, name: 'Other', product: 'Gadgets' })
    const { id, key, send } = await openDoor(world, { form: 'Questions' })
    await expect(intakes.update({ ids: [id], form: 'Other' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
      data: { field: 'form', accepted: ['Questions'] },
    })
    await expect(forms.delete({ names: ['Questions'] })).rejects.toMatchObject({
      code: 'still_in_use',
      data: { by: 'intakes', value: 'Questions' },
    })
    await forms.update({ names: ['Questions'], is_active: false })
    expect((await world.tracker.as(null).reports.get({ key })).form).toBeNull()
    await expect(send({ answers })).rejects.toMatchObject({ code: 'unknown_parameter' })
    expect(await send({})).toEqual({ held: true })
    const { intakes: changed } = await intakes.update({ ids: [id], form: null })
    expect(changed).toMatchObject([{ changes: { form: { removed: 'Questions', added: '' } } }])
    await forms.delete({ names: ['Questions'] })
  })

  it('are too long with answers of more than 65,535 characters together', async () => {
    const world = await open()
    await world.tracker.asSystem('admin@example.com').forms.create(questions)
    const { send } = await openDoor(world, { form: 'Questions' })
    const long = { where: 'x'.repeat(40_000), version: 'y'.repeat(40_000) }
    await expect(send({ answers: long })).rejects.toMatchObject({ code: 'text_too_long', data: { field: 'answers' } })
  })
})
