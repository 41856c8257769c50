// Every operation, called at least once for something that it can do, and a few for what they cannot.
import type { Operations } from '@trackerkit/types'
import { isTrackerError } from '../src/index.js'
import { password } from './world.js'

/** Outcome of each call by operation. */
export type Outcomes = Readonly<Record<string, unknown>>

export interface People {
  readonly admin: Operations
  readonly alice: Operations
  readonly nobody: Operations
}

const about = { description: 'For a while' }
const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256)

/** Calls them in the same order each time: what is made is changed, then removed. */
export async function everyOperation(people: People): Promise<Outcomes> {
  const outcomes: Record<string, unknown> = {}
  /** Notes what came of a call. */
  async function note<T>(title: string, work: Promise<T>): Promise<T> {
    if (title in outcomes) throw new Error(`there are two outcomes called ${title}`)
    try {
      return (outcomes[title] = await work)
    } catch (error) {
      if (!isTrackerError(error)) throw error
      const { code, number, message, data } = error
      outcomes[title] = {
        code,
        number,
        message,
        field: data.field,
        value: message.includes(`'${String(data.value)}'`) ? data.value : undefined,
      }
      return undefined as T
    }
  }
  await people.admin.parameters.update({ parameters: { useclassification: true } })
  await ofInstallation(people, note)
  await ofPeople(people, note)
  await ofProducts(people, note)
  await ofFields(people, note)
  await ofBugs(people, note)
  await ofComments(people, note)
  await ofAttachments(people, note)
  await ofMail(people, note)
  await ofErrors(people, note)
  return outcomes
}

type Note = <T>(title: string, work: Promise<T>) => Promise<T>

async function ofInstallation({ admin, nobody }: People, note: Note) {
  await note('version', nobody.server.version())
  await note('extensions', nobody.server.extensions())
  await note('time zone', nobody.server.timezone())
  await note('time', nobody.server.time())
  await note('last audit time', admin.server.lastAuditTime({ class: ['Product', 'Group'] }))
  await note('parameters', nobody.parameters.get())
  await note('parameter descriptions', admin.parameters.describe())
  await note('parameters changed', admin.parameters.update({ parameters: { maxusermatches: 500 } }))
  await note('changes', admin.changes.get({ limit: 3 }))
  await note('changes from where they begin anew', admin.changes.restart())
  await note('audit log', admin.audit.get({ limit: 3, since: new Date('2026-01-01') }))
  await note('workflow changed', admin.workflow.update({ add: [{ from: 'CONFIRMED', to: 'UNCONFIRMED' }] }))
  await note('workflow', nobody.workflow.get())
}

