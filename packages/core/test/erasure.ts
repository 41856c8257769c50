// Tools that tests of erasure share.
import { noteKeyUse } from '../src/auth/api-key.js'
import { hashSecret } from '../src/auth/secrets.js'
import { logSignIn } from '../src/auth/sign-in-log.js'
import { schema, type EntityName, type Writer } from '../src/schema/index.js'
import { fieldTypes } from '../src/setup/standard-fields.js'
import { fold, type Schema } from '../src/store/index.js'
import { lastError } from '../src/domain/webhooks/last-error.js'
import { addCustomField, addFlagType, inStore, setParameter } from './bug-rows.js'
import { at, file, minimal, update } from './bugs.js'
import type { World } from './harness.js'
import { rowsOf } from './people.js'

/** A word that is nowhere else. */
export const secret = 'Rumpelstiltskin'

/** An address of the network from which people come. */
export const network = '198.51.100.77'

/** Where the word is stored, by the name of the entity and the column, without regard to case. */
export async function whereIs(world: World, word: string): Promise<string[]> {
  const found: string[] = []
  for (const entity of Object.keys(schema) as EntityName[]) {
    for (const row of await rowsOf(world, entity)) {
      for (const [column, value] of Object.entries(row))
        if (textOf(value).toLowerCase().includes(word.toLowerCase())) found.push(`${entity}.${column}`)
    }
  }
  return [...new Set(found)]
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : (JSON.stringify(value) ?? '')
}

/** Switches a kind of erasure on. */
export async function allow(world: World, parameter: string): Promise<void> {
  await inStore(world.store, (tx) => setParameter(tx, parameter, '1'))
}

/** The reasons for erasures in the audit log. */
export async function reasons(world: World) {
  const { audit_log } = await world.as('admin').audit.get({ class: 'Erasure' })
  return audit_log.map(({ object_id, field, removed, added, user }) => ({ object_id, field, removed, added, user }))
}

/** A bug with something in every entity that can have something of one, all of it with the secret where there are texts. */
export async function fullBug(world: World): Promise<{ id: number; others: number[] }> {
  await world.tracker.asSystem().parameters.update({ parameters: { comment_edit_minutes: -1 } })
  const typeId = await inStore(world.store, async (tx) => {
    await addFlagType(tx, { name: 'review' })
    await addCustomField(tx, { name: 'cf_note', type: fieldTypes.freeText })
    await addCustomField(tx, { name: 'cf_cause', type: fieldTypes.bugId })
    return addFlagType(tx, { name: 'look', target_type: 'attachment' })
  })
  const [one, two, three] = [await file(world), await file(world), await file(world)]
  const full = {
    ...{ summary: secret, whiteboard: secret, url: `https://${secret}.example/`, alias: [secret], cf_note: secret },
    ...{ description: secret, comment_tags: [secret], cc: [at('bob')], keywords: ['crash'], groups: ['secret'] },
    ...{ flags: [{ name: 'review', status: '?', requestee: at('bob') }], depends_on: [one.id], blocks: [two.id] },
  }
  const { id } = await file(world, full, 'ivan')
  await world.tracker.asSystem().parameters.update({ parameters: { urlbase: 'https://bugs.example.com/' } })
  await update(
    world,
    id,
    { see_also: { add: [String(one.id), `https://${secret}.example/show_bug.cgi?id=7`] } },
    'ivan',
  )
  await update(world, one.id, { cf_cause: id }, 'ivan')
  await update(world, three.id, { dupe_of: id }, 'ivan')
  await update(world, id, { whiteboard: `Not ${secret}`, bug_ignored: true }, 'ivan')
  const ivan = world.tracker.as({ login: at('ivan') }, { idempotencyKey: 'once' })
  const { id: comment } = await ivan.comments.create({ id, comment: `Once ${secret}`, is_private: true })
  await world.as('ivan').comments.update({ id: comment, text: `Twice ${secret}`, expected_revision: 0 })
  await world.as('ivan').tags.update({ ids: [id], add: [secret] })
  for (const tags of [{ add: [secret] }, { remove: [secret] }])
    await world.as('ivan').comments.updateTags({ comment_id: comment, ...tags })
  await world.as('ivan').comments.updateReactions({ id: comment, add: ['heart'] })
  await world.as('ivan').visits.record({ ids: [id] })
  await inStore(world.store, (tx) => setParameter(tx, 'maxattachmentsize', '4000'))
  const data = new TextEncoder().encode(secret.repeat(100_000))
  const named = { file_name: `${secret}.txt`, summary: secret, content_type: `text/x-${secret}` }
  const flags = [{ type_id: typeId, status: '?' }]
  await world.as('ivan').attachments.create({ ids: [id], data, flags, ...named })
  await world.as('ivan').attachments.create({ ids: [id], data: new TextEncoder().encode(secret), ...named })
  await inStore(world.store, async (tx) => {
    const waiting = { attempts: 0, next_attempt: world.clock.now(), creation_time: world.clock.now(), state: 'waiting' }
    const letter = { kind: 'bug', bug_id: id, user_id: 1, address: null, payload: {}, last_error: secret }
    const notice = { what: 'webhook_disabled', name: 'Builds', address: '', reason: `nothing; last: ${secret}` }
    const told = { ...letter, kind: 'account', bug_id: null, payload: notice, last_error: null }
    await tx.insert('mail_outbox', [
      { ...letter, ...waiting },
      { ...told, ...waiting },
    ])
    const [url, by] = [`https://git.example.com/${secret}`, { author: secret, branch: secret }]
    const link = { hook_id: null, kind: 'commit', repository: `git.example.com/${secret}`, ref: secret, url, ...by }
    const texts = { url_folded: fold(url), title: secret, title_folded: fold(secret), state: 'pushed' }
    const flags = { is_private: false, has_closed: false, attachment_id: null }
    const times = { changed_at: world.clock.now(), creation_time: world.clock.now() }
    await tx.insert('comment_mentions', [{ comment_id: comment, user_id: 1, word: secret }])
    await tx.insert('code_links', [{ bug_id: id, ...link, ...texts, ...flags, ...times }])
    await tx.insert('removed_code_links', [{ bug_id: id, link_hash: 'h', changed_at: new Date(0) }])
    const hook = { user_id: 1, name: 'Builds', url: 'https://ci.example.com/', events: ['changed'], format: 'standard' }
    const none = {
      product_ids: [],
      component_ids: [],
      fields: [],
      headers: {},
      secrets: [],
      disabled_reason: `nothing${lastError}${secret}`,
    }
    const off = { include_text: false, include_restricted: false, is_enabled: false, after_seq: 0 }
    const [webhook_id = 0] = await tx.insert('webhooks', [
      { ...hook, ...none, ...off, creation_time: world.clock.now() },
    ])
    const delivery = { webhook_id, message_id: 'chg_1', kind: 'change', bug_id: id, answer: secret, last_error: secret }
    await tx.insert('webhook_deliveries', [{ ...delivery, ...waiting }])
  })
  return { id, others: [one.id, two.id, three.id] }
}

