import { defineRule } from '@trackerkit/core/rules'
import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, onEveryStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import type { FormElement } from '@trackerkit/types'

/** The example in the documentation of issue forms of GitHub. */
const bugReport: readonly FormElement[] = [
  { type: 'markdown', attributes: { value: 'Thanks for taking the time to fill out this bug report!' } },
  {
    type: 'input',
    id: 'contact',
    attributes: { label: 'Contact Details', description: 'How can we get in touch?', placeholder: 'ex. email' },
    validations: { required: false },
  },
  {
    type: 'textarea',
    id: 'what-happened',
    attributes: { label: 'What happened?', placeholder: 'Tell us what you see!', value: 'A bug happened!' },
    validations: { required: true },
  },
  {
    type: 'dropdown',
    id: 'browsers',
    attributes: { label: 'Which browsers?', multiple: true, options: ['Firefox', 'Chrome', 'Safari'] },
  },
  { type: 'textarea', id: 'logs', attributes: { label: 'Relevant log output', render: 'shell' } },
  {
    type: 'checkboxes',
    id: 'terms',
    attributes: {
      label: 'Code of Conduct',
      options: [{ label: 'I agree', required: true }, { label: 'I could fix it' }],
    },
  },
]

const named = { name: 'Bug report', body: bugReport }
const question: FormElement = { type: 'input', attributes: { label: 'Where?' } }

onEveryStore('forms', (open) => {
  it('can be created, read, changed and removed', async () => {
    const world = await open()
    const admin = world.as('admin').forms
    const { id } = await admin.create({ ...named, product: 'Widgets', component: 'UI', title: '[Bug]' })
    const made = { ...named, id, description: '', product: 'Widgets', component: 'UI', title: '[Bug]' }
    const form = { ...made, keywords: [], is_active: true, sort_key: 0 }
    expect(await world.as('alice').forms.get()).toEqual({ forms: [form] })
    const { body: _body, ...head } = form
    expect(await world.as('alice').forms.get({ exclude_fields: ['body'] })).toEqual({ forms: [head] })
    const changes = { name: 'Bug', body: [question], product: null, component: null, sort_key: 5 }
    expect((await admin.update({ ids: [id], ...changes })).forms).toMatchObject([
      {
        id,
        changes: {
          name: { removed: 'Bug report', added: 'Bug' },
          body: { added: 'Where?' },
          product: { removed: 'Widgets', added: '' },
          component: { removed: 'UI', added: '' },
        },
      },
    ])
    expect((await admin.get({ names: ['Bug'] })).forms).toEqual([
      { ...form, ...changes, body: [{ id: 'where', ...question }] },
    ])
    expect(await admin.delete({ names: ['Bug'] })).toEqual({ forms: [{ id }] })
    const log = (await rowsOf(world, 'audit_log')).flatMap((row) => (row.class === 'Form' ? row.field : []))
    expect(log.toSorted()).toEqual(
      ['__create__', '__remove__', 'body', 'component', 'name', 'product', 'sort_key'].toSorted(),
    )
  })

  it('of a product are chosen for it, with those of all products, in their order', async () => {
    const world = await open()
    const { forms } = world.as('admin')
    await forms.create({ name: 'b', body: [question], sort_key: 1 })
    await forms.create({ name: 'c', body: [question], product: 'Widgets' })
    await forms.create({ name: 'a', body: [question], product: 'Gadgets' })
    await forms.create({ name: 'd', body: [question], is_active: false })
    const { forms: found } = await world.as('alice').forms.get({ product: 'Widgets', include_fields: ['name'] })
    expect(found).toEqual([{ name: 'c' }, { name: 'b' }])
    const nothing = { code: 'object_does_not_exist', data: { kind: 'product' } }
    await expect(forms.get({ product: 'Nothing' })).rejects.toMatchObject(nothing)
  })

  it('of a hidden product are as absent', async () => {
    const world = await open()
    const system = world.tracker.asSystem('admin@example.com')
    const { id } = await system.forms.create({ name: 'Secret', body: [question], product: 'Vault' })
    await system.users.update({ names: ['alice@example.com'], groups: { add: ['editcomponents'] } })
    const alice = world.as('alice')
    expect(await alice.forms.get({ ids: [id], names: ['Secret'] })).toEqual({ forms: [] })
    const absent = { code: 'object_does_not_exist', data: { kind: 'form', value: id } }
    await expect(alice.forms.update({ ids: [id], is_active: false })).rejects.toMatchObject(absent)
    await expect(alice.forms.delete({ ids: [id] })).rejects.toMatchObject(absent)
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x', answers: {} }
    for (const form of ['Secret', 'Nothing'])
      await expect(alice.bugs.create({ ...bug, form })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'form', value: form, accepted: [] },
      })
  })
})

