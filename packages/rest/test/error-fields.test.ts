import { expect, it } from 'vitest'
import { onAnySite, type Fields, type Site } from './harness.js'

const nobody = 'nobody@example.com'

/** A wrong reference in each field of a new bug that refers to something. */
const inNewBugs: readonly (readonly [string, Fields])[] = [
  ['product', { product: 'None' }],
  ['component', { component: 'None' }],
  ['version', { version: 'None' }],
  ...['target_milestone', 'op_sys', 'platform', 'priority', 'severity', 'status', 'cf_select'].map(
    (field) => [field, { [field]: 'None' }] as const,
  ),
  ['resolution', { status: 'RESOLVED', resolution: 'None' }],
  ...['assigned_to', 'qa_contact'].map((field) => [field, { [field]: nobody }] as const),
  ['cc', { cc: [nobody] }],
  ['groups', { groups: ['None'] }],
  ['keywords', { keywords: ['None'] }],
  ['alias', { alias: ['taken'] }],
  ...['depends_on', 'blocks', 'see_also'].map((field) => [field, { [field]: ['99'] }] as const),
  ['see_also', { see_also: ['https://example.com/'] }],
  ['cf_bug', { cf_bug: 99 }],
  ['cf_multi', { cf_multi: ['None'] }],
  ['flags.0.name', { flags: [{ name: 'None', status: '?' }] }],
  ['flags.0.type_id', { flags: [{ type_id: 99, status: '?' }] }],
  ['flags.0.status', { flags: [{ name: 'review', status: '!' }] }],
  ['flags.0.requestee', { flags: [{ name: 'review', status: '?', requestee: nobody }] }],
]

/** The same in each field of an update. */
const inUpdates: readonly (readonly [string, Fields])[] = [
  ['ids', { ids: [99] }],
  ['product', { product: 'None' }],
  ['component', { component: 'None' }],
  ['version', { version: 'None' }],
  ...['target_milestone', 'op_sys', 'platform', 'priority', 'severity', 'status', 'cf_select'].map(
    (field) => [field, { [field]: 'None' }] as const,
  ),
  ['resolution', { status: 'RESOLVED', resolution: 'None' }],
  ...['assigned_to', 'qa_contact'].map((field) => [field, { [field]: nobody }] as const),
  ['cc.add', { cc: { add: [nobody] } }],
  ['cc.remove', { cc: { remove: [nobody] } }],
  ['groups.add', { groups: { add: ['None'] } }],
  ['groups.remove', { groups: { remove: ['None'] } }],
  ...['add', 'remove', 'set'].map((verb) => [`keywords.${verb}`, { keywords: { [verb]: ['None'] } }] as const),
  ['alias', { alias: { add: ['taken'] } }],
  ['alias', { alias: { set: ['taken'] } }],
  ...['depends_on.add', 'depends_on.set', 'blocks.add', 'blocks.set', 'see_also.add'].map((field) => {
    const [name = '', verb = ''] = field.split('.')
    return [field, { [name]: { [verb]: [99] } }] as const
  }),
  ['dupe_of', { dupe_of: 99 }],
  ['dupe_of', { dupe_of: 'None' }],
  ['comment_is_private', { comment_is_private: { 99: true } }],
  ['cf_bug', { cf_bug: 99 }],
  ['cf_multi', { cf_multi: ['None'] }],
  ['flags.0.id', { flags: [{ id: 99, status: 'X' }] }],
  ['flags.0.requestee', { flags: [{ name: 'review', status: '?', requestee: nobody }] }],
]

const attachment = { data: 'eA==', file_name: 'x.txt', summary: 'x', content_type: 'text/plain' }
const inOthers: readonly (readonly [string, method: string, path: string, Fields])[] = [
  ['ids', 'GET', '/bug/99', {}],
  ['ids', 'GET', '/bug/none/history', {}],
  ['attachment_ids', 'GET', '/bug/attachment/x', {}],
  ['comment_ids', 'GET', '/bug/comment/99', {}],
  ['content_type', 'POST', '/bug/1/attachment', { ...attachment, content_type: 'none' }],
  ['ids', 'PUT', '/bug/attachment/99', { summary: 'y' }],
  ['names', 'PUT', '/user/none', { full_name: 'y' }],
  ['groups.add', 'PUT', '/user/eve@example.com', { groups: { add: ['None'] } }],
  ['default_assignee', 'PUT', '/component/Widgets/UI', { default_assignee: nobody }],
  ['default_cc', 'PUT', '/component/Widgets/UI', { default_cc: [nobody] }],
  ['default_milestone', 'PUT', '/product/Widgets', { default_milestone: 'None' }],
  ['classification', 'POST', '/product', { name: 'x', description: 'x', version: '1', classification: 'None' }],
  ['colour', 'PUT', '/bug/1', { colour: 'red' }],
]

onAnySite('the field that an error names', (open) => {
  it('is right, in the text and beside the code, for every field of a new bug [BUG-C-30]', async () => {
    const site = await addThings(await open())
    for (const [field, wrong] of inNewBugs) {
      const { body } = await site.post('/bug', { ...bug, ...wrong }, { as: 'admin' })
      expect.soft({ wrong, ...body }).toMatchObject({ wrong, error: true, field, message: startingWith(field) })
    }
  })

  it('is right for every field of an update that refers to something', async () => {
    const site = await addThings(await open())
    for (const [field, wrong] of inUpdates) {
      const { body } = await site.ask('PUT', '/bug/2', { body: wrong, as: 'admin' })
      expect.soft({ wrong, ...body }).toMatchObject({ wrong, error: true, field, message: startingWith(field) })
    }
  })

  it('is right also for what a path names and for other resources', async () => {
    const site = await addThings(await open())
    for (const [field, method, path, wrong] of inOthers) {
      const body = method === 'GET' ? undefined : wrong
      const answer = await site.ask(method, path, { body, as: 'admin' })
      expect.soft({ path, ...answer.body }).toMatchObject({ path, error: true, field, message: startingWith(field) })
    }
  })

  it('is missing where no input is to blame', async () => {
    const site = await open()
    expect((await site.get('/whoami')).body).not.toHaveProperty('field')
    expect((await site.get('/nothing')).body).not.toHaveProperty('field')
  })
})

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

function startingWith(field: string): unknown {
  return expect.stringMatching(new RegExp(`^${field.replaceAll('.', '\\.')}\\b`)) as unknown
}

/** With a flag type, custom fields, and two bugs, the first of which has the alias `taken`. */
async function addThings(site: Site): Promise<Site> {
  const { system } = site
  await system.flagTypes.create({ name: 'review', description: 'x', target_type: 'bug' })
  await system.fields.create({ name: 'cf_select', display_name: 'x', type: 2, is_on_bug_entry: true })
  await system.fields.create({ name: 'cf_multi', display_name: 'x', type: 3, is_on_bug_entry: true })
  await system.fields.create({ name: 'cf_bug', display_name: 'x', type: 6, is_on_bug_entry: true })
  await system.bugs.create({ ...bug, alias: ['taken'] })
  await system.bugs.create(bug)
  return site
}
