// For each operation: the requests that name something which can be hidden, or why there are none.
import { callers, type Caller, type hideThings } from './world.js'

type ThingName = keyof Awaited<ReturnType<typeof hideThings>>['things']

/** `{x}` stands for the thing, in path and body. */
export interface Case {
  readonly thing: ThingName
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Additional users who can see the object here. */
  readonly seenBy?: readonly Caller[]
  /** The answer is the same for those who may see the thing. */
  readonly isAlike?: boolean
  /** Unavoidably visible to everyone. */
  readonly isTold?: boolean
}

type Options = Omit<Case, 'thing' | 'method' | 'path' | 'body'>

const ask =
  (method: string) =>
  (thing: ThingName, path: string, body?: unknown, options: Options = {}): Case => ({
    thing,
    method,
    path,
    body,
    ...options,
  })
const get = (thing: ThingName, path: string, options: Options = {}) => ask('GET')(thing, path, undefined, options)
const [post, put, remove] = [ask('POST'), ask('PUT'), ask('DELETE')]

const isAlike = { isAlike: true }
const isTold = { isTold: true }
/** Administrators of products can see all groups. */
const knowsGroups = { seenBy: ['productadmin'] } as const

/** Logging in is anonymous: one caller is enough. */
const identified = callers.filter((name) => name !== 'anonymous')

const newBug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'Another' }
const note = { file_name: 'a.txt', summary: 'A note', content_type: 'text/plain', data: 'aGVsbG8=' }
const newComponent = { name: 'New', description: 'New', default_assignee: 'admin@example.com' }
const newWebhook = { name: 'New', url: 'https://ci.example.com/', events: ['created'] }
const newLink = {
  ...{ url: 'https://git.example.com/a/b/1', kind: 'commit', repository: 'git.example.com/a/b', ref: '1', title: 'A' },
}
const newForm = { name: 'New', body: [{ type: 'input', attributes: { label: 'Where?' } }] }
const newType = { name: 'ok', description: 'Fine' }

const search = (thing: ThingName, criteria: string) => get(thing, `/bug?${criteria}`)
const chart = (thing: ThingName, field: string, operator = 'equals') =>
  search(thing, `f1=${field}&o1=${operator}&v1={x}`)

/** Operations without references to hidden objects, with the reason. */
const administrators = 'it is for administrators, who see everything'
const administersProduct = 'it is for those who administer the product'
const oneself = 'it is about the caller alone'
const setUp = 'what it names is there for everybody who may use it'