onAnyStore('forms', (open) => {
  it('are changed only by those who administer the product, or all products', async () => {
    const world = await open()
    const { id } = await world.as('admin').forms.create({ ...named, product: 'Widgets' })
    const { id: common } = await world.as('admin').forms.create({ ...named, name: 'Common' })
    const { forms } = world.as('alice')
    const [denied, failure] = [{ code: 'product_admin_denied' }, { code: 'auth_failure' }]
    await expect(forms.create({ ...named, name: 'x', product: 'Widgets' })).rejects.toMatchObject(denied)
    await expect(forms.update({ ids: [id], title: 'x' })).rejects.toMatchObject(denied)
    await expect(forms.delete({ ids: [id] })).rejects.toMatchObject(denied)
    await expect(forms.create({ ...named, name: 'x' })).rejects.toMatchObject(failure)
    await expect(forms.update({ ids: [common], title: 'x' })).rejects.toMatchObject(failure)

    const system = world.tracker.asSystem('admin@example.com')
    await system.groups.create({ name: 'crew', description: 'Crew' })
    await system.groupControls.update({ names: ['Widgets'], group: 'crew', editcomponents: true })
    await system.users.update({ names: ['alice@example.com'], groups: { add: ['crew'] } })
    await world.as('alice').forms.update({ ids: [id], title: 'x' })
    await expect(world.as('alice').forms.update({ ids: [id], product: null })).rejects.toMatchObject(failure)
    const elsewhere = { product: 'Gadgets', name: 'Common' }
    await expect(world.as('alice').forms.update({ ids: [id], ...elsewhere })).rejects.toMatchObject(denied)
    await expect(world.as('alice').forms.create({ ...named, ...elsewhere })).rejects.toMatchObject(denied)
  })

  it.each<[what: string, input: object, error: object]>([
    ['a blank name', { name: ' ' }, { code: 'name_blank' }],
    ['a long name', { name: 'x'.repeat(65) }, { code: 'name_too_long', data: { limit: 64 } }],
    ['the name of another', { name: 'taken' }, { code: 'name_in_use', data: { value: 'taken' } }],
    ['a component without a product', { component: 'UI' }, { code: 'param_required', data: { field: 'product' } }],
    ['an unknown component', { product: 'Widgets', component: 'Main' }, { code: 'object_does_not_exist' }],
    ['a long title', { title: 'x'.repeat(101) }, { code: 'text_too_long', data: { field: 'title', limit: 100 } }],
  ])('are rejected with %s', async (_what, input, error) => {
    const world = await open()
    const { forms } = world.as('admin')
    await forms.create({ ...named, name: 'taken' })
    const { id } = await forms.create(named)
    await expect(forms.create({ ...named, name: 'other', ...input })).rejects.toMatchObject(error)
    await expect(forms.update({ ids: [id], ...input })).rejects.toMatchObject(error)
  })

  it('keep their component, and are kept by intakes', async () => {
    const world = await open()
    const { components, forms } = world.as('admin')
    await forms.create({ ...named, product: 'Widgets', component: 'UI' })
    const used = { code: 'still_in_use', data: { by: 'forms', value: 'UI' } }
    await expect(components.delete({ product: 'Widgets', names: ['UI'] })).rejects.toMatchObject(used)
  })

  it('offer the new names of values, and of components, versions and milestones of their product', async () => {
    const world = await open()
    const { components, fieldValues, forms, keywords, milestones, versions } = world.as('admin')
    const choice = (id: string, options: string[]): FormElement => ({
      type: 'dropdown',
      id,
      attributes: { label: id, options },
    })
    const bodyWith = (
      priority: string,
      component: string,
      version: string,
      milestone: string,
      keyword: string,
    ): FormElement[] => [
      choice('priority', [priority, 'Low']),
      choice('component', ['Core', component]),
      choice('version', [version]),
      choice('target_milestone', [milestone, '---']),
      { type: 'checkboxes', id: 'keywords', attributes: { label: 'k', options: [{ label: keyword }] } },
      choice('where', [priority]),
      { type: 'input', id: 'severity', attributes: { label: 's', value: 'Normal' } },
    ]
    const before = bodyWith('High', 'UI', '1.0', 'M1', 'crash')
    await forms.create({ name: 'Bug report', product: 'Widgets', body: before })
    await forms.create({ name: 'Everywhere', body: before.slice(0, 2) })
    await fieldValues.update({ field: 'priority', names: ['High'], name: 'Urgent' })
    await components.update({ product: 'Widgets', names: ['UI'], name: 'Screen' })
    await versions.update({ product: 'Widgets', names: ['1.0'], name: '1.0.0' })
    await milestones.update({ product: 'Widgets', names: ['M1'], name: 'Beta' })
    await keywords.update({ names: ['crash'], name: 'ends' })
    await fieldValues.update({ field: 'severity', names: ['normal'], name: 'usual' })
    const [form, everywhere] = (await world.as('alice').forms.get()).forms
    const after = bodyWith('Urgent', 'Screen', '1.0.0', 'Beta', 'ends')
    after.splice(5, 2, choice('where', ['High']), {
      ...{ type: 'input', id: 'severity', attributes: { label: 's', value: 'usual' } },
    })
    expect(form?.body).toEqual(after)
    expect(everywhere?.body).toEqual([choice('priority', ['Urgent', 'Low']), choice('component', ['Core', 'UI'])])
    const answers = { priority: 'Urgent', component: 'Screen', version: '1.0.0', keywords: ['ends'] }
    const { bug } = await file(world, answers, { component: undefined, version: undefined })
    expect(bug).toMatchObject({ priority: 'Urgent', component: 'Screen', version: '1.0.0', keywords: ['ends'] })
  })

  it('offer the new names of keywords and users in lists, once each', async () => {
    const world = await open()
    const { fields, fieldValues, forms, keywords, users } = world.as('admin')
    await fields.create({ name: 'cf_make', display_name: 'Make', type: 3 })
    for (const name of ['A', 'A, B', 'C']) await fieldValues.create({ field: 'cf_make', name })
    const input = (id: string, value: string): FormElement => ({ type: 'input', id, attributes: { label: id, value } })
    const about = { label: 'keywords', multiple: true }
    const full = {
      type: 'textarea',
      id: 'cc',
      attributes: {
        label: 'cc',
        value: Array.from({ length: 1000 }, (_, index) => `u${index}@x.yz`).join() + ',bob@example.com',
      },
    }
    await forms.create({
      name: 'Lists',
      body: [
        input('keywords', 'stale, crash  regression'),
        input('assigned_to', 'Bob@example.com'),
        input('cc', 'eve@example.com;bob@example.com'),
        input('cf_make', 'A, C'),
      ],
    })
    await forms.create({
      name: 'Choices',
      body: [
        {
          type: 'dropdown',
          id: 'keywords',
          attributes: { ...about, options: ['crash', 'regression', 'stale', 'crash,regression'], default: 2 },
        },
      ],
    })
    await forms.create({ name: 'Comma', body: [input('cf_make', 'A, B')] })
    await forms.create({ name: 'Full', body: [full as FormElement] })
    await keywords.update({ names: ['crash'], name: 'stale' })
    await fieldValues.update({ field: 'cf_make', names: ['A'], name: 'Z' })
    await users.update({ names: ['bob@example.com'], email: 'robert.with.a.long.name@example.com' })
    const named = async (name: string) => (await world.as('alice').forms.get({ names: [name] })).forms[0]?.body
    expect(await named('Lists')).toEqual([
      input('keywords', 'stale, regression'),
      input('assigned_to', 'robert.with.a.long.name@example.com'),
      input('cc', 'eve@example.com, robert.with.a.long.name@example.com'),
      input('cf_make', 'Z, C'),
    ])
    expect(await named('Choices')).toEqual([
      {
        type: 'dropdown',
        id: 'keywords',
        attributes: { ...about, options: ['stale', 'regression', 'crash,regression'], default: 0 },
      },
    ])
    expect([await named('Comma'), await named('Full')]).toEqual([[input('cf_make', 'A, B')], [full]])
    const { id } = (await forms.get({ names: ['Choices'] })).forms[0] ?? { id: 0 }
    expect((await forms.update({ ids: [id], body: (await named('Choices')) ?? [] })).forms[0]?.changes).toEqual({})
  })

  it('keep the first of boxes that have one name afterwards, and lists that are one box', async () => {
    const world = await open()
    const { fields, fieldValues, forms } = world.as('admin')
    await fields.create({ name: 'cf_make', display_name: 'Make', type: 3 })
    for (const name of ['A', 'B', 'C']) await fieldValues.create({ field: 'cf_make', name })
    const boxes = (...options: { label: string; required?: boolean }[]): FormElement[] => [
      { type: 'checkboxes', id: 'cf_make', attributes: { label: 'Make', options } },
    ]
    const body = boxes({ label: 'A', required: true }, { label: 'B' }, { label: 'C' }, { label: 'A, B' })
    const { id } = await forms.create({ name: 'Boxes', body })
    await fieldValues.delete({ field: 'cf_make', names: ['C'] })
    await fieldValues.update({ field: 'cf_make', names: ['A'], name: 'C' })
    const { forms: after } = await forms.get({ ids: [id] })
    expect(after[0]?.body).toEqual(boxes({ label: 'C', required: true }, { label: 'B' }, { label: 'A, B' }))
  })

  it('keep the product of an intake that asks their questions', async () => {
    const world = await open()
    const { forms, intakes } = world.tracker.asSystem('admin@example.com')
    await forms.create(named)
    await intakes.create({ name: 'app', product: 'Widgets', component: 'UI', version: '1.0', form: named.name })
    const used = { code: 'still_in_use', data: { field: 'product', value: named.name, by: 'intakes' } }
    await expect(forms.update({ names: [named.name], product: 'Gadgets' })).rejects.toMatchObject(used)
    await forms.update({ names: [named.name], product: 'Widgets' })
    await forms.update({ names: [named.name], product: null })
  })

  it('are at most 50', async () => {
    const world = await open()
    const { forms } = world.as('admin')
    for (let count = 0; count < 50; count++) await forms.create({ name: `f${count}`, body: [question] })
    const full = { code: 'too_many_forms', data: { limit: 50 } }
    await expect(forms.create({ name: 'f50', body: [question] })).rejects.toMatchObject(full)
  })

  it('take the body as JSON in a text', async () => {
    const world = await open()
    const body = JSON.stringify([question]) as unknown as readonly FormElement[]
    const { id } = await world.as('admin').forms.create({ name: 'x', body })
    expect((await world.as('alice').forms.get({ ids: [id] })).forms[0]?.body).toEqual([{ id: 'where', ...question }])
  })

  it('give elements without an ID one of their label, which names no field', async () => {
    const world = await open()
    const labels = ['Version', 'Version', 'What’s wrong?', '何', 'cf_x']
    const body = labels.map((label) => ({ type: 'input' as const, attributes: { label } }))
    const given = [...body, { ...question, id: 'version-2' }]
    const { id } = await world.as('admin').forms.create({ name: 'x', body: given })
    const { forms } = await world.as('alice').forms.get({ ids: [id] })
    const ids = forms[0]?.body.map((element) => element.id)
    expect(ids).toEqual(['version-3', 'version-4', 'what-s-wrong', 'field', 'cf-x', 'version-2'])
  })
})