const parts = ['bugs', 'comments', 'attachments'] as const

/**
 * By entity, how many rows there are of a bug: those whose columns name it, one of its comments or one of its attachments, as the
 * relations of the schema say and the name of the column `bug_id`. Nothing where there can be none.
 */
export async function rowsOfBug(world: World, bug: number): Promise<Record<string, number>> {
  const ids = { bugs: new Set([bug]), comments: new Set<number>(), attachments: new Set<number>() }
  for (const part of ['comments', 'attachments'] as const)
    for (const row of await rowsOf(world, part)) if (row.bug_id === bug) ids[part].add(row.id)
  const found: Record<string, number> = {}
  for (const [name, { columns, relations, key }] of Object.entries(schema as Schema)) {
    const names = Object.values(relations).flatMap(({ entity, on }) => {
      const [[column, target] = []] = on
      const part = parts.find((one) => one === entity && target === 'id')
      return part && column !== undefined && (column !== 'id' || key[0] !== 'id') ? [[column, ids[part]] as const] : []
    })
    if ('bug_id' in columns) names.push(['bug_id', ids.bugs])
    if (name === 'bugs') names.push(['id', ids.bugs])
    if (names.length === 0) continue
    const rows: readonly object[] = await rowsOf(world, name as EntityName)
    found[name] = rows.filter((row) =>
      names.some(([column, some]) => some.has((row as Record<string, unknown>)[column] as number)),
    ).length
  }
  return found
}

/** The columns that refer to users in each entity, from the relations of the schema. */
function userColumns(): Record<string, readonly string[]> {
  const found = Object.entries(schema as Schema).map(([name, { relations }]) => {
    const columns = Object.values(relations).flatMap(({ entity, on }) =>
      entity === 'users' && on[0]?.[1] === 'id' ? [on[0][0]] : [],
    )
    return [name, [...new Set(columns)] as readonly string[]] as const
  })
  return Object.fromEntries(found.filter(([, columns]) => columns.length > 0))
}

/** How many rows name a user, by entity and column. */
export async function rowsOfUser(world: World, id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [entity, columns] of Object.entries(userColumns())) {
    const rows: readonly object[] = await rowsOf(world, entity as EntityName)
    for (const column of columns)
      counts[`${entity}.${column}`] = rows.filter((row) => (row as Record<string, unknown>)[column] === id).length
  }
  return counts
}