async function ofPeople({ admin, alice, nobody }: People, note: Note) {
  const made = { email: 'dora@example.com', full_name: 'Dora Ångström', password }
  const { id } = await note('user created', admin.users.create(made))
  const bless = { add: ['editbugs'] }
  await note('user changed', admin.users.update({ ids: [id, 1], groups: { add: ['editbugs'] }, bless_groups: bless }))
  await note('user by name', admin.users.update({ names: ['dora@example.com'], full_name: 'Dora' }))
  await note('users', alice.users.get({ ids: [id], names: ['eve@example.com'], include_fields: ['id', 'name'] }))
  await note('users that match', alice.users.get({ match: ['example'], limit: 2 }))
  await note('no users', alice.users.get({ names: ['none@example.com'], permissive: true }))
  await note('who I am', alice.users.whoami())
  await note('my name', alice.users.updateSelf({ full_name: 'Alice of Widgets' }))
  await note('preferences changed', alice.preferences.update({ email: { cc: { comment: false } } }))
  await note('replies ended', alice.preferences.endReplies())
  await note('no unsubscribe link', nobody.preferences.subscription({ token: 'bm9uZQ' }))
  await note('not unsubscribed', nobody.preferences.unsubscribe({ token: 'bm9uZQ' }))
  await note('preferences', alice.preferences.get())
  await note('followed', alice.follows.update({ add: [{ product: 'Widgets', component: 'UI' }], mute: [{ bug: 1 }] }))
  await note('follows', alice.follows.get())
  await note('inbox', alice.inbox.get({ state: 'all' }))
  await note('inbox cleared', alice.inbox.update({ all_until: new Date(0), state: 'done' }))
  await note('watches changed', alice.watches.update({ add: ['dora@example.com'] }))
  await note('watches', alice.watches.get())
  const session = await note('logged in', nobody.sessions.create({ login: made.email, password }))
  await note('session checked', alice.sessions.check({ login: made.email, token: session.token }))
  await note('sessions', alice.sessions.get())
  await note('no session to act with', alice.sessions.actAs({ user: made.email, reason: 'x' }))
  await note('session of the call', alice.sessions.current())
  await note('nothing to confirm by a key', alice.sessions.confirm({ password }))
  await note('code by mail', alice.sessions.requestCode())
  await note('no provider', nobody.logins.begin({ by: 'none', redirect_uri: 'https://bugs.example.com/' }))
  await note('no flow', nobody.logins.finish({ flow: 'x', answer: { code: 'a' } }))
  await note('no provider that logs out', nobody.logins.ended({ by: 'none', logout_token: 'x' }))
  await note('no flow to complete', nobody.logins.complete({ flow: 'x', password }))
  await note('no session for a passkey', alice.passkeys.begin({ origin: 'https://bugs.example.com' }))
  const response = { clientDataJSON: 'x', authenticatorData: 'x', publicKey: 'x', publicKeyAlgorithm: -7 }
  const passkey = { id: 'x', type: 'public-key', response }
  await note('no flow for a passkey', alice.passkeys.create({ flow: 'x', answer: passkey, name: 'Laptop' }))
  await note('passkeys', alice.passkeys.get())
  await note('no passkey to rename', alice.passkeys.update({ id: 1_000_000, name: 'Laptop' }))
  await note('no passkey to remove', alice.passkeys.remove({ id: 1_000_000 }))
  await note('linked accounts', alice.linkedAccounts.get())
  await note('nothing to unlink', alice.linkedAccounts.remove({ issuer: 'https://acme.example.com' }))
  await note('session of somebody else', alice.sessions.end({ id: 1_000_000 }))
  await note('logged out', alice.sessions.delete({ token: session.token }))
  await note('other sessions ended', alice.sessions.deleteOthers())
  await note('session checked again', alice.sessions.check({ login: made.email, token: session.token }))
  await note('key checked', alice.sessions.check({ login: 'alice@example.com' }))
  const key = await note('key created', alice.apiKeys.create({ ...about, expires: new Date('2027-01-01') }))
  await note('key revoked', alice.apiKeys.update({ ids: [key.id], is_revoked: true }))
  await note('keys', alice.apiKeys.get())
  const search = await note('search saved', alice.savedSearches.save({ name: 'Mine', query: 'product=Widgets' }))
  await note('saved searches', alice.savedSearches.get({ ids: [search.id], include_shared: false }))
  await note('found by saved search', alice.bugs.search({ savedsearch: 'Mine' }))
  const times = { days: ['monday'], hours: [8] } as const
  const schedule = await note('scheduled', alice.schedules.create({ saved_search_id: search.id, ...times }))
  await note('schedule changed', alice.schedules.update({ id: schedule.id, hours: [8, 16] }))
  await note('schedules', alice.schedules.get())
  await note('schedule run', alice.schedules.run({ id: schedule.id }))
  await note('schedule deleted', alice.schedules.delete({ id: schedule.id }))
  await note('saved search deleted', alice.savedSearches.delete({ ids: [search.id] }))
  const receiver = { url: 'https://ci.example.com/', headers: { authorization: 'Bearer of news' } }
  const webhook = await note(
    'webhook created',
    admin.webhooks.create({ name: 'Builds', events: ['created', 'hidden'], ...receiver }),
  )
  await note('webhook changed', admin.webhooks.update({ ids: [webhook.id], product: ['Widgets'], fields: ['status'] }))
  await note('secret rotated', admin.webhooks.rotate({ id: webhook.id, keep_hours: 1 }))
  await note('webhooks', admin.webhooks.get({ all: true }))
  await note('webhooks for receivers', admin.webhooks.list())
  await note('webhook tried where nothing makes requests', admin.webhooks.ping({ id: webhook.id }))
  await note('requests of a webhook', admin.webhooks.deliveries({ id: webhook.id, limit: 1 }))
  await note('requests made again', admin.webhooks.redeliver({ id: webhook.id, since: new Date(0) }))
  await note('webhook deleted', admin.webhooks.delete({ ids: [webhook.id] }))
  const group = await note('group created', admin.groups.create({ name: 'crew', ...about }))
  await note('group of digits', admin.groups.create({ name: '2024', ...about }))
  await note('group of digits changed', admin.groups.update({ names: ['2024'], description: 'Of that year' }))
  await note('group changed', admin.groups.update({ ids: [group.id], user_regexp: '@example' }))
  await note('groups', admin.groups.get({ names: ['crew', '2024'], membership: true }))
  await note('group inherits', admin.groups.inherit({ names: ['crew'], bless: { add: ['admin'] } }))
  await note('inheritance', admin.groups.inheritance({ names: ['crew'] }))
  await note('groups deleted', admin.groups.delete({ names: ['2024'] }))
}