const inBody = (element: unknown) => [question, element]

const textOf = (length: number) => ({ type: 'textarea', attributes: { label: 'x', value: 'y'.repeat(length) } })

onAnyStore('the body of a form', (open) => {
  it.each<[what: string, body: unknown, field: string, message: RegExp]>([
    ['no list', 'x', 'body', /must be a list/],
    ['broken JSON', '[', 'body', /must be a list/],
    ['nothing', [], 'body', /0 elements.*1 to 100/],
    ['too many elements', Array.from({ length: 101 }, () => question), 'body', /101 elements/],
    ['only Markdown', bugReport.slice(0, 1), 'body', /asks nothing/],
    ['too much', Array.from({ length: 7 }, () => textOf(9900)), 'body', /6\d{4} bytes.*65536/],
    ['a long text', [textOf(20_000)], 'body.0.attributes.value', /too long.*at most 10000 characters/],
    ['an unknown type', inBody({ type: 'upload' }), 'body.1.type', /'upload'. Accepted: markdown, input, textarea/],
    ['no type', inBody({}), 'body.1.type', /Accepted: markdown/],
    ['no element', inBody(3), 'body', /an object/],
    ['no label', inBody({ type: 'input', attributes: {} }), 'body.1.attributes.label', /is required/],
    ['no attributes', inBody({ type: 'input' }), 'body.1.attributes', /is required/],
    ['a blank label', inBody({ type: 'input', attributes: { label: ' ' } }), 'body.1.attributes.label', /required/],
    [
      'a long label',
      inBody({ type: 'input', attributes: { label: 'x'.repeat(256) } }),
      'body.1.attributes.label',
      /too long.*at most 255 characters/,
    ],
    ['a wrong ID', inBody({ ...question, id: 'a b' }), 'body.1.id', /'a b'. Accepted: 1 to 64 letters/],
    [
      'an ID twice',
      [
        { ...question, id: 'a' },
        { ...question, id: 'a' },
      ],
      'body.1.id',
      /no other element/,
    ],
    ['an unknown attribute', inBody({ type: 'input', attributes: { label: 'x', z: 1 } }), 'body.1.attributes.z', /not/],
    ['an unknown key', inBody({ ...question, upload: 1 }), 'body.1.upload', /does not exist/],
    ['no options', inBody({ type: 'dropdown', attributes: { label: 'x' } }), 'body.1.attributes.options', /required/],
    [
      'a wrong option',
      inBody({ type: 'dropdown', attributes: { label: 'x', options: ['a', 3] } }),
      'body.1.attributes.options',
      /'3'. Accepted: a text/,
    ],
    [
      'an option twice',
      inBody({ type: 'checkboxes', attributes: { label: 'x', options: [{ label: 'a' }, { label: 'a' }] } }),
      'body.1.attributes.options',
      /each option once/,
    ],
    [
      'a default that is no option',
      inBody({ type: 'dropdown', attributes: { label: 'x', options: ['a'], default: 1 } }),
      'body.1.attributes.default',
      /0 to 0/,
    ],
    [
      'a text for a switch',
      inBody({ ...question, validations: { required: 'yes' } }),
      'body.1.validations.required',
      /true or false/,
    ],
  ])('cannot be %s', async (_what, body, field, message) => {
    const world = await open()
    const wrong = world.as('admin').forms.create({ name: 'x', body: body as readonly FormElement[] })
    await expect(wrong).rejects.toMatchObject({ code: 'form_invalid', number: 1526, data: { field } })
    await expect(wrong).rejects.toThrow(message)
    await expect(wrong).rejects.toThrow(field)
  })
})