/**
 * A user with a row in every entity that can refer to one, whose login contains the secret and who watches another
 * user.
 */
export async function fullPerson(world: World): Promise<{ id: number; login: string; bug: number }> {
  const login = `${secret}@example.com`.toLowerCase()
  await world.tracker.asSystem().parameters.update({ parameters: { comment_edit_minutes: -1 } })
  const other = await world.tracker.asSystem(at('admin')).users.create({ email: `old-${login}`, full_name: secret })
  const { id } = other
  const admin = world.as('admin')
  await admin.users.update({ ids: [id], email: login, full_name: `Dr ${secret}`, groups: { add: ['editbugs'] } })
  await inStore(world.store, (tx) => addFlagType(tx, { name: 'review', cc_list: `${at('bob')}, ${login}` }))
  await inStore(world.store, async (tx) => {
    await addFlagType(tx, { name: 'look' })
    await setParameter(tx, 'globalwatchers', `${login.toUpperCase()} ${at('bob')}`)
    await setParameter(tx, 'maintainer', login)
    await tx.insert('component_cc', [{ component_id: 1, user_id: id }])
  })
  const parts = { product: 'Widgets', names: ['UI'], default_assignee: login, default_qa_contact: login }
  await admin.components.update(parts)
  const me = world.tracker.as({ login })
  const { id: bug } = await me.bugs.create({ ...minimal, assigned_to: login, qa_contact: login, cc: [login] })
  const flags = [
    { name: 'review', status: '?', requestee: login, new: true },
    { name: 'look', status: '?', requestee: at('bob') },
  ]
  await me.bugs.update({ ids: [bug], flags, comment: { body: `Write to ${login}` }, comment_tags: ['mine'] })
  const { id: comment } = await me.comments.create({ id: bug, comment: 'Once' })
  await me.comments.update({ id: comment, text: 'Twice', expected_revision: 0 })
  await update(world, bug, { cc: { remove: [login] } })
  await update(world, bug, { cc: { add: [login, at('carl')] } })
  const data = new TextEncoder().encode('x')
  await me.attachments.create({ ids: [bug], data, file_name: 'a', summary: 'b', content_type: 'text/plain' })
  await me.bugs.update({ ids: [bug], bug_ignored: true })
  await me.tags.update({ ids: [bug], add: ['mine'] })
  await me.visits.record({ ids: [bug] })
  await me.savedSearches.save({ name: `Mine, ${secret}`, query: `assigned_to=${login}` })
  await me.preferences.update({ email: { cc: { comment: false } } })
  await me.watches.update({ add: [at('bob')] })
  await world.as('alice').watches.update({ add: [login] })
  const key = await me.apiKeys.create({ description: `Key of ${secret}` })
  await world.tracker.asSystem().parameters.update({ parameters: { webhook_group: 'editbugs' } })
  const old = await me.webhooks.create({ name: secret, url: `https://${secret}.example/`, events: ['created'] })
  await me.webhooks.delete({ ids: [old.id] })
  await inStore(world.store, async (tx) => {
    const now = world.clock.now()
    await noteKeyUse(tx, { entity: 'api_keys', id: key.id, address: network }, now)
    for (const event of ['login', 'login_failed', 'locked'] as const)
      await logSignIn(tx, { event, userId: id, by: null, address: network }, now)
  })
  await inStore(world.store, (tx) => addPersonalRows(tx, world, { id, login, bug }))
  return { id, login, bug }
}

/** Disables the account of a person with the secret as the reason. */
export async function denyLogin(world: World, id: number): Promise<void> {
  await inStore(world.store, (tx) => tx.update('users', { col: 'id', eq: id }, { login_denied_text: secret }))
}