export const table: Readonly<Record<string, readonly Case[] | string>> = {
  'accounts.create': oneself,
  'accounts.get': 'it names nothing',
  'accounts.register': 'who asks is answered before anything is looked up',
  'accounts.requestAddress': 'who asks is answered before anything is looked up',
  'accounts.requestPassword': [post('login', '/account/password', { login: '{x}' }, isAlike)],
  'accounts.setAddress': oneself,
  'accounts.setPassword': oneself,
  'apiKeys.create': oneself,
  'apiKeys.get': [get('keyId', '/api_key/{x}'), get('keyId', '/api_key?ids={x}')],
  'apiKeys.revokeAll': oneself,
  'apiKeys.update': [put('keyId', '/api_key/{x}', { description: 'Mine' })],
  'attachments.create': [
    post('bug', '/bug/{x}/attachment', note),
    post('alias', '/bug/{x}/attachment', note),
    post('flagType', '/bug/shown/attachment', { ...note, flags: [{ name: '{x}', status: '+' }] }, isAlike),
    post('flagTypeId', '/bug/shown/attachment', { ...note, flags: [{ type_id: '{x}', status: '+' }] }, isAlike),
    post('attachment', '/bug/shown/attachment', { ...note, obsoletes: ['{x}'] }),
    post('privateFile', '/bug/shown/attachment', { ...note, obsoletes: ['{x}'] }),
  ],
  'attachments.get': [
    get('bug', '/bug/{x}/attachment'),
    get('alias', '/bug/{x}/attachment'),
    get('attachment', '/bug/attachment/{x}'),
    get('privateFile', '/bug/attachment/{x}'),
  ],
  'attachments.update': [
    put('attachment', '/bug/attachment/{x}', { comment: 'Look' }),
    put('privateFile', '/bug/attachment/{x}', { comment: 'Look' }),
    put('attachment', '/bug/attachment/{x}', { is_private: true }),
  ],
  'attachments.erase': administrators,
  'attachments.download': [
    get('attachment', '/bug/attachment/{x}/data'),
    get('privateFile', '/bug/attachment/{x}/data'),
  ],
  'audit.get': administrators,
  'bugs.create': [
    post('product', '/bug', { ...newBug, product: '{x}' }),
    post('form', '/bug', { ...newBug, form: '{x}' }, isAlike),
    post('bug', '/bug', { ...newBug, depends_on: ['{x}'] }),
    post('alias', '/bug', { ...newBug, blocks: ['{x}'] }),
    post('bug', '/bug', { ...newBug, see_also: [' {x}'] }),
    post('bug', '/bug', { ...newBug, cf_bug: '{x}' }),
    post('group', '/bug', { ...newBug, groups: ['{x}'] }, { seenBy: ['productadmin'] }),
    post('flagType', '/bug', { ...newBug, flags: [{ name: '{x}', status: '?' }] }, isAlike),
    post('flagTypeId', '/bug', { ...newBug, flags: [{ type_id: '{x}', status: '?' }] }, isAlike),
    post('alias', '/bug', { ...newBug, alias: ['{x}'] }, isTold),
  ],
  'bugs.get': [
    get('bug', '/bug/{x}'),
    get('alias', '/bug/{x}'),
    get('bug', '/bug/shown?ids={x}'),
    get('bug', '/bug/shown?ids={x}&permissive=1'),
    get('alias', '/bug/shown?ids={x}&permissive=1'),
  ],
  'bugs.history': [get('bug', '/bug/{x}/history'), get('alias', '/bug/{x}/history')],
  'bugs.view': [get('bug', '/bug/{x}/view'), get('alias', '/bug/{x}/view')],
  'bugs.graph': [get('bug', '/bug/{x}/graph'), get('alias', '/bug/{x}/graph')],
  'bugs.people': [get('bug', '/bug/{x}/people?match=al'), get('alias', '/bug/{x}/people?match=al')],
  'bugs.possibleDuplicates': [
    get('summaryWord', '/bug/possible_duplicates?summary={x}'),
    get('product', '/bug/possible_duplicates?summary=open&product={x}'),
  ],
  'bugs.count': [
    get('bug', '/bug/count?id={x}'),
    get('bug', '/bug/count?id={x}&x=product&y=status'),
    get('bug', '/bug/count?id={x}&over=day'),
    get('product', '/bug/count?product={x}&x=component'),
    get('summaryWord', '/bug/count?summary={x}&x=creator'),
    get('privateWord', '/bug/count?longdesc={x}&x=status'),
  ],
  'bugs.trend': [
    get('bug', '/bug/trend?id={x}'),
    get('product', '/bug/trend?product={x}&over=day'),
    get('summaryWord', '/bug/trend?summary={x}&hours=1'),
    get('privateWord', '/bug/trend?longdesc={x}'),
  ],
  'bugs.board': [
    get('bug', '/bug/board?id={x}'),
    get('bug', '/bug/board?id={x}&columns=product&rows=assigned_to'),
    get('product', '/bug/board?product={x}&columns=target_milestone'),
    get('summaryWord', '/bug/board?summary={x}&columns=creator'),
    get('privateWord', '/bug/board?longdesc={x}'),
  ],
  'bugs.search': [
    search('bug', 'id={x}'),
    search('alias', 'alias={x}'),
    search('product', 'product={x}'),
    search('component', 'component={x}'),
    search('version', 'version={x}'),
    search('milestone', 'target_milestone={x}'),
    search('classification', 'classification={x}'),
    search('bug', 'depends_on={x}'),
    search('bug', 'id={x}&limit=1&count_total=1'),
    search('bug', 'id={x}&count_only=1'),
    search('group', 'groups={x}'),
    search('summaryWord', 'summary={x}'),
    search('summaryWord', 'quicksearch={x}'),
    search('alias', 'quicksearch={x}'),
    search('descriptionWord', 'longdesc={x}'),
    search('descriptionWord', 'content={x}'),
    search('privateWord', 'longdesc={x}'),
    search('privateWord', 'content={x}'),
    search('privateWord', 'quicksearch={x}'),
    chart('privateWord', 'longdesc', 'substring'),
    chart('privateWord', 'longdesc', 'regexp'),
    get('privateWord', '/bug?f1=longdesc&o1=notsubstring&v1={x}', isAlike),
    chart('privateTag', 'comment_tag'),
    chart('privateSummary', 'attachments.description', 'substring'),
    chart('privateSummary', 'attachments.description', 'regexp'),
    chart('bug', 'dependson'),
    chart('bug', 'dependson', 'notequals'),
    chart('bug', 'see_also', 'substring'),
    chart('bug', 'cf_bug'),
    chart('group', 'bug_group'),
    chart('group', 'bug_group', 'notequals'),
    chart('flagType', 'flagtypes.name', 'substring'),
    chart('bug', 'dependson', 'changedto'),
    get('search', '/bug?savedsearch={x}', isAlike),
    post('bug', '/bug/search', { id: ['{x}'] }),
  ],
  'bugs.update': [
    put('bug', '/bug/{x}', { whiteboard: 'x', dry_run: true }),
    put('alias', '/bug/shown', { ids: ['{x}'], whiteboard: 'x', dry_run: true }),
    put('bug', '/bug/{x}', { priority: 'High' }),
    put('alias', '/bug/{x}', { priority: 'High' }),
    put('bug', '/bug/shown', { ids: ['{x}'], comment: { body: 'Both' } }),
    put('bug', '/bug/shown', { depends_on: { add: ['{x}'] } }, isAlike),
    put('bug', '/bug/shown', { depends_on: { set: ['{x}'] } }, isAlike),
    put('bug', '/bug/shown', { depends_on: { remove: ['{x}'] } }),
    put('alias', '/bug/shown', { blocks: { add: ['{x}'] } }),
    put('bug', '/bug/shown', { see_also: { add: [' {x}'] } }),
    put('bug', '/bug/shown', { see_also: { remove: [' {x}'] } }),
    put('bug', '/bug/shown', { cf_bug: '{x}' }),
    put('bug', '/bug/shown', { dupe_of: '{x}' }),
    put('alias', '/bug/shown', { status: 'RESOLVED', resolution: 'DUPLICATE', dupe_of: '{x}' }),
    put('product', '/bug/shown', { product: '{x}', component: 'Strongbox', version: '7.7' }),
    put('group', '/bug/shown', { groups: { add: ['{x}'] } }, knowsGroups),
    put('group', '/bug/shown', { groups: { remove: ['{x}'] } }, isAlike),
    put('flagType', '/bug/shown', { flags: [{ name: '{x}', status: '?' }] }, isAlike),
    put('flagTypeId', '/bug/shown', { flags: [{ type_id: '{x}', status: '?' }] }, isAlike),
    put('flag', '/bug/shown', { flags: [{ id: '{x}', status: '+' }] }, isAlike),
    put('attachmentFlag', '/bug/shown', { flags: [{ id: '{x}', status: '+' }] }, isAlike),
    put('comment', '/bug/shown', { comment_is_private: { '{x}': true } }, isAlike),
    put('privateComment', '/bug/shown', { comment_is_private: { '{x}': false } }),
    put('alias', '/bug/shown', { alias: { add: ['{x}'] } }, isTold),
  ],
  'changes.get': [
    get('bug', '/changes?bug={x}'),
    get('alias', '/changes?bug={x}'),
    get('product', '/changes?product={x}'),
    get('component', '/changes?component={x}'),
  ],
  'changes.restart': administrators,
  'classifications.create': [post('classification', '/classification', { name: '{x}' }, isAlike)],
  'classifications.get': [get('classification', '/classification/{x}'), get('classificationId', '/classification/{x}')],
  'classifications.update': [
    put('classification', '/classification/{x}', { sort_key: 1 }),
    put('product', '/classification/Unclassified', { products: ['{x}'] }),
  ],
  'classifications.delete': [remove('classificationId', '/classification/{x}', undefined, isAlike)],
  'codeHooks.create': administrators,
  'codeHooks.get': administrators,
  'codeHooks.update': administrators,
  'codeHooks.delete': administrators,
  'codeHooks.rotate': administrators,
  'codeLinks.get': [get('bug', '/bug/{x}/code_link'), get('alias', '/bug/{x}/code_link')],
  'codeLinks.create': [post('bug', '/bug/{x}/code_link', newLink), post('alias', '/bug/{x}/code_link', newLink)],
  'codeLinks.delete': [remove('codeLink', '/code_link/{x}'), remove('privateLink', '/code_link/{x}')],
  'comments.create': [
    post('bug', '/bug/{x}/comment', { comment: 'Hear' }),
    post('alias', '/bug/{x}/comment', { comment: 'Hear' }),
  ],
  'comments.get': [
    get('bug', '/bug/{x}/comment'),
    get('alias', '/bug/{x}/comment'),
    get('comment', '/bug/comment/{x}'),
    get('privateComment', '/bug/comment/{x}'),
    get('privateComment', '/bug/shown/comment?comment_ids={x}'),
  ],
  'comments.updateTags': [
    put('comment', '/bug/comment/{x}/tags', { add: ['noted'] }),
    put('privateComment', '/bug/comment/{x}/tags', { add: ['noted'] }),
  ],
  'comments.update': [
    put('comment', '/bug/comment/{x}', { text: 'x' }),
    put('privateComment', '/bug/comment/{x}', { text: 'x' }),
  ],
  'comments.revisions': [
    get('comment', '/bug/comment/{x}/revisions'),
    get('privateComment', '/bug/comment/{x}/revisions'),
  ],
  'comments.tick': [
    put('comment', '/bug/comment/{x}/task', { offset: 2, is_done: true }),
    put('privateComment', '/bug/comment/{x}/task', { offset: 2, is_done: true }),
  ],
  'comments.reactions': [
    get('comment', '/bug/comment/{x}/reactions'),
    get('privateComment', '/bug/comment/{x}/reactions'),
  ],
  'comments.updateReactions': [
    put('comment', '/bug/comment/{x}/reactions', { add: ['+1'] }),
    put('privateComment', '/bug/comment/{x}/reactions', { remove: ['+1'] }),
  ],
  'comments.render': [
    post('bug', '/bug/comment/render', { id: '{x}', text: 'comment 1' }),
    post('alias', '/bug/comment/render', { id: '{x}', text: 'comment 1' }),
  ],
  'comments.redact': administrators,
  'bugs.delete': administrators,
  'users.erase': administrators,
  'comments.searchTags': [get('privateTag', '/bug/comment/tags/{x}'), get('privateTag', '/bug/comment/tags?query={x}')],
  'components.create': [post('product', '/component', { ...newComponent, product: '{x}' })],
  'components.get': [
    get('product', '/component/{x}'),
    get('componentId', '/component/{x}'),
    get('product', '/component/{x}/Strongbox'),
    get('componentId', '/component?ids={x}'),
  ],
  'components.update': [
    put('componentId', '/component/{x}', { sort_key: 2 }),
    put('product', '/component/{x}/Strongbox', { sort_key: 3 }),
  ],
  'components.delete': [remove('componentId', '/component/{x}'), remove('product', '/component/{x}/Strongbox')],
  'fields.create': administrators,
  'fields.get': setUp,
  'fields.values': [
    get('productId', '/field/bug/version/{x}/values'),
    get('productId', '/field/bug/component/{x}/values'),
    get('productId', '/field/bug/target_milestone/{x}/values'),
  ],
  'fields.update': administrators,
  'fields.delete': administrators,
  'flagTypes.create': [
    post('product', '/flag_type', { ...newType, inclusions: ['{x}'] }),
    post('product', '/flag_type', { ...newType, exclusions: [{ '{x}': ['Strongbox'] }] }),
    post('group', '/flag_type', { ...newType, grant_group: '{x}' }, knowsGroups),
  ],
  'flagTypes.get': [
    get('product', '/flag_type/{x}'),
    get('product', '/flag_type/{x}/Strongbox'),
    get('flagTypeId', '/flag_type/{x}'),
    get('flagTypeId', '/flag_type?ids={x}'),
    get('flagType', '/flag_type?names={x}'),
  ],
  'flagTypes.update': [
    put('flagType', '/flag_type/{x}', { sort_key: 2 }),
    put('flagTypeId', '/flag_type/{x}', { sort_key: 3 }),
    put('product', '/flag_type/review', { inclusions: ['Widgets', '{x}'] }),
    put('group', '/flag_type/review', { request_group: '{x}' }, knowsGroups),
  ],
  'flagTypes.delete': [
    remove('flagType', '/flag_type/{x}', undefined),
    remove('flagTypeId', '/flag_type/{x}', undefined, isAlike),
  ],
  'groupControls.get': [get('product', '/product/{x}/group_control'), get('productId', '/product/{x}/group_control')],
  'groupControls.update': [
    put('product', '/product/{x}/group_control', { group: 'secret', canedit: false }),
    put('productId', '/product/{x}/group_control', { group: 'secret', canedit: false }),
    put('group', '/product/Widgets/group_control/{x}', { canedit: false }, knowsGroups),
    put('groupId', '/product/Widgets/group_control', { group: '{x}', canedit: false }, knowsGroups),
  ],
  'follows.get': oneself,
  'follows.update': [
    put('bug', '/follow', { add: [{ bug: '{x}' }] }),
    put('alias', '/follow', { mute: [{ bug: '{x}' }] }),
    put('product', '/follow', { add: [{ product: '{x}' }] }),
    put('component', '/follow', { add: [{ product: 'Vault', component: '{x}' }] }),
  ],
  'groups.create': [post('group', '/group', { name: '{x}', description: 'Another' })],
  'groups.get': [
    get('group', '/group/{x}'),
    get('groupId', '/group/{x}'),
    get('group', '/group?names={x}&membership=1'),
  ],
  'groups.update': [
    put('group', '/group/{x}', { description: 'The secret group' }),
    put('groupId', '/group/{x}', { description: 'The secret group' }),
  ],
  'groups.delete': [remove('group', '/group/{x}'), remove('groupId', '/group/{x}')],
  'groups.inherit': [
    put('group', '/group/{x}/inheritance', { visible: { add: [] } }),
    put('group', '/group/insiders/inheritance', { visible: { remove: ['{x}'] } }),
  ],
  'groups.inheritance': [get('group', '/group/{x}/inheritance'), get('groupId', '/group/{x}/inheritance')],
  'inbox.get': [get('product', '/inbox?product={x}')],
  'inbox.update': [
    put('bug', '/inbox', { bugs: ['shown', '{x}'], seen: ['9', '9'], state: 'done' }),
    put('alias', '/inbox', { bugs: ['{x}'], state: 'unread' }),
  ],
  'inbound.list': administrators,
  'inbound.content': administrators,
  'inbound.accept': administrators,
  'inbound.refuse': administrators,
  'inbound.retry': administrators,
  'forms.create': [
    post('product', '/form', { ...newForm, product: '{x}' }),
    // Names are unique.
    post('form', '/form', { ...newForm, name: '{x}' }, isTold),
  ],
  'forms.get': [get('form', '/form/{x}'), get('formId', '/form/{x}'), get('product', '/form?product={x}')],
  'forms.update': [
    put('form', '/form/{x}', { title: 'New' }),
    put('formId', '/form/{x}', { title: 'New' }),
    put('product', '/form/Shown', { product: '{x}' }),
  ],
  'forms.delete': [remove('form', '/form/{x}'), remove('formId', '/form/{x}', undefined, isAlike)],
  'intakes.create': [
    post('product', '/intake', { name: 'new', product: '{x}', component: 'Strongbox', version: '7.7' }),
  ],
  'intakes.get': administersProduct,
  'intakes.update': administersProduct,
  'intakes.delete': administersProduct,
  'intakes.rotateKey': administersProduct,
  'reports.get': 'a key names an intake, and nothing of its product',
  'reports.create': 'a key names an intake, and nothing of its product',
  'keywords.create': setUp,
  'keywords.get': setUp,
  'keywords.update': setUp,
  'keywords.delete': setUp,
  'fieldValues.create': administrators,
  'fieldValues.update': administrators,
  'fieldValues.delete': administrators,
  'mail.drop': administrators,
  'mail.list': administrators,
  'mail.resend': administrators,
  'milestones.create': [post('product', '/milestone', { product: '{x}', name: 'New' })],
  'milestones.get': [
    get('product', '/milestone/{x}'),
    get('milestoneId', '/milestone/{x}'),
    get('product', '/milestone/{x}/Goldrush'),
  ],
  'milestones.update': [
    put('milestoneId', '/milestone/{x}', { sort_key: 2 }),
    put('product', '/milestone/{x}/Goldrush', { sort_key: 3 }),
  ],
  'milestones.delete': [
    remove('milestoneId', '/milestone/{x}'),
    remove('product', '/milestone/{x}/Goldrush', undefined, isAlike),
  ],
  'parameters.get': setUp,
  'parameters.describe': administrators,
  'parameters.update': administrators,
  'preferences.get': oneself,
  'preferences.update': oneself,
  'preferences.endReplies': oneself,
  'preferences.subscription': 'it knows tokens alone',
  'preferences.unsubscribe': 'it knows tokens alone',
  'products.create': [
    post('classification', '/product', { name: 'New', description: 'New', version: '1', classification: '{x}' }),
    post('product', '/product', { name: '{x}', description: 'New', version: '1' }, isTold),
  ],
  'products.get': [
    get('product', '/product/{x}'),
    get('productId', '/product/{x}'),
    get('product', '/product?names={x}'),
    get('productId', '/product?ids={x}'),
  ],
  'products.update': [
    put('product', '/product/{x}', { description: 'All' }),
    put('productId', '/product/{x}', { description: 'All' }),
    put('product', '/product/Widgets', { name: '{x}' }, isTold),
  ],
  'products.selectable': setUp,
  'products.enterable': setUp,
  'products.accessible': setUp,
  'savedSearches.save': [
    post('group', '/saved_search', { name: 'Ours', query: 'product=Widgets', shared_with: '{x}' }, isAlike),
    post('groupId', '/saved_search', { name: 'Ours', query: 'product=Widgets', shared_with: '{x}' }, isAlike),
  ],
  'savedSearches.get': [
    get('searchId', '/saved_search/{x}', isAlike),
    get('searchId', '/saved_search/{x}?include_shared=1', isAlike),
  ],
  'savedSearches.delete': [remove('searchId', '/saved_search/{x}', undefined, isAlike)],
  'schedules.create': [
    post('searchId', '/schedule', { saved_search_id: '{x}', days: ['monday'], hours: [8] }, isAlike),
  ],
  'schedules.get': oneself,
  'schedules.update': [put('scheduleId', '/schedule/{x}', { is_enabled: false }, isAlike)],
  'schedules.delete': [remove('scheduleId', '/schedule/{x}', undefined, isAlike)],
  'schedules.run': [post('scheduleId', '/schedule/{x}/run', {}, isAlike)],
  'server.version': setUp,
  'server.extensions': setUp,
  'server.timezone': setUp,
  'server.time': setUp,
  'requests.get': 'who is logged in knows of everybody whose login name they know',
  'server.lastAuditTime': setUp,
  'server.metadata': setUp,
  'server.suggest': [get('bug', '/suggest?text={x}'), get('alias', '/suggest?text={x}')],
  'sessions.actAs': oneself,
  'sessions.check': [get('login', '/valid_login?login={x}', isAlike)],
  'sessions.create': [
    post('login', '/login', { login: '{x}', password: 'a wrong one' }, { ...isAlike, seenBy: identified }),
  ],
  'linkedAccounts.get': [get('login', '/linked_account?user={x}')],
  'linkedAccounts.remove': oneself,
  'logins.begin': 'it names no thing of the tracker',
  'logins.complete': oneself,
  'logins.ended': 'it names no thing of the tracker',
  'logins.finish': oneself,
  'passkeys.begin': oneself,
  'passkeys.create': oneself,
  'passkeys.get': [get('login', '/passkey?user={x}')],
  'passkeys.remove': oneself,
  'passkeys.update': oneself,
  'sessions.confirm': oneself,
  'sessions.current': oneself,
  'sessions.delete': oneself,
  'sessions.deleteOthers': oneself,
  'sessions.end': oneself,
  'sessions.get': oneself,
  'sessions.requestCode': oneself,
  'secondFactor.begin': oneself,
  'secondFactor.confirm': oneself,
  'secondFactor.get': oneself,
  'secondFactor.remove': oneself,
  'secondFactor.renewRecoveryCodes': oneself,
  'secondFactor.reset': administrators,
  'tags.update': [put('bug', '/bug/{x}/tags', { add: ['soon'] }), put('alias', '/bug/{x}/tags', { add: ['soon'] })],
  'users.create': [post('login', '/user', { email: '{x}' }, isTold)],
  'users.get': [
    get('userId', '/user/{x}'),
    get('userId', '/user?ids={x}&permissive=1'),
    get('userPart', '/user?match={x}'),
    get('userPart', '/user?match=*{x}'),
    get('group', '/user?match=example&groups={x}'),
    get('groupId', '/user?match=example&group_ids={x}'),
  ],
  'users.update': [
    put('userId', '/user/{x}', { email_enabled: true }),
    put('group', '/user/plain@example.com', { groups: { remove: ['{x}'] } }),
    put('login', '/user/plain@example.com', { email: '{x}' }, isTold),
  ],
  'users.updateSelf': oneself,
  'users.whoami': oneself,
  'versions.create': [post('product', '/version', { product: '{x}', name: 'New' })],
  'versions.get': [
    get('product', '/version/{x}'),
    get('versionId', '/version/{x}'),
    get('product', '/version/{x}/7.7'),
  ],
  'versions.update': [
    put('versionId', '/version/{x}', { sort_key: 2 }),
    put('product', '/version/{x}/7.7', { sort_key: 3 }),
  ],
  'versions.delete': [remove('versionId', '/version/{x}'), remove('product', '/version/{x}/7.7')],
  'visits.get': [get('bug', '/bug_user_last_visit/{x}'), get('alias', '/bug_user_last_visit/{x}')],
  'visits.record': [
    post('bug', '/bug_user_last_visit/{x}', {}),
    post('bug', '/bug_user_last_visit', { ids: ['shown', '{x}'] }),
  ],
  'watches.get': oneself,
  'watches.update': setUp,
  'webhooks.create': [
    post('product', '/webhook', { ...newWebhook, product: ['{x}'] }),
    post('component', '/webhook', { ...newWebhook, component: ['{x}'] }),
  ],
  'webhooks.get': [get('webhookId', '/webhook/{x}'), get('webhookId', '/webhook?ids={x}')],
  'webhooks.list': oneself,
  'webhooks.rotate': [post('webhookId', '/webhook/{x}/secret', {})],
  'webhooks.ping': [post('webhookId', '/webhook/{x}/ping', {})],
  'webhooks.deliveries': [get('webhookId', '/webhook/{x}/delivery')],
  'webhooks.redeliver': [post('webhookId', '/webhook/{x}/redeliver', { since: '2026-01-01' })],
  'webhooks.update': [put('webhookId', '/webhook/{x}', { name: 'Mine' })],
  'webhooks.delete': [remove('webhookId', '/webhook/{x}')],
  'workflow.get': setUp,
  'workflow.update': administrators,
}

/** Lists, in which nothing may be that is hidden. */
export const lists: readonly string[] = [
  '/product_selectable',
  '/product_enterable',
  '/product_accessible',
  '/product?type=accessible&type=selectable&type=enterable',
  '/component',
  '/milestone',
  '/classification',
  '/classification/1',
  '/flag_type',
  '/flag_type/Widgets',
  '/field/bug',
  '/group',
  '/bug?product=Widgets&include_fields=_all',
  '/bug/shown?include_fields=_all',
  '/bug/shown/history',
  '/bug/shown/comment',
  '/bug/shown/attachment',
  '/bug/possible_duplicates?summary=blinks',
  '/bug/comment/tags?query=e',
  '/bug_user_last_visit',
  '/saved_search?include_shared=1',
  '/api_key',
  '/webhook',
  '/webhooks/list',
  '/whoami',
  '/user?match=example',
  '/parameters',
]
