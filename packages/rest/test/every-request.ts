// One request for each route of the API, for something that it can do.
import type { MemoryMailer, Tracker } from '@trackerkit/core'
import type { MailReader } from '@trackerkit/core/mail'
import { expect } from 'vitest'
import { testAuthenticator } from '../../core/test/authenticator.js'
import { person, testProvider, type TestProvider } from '../../core/test/login-provider.js'
import { shownBy } from '../../core/test/second-factor.js'
import { password, type Ask } from './harness.js'

/** A login provider that knows the administrator by the code `admin`, and of a logout before all sessions. */
export function knowingAdmin(): TestProvider {
  const provider = testProvider()
  provider.people.set('admin', person('1', 'admin@example.com'))
  provider.ended = async () => ({ subject: '1', at: new Date(0) })
  return provider
}

/** A tracker with the product Widgets, its component UI, the people alice and bob, and its API as the administrator may use it. */
export interface EverySite {
  readonly tracker: Tracker
  readonly clock: { readonly now: Date }
  /** Sends on demand or in the background. */
  readonly mailer: MemoryMailer
  readonly ask: (
    method: string,
    path: string,
    options: Ask,
  ) => Promise<{ readonly status: number; readonly text: string }>
}

/** A route, where it is asked, and with which body. `keep` names the id in the answer, for `:name` in later ones; `as`: another caller. */
type Request = readonly [route: string, path: string, body?: object | undefined, keep?: string | undefined, as?: 'bob']

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks', alias: 'blink' }
const note = { file_name: 'a.txt', summary: 'A note', content_type: 'text/plain', data: 'aGVsbG8=' }
const pages = 'https://bugs.example.com'
const passkey = {
  ...{ id: ':passkey_id', type: 'public-key' },
  response: {
    ...{ clientDataJSON: ':passkey_client', authenticatorData: ':passkey_data' },
    ...{ publicKey: ':passkey_key', publicKeyAlgorithm: -7 },
  },
}
const pullRequest = {
  ...{ url: 'https://git.example.com/a/b/1', kind: 'pull_request', repository: 'git.example.com/a/b' },
  ...{ ref: '1', title: 'Stop blinking' },
}
const about = { description: 'For a while' }
const flagType = { name: 'review', ...about, target_type: 'bug', inclusions: ['Widgets'] }
const move = { from: 'CONFIRMED', to: 'UNCONFIRMED' }
const component = (name: string) => ({ product: 'Widgets', name, ...about, default_assignee: 'bob@example.com' })
const login = `login=admin@example.com&password=${password}`