async function ofProducts({ admin, alice }: People, note: Note) {
  const gadgets = { name: 'Gadgets / more?', ...about, version: '1' }
  const { id } = await note('product created', admin.products.create(gadgets))
  await note('product changed', admin.products.update({ names: [gadgets.name], is_open: false }))
  await note('products', admin.products.get({ ids: [1, id], exclude_fields: ['components.flag_types'] }))
  await note('products by type', alice.products.get({ type: ['accessible', 'selectable'], include_fields: ['name'] }))
  await note('selectable', alice.products.selectable())
  await note('enterable', alice.products.enterable())
  await note('accessible', alice.products.accessible())
  await note('group control', admin.groupControls.update({ names: ['Widgets'], group: 'crew', entry: true }))
  await note('group control undone', admin.groupControls.update({ ids: [1], group: 'crew', entry: false }))
  await note('group controls', admin.groupControls.get({ names: ['Widgets'] }))
  const core = { product: 'Widgets', name: 'Core', ...about, default_assignee: 'eve@example.com' }
  const made = await note('component created', admin.components.create(core))
  await note('component changed', admin.components.update({ ids: [made.id], default_cc: ['alice@example.com'] }))
  await note('component renamed', admin.components.update({ product: 'Widgets', names: ['Core'], name: 'Kernel' }))
  await note('components', admin.components.get({ product: 'Widgets' }))
  await note('component deleted', admin.components.delete({ product: 'Widgets', names: ['Kernel'] }))
  await ofReleases(admin.versions, 'versions', note)
  await ofReleases(admin.milestones, 'milestones', note)
  await note('classification created', admin.classifications.create({ name: 'Things', ...about }))
  await note('classification changed', admin.classifications.update({ names: ['Things'], products: ['Widgets'] }))
  await note('classifications', alice.classifications.get({ names: ['Things'] }))
  await note('classification deleted', admin.classifications.delete({ names: ['Things'] }))
  const git = { name: 'Git', host: 'github', account: 'alice@example.com' } as const
  const codeHook = await note('code hook created', admin.codeHooks.create(git))
  await note('code hook changed', admin.codeHooks.update({ ids: [codeHook.id], closes: 'never' }))
  await note('code hooks', admin.codeHooks.get())
  await note('secret of a code hook', admin.codeHooks.rotate({ id: codeHook.id }))
  await note('code hook deleted', admin.codeHooks.delete({ ids: [codeHook.id] }))
  const questions = { name: 'Questions', body: [{ type: 'input' as const, attributes: { label: 'Where?' } }] }
  await note('form created', admin.forms.create(questions))
  await note('form changed', admin.forms.update({ names: ['Questions'], product: 'Widgets', keywords: [] }))
  await note('forms', alice.forms.get({ product: 'Widgets' }))
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const answered = { ...place, summary: 'It blinks', form: 'Questions', answers: { where: 'There' } }
  await note('bug with answers', alice.bugs.create(answered))
  await note('form deleted', admin.forms.delete({ names: ['Questions'] }))
  const intake = { name: 'ui', product: 'Widgets', component: 'UI', version: '1.0' }
  const { id: intakeId } = await note('intake created', admin.intakes.create(intake))
  const file = { file_name: 'a.txt', content_type: 'text/plain', data: new Uint8Array([65]) }
  await note('intake changed', admin.intakes.update({ names: ['ui'], accepts: 'anybody' }))
  const { key } = await note('key of an intake', admin.intakes.rotateKey({ id: intakeId }))
  await note('door for reports', alice.reports.get({ key }))
  await note('report', alice.reports.create({ key, summary: 'It blinks', files: [file] }))
  await note('intakes', admin.intakes.get())
  await note('intake deleted', admin.intakes.delete({ names: ['ui'] }))
  const keyword = await note('keyword created', admin.keywords.create({ name: 'hard', ...about }))
  await note('keyword changed', admin.keywords.update({ ids: [keyword.id], name: '..' }))
  await note('keyword of dots', admin.keywords.update({ names: ['..'], name: 'tough' }))
  await note('keywords', alice.keywords.get())
  await note('keyword deleted', admin.keywords.delete({ names: ['tough'] }))
  await note('review created', admin.flagTypes.create({ name: 'review', ...about, inclusions: ['Widgets'] }))
  await note('ship created', admin.flagTypes.create({ name: 'ship', ...about, target_type: 'attachment' }))
  await note('flag type changed', admin.flagTypes.update({ names: ['review'], sort_key: 5 }))
  await note('flag types', alice.flagTypes.get({ product: 'Widgets', component: 'UI' }))
  await note('old created', admin.flagTypes.create({ name: 'old', ...about }))
  await note('flag type deleted', admin.flagTypes.delete({ names: ['old'] }))
}