async function addPersonalRows(
  tx: Writer,
  world: World,
  { id, login, bug }: { id: number; login: string; bug: number },
) {
  const now = world.clock.now()
  const from = { address: network, begun_from: network, login_by: 'password', has_second_factor: false, reason: secret }
  const [alice] = await tx.select({ from: 'users', where: { col: 'login', eq: at('alice') } })
  const aliceId = alice?.id ?? 0
  await tx.insert('tokens', [
    { user_id: id, secret_hash: 'h', creation_time: now, last_used: now, ...from },
    { user_id: aliceId, actor_id: id, secret_hash: 'i', creation_time: now, last_used: now, ...from },
  ])
  await tx.insert('external_accounts', [
    { issuer: 'host', subject: secret, user_id: id, digest: '...', kind: 'host', shown_as: secret },
  ])
  const proven = { issuer: 'host', subject: secret }
  const flow = { ...proven, flow_hash: 'h', stage: 'password', user_id: id, failures: 0, expires: now }
  await tx.insert('login_flows', [{ ...flow, person: { subject: '1', shown_as: secret, groups: null } }])
  const code = { kind: 'password', user_id: id, login: secret, login_folded: secret }
  await tx.insert('account_codes', [{ ...code, creation_time: now, expires: now }])
  const [comment] = await tx.select({ from: 'comments', where: { col: 'bug_id', eq: bug } })
  const ofComment = { comment_id: comment?.id ?? 0, user_id: id }
  await tx.insert('comment_mentions', [{ ...ofComment, word: secret }])
  await tx.insert('comment_reactions', [{ ...ofComment, reaction: '+1', at: now }])
  const factor = { user_id: id, secret: 's', creation_time: now, confirmed_time: now, last_step: 1, failures: 0 }
  await tx.insert('second_factors', [{ ...factor, last_failure: null }])
  await tx.insert('recovery_codes', [{ user_id: id, code_hash: 'h' }])
  const key = { credential_id: 'c', public_key: 'k', algorithm: -7, counter: 0, rp_id: 'localhost', user_handle: 'h' }
  await tx.insert('passkeys', [
    { ...key, user_id: id, name: secret, transports: [], is_backed_up: false, creation_time: now },
  ])
  const daily = { days: 127, hours: [8], to: null, only_changed: false, if_empty: false, is_enabled: true }
  await tx.insert('schedules', [
    { ...daily, user_id: id, kind: 'digest', name: secret, next_time: now, disabled_reason: '' },
  ])
  await tx.insert('erased_logins', [{ login_hash: 'h', user_id: id }])
  await tx.insert('idempotency', [
    { caller: id, key_hash: 'k', fingerprint: 'f', answer: { value: login }, creation_time: now },
  ])
  const waiting = { attempts: 0, next_attempt: now, creation_time: now, state: 'waiting' }
  const holds = [{ role: 'cc', via: login, moved: null }]
  const about = { by: 1, is_new: false, history: [], comments: [], is_global: false }
  await tx.insert('mail_outbox', [
    { ...waiting, kind: 'bug', bug_id: bug, user_id: id, payload: { ...about, holds: [] }, last_error: `To ${login}` },
    { ...waiting, kind: 'bug', bug_id: bug, user_id: aliceId, payload: { ...about, holds } },
    {
      ...waiting,
      kind: 'account',
      address: `old-${login}`,
      payload: { what: 'address_changed', before: login, after: 'x' },
    },
    {
      ...waiting,
      kind: 'account',
      address: `new-${login}`,
      payload: { what: 'address_requested', code_id: 1, login },
    },
    {
      ...waiting,
      kind: 'account',
      address: at('bob'),
      payload: { what: 'account_locked', login, address: network, minutes: 30 },
    },
  ])
  const hook = { user_id: id, name: secret, url: `https://${secret}.example/`, events: ['changed'], format: 'standard' }
  const none = {
    product_ids: [],
    component_ids: [],
    fields: [],
    headers: { 'X-Of': secret },
    secrets: [],
    disabled_reason: '',
  }
  const off = { include_text: false, include_restricted: false, is_enabled: false, after_seq: 0, creation_time: now }
  const [webhook_id = 0] = await tx.insert('webhooks', [{ ...hook, ...none, ...off }])
  await tx.insert('webhook_deliveries', [{ ...waiting, webhook_id, message_id: 'm', kind: 'ping', answer: secret }])
  const item = { way: 'mail', source: 'pipe', key_hash: 'h', outcome: 'held', reason: '', intake_id: null, bug_ids: [] }
  const [inbound_id = 0] = await tx.insert('inbound', [
    {
      ...item,
      user_id: null,
      sender: login,
      subject: secret,
      size: 3,
      attempts: 1,
      time: now,
      address_hash: '',
      arrival_time: null,
    },
  ])
  await tx.insert('inbound_content', [{ inbound_id, part: 0, data: new TextEncoder().encode(secret) }])
  const git = {
    user_id: id,
    name: 'Git',
    host: 'github',
    repositories: [],
    product_ids: [],
    secrets: [],
    closes: 'never',
  }
  const outcome = { status: 'RESOLVED', resolution: 'FIXED', branches: [], numbers: false, is_enabled: false }
  await tx.insert('code_hooks', [{ ...git, ...outcome, last_time: null, creation_time: now }])
  const place = { product_id: 1, component_id: 1, version_id: 1, accepts: 'anybody', is_active: true }
  const door = { key: null, origins: [], per_hour: 60, max_kb: 4096, account_id: id, form_id: null, holds: false }
  await tx.insert('intakes', [{ name: 'filed-by-them', ...place, ...door }])
  await tx.insert('login_attempts', [
    { login_hash: hashSecret(fold(login)), address: network, at: now, was_right: true },
  ])
}