/** In this order: what is made is changed, then removed. */
export const requests: readonly Request[] = [
  ['GET /version', '/version'],
  ['GET /extensions', '/extensions'],
  ['GET /timezone', '/timezone'],
  ['GET /time', '/time'],
  ['GET /metadata', '/metadata'],
  ['GET /suggest', '/suggest?text=wid&limit=5'],
  ['GET /parameters', '/parameters'],
  ['GET /parameters/describe', '/parameters/describe'],
  ['PUT /parameters', '/parameters', { parameters: { useclassification: true, maxusermatches: 500 } }],
  ['GET /last_audit_time', '/last_audit_time'],
  ['GET /audit_log', '/audit_log?limit=2'],
  ['GET /changes', '/changes?limit=2&type=bug.created'],
  ['GET /changes/stream', '/changes/stream'],
  ['POST /changes/restart', '/changes/restart', {}],

  ['GET /login', `/login?${login}`],
  ['POST /login', '/login', { login: 'admin@example.com', password }],
  ['GET /valid_login', '/valid_login?login=admin@example.com'],
  ['GET /sessions', '/sessions'],
  ['GET /sessions/current', '/sessions/current'],
  ['POST /login', '/login', { login: 'admin@example.com', password }, 'token'],
  ['POST /sessions/confirm', '/sessions/confirm?token=:token', { password }],
  ['POST /sessions/act_as', '/sessions/act_as?token=:token', { user: 'bob@example.com', reason: 'To help' }],
  ['POST /login/flow', '/login/flow', { by: 'acme', redirect_uri: 'https://bugs.example.com/back' }, 'flow'],
  ['PUT /login/flow', '/login/flow', { flow: ':flow', answer: { code: 'admin', state: ':state' } }],
  ['POST /login/ended', '/login/ended', { by: 'acme', logout_token: 'x' }],
  ['POST /login/flow/complete', '/login/flow/complete', { flow: ':flow', password }],
  ['POST /passkey/begin', '/passkey/begin?token=:token', { origin: pages }, 'passkey_flow'],
  ['POST /passkey', '/passkey?token=:token', { flow: ':flow', answer: passkey, name: 'Laptop' }, 'passkey'],
  ['GET /passkey', '/passkey'],
  ['PUT /passkey/{id}', '/passkey/:passkey', { name: 'Old laptop' }],
  ['POST /passkey/{id}/remove', '/passkey/:passkey/remove', {}],
  ['POST /passkey/begin', '/passkey/begin?token=:token', { origin: pages }, 'passkey_flow'],
  ['POST /passkey', '/passkey?token=:token', { flow: ':flow', answer: passkey, name: 'Telephone' }, 'passkey'],
  ['DELETE /passkey/{id}', '/passkey/:passkey'],
  ['GET /linked_account', '/linked_account'],
  ['POST /linked_account/remove', '/linked_account/remove', { issuer: 'https://acme.example.com' }],
  ['POST /sessions/confirm/mail', '/sessions/confirm/mail', {}, 'code', 'bob'],
  ['DELETE /sessions/{id}', '/sessions/1'],
  ['DELETE /sessions', '/sessions'],
  ['GET /logout', '/logout'],
  ['POST /logout', '/logout', {}],

  ['GET /whoami', '/whoami'],
  ['PUT /whoami', '/whoami', { full_name: 'Ada Admin' }],
  ['PUT /watch', '/watch', { add: ['bob@example.com'] }],
  ['GET /watch', '/watch'],
  ['PUT /whoami', '/whoami', { full_name: 'The Administrator' }],
  ['PUT /watch', '/watch', { add: ['bob@example.com'] }],
  ['GET /watch', '/watch'],
  ['POST /user', '/user', { email: 'dora@example.com', full_name: 'Dora' }, 'user'],
  ['PUT /user/{id_or_name}', '/user/:user', { full_name: 'Dora Example', groups: { add: ['editbugs'] } }],
  ['GET /user', '/user?match=example&ids=99&permissive=1'],
  ['GET /user/{id_or_name}', '/user/admin@example.com'],
  ['PUT /parameters', '/parameters', { parameters: { allowuserdeletion: true } }],
  ['POST /user', '/user', { email: 'gone@example.com' }, 'leaver'],
  ['POST /user/{id}/erase', '/user/:leaver/erase', { reason: 'Asked for', reassign_to: 'admin@example.com' }],
  ['GET /preferences', '/preferences'],
  ['PUT /preferences', '/preferences', { email: { cc: { comment: false } } }],
  ['POST /preferences/end_replies', '/preferences/end_replies', {}],
  ['POST /api_key', '/api_key', { ...about, expires: '2027-01-01T00:00:00Z' }, 'key'],
  ['PUT /api_key/{id}', '/api_key/:key', { is_revoked: true }],
  ['GET /api_key', '/api_key'],
  ['GET /api_key/{id}', '/api_key/:key'],
  ['POST /webhook', '/webhook', { name: 'Builds', url: 'https://ci.example.com/', events: ['created'] }, 'webhook'],
  ['GET /webhook', '/webhook?all=1'],
  ['GET /webhooks/list', '/webhooks/list'],
  ['GET /webhook/{id}', '/webhook/:webhook'],
  ['PUT /webhook/{id}', '/webhook/:webhook', { headers: { authorization: 'Bearer of news' } }],
  ['POST /webhook/{id}/secret', '/webhook/:webhook/secret', { keep_hours: 1 }],
  ['POST /webhook/{id}/ping', '/webhook/:webhook/ping', {}],
  ['GET /webhook/{id}/delivery', '/webhook/:webhook/delivery'],
  ['POST /webhook/{id}/redeliver', '/webhook/:webhook/redeliver', { since: '2026-01-01' }],
  ['DELETE /webhook/{id}', '/webhook/:webhook'],
  ['POST /saved_search', '/saved_search', { name: 'Mine', query: 'product=Widgets' }, 'search'],
  ['GET /saved_search', '/saved_search'],
  ['GET /saved_search/{id}', '/saved_search/:search'],
  ['POST /schedule', '/schedule', { saved_search_id: ':search', days: ['monday'], hours: [8] }, 'schedule'],
  ['GET /schedule', '/schedule'],
  ['PUT /schedule/{id}', '/schedule/:schedule', { hours: [9, 17], only_changed: true }],
  ['POST /schedule/{id}/run', '/schedule/:schedule/run', {}],
  ['DELETE /schedule/{id}', '/schedule/:schedule'],
  ['DELETE /saved_search/{id}', '/saved_search/:search'],

  ['POST /group', '/group', { name: 'crew', ...about }, 'group'],
  ['PUT /group/{id_or_name}', '/group/:group', { user_regexp: '@example' }],
  ['GET /group', '/group?membership=1'],
  ['GET /group/{id_or_name}', '/group/crew'],
  ['PUT /group/{id_or_name}/inheritance', '/group/crew/inheritance', { bless: { add: ['admin'] } }],
  ['GET /group/{id_or_name}/inheritance', '/group/crew/inheritance'],
  ['POST /classification', '/classification', { name: 'Things', ...about }, 'classification'],
  ['PUT /classification/{id_or_name}', '/classification/Things', { products: ['Widgets'] }],
  ['GET /classification', '/classification'],
  ['GET /classification/{id_or_name}', '/classification/Things'],
  ['POST /code_hook', '/code_hook', { name: 'Git', host: 'github', account: 'alice@example.com' }, 'hook'],
  ['PUT /code_hook/{id}', '/code_hook/:hook', { closes: 'never' }],
  ['GET /code_hook', '/code_hook'],
  ['GET /code_hook/{id}', '/code_hook/:hook'],
  ['POST /code_hook/{id}/secret', '/code_hook/:hook/secret', { keep_hours: 1 }],
  ['DELETE /code_hook/{id}', '/code_hook/:hook'],
  ['POST /form', '/form', { name: 'Questions', body: [{ type: 'input', attributes: { label: 'Where?' } }] }, 'form'],
  ['PUT /form/{id_or_name}', '/form/Questions', { product: 'Widgets' }],
  ['GET /form', '/form'],
  ['GET /form/{id_or_name}', '/form/:form'],
  ['DELETE /form/{id_or_name}', '/form/:form'],
  ['POST /intake', '/intake', { name: 'ui', product: 'Widgets', component: 'UI', version: '1.0' }, 'intake'],
  ['PUT /intake/{id_or_name}', '/intake/ui', { accepts: 'anybody' }],
  ['GET /intake', '/intake'],
  ['GET /intake/{id_or_name}', '/intake/:intake'],
  ['POST /intake/{id}/key', '/intake/:intake/key', {}, 'report_key'],
  ['GET /report/{key}', '/report/:report_key'],
  ['POST /report/{key}', '/report/:report_key', { summary: 'It blinks' }],
  ['GET /inbound', '/inbound'],
  ['GET /inbound/{id}', '/inbound/:held'],
  ['GET /inbound/{id}/content', '/inbound/:held/content'],
  ['POST /inbound/accept', '/inbound/accept', { ids: [':held'] }],
  ['POST /inbound/refuse', '/inbound/refuse', { ids: [':other_held'] }],
  ['POST /inbound/retry', '/inbound/retry', { ids: [':failed'] }],
  ['DELETE /intake/{id_or_name}', '/intake/:intake'],
  ['POST /keyword', '/keyword', { name: 'hard', ...about }, 'keyword'],
  ['PUT /keyword/{id_or_name}', '/keyword/hard', { name: 'tough' }],
  ['GET /keyword', '/keyword'],
  ['GET /keyword/{id_or_name}', '/keyword/:keyword'],

  ['POST /product', '/product', { name: 'Gadgets', ...about, version: '1' }, 'product'],
  ['PUT /product/{id_or_name}', '/product/:product', { is_open: false }],
  ['GET /product_selectable', '/product_selectable'],
  ['GET /product_enterable', '/product_enterable'],
  ['GET /product_accessible', '/product_accessible'],
  ['POST /flag_type', '/flag_type', flagType, 'flag_type'],
  ['PUT /flag_type/{id_or_name}', '/flag_type/review', { sortkey: 5 }],
  ['GET /flag_type', '/flag_type'],
  ['GET /flag_type/{id_or_product}', '/flag_type/Widgets'],
  ['GET /flag_type/{product}/{component}', '/flag_type/Widgets/UI'],
  ['GET /product', '/product?type=accessible&type=selectable'],
  ['GET /product/{id_or_name}', '/product/Widgets?include_fields=_all,components.flag_types'],
  ['PUT /product/{id_or_name}/group_control', '/product/Widgets/group_control', { group: 'crew', entry: true }],
  ['PUT /product/{id_or_name}/group_control/{group}', '/product/Widgets/group_control/crew', { entry: false }],
  ['GET /group_control', '/group_control'],
  ['GET /product/{id_or_name}/group_control', '/product/Widgets/group_control'],
  ['POST /component', '/component', component('Core'), 'component'],
  ['PUT /component/{id}', '/component/:component', { default_cc: ['alice@example.com'] }],
  ['PUT /component/{product}/{name}', '/component/Widgets/Core', { name: 'Kernel' }],
  ['GET /component', '/component'],
  ['GET /component/{id_or_product}', '/component/Widgets'],
  ['GET /component/{product}/{name}', '/component/Widgets/Kernel'],
  ['POST /version', '/version', { product: 'Widgets', name: '2.0' }, 'version'],
  ['PUT /version/{id}', '/version/:version', { sort_key: 3 }],
  ['PUT /version/{product}/{name}', '/version/Widgets/2.0', { name: '2.1' }],
  ['GET /version/{id_or_product}', '/version/Widgets'],
  ['GET /version/{product}/{name}', '/version/Widgets/2.1'],
  ['POST /milestone', '/milestone', { product: 'Widgets', name: 'M1' }, 'milestone'],
  ['PUT /milestone/{id}', '/milestone/:milestone', { sort_key: 3 }],
  ['PUT /milestone/{product}/{name}', '/milestone/Widgets/M1', { name: 'M2' }],
  ['GET /milestone', '/milestone'],
  ['GET /milestone/{id_or_product}', '/milestone/Widgets'],
  ['GET /milestone/{product}/{name}', '/milestone/Widgets/M2'],

  [
    'POST /field/bug',
    '/field/bug',
    { name: 'cf_colour', display_name: 'Colour', type: 2, is_on_bug_entry: 1 },
    'field',
  ],
  ['PUT /field/bug/{id_or_name}', '/field/bug/cf_colour', { sort_key: 7 }],
  ['POST /field/bug/{field}/values', '/field/bug/cf_colour/values', { name: 'Red', sort_key: 1 }, 'value'],
  ['PUT /field/bug/{field}/values/{value}', '/field/bug/cf_colour/values/Red', { name: 'Blue' }],
  ['GET /field/bug', '/field/bug'],
  ['GET /field/bug/{id_or_name}', '/field/bug/cf_colour'],
  ['GET /field/bug/{field}/values', '/field/bug/cf_colour/values'],
  ['GET /field/bug/{field}/{product_id}/values', '/field/bug/version/1/values'],
  ['PUT /workflow', '/workflow', { add: [move] }],
  ['GET /workflow', '/workflow'],

  ['POST /bug', '/bug', { ...bug, cf_colour: 'Blue', flags: [{ name: 'review', status: '+' }] }, 'bug'],
  ['PUT /bug/{id_or_alias}', '/bug/:bug', { cc: { add: ['bob@example.com'] }, comment: { body: 'Indeed' } }],
  ['PUT /bug/{id_or_alias}/tags', '/bug/blink/tags', { add: ['soon'] }],
  ['GET /bug', '/bug?product=Widgets&f1=short_desc&o1=substring&v1=blink&limit=1&count_total=1&nonsense=1'],
  ['GET /bug/count', '/bug/count?product=Widgets&x=component&y=status&nonsense=1'],
  ['GET /bug/board', '/bug/board?product=Widgets&columns=status&rows=assigned_to&include_fields=id&nonsense=1'],
  ['GET /bug/trend', '/bug/trend?product=Widgets&over=week&from=2026-01-01&hours=1&nonsense=1'],
  ['POST /bug/search', '/bug/search', { product: ['Widgets'], count_only: true }],
  ['GET /bug/possible_duplicates', '/bug/possible_duplicates?summary=blinks'],
  ['GET /bug/{id_or_alias}', '/bug/blink?ids=99&permissive=1&include_fields=_default,tags'],
  ['GET /bug/{id_or_alias}/history', '/bug/:bug/history'],
  ['PUT /parameters', '/parameters', { parameters: { allowbugdeletion: true } }],
  ['POST /bug', '/bug', { ...bug, alias: 'mistake' }],
  ['DELETE /bug/{id_or_alias}', '/bug/mistake?reason=A%20mistake'],
  ['GET /request', '/request?status=?&status=%2B&limit=5'],
  ['GET /bug/{id_or_alias}/graph', '/bug/:bug/graph?depth=2&open_only=1'],
  ['GET /bug/{id_or_alias}/view', '/bug/:bug/view?comments=10'],
  ['POST /bug/{id_or_alias}/comment', '/bug/:bug/comment', { comment: 'It does', work_time: 1 }, 'comment'],
  ['PUT /bug/comment/{comment_id}/tags', '/bug/comment/:comment/tags', { add: ['noted'] }],
  ['PUT /bug/comment/{comment_id}/reactions', '/bug/comment/:comment/reactions', { add: ['+1'] }],
  ['GET /bug/comment/{comment_id}/reactions', '/bug/comment/:comment/reactions'],
  ['POST /bug/{id_or_alias}/comment', '/bug/:bug/comment', { comment: '- [ ] Test', is_markdown: true }, 'task'],
  ['PUT /bug/comment/{comment_id}/task', '/bug/comment/:task/task', { offset: 2, is_done: true }],
  ['GET /bug/{id_or_alias}/people', '/bug/:bug/people?match=bo'],
  ['PUT /parameters', '/parameters', { parameters: { comment_edit_minutes: 10 } }],
  ['PUT /bug/comment/{comment_id}', '/bug/comment/:comment', { text: 'Seen it', expected_revision: 0 }],
  ['POST /bug/comment/render', '/bug/comment/render', { text: '**a**' }],
  ['GET /bug/comment/{comment_id}/revisions', '/bug/comment/:comment/revisions'],
  ['POST /bug/comment/{comment_id}/redact', '/bug/comment/:comment/redact', { reason: 'A name' }],
  ['POST /bug/{id_or_alias}/code_link', '/bug/blink/code_link', pullRequest, 'link'],
  ['GET /bug/{id_or_alias}/code_link', '/bug/blink/code_link'],
  ['DELETE /code_link/{id}', '/code_link/:link'],
  ['GET /bug/{id_or_alias}/comment', '/bug/:bug/comment'],
  ['GET /bug/comment/{comment_id}', '/bug/comment/:comment'],
  ['GET /bug/comment/tags', '/bug/comment/tags?query=not'],
  ['GET /bug/comment/tags/{query}', '/bug/comment/tags/not'],
  ['POST /bug/{id_or_alias}/attachment', '/bug/:bug/attachment', { ...note, comment: 'See' }, 'attachment'],
  ['PUT /bug/attachment/{attachment_id}', '/bug/attachment/:attachment', { is_obsolete: true }],
  ['GET /bug/{id_or_alias}/attachment', '/bug/:bug/attachment'],
  ['GET /bug/attachment/{attachment_id}', '/bug/attachment/:attachment?exclude_fields=data'],
  ['GET /bug/attachment/{attachment_id}/data', '/bug/attachment/:attachment/data'],
  ['PUT /parameters', '/parameters', { parameters: { allow_attachment_deletion: true } }],
  ['DELETE /bug/attachment/{attachment_id}', '/bug/attachment/:attachment?reason=Secret&summary=1'],
  ['POST /bug_user_last_visit', '/bug_user_last_visit', { ids: ['blink'] }],
  ['POST /bug_user_last_visit/{id}', '/bug_user_last_visit/:bug', {}],
  ['GET /bug_user_last_visit', '/bug_user_last_visit'],
  ['GET /bug_user_last_visit/{id}', '/bug_user_last_visit/:bug'],
  ['PUT /follow', '/follow', { add: [{ product: 'Widgets', component: 'UI', scope: 'all' }], mute: [{ bug: 1 }] }],
  ['GET /follow', '/follow'],
  ['GET /inbox', '/inbox?state=all&limit=10'],
  ['PUT /inbox', '/inbox', { bugs: [1], seen: ['9'], state: 'done' }],

  ['GET /mail', '/mail?state=sent&limit=1', undefined, 'message'],
  ['GET /mail/{id}', '/mail/:message'],
  ['POST /mail/resend', '/mail/resend', { ids: [':message'] }],
  ['POST /mail/{id}/resend', '/mail/:message/resend', {}],
  ['POST /mail/drop', '/mail/drop', { all_dead: true }],
  ['POST /mail/{id}/drop', '/mail/:message/drop', {}],
  ['PUT /parameters', '/parameters', { parameters: { urlbase: 'https://bugs.example.com/' } }],
  ['POST /bug/{id_or_alias}/comment', '/bug/blink/comment', { comment: 'It blinks again' }],
  ['GET /mail', '/mail?state=sent&limit=1', undefined, 'unsubscribe'],
  ['GET /unsubscribe/{token}', '/unsubscribe/:unsubscribe'],
  ['POST /unsubscribe/{token}', '/unsubscribe/:unsubscribe', {}],
  ['PUT /parameters', '/parameters', { parameters: { urlbase: '' } }],

  ['DELETE /component/{id}', '/component/:component'],
  ['POST /component', '/component', component('Old')],
  ['DELETE /component/{product}/{name}', '/component/Widgets/Old'],
  ['DELETE /version/{id}', '/version/:version'],
  ['POST /version', '/version', { product: 'Widgets', name: '0.1' }],
  ['DELETE /version/{product}/{name}', '/version/Widgets/0.1'],
  ['DELETE /milestone/{id}', '/milestone/:milestone'],
  ['POST /milestone', '/milestone', { product: 'Widgets', name: 'M0' }],
  ['DELETE /milestone/{product}/{name}', '/milestone/Widgets/M0'],
  ['DELETE /keyword/{id_or_name}', '/keyword/:keyword'],
  ['DELETE /classification/{id_or_name}', '/classification/Things'],
  ['POST /group', '/group', { name: 'gone', ...about }],
  ['DELETE /group/{id_or_name}', '/group/gone'],
  ['POST /flag_type', '/flag_type', { name: 'gone', ...about }],
  ['DELETE /flag_type/{id_or_name}', '/flag_type/gone'],
  ['POST /field/bug/{field}/values', '/field/bug/cf_colour/values', { name: 'Grey' }],
  ['DELETE /field/bug/{field}/values/{value}', '/field/bug/cf_colour/values/Grey'],
  ['POST /field/bug', '/field/bug', { name: 'cf_shape', display_name: 'Shape', type: 1 }],
  ['PUT /field/bug/{id_or_name}', '/field/bug/cf_shape', { is_obsolete: true }],
  ['DELETE /field/bug/{id_or_name}', '/field/bug/cf_shape'],
  ['PUT /parameters', '/parameters', { parameters: { createemailregexp: '.', allowemailchange: true } }],
  ['GET /account', '/account'],
  ['POST /account', '/account', { email: 'erin@example.com' }, 'code'],
  ['PUT /account', '/account', { code: ':code', password: 'battery staple' }],
  ['POST /account/password', '/account/password', { login: 'admin@example.com' }, 'code'],
  ['PUT /account/password', '/account/password', { code: ':code', password: 'battery staple' }],
  [
    'POST /account/address',
    '/account/address',
    { email: 'ada@example.com', current_password: 'battery staple' },
    'code',
  ],
  ['PUT /account/address', '/account/address', { code: ':code' }],
  ['POST /second_factor', '/second_factor', { current_password: 'battery staple' }, 'otp'],
  ['PUT /second_factor', '/second_factor', { otp: ':otp' }, 'recovery'],
  [
    'POST /second_factor/recovery_codes',
    '/second_factor/recovery_codes',
    { current_password: 'battery staple', otp: ':recovery' },
    'recovery',
  ],
  ['GET /second_factor', '/second_factor'],
  ['POST /second_factor/remove', '/second_factor/remove', { current_password: 'battery staple', otp: ':recovery' }],
  ['POST /second_factor', '/second_factor', { current_password: 'battery staple' }, 'otp'],
  ['PUT /second_factor', '/second_factor', { otp: ':otp' }],
  ['PUT /user/{id_or_name}', '/user/bob@example.com', { groups: { add: ['admin'] } }],
  ['DELETE /user/{id_or_name}/second_factor', '/user/1/second_factor', undefined, undefined, 'bob'],
  // The requests are made with one of them.
  ['DELETE /api_key', '/api_key'],
]