/** Calls shared by versions and milestones. */
interface Releases {
  create(input: { product: string; name: string; sort_key: number }): Promise<{ id: number }>
  update(input: object): Promise<unknown>
  get(input: object): Promise<unknown>
  delete(input: object): Promise<unknown>
}

async function ofReleases(releases: Releases, kind: string, note: Note) {
  const one = await note(`${kind} created`, releases.create({ product: 'Widgets', name: '2.0', sort_key: 3 }))
  await note(`${kind} changed`, releases.update({ ids: [one.id], is_active: false }))
  await note(`${kind} renamed`, releases.update({ product: 'Widgets', names: ['2.0'], name: '3.0' }))
  await note(`${kind} by id`, releases.get({ ids: [1, one.id] }))
  await note(`${kind} by name`, releases.get({ product: 'Widgets', names: ['3.0'] }))
  await note(`${kind} of a product`, releases.get({ product: 'Gadgets / more?' }))
  await note(`${kind} deleted`, releases.delete({ ids: [one.id] }))
}

async function ofFields({ admin, alice }: People, note: Note) {
  const colour = { name: 'cf_colour', display_name: 'Colour', type: 2, is_on_bug_entry: true }
  await note('select field created', admin.fields.create(colour))
  await note('time field created', admin.fields.create({ name: 'cf_due', display_name: 'Due', type: 5 }))
  await note('field changed', admin.fields.update({ names: ['cf_colour'], sort_key: 7 }))
  await note('value created', admin.fieldValues.create({ field: 'cf_colour', name: 'Red', sort_key: 1 }))
  await note('value changed', admin.fieldValues.update({ field: 'cf_colour', names: ['Red'], name: 'Blue' }))
  await note('grey created', admin.fieldValues.create({ field: 'cf_colour', name: 'Grey' }))
  await note('value deleted', admin.fieldValues.delete({ field: 'cf_colour', names: ['Grey'] }))
  await note('fields', alice.fields.get({ names: ['cf_colour', 'bug_status'] }))
  await note('all fields', alice.fields.get({ include_fields: ['name', 'type'] }))
  await note('values', alice.fields.values({ field: 'version', product_id: 1 }))
  await note('old field', admin.fields.create({ name: 'cf_old', display_name: 'Old', type: 1 }))
  await note('old field retired', admin.fields.update({ names: ['cf_old'], is_obsolete: true }))
  await note('field deleted', admin.fields.delete({ names: ['cf_old'] }))
}

const place = { product: 'Widgets', component: 'UI', version: '1.0' }