/** Files a bug with the form, and returns it with its description. */
async function file(world: World, answers: object, input: object = {}, who = 'alice') {
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks', form: 'Bug report' }
  const { id } = await world.as(who).bugs.create({ ...bug, answers: answers as Record<string, string>, ...input })
  const { comments } = (await world.as('alice').comments.get({ ids: [id] })).bugs[id] ?? {}
  const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
  return { bug: bugs[0], text: comments?.[0]?.text, isMarkdown: comments?.[0]?.is_markdown }
}

onEveryStore('bugs.create with a form', (open) => {
  it('makes a section of each answer, in the order of the form', async () => {
    const world = await open()
    await world.as('admin').forms.create({ ...named, title: '[Bug]:' })
    const answers = {
      terms: ['I agree'],
      'what-happened': 'It\r\nblinks.',
      browsers: ['Chrome', 'Firefox'],
      logs: 'a\n```\nb',
    }
    const { bug, text } = await file(world, answers)
    expect(bug?.summary).toBe('[Bug]: It blinks')
    expect(text).toBe(
      [
        '### Contact Details\n\n_No response_',
        '### What happened?\n\nIt\nblinks.',
        '### Which browsers?\n\nChrome, Firefox',
        '### Relevant log output\n\n````shell\na\n```\nb\n````',
        '### Code of Conduct\n\n- [x] I agree\n- [ ] I could fix it',
      ].join('\n\n'),
    )
  })

  it('ends code that an answer does not end', async () => {
    const world = await open()
    await world.as('admin').forms.create({ ...named, title: '' })
    const answers = { contact: '```', 'what-happened': '~~~sh\nmake\n``', terms: ['I agree'] }
    const { text } = await file(world, answers)
    expect(text).toContain('### Contact Details\n\n```\n```\n\n### What happened?\n\n~~~sh\nmake\n``\n~~~\n\n###')
  })

  it('sets the fields that elements name, with the rights of the caller', async () => {
    const world = await open()
    const { fields, forms } = world.as('admin')
    await fields.create({ name: 'cf_browser', display_name: 'Browser', type: 1 })
    const ids = ['version', 'severity', 'assigned_to', 'cf_browser', 'summary', 'cf_none']
    const body = ids.map((id) => ({ type: 'input' as const, id, attributes: { label: id } }))
    await forms.create({ name: 'Bug report', product: 'Widgets', component: 'UI', body })
    const answers = { severity: 'critical', assigned_to: 'carl@example.com', cf_browser: 'Lynx', version: '1.0' }
    const more = { ...answers, summary: 'Loudly', cf_none: '5' }
    const { bug, text } = await file(world, more, { component: undefined, version: undefined }, 'eve')
    expect(bug).toMatchObject({ component: 'UI', version: '1.0', severity: 'critical', cf_browser: 'Lynx' })
    expect([bug?.summary, text]).toEqual(['It blinks', '### summary\n\nLoudly\n\n### cf_none\n\n5'])
    expect(bug?.assigned_to).toBe('alice@example.com')
    const { bug: assigned } = await file(world, more)
    expect(assigned?.assigned_to).toBe('carl@example.com')
    const unknown = { code: 'object_does_not_exist', data: { field: 'version', value: '9' } }
    await expect(file(world, { version: '9' })).rejects.toMatchObject(unknown)
    const missing = file(world, {}, { version: undefined })
    await expect(missing).rejects.toMatchObject({ code: 'object_not_specified', data: { field: 'version' } })
  })
})

