// A tracker with things that some callers may see and others may not, and ten kinds of callers.
import type { Site } from '../harness.js'

/**
 * From the logged-out to an administrator; beside them who has reported a bug of the product with the hidden one, and a program that
 * has a key of a member for a product in which there is nothing hidden.
 */
export const callers = [
  'anonymous',
  'plain',
  'reporter',
  'editor',
  'member',
  'insider',
  'productadmin',
  'useradmin',
  'admin',
  'program',
] as const
export type Caller = (typeof callers)[number]

const groupsOf: Partial<Record<Caller, readonly string[]>> = {
  plain: [],
  reporter: [],
  editor: ['editbugs', 'canconfirm'],
  member: ['editbugs', 'secret'],
  insider: ['editbugs', 'insiders'],
  productadmin: ['editbugs', 'editcomponents'],
  useradmin: ['editusers', 'creategroups'],
  program: ['editbugs', 'editcomponents', 'secret', 'insiders'],
}

/** Something that exists, who may see it, and a name of the same length that nothing has. */
export interface Thing {
  readonly hidden: number | string
  readonly absent: number | string
  readonly seenBy: readonly Caller[]
}

/** Fills the site. The objects named by tests are hidden from everyone except the listed users. */
export async function hideThings(site: Site) {
  const { system, tracker } = site
  const login = (name: Caller) => `${name}@example.com`
  await system.groups.create({ name: 'secret', description: 'The secret group' })
  await system.groups.create({ name: 'insiders', description: 'The insiders' })
  await system.groups.update({ names: ['editbugs'], user_regexp: '^nobody@' })
  await system.parameters.update({
    parameters: { insidergroup: 'insiders', useclassification: true, usevisibilitygroups: true },
  })
  const keys = new Map<Caller, string>([['admin', site.keys.admin]])
  for (const [name, groups] of Object.entries(groupsOf) as [Caller, readonly string[]][]) {
    const { id } = await system.users.create({ email: login(name), full_name: `The ${name}` })
    await system.users.update({ ids: [id], groups: { add: [...groups] } })
    if (name === 'program') continue
    keys.set(name, (await system.apiKeys.create({ user: login(name) })).api_key)
  }
  await system.products.create({ name: 'Lobby', description: 'All', version: '1' })
  const products = ['Lobby']
  keys.set('program', (await system.apiKeys.create({ user: login('program'), products })).api_key)
  const person = await system.users.create({ email: 'ulysses@example.com', full_name: 'Outis Odysseus' })

  await system.classifications.create({ name: 'Cellars' })
  await system.products.create({ name: 'Vault', description: 'All', version: '7.7', classification: 'Cellars' })
  const component = { product: 'Vault', name: 'Strongbox', description: 'All', default_assignee: login('member') }
  const { id: componentId } = await system.components.create(component)
  const { id: milestoneId } = await system.milestones.create({ product: 'Vault', name: 'Goldrush' })
  await system.versions.create({ product: 'Widgets', name: '7.0' })
  const closed = { entry: true, member_control: 'mandatory', other_control: 'mandatory' } as const
  await system.groupControls.update({ names: ['Vault'], group: 'secret', ...closed })
  await system.groupControls.update({ names: ['Widgets'], group: 'secret', member_control: 'shown' })
  const vault = (await system.products.get({ names: ['Vault'] })).products[0]
  const { id: typeId } = await system.flagTypes.create({
    name: 'unlocked',
    description: 'May be opened',
    inclusions: ['Vault'],
  })
  await system.flagTypes.create({ name: 'review', description: 'Has been read' })
  const asked = { body: [{ type: 'input' as const, attributes: { label: 'Where?' } }] }
  await system.forms.create({ ...asked, name: 'Shown' })
  const { id: formId } = await system.forms.create({ ...asked, name: 'Burglary', product: 'Vault' })
  await system.fields.create({ name: 'cf_bug', display_name: 'Other bug', type: 6, is_on_bug_entry: true })
  const { id: pick } = await system.fields.create({ name: 'cf_pick', display_name: 'Pick', type: 2 })
  await system.fields.update({ ids: [pick], visibility_field: 'product', visibility_values: ['Vault', 'Widgets'] })

  const as = (name: Caller) => tracker.as({ login: login(name) })
  const bug = { product: 'Widgets', component: 'UI', version: '1.0' }
  await as('reporter').bugs.create({ ...bug, summary: 'It blinks', alias: 'shown' })
  const { id: secretBug } = await as('member').bugs.create({
    ...bug,
    summary: 'Zephyr blinks',
    alias: 'buried',
    groups: ['secret'],
    description: 'Quixotic',
    blocks: ['shown'],
    flags: [{ name: 'review', status: '?' }],
  })
  await as('member').bugs.create({
    ...bug,
    product: 'Vault',
    component: 'Strongbox',
    version: '7.7',
    summary: 'Open',
    target_milestone: 'Goldrush',
    flags: [{ name: 'unlocked', status: '+' }],
  })
  await as('member').bugs.update({ ids: ['shown'], see_also: { add: [String(secretBug)] }, cf_bug: secretBug })
  const { id: remark } = await as('insider').comments.create({ id: 'shown', comment: 'Jabberwocky', is_private: true })
  await as('insider').comments.updateTags({ comment_id: remark, add: ['muffled'] })
  const file = { file_name: 'a.txt', content_type: 'text/plain', data: new TextEncoder().encode('hello') }
  const flags = [{ name: 'checked', status: '?' as const }]
  await system.flagTypes.create({ name: 'checked', description: 'Has been checked', target_type: 'attachment' })
  const secretFile = await as('member').attachments.create({ ids: [secretBug], ...file, summary: 'Parchment', flags })
  const privateFile = await as('insider').attachments.create({
    ids: ['shown'],
    ...file,
    summary: 'Palimpsest',
    is_private: true,
    flags,
  })
  const link = {
    url: 'https://git.example.com/a/b/1',
    kind: 'pull_request',
    repository: 'git.example.com/a/b',
  } as const
  const secretLink = await as('member').codeLinks.create({ ...link, id: secretBug, ref: '1', title: 'Vellum' })
  const privateLink = { ...link, id: 'shown', ref: '2', title: 'Codex', is_private: true }
  const { id: privateLinkId } = await as('insider').codeLinks.create(privateLink)
  const { bugs } = await as('member').comments.get({ ids: [secretBug] })
  const { id: searchId } = await as('member').savedSearches.save({ name: 'treasury', query: 'product=Vault' })
  const daily = { saved_search_id: searchId, days: ['monday'], hours: [8] } as const
  const { id: scheduleId } = await as('member').schedules.create(daily)
  await system.parameters.update({ parameters: { webhook_group: 'editbugs' } })
  const { id: webhookId } = await as('member').webhooks.create({
    name: 'Treasury',
    url: 'https://treasury.example.com/',
    events: ['created'],
    product: ['Vault'],
  })
  const shown = await as('member').bugs.get({ ids: [secretBug] })
  const { attachments } = await as('member').attachments.get({ attachment_ids: secretFile.ids })
  const groupId = (await system.groups.get({ names: ['secret'] })).groups[0]?.id
  const { api_keys } = await system.apiKeys.get({ user: login('member') })

  const thing = (hidden: number | string | undefined, ...seenBy: Caller[]): Thing => {
    if (hidden === undefined) throw new Error('this thing has not been made')
    return { hidden, absent: unlike(hidden), seenBy: [...seenBy, 'admin'] }
  }
  const ofMembers = (hidden: number | string | undefined, ...more: Caller[]) => thing(hidden, 'member', ...more)
  const things = {
    bug: ofMembers(secretBug),
    alias: ofMembers('buried'),
    summaryWord: ofMembers('zephyr'),
    descriptionWord: ofMembers('quixotic'),
    comment: ofMembers(bugs[secretBug]?.comments[0]?.id),
    attachment: ofMembers(secretFile.ids[0]),
    attachmentFlag: ofMembers(attachments[String(secretFile.ids[0])]?.flags?.[0]?.id),
    flag: ofMembers(shown.bugs[0]?.flags?.[0]?.id),
    privateComment: thing(remark, 'insider'),
    privateWord: thing('jabberwocky', 'insider'),
    privateTag: thing('muffled', 'insider'),
    privateFile: thing(privateFile.ids[0], 'insider'),
    privateSummary: thing('palimpsest', 'insider'),
    codeLink: ofMembers(secretLink.id),
    privateLink: thing(privateLinkId, 'insider'),
    product: ofMembers('Vault'),
    productId: ofMembers(vault?.id),
    component: ofMembers('Strongbox'),
    componentId: ofMembers(componentId),
    version: ofMembers('7.7'),
    versionId: ofMembers(vault?.versions[0]?.id),
    milestone: ofMembers('Goldrush'),
    milestoneId: ofMembers(milestoneId),
    classification: ofMembers('Cellars'),
    classificationId: ofMembers(2),
    form: ofMembers('Burglary'),
    formId: ofMembers(formId),
    flagType: ofMembers('unlocked'),
    flagTypeId: ofMembers(typeId),
    group: ofMembers('secret', 'useradmin', 'program'),
    groupId: ofMembers(groupId, 'useradmin', 'program'),
    /** By number or part of a name; whoever knows a login name finds its user. */
    userId: thing(person.id, 'useradmin'),
    userPart: thing('odysseus', 'useradmin'),
    searchId: ofMembers(searchId),
    scheduleId: ofMembers(scheduleId),
    webhookId: ofMembers(webhookId),
    search: ofMembers('treasury'),
    keyId: ofMembers(api_keys[0]?.id),
    login: thing('ulysses@example.com', 'useradmin'),
  }
  return { things, keys }
}

/** The name of nothing, as long as the other. */
function unlike(name: number | string): number | string {
  if (typeof name === 'number') return 90 + (name % 10)
  return name.replace(/[a-z0-9](?=@|$)/i, (last) => (last === '7' ? '8' : 'q'))
}