async function ofBugs({ admin, alice, nobody }: People, note: Note) {
  const due = new Date('2026-04-01T10:00:00Z')
  const first = await note(
    'bug created',
    alice.bugs.create({ ...place, summary: 'It blinks: ünïcödé 🐞', alias: 'blink', cf_colour: 'Blue', cf_due: due }),
  )
  const flags = [{ name: 'review', status: '?', requestee: 'admin@example.com' }]
  const second = await note(
    'second bug created',
    admin.bugs.create({ ...place, summary: 'It hums', depends_on: [first.id], flags }),
  )
  const ids = [first.id, 'blink', second.id]
  await note('bugs', alice.bugs.get({ ids, include_fields: ['_all'] }))
  await note('bug narrowed', alice.bugs.get({ ids: ['blink'], include_fields: ['id', 'cf_due', 'flags.status'] }))
  await note('bugs that are there', nobody.bugs.get({ ids: [first.id, 99, 'none'], permissive: true }))
  await note(
    'bugs changed',
    alice.bugs.update({
      ids: [first.id, second.id],
      status: 'IN_PROGRESS',
      cc: { add: ['eve@example.com'], remove: [] },
      comment: { body: 'Indeed', is_private: false },
      cf_due: null,
    }),
  )
  await note('change tried', alice.bugs.update({ ids: [first.id, 99], priority: 'High', dry_run: true }))
  await note('time set again', alice.bugs.update({ ids: ['blink'], cf_due: due, deadline: '2026-05-01' }))
  await note('history', alice.bugs.history({ ids, new_since: new Date('2026-02-01') }))
  await note('suggestions', alice.server.suggest({ text: 'blinks stat' }))
  await note('metadata', alice.server.metadata())
  await note('requests', admin.requests.get({ requestee: 'admin@example.com' }))
  await note('graph', alice.bugs.graph({ id: 'blink', depth: 2 }))
  await note('view', alice.bugs.view({ id: 'blink', comments: 10 }))
  await note('tags', alice.tags.update({ ids: ['blink'], add: ['soon', 'später'] }))
  await note('tagged', alice.bugs.get({ ids: ['blink'], include_fields: ['tags', 'id'] }))
  await note('found', alice.bugs.search({ product: 'Widgets', f1: 'short_desc', o1: 'substring', v1: 'blinks' }))
  await note('found by several', alice.bugs.search({ id: [first.id, second.id], resolution: '', limit: 1, offset: 1 }))
  await note(
    'found by truth',
    alice.bugs.search({ is_open: true, include_fields: ['id'], count_total: true, limit: 1 }),
  )
  await note('found by nothing', alice.bugs.search({ product: [], summary: 'blinks', alias: [] }))
  await note('found by time', alice.bugs.search({ last_change_time: new Date('2026-02-01'), order: 'bug_id DESC' }))
  await note('counted by two', alice.bugs.count({ x: 'component', y: 'severity', product: 'Widgets' }))
  await note(
    'counted over time',
    alice.bugs.count({ over: 'week', x: 'status', creation_time: new Date('2026-01-01') }),
  )
  await note('over time', alice.bugs.trend({ product: 'Widgets', over: 'month', from: new Date('2026-01-01') }))
  await note('as a board', alice.bugs.board({ product: 'Widgets', columns: 'priority', rows: 'assigned_to' }))
  await note('counted', nobody.bugs.search({ product: ['Widgets'], count_only: true }))
  const long = Array.from({ length: 900 }, (_, index) => `${index} and more of it`)
  await note('found by very much', alice.bugs.search({ summary: [...long, 'hums'], include_fields: ['summary'] }))
  await note('duplicates', alice.bugs.possibleDuplicates({ summary: 'blinks', product: 'Widgets' }))
  await note('visited', alice.visits.record({ ids: ['blink', second.id] }))
  await note('visits', alice.visits.get())
}