onEveryStore('keywords of forms', (open) => {
  it('are given to new bugs whatever the rights of the reporter, beside those that the caller names', async () => {
    const world = await open()
    const { forms, keywords } = world.as('admin')
    for (const name of ['triage', 'wish', 'retired']) await keywords.create({ name, description: name })
    await forms.create({ name: 'Bug report', body: [question], keywords: ['triage', 'Retired'] })
    await keywords.update({ names: ['retired'], is_active: false })
    const more = { keywords: ['wish'] }
    const { bug: byReporter } = await file(world, {}, more, 'eve')
    expect(byReporter?.keywords).toEqual(['triage'])
    const { bug: byEditor } = await file(world, {}, more)
    expect(byEditor?.keywords).toEqual(['triage', 'wish'])
    const { bugs } = await world.as('alice').bugs.history({ ids: [byReporter?.id ?? 0] })
    expect(bugs[0]?.history).toEqual([])
    const found = await world.as('alice').bugs.search({ keywords: ['triage'], include_fields: ['id'] })
    expect(found.bugs).toEqual([{ id: byReporter?.id }, { id: byEditor?.id }])
  })

  it('follow a new name, are replaced as a whole, and stay while a form gives them', async () => {
    const world = await open()
    const { forms, keywords } = world.as('admin')
    for (const name of ['triage', 'wish']) await keywords.create({ name, description: name })
    const { id } = await forms.create({ ...named, keywords: ['triage'] })
    await keywords.update({ names: ['triage'], name: 'unread', is_active: false })
    const keywordsOf = async () => (await forms.get({ ids: [id], include_fields: ['keywords'] })).forms
    expect(await keywordsOf()).toEqual([{ keywords: ['unread'] }])
    const used = { code: 'still_in_use', data: { kind: 'keyword', value: 'unread', by: 'forms' } }
    await expect(keywords.delete({ names: ['wish', 'unread'] })).rejects.toMatchObject(used)
    const update = async (names: string[]) => (await forms.update({ ids: [id], keywords: names })).forms[0]?.changes
    // One that is no longer in use can be kept.
    expect(await update(['unread', 'wish'])).toEqual({ keywords: { removed: '', added: 'wish' } })
    expect(await update(['wish', 'unread'])).toEqual({})
    expect(await update(['wish'])).toEqual({ keywords: { removed: 'unread', added: '' } })
    await keywords.delete({ names: ['unread'] })
    expect(await keywordsOf()).toEqual([{ keywords: ['wish'] }])
    await forms.delete({ ids: [id] })
    await keywords.delete({ names: ['wish'] })
    const log = (await rowsOf(world, 'audit_log')).filter((row) => row.class === 'Form' && row.field === 'keywords')
    expect(log).toMatchObject([
      { removed: '', added: 'wish' },
      { removed: 'unread', added: '' },
    ])
  })

  it('are those of the tracker that are in use', async () => {
    const world = await open()
    const { forms, keywords } = world.as('admin')
    await keywords.create({ name: 'retired', description: 'No longer', is_active: false })
    const { id } = await forms.create(named)
    const unknown = { code: 'object_does_not_exist', data: { kind: 'keyword', field: 'keywords', value: 'none' } }
    const inactive = { code: 'value_inactive', data: { kind: 'keyword', field: 'keywords', value: 'retired' } }
    for (const [name, error] of [['none', unknown] as const, ['retired', inactive] as const]) {
      await expect(forms.create({ ...named, name: 'x', keywords: [name] })).rejects.toMatchObject(error)
      await expect(forms.update({ ids: [id], keywords: [name] })).rejects.toMatchObject(error)
    }
    expect(await rowsOf(world, 'form_keywords')).toEqual([])
  })

  it('are seen by rules of the host, which can add to them', async () => {
    const seen: string[][] = []
    const rule = defineRule({
      name: 'looks',
      on: 'bug.create',
      needs: ['keywords'],
      set: ({ after }) => {
        seen.push([...after.keywords])
        return { keywords: { add: ['wish'] } }
      },
    })
    const world = await open({ rules: [rule] })
    const { forms, keywords } = world.as('admin')
    for (const name of ['triage', 'wish']) await keywords.create({ name, description: name })
    await forms.create({ name: 'Bug report', body: [question], keywords: ['triage'] })
    const { bug } = await file(world, {}, {}, 'eve')
    expect([bug?.keywords, seen]).toEqual([['triage', 'wish'], [['triage']]])
  })
})