/** The first id that an answer names. */
function firstId(text: string): number {
  return Number(/"ids?":\[?(\d+)/.exec(text)?.[1])
}

/** The authenticator's code for the secret in a response. */
function otpOf(text: string, { clock }: EverySite): string {
  return shownBy(/"secret":"(\w+)"/.exec(text)?.[1] as string, { clock: { now: () => clock.now } })
}

/** The answer of an authenticator to the options of `passkeys.begin`, in parts, with the flow. */
function passkeyOf(text: string): readonly (readonly [name: string, value: string])[] {
  const { flow, options } = JSON.parse(text) as {
    readonly flow: string
    readonly options: { readonly challenge: string; readonly user: { readonly id: string } }
  }
  const { id, response } = testAuthenticator(pages).create(options)
  const { clientDataJSON, authenticatorData, publicKey } = response
  return [
    ...[['flow', flow] as const, ['passkey_id', id] as const, ['passkey_client', clientDataJSON] as const],
    ...[['passkey_data', authenticatorData] as const, ['passkey_key', publicKey] as const],
  ]
}

/** The value to keep from a response under this name. */
async function keptOf(
  name: string,
  text: string,
  site: EverySite,
  code: () => Promise<string>,
): Promise<number | string> {
  if (name === 'code') return code()
  if (name === 'otp') return otpOf(text, site)
  if (name === 'flow' || name === 'state') return new RegExp(`"?${name}["=][:"]*([\\w.-]+)`).exec(text)?.[1] as string
  if (name === 'token') return /"token":"([\w-]+)"/.exec(text)?.[1] as string
  if (name === 'unsubscribe') return unsubscribeTokenIn(site)
  if (name === 'report_key') return /"?key["=][:"]*(tki_\w+)/.exec(text)?.[1] as string
  return name === 'recovery' ? (/"recovery_codes":\["([\w-]+)"/.exec(text)?.[1] as string) : firstId(text)
}

/** The code number `count` that was sent to a user, after the response. */
async function codeByMail({ tracker, mailer: { messages } }: EverySite, count: number): Promise<string> {
  // An accepted report invites its sender.
  const own = () => messages.filter(({ to }) => to !== 'sue@else.example')
  const codes = () => own().flatMap(({ text }) => /Code \| (\w+)/.exec(text)?.[1] ?? [])
  const look = async () => {
    await tracker.deliverMail()
    return codes().length
  }
  await expect.poll(look, { timeout: 60_000 }).toBe(count)
  return codes()[count - 1] as string
}

function unsubscribeTokenIn({ mailer: { messages } }: EverySite): string {
  const links = messages.flatMap(({ headers }) => headers['List-Unsubscribe'] ?? [])
  return /unsubscribe\/([\w-]+)>/.exec(links.at(-1) ?? '')?.[1] ?? 'none'
}

/** Two held reports, and a message that cannot be read. */
async function receiveReports(tracker: Tracker, kept: Map<string, number | string>): Promise<void> {
  const { inbound, parameters } = tracker.asSystem()
  await parameters.update({ parameters: { mail_in_address: 'bugs+*@tracker.example' } })
  const details = { recipients: ['bugs+ui@tracker.example'], verified: true }
  for (const text of ['One', 'Two', 'unreadable'])
    // Sites without a reader refuse the requests.
    await tracker.receiveMail(new TextEncoder().encode(text), details).catch(() => undefined)
  const idsOf = async (outcome: 'held' | 'failed') => (await inbound.list({ outcome })).items.map(({ id }) => id)
  const [[held = 0, other = 0], [failed = 0]] = [await idsOf('held'), await idsOf('failed')]
  for (const [name, id] of Object.entries({ held, other_held: other, failed })) kept.set(name, id)
}

/** Reads a text as a report of a sender without an account. */
export const textReader: MailReader = {
  async read(bytes) {
    const text = new TextDecoder().decode(bytes)
    if (text.includes('unreadable')) throw new Error('It cannot be read')
    const headers = [
      { name: 'from', value: 'sue@else.example' },
      { name: 'message-id', value: text.slice(-3) },
    ]
    return { headers, subject: text.slice(-3), text, attachments: [] }
  },
}

/** Makes all requests, one after the other, and hands each answer over. */
export async function askEveryRoute(
  site: EverySite,
  onAnswer: (route: string, answer: { readonly status: number; readonly text: string }) => void | Promise<void>,
): Promise<void> {
  const kept = new Map<string, number | string>()
  let codes = 0
  const filled = (text: string) => text.replace(/:([a-z_]+)/g, (all, name: string) => String(kept.get(name) ?? all))
  for (const [route, path, body, keep, as = 'admin'] of requests) {
    // Pending email and reports change over time.
    if (path.startsWith('/mail')) await site.tracker.deliverMail()
    if (path === '/inbound') await receiveReports(site.tracker, kept)
    const [method = ''] = route.split(' ')
    // stream/stream.test.ts reads the endless stream.
    const answer = await site.ask(path === '/changes/stream' ? 'HEAD' : method, filled(path), {
      as,
      ...(body && { body: filled(JSON.stringify(body)) }),
    })
    await onAnswer(route, answer)
    // A site whose caller is always the same is refused some.
    if (keep === undefined || (keep === 'code' && answer.status >= 400)) continue
    if (keep === 'passkey_flow') {
      for (const [name, value] of passkeyOf(answer.text)) kept.set(name, value)
      continue
    }
    const keptNow = keep === 'flow' ? ['flow', 'state'] : [keep]
    for (const name of keptNow) kept.set(name, await keptOf(name, answer.text, site, () => codeByMail(site, ++codes)))
  }
}