async function ofComments({ admin, alice }: People, note: Note) {
  const { id } = await note(
    'comment',
    alice.comments.create({ id: 'blink', comment: 'It does\r\nindeed', work_time: 1 }),
  )
  const pull = {
    url: 'https://git.example.com/a/b/1',
    kind: 'pull_request',
    repository: 'git.example.com/a/b',
  } as const
  const link = await note('link to code', alice.codeLinks.create({ id: 'blink', ...pull, ref: '1', title: 'Stop it' }))
  await note('links to code', alice.codeLinks.get({ id: 'blink' }))
  await note('link deleted', alice.codeLinks.delete({ ids: [link.id] }))
  await note('second comment', admin.comments.create({ id: 1, comment: 'Hush', is_private: true }))
  await note('comment tagged', alice.comments.updateTags({ comment_id: id, add: ['noted'] }))
  await note('comments', alice.comments.get({ ids: [1, 'blink', 2], include_fields: ['id', 'text', 'time'] }))
  await note('comments by id', admin.comments.get({ ids: [2], comment_ids: [id, 1], new_since: new Date(0) }))
  await note('comment tags', alice.comments.searchTags({ query: 'not' }))
  await note('editing while it is off', alice.comments.update({ id, text: 'It does' }))
  await note('editing on', admin.parameters.update({ parameters: { comment_edit_minutes: 10 } }))
  await note('comment edited', alice.comments.update({ id, text: 'It does', expected_revision: 0 }))
  await note('comment edited since', alice.comments.update({ id, text: 'It did', expected_revision: 0 }))
  await note('rendered text', alice.comments.render({ text: '**a** comment 0', id }))
  await note('reaction', alice.comments.updateReactions({ id, add: ['+1', 'tada'], remove: ['tada'] }))
  await note('unknown reaction', alice.comments.updateReactions({ id, add: ['shrug'] }))
  await note('reactions', alice.comments.reactions({ id }))
  await note('people to mention', alice.bugs.people({ id: 'blink', match: 'a' }))
  await note('box that is not there', alice.comments.tick({ id, offset: 0, is_done: true }))
  await note('revisions', alice.comments.revisions({ id }))
  await note('edited comment', alice.comments.get({ comment_ids: [id] }))
  await note('comment redacted', admin.comments.redact({ ids: [id], reason: 'A name', keep: 'It does' }))
}

async function ofAttachments({ admin, alice, nobody }: People, note: Note) {
  const photo = { file_name: 'Photo (größer).png', summary: 'A photo', content_type: 'image/png', data: bytes }
  const flags = [{ name: 'ship', status: '+' }]
  const made = await note('attachment', alice.attachments.create({ ids: [1, 2], ...photo, flags, comment: 'See' }))
  const id = made.ids[0] as number
  const text = { file_name: 'a.txt', summary: 'A note', content_type: 'text/plain' }
  await note(
    'other attachment',
    alice.attachments.create({ id_or_alias: 'blink', ...text, data: new Uint8Array([10]) }),
  )
  await note('third attachment', alice.attachments.create({ id_or_alias: 1, ...text, data: new Uint8Array([11]) }))
  await note('attachment changed', alice.attachments.update({ ids: made.ids, is_obsolete: true }))
  await note('attachments', alice.attachments.get({ ids: [1], attachment_ids: [id] }))
  await note('attachments without data', alice.attachments.get({ attachment_ids: made.ids, exclude_fields: ['data'] }))
  await note('download', nobody.attachments.download({ id }))
  await note('download from the middle', alice.attachments.download({ id, offset: 99_990, length: 100 }))
  await note('download of a part', alice.attachments.download({ id, offset: 5, length: 3 }))
  await note('download of nothing', alice.attachments.download({ id, length: 0 }))
  await note('download beyond the end', alice.attachments.download({ id, offset: 100_000 }))
  await note('erasing while it is off', admin.attachments.erase({ ids: [id], reason: 'Secret' }))
  await note('erasing on', admin.parameters.update({ parameters: { allow_attachment_deletion: true } }))
  await note('attachment erased', admin.attachments.erase({ ids: [id], reason: 'Secret' }))
  await note('download of an erased one', alice.attachments.download({ id }))
  await note('deleting while it is off', admin.bugs.delete({ ids: [1], reason: 'A mistake' }))
  await note('deleting on', admin.parameters.update({ parameters: { allowbugdeletion: true } }))
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const mistake = await note('a mistake', alice.bugs.create({ ...place, summary: 'A mistake' }))
  await note('bug deleted', admin.bugs.delete({ ids: [mistake.id], reason: 'A mistake' }))
  await note('deleted bug', alice.bugs.get({ ids: [mistake.id] }))
  await note('erasing people on', admin.parameters.update({ parameters: { allowuserdeletion: true } }))
  const leaver = await note('a leaver', admin.users.create({ email: 'zoe@example.com', full_name: 'Zoë' }))
  await note('person erased', admin.users.erase({ ids: [leaver.id], reason: 'Asked for' }))
  await note('last administrator', admin.users.erase({ ids: [1], reason: 'Asked for' }))
}