onAnyStore('bugs.create with a form', (open) => {
  const right = { 'what-happened': 'It blinks.', terms: 'I agree' }

  it.each<[what: string, answers: object, error: object, message: RegExp]>([
    ['a required text', { terms: 'I agree' }, { code: 'required_answer', number: 1527 }, /answers.what-happened/],
    ['a blank required text', { ...right, 'what-happened': ' \n' }, { code: 'required_answer' }, /What happened\?/],
    [
      'a required box',
      { ...right, terms: [] },
      { code: 'required_answer', data: { field: 'answers.terms' } },
      /I agree/,
    ],
    ['no unknown option', { ...right, browsers: 'Lynx' }, { code: 'param_invalid' }, /answers.browsers.*Firefox/],
    ['no list for a text', { ...right, contact: ['x'] }, { code: 'param_invalid' }, /answers.contact/],
    ['no unknown element', { ...right, other: 'x' }, { code: 'unknown_parameter' }, /answers.other/],
    ['no member of all objects', { ...right, constructor: 'x' }, { code: 'unknown_parameter' }, /answers.constructor/],
    [
      'at most 65,535 characters',
      { ...right, contact: 'x'.repeat(65_500) },
      { code: 'comment_too_long' },
      /description/,
    ],
  ])('requires %s', async (_what, answers, error, message) => {
    const world = await open()
    await world.as('admin').forms.create(named)
    await expect(file(world, answers)).rejects.toMatchObject(error)
    await expect(file(world, answers)).rejects.toThrow(message)
  })

  it('keeps a description in front of the answers', async () => {
    const world = await open()
    await world.as('admin').forms.create({ name: 'Bug report', body: [question] })
    const { text } = await file(world, { where: 'There' }, { description: 'In short.' })
    expect(text).toBe('In short.\n\n### Where?\n\nThere')
  })

  it('writes Markdown if the tracker permits it', async () => {
    const world = await open()
    await world.as('admin').forms.create({ name: 'Bug report', body: [question] })
    const isMarkdown = async (input: object = {}) => (await file(world, {}, input)).isMarkdown
    await inStore(world.store, (tx) => setParameter(tx, 'use_markdown', '1'))
    expect([await isMarkdown(), await isMarkdown({ is_markdown: false })]).toEqual([true, false])
    await inStore(world.store, (tx) => setParameter(tx, 'use_markdown', '0'))
    expect(await isMarkdown()).toBe(false)
  })

  it('takes no inactive form, none of another product, and no answers without a form', async () => {
    const world = await open()
    const { forms } = world.as('admin')
    await forms.create({ name: 'a', body: [question], is_active: false })
    await forms.create({ name: 'b', body: [question], product: 'Gadgets' })
    await forms.create({ name: 'c', body: [question] })
    for (const form of ['a', 'b'])
      await expect(file(world, {}, { form })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { field: 'form', value: form, accepted: ['c'] },
      })
    const required = { code: 'param_required', data: { field: 'form' } }
    await expect(file(world, {}, { form: undefined })).rejects.toMatchObject(required)
  })
})