/** Nothing is sent here, so it stays unchanged. */
async function ofMail({ admin }: People, note: Note) {
  const { messages } = await note('mail', admin.mail.list({ state: ['waiting', 'sent', 'dead'], limit: 2 }))
  const ids = messages.map((message) => message.id)
  await note('mail resent', admin.mail.resend({ ids }))
  await note('mail dropped', admin.mail.drop({ all_dead: true }))
  await note('incoming', admin.inbound.list({ limit: 2 }))
  await note('nothing to accept', admin.inbound.accept({ ids: [99] }))
  await note('nothing to refuse', admin.inbound.refuse({ ids: [99] }))
  await note('nothing to try again', admin.inbound.retry({ ids: [99] }))
  await note('nothing to show', admin.inbound.content({ id: 99 }))
}

async function ofErrors({ admin, alice, nobody }: People, note: Note) {
  await note('no such bug', alice.bugs.get({ ids: [99] }))
  await note('no such alias', alice.bugs.update({ ids: ['none'], priority: 'High' }))
  await note('no such priority', alice.bugs.update({ ids: [1], priority: 'nonsense' }))
  await note('nobody logged in', nobody.bugs.create({ ...place, summary: 'x' }))
  await note('not allowed', alice.products.create({ name: 'x', ...about, version: '1' }))
  await note('no name', admin.groups.update({ ids: [], description: 'x' }))
  await note('no keyword', admin.keywords.delete({ names: ['none'] }))
  await note('too long', alice.users.updateSelf({ full_name: 'x'.repeat(300) }))
  await note('no component', alice.bugs.create({ ...place, component: 'None', summary: 'x' }))
  await note('no criterion', alice.bugs.search({ f1: 'nonsense', o1: 'equals', v1: 'x' }))
  await note('wrong password', nobody.sessions.create({ login: 'dora@example.com', password: 'wrong' }))
  await note('a password too short', admin.users.create({ email: 'x@example.com', password: 'abc' }))
  await note('seen before', alice.bugs.update({ ids: [1], expected_last_change_time: new Date(0), priority: 'High' }))
  await note('no file', nobody.attachments.download({ id: 99 }))
  // No email is sent here.
  const code = 'x'.repeat(32)
  await note('what accounts there may be', nobody.accounts.get())
  await note('a password asked for', nobody.accounts.requestPassword({ login: 'alice@example.com' }))
  await note('a password set', nobody.accounts.setPassword({ code, password: 'battery staple' }))
  await note('an account asked for', nobody.accounts.register({ email: 'erin@example.com' }))
  await note('an account made', nobody.accounts.create({ code, password: 'battery staple' }))
  const address = { email: 'alison@example.com', current_password: 'battery staple' }
  await note('an address asked for', alice.accounts.requestAddress(address))
  await note('an address taken', nobody.accounts.setAddress({ code }))
  const proof = { current_password: password, otp: '000000' }
  await note('no second factor', alice.secondFactor.get())
  await note('a second factor begun', alice.secondFactor.begin({ current_password: 'wrong' }))
  await note('nothing to confirm', alice.secondFactor.confirm({ otp: '000000' }))
  await note('no recovery codes', alice.secondFactor.renewRecoveryCodes(proof))
  await note('nothing to remove', alice.secondFactor.remove(proof))
  await note('nothing to reset', admin.secondFactor.reset({ names: ['alice@example.com'] }))
  // The calls until here were made with one of them.
  await note('all keys revoked', alice.apiKeys.revokeAll())
}
