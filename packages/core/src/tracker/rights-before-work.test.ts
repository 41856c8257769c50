// Slow work, of passwords and of names of servers, is for callers who have the right to what it is for.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at } from '../../test/bugs.js'
import { onAnyStore, type World } from '../../test/harness.js'
import { givePassword, join } from '../../test/people.js'
import { password, withAuthenticator } from '../../test/second-factor.js'
import { recordingSender } from '../../test/webhooks.js'
import type { AnyOperation } from '../call/define/operation.js'
import { operations } from './operations.js'

const all = Object.values(operations).flatMap((verbs) => Object.values<AnyOperation>(verbs))
const slow = all.filter((operation) => 'prepare' in operation).map(({ name }) => name)

const { scrypt } = crypto
let hashed = 0

const counting = (...[given, salt, length, , callback]: Parameters<typeof scrypt>) => {
  hashed++
  scrypt(given, salt, length, { N: 16 }, callback)
}

function hashWith(hash: unknown): void {
  Object.assign(crypto, { scrypt: hash })
  syncBuiltinESMExports()
}

beforeAll(() => hashWith(counting))
afterAll(() => hashWith(scrypt))

const fresh = 'battery staple'
const hook = { name: 'Builds', url: 'https://ci.example.com/', events: ['created'] }

const signedAnswer = {
  id: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
}

const newKey = { ...signedAnswer, response: { ...signedAnswer.response, publicKeyAlgorithm: -7 } }

type Case = [who: string | null, name: string, input: object, code: string]

const refused: readonly Case[] = [
  ['alice', 'users.create', { email: 'new@example.com', password: fresh }, 'auth_failure'],
  ['carl', 'users.create', { email: 'admin@example.com', password: fresh }, 'account_exists'],
  ['carl', 'users.create', { email: 'admin@boss.example.com', password: fresh }, 'auth_failure'],
  ['alice', 'users.update', { names: [at('bob')], password: fresh }, 'auth_failure'],
  ['carl', 'users.update', { names: [at('admin')], password: fresh }, 'auth_failure'],
  ['carl', 'users.update', { names: [at('nobody')], password: fresh }, 'object_does_not_exist'],
  ['carl', 'users.update', { names: [at('bob')], password: fresh, groups: { add: ['admin'] } }, 'auth_failure'],
  [null, 'users.updateSelf', { password: fresh, current_password: password }, 'login_required'],
  [null, 'accounts.requestAddress', { email: 'a@example.com', current_password: password }, 'login_required'],
  ['alice', 'accounts.requestAddress', { email: 'a@example.com', current_password: password }, 'auth_failure'],
  [null, 'accounts.create', { code: 'x'.repeat(32), password: fresh }, 'account_code_not_valid'],
  [null, 'accounts.setPassword', { code: 'x'.repeat(32), password: fresh }, 'account_code_not_valid'],
  [null, 'secondFactor.begin', { current_password: password }, 'login_required'],
  [null, 'sessions.confirm', { password }, 'login_required'],
  [null, 'logins.begin', { by: 'none', redirect_uri: 'https://x.example/' }, 'login_provider_unknown'],
  [null, 'logins.finish', { flow: 'x', answer: { code: 'a' } }, 'login_flow_not_valid'],
  [null, 'logins.ended', { by: 'none', logout_token: 'x' }, 'login_provider_unknown'],
  [null, 'logins.complete', { flow: 'x', password }, 'login_flow_not_valid'],
  [null, 'logins.finish', { flow: 'x', answer: signedAnswer }, 'login_flow_not_valid'],
  [null, 'passkeys.create', { flow: 'x', answer: newKey, name: 'x', current_password: password }, 'login_required'],
  [null, 'passkeys.remove', { id: 1, current_password: password }, 'login_required'],
  ['alice', 'passkeys.remove', { id: 1, current_password: password }, 'object_does_not_exist'],
  ['alice', 'sessions.confirm', { password }, 'login_required'],
  [null, 'secondFactor.remove', { current_password: password, otp: '123456' }, 'login_required'],
  ['alice', 'secondFactor.remove', { current_password: password, otp: '123456' }, 'second_factor_absent'],
  [null, 'secondFactor.renewRecoveryCodes', { current_password: password, otp: '123456' }, 'login_required'],
  ['alice', 'secondFactor.renewRecoveryCodes', { current_password: password, otp: '123456' }, 'second_factor_absent'],
  [null, 'webhooks.create', hook, 'login_required'],
  ['eve', 'webhooks.create', hook, 'auth_failure'],
  ['bob', 'webhooks.create', hook, 'webhook_limit'],
  [null, 'webhooks.update', { ids: [1], url: hook.url }, 'login_required'],
  ['alice', 'webhooks.update', { ids: [1], url: hook.url }, 'object_does_not_exist'],
  ['ivan', 'webhooks.update', { ids: [21], url: hook.url }, 'auth_failure'],
]

/** Opens a world of users with some permission, but not the required one, and a sender that counts. */
async function openCounting(open: (options: object) => Promise<World>) {
  let lookedUp = 0
  const check = async () => void lookedUp++
  const world = await open({ webhooks: { sender: { ...recordingSender(), check }, onDemand: true } })
  const admin = world.tracker.asSystem()
  await join(world, 'carl', 'editusers')
  await admin.parameters.update({ parameters: { webhook_group: 'editbugs' } })
  await admin.groups.create({ name: 'bosses', description: 'Those who decide', user_regexp: '@boss\\.' })
  await admin.groups.update({ names: ['admin'], user_regexp: '@boss\\.' })
  for (const name of ['alice', 'ivan']) await givePassword(world, name, password)
  await withAuthenticator(world, 'bob')
  for (let n = 0; n < 20; n++) await world.as('bob').webhooks.create(hook as never)
  await world.as('ivan').webhooks.create(hook as never)
  await admin.groups.update({ names: ['editbugs'], user_regexp: '^(admin|alice|bob)@' })
  hashed = 0
  lookedUp = 0
  const run = ([who, name, input]: Case) => {
    const [resource, verb] = name.split('.') as [string, string]
    const own = world.as(who) as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
    return own[resource]?.[verb]?.(input)
  }
  return { world, run, counts: () => ({ hashed, lookedUp }) }
}

/** Logging in and out. */
const openToAll = new Set(['sessions.create', 'sessions.delete'])

it('all operations with slow work have a case, except logging in and out, which are public', () => {
  expect(new Set(refused.map(([, name]) => name))).toEqual(new Set(slow.filter((name) => !openToAll.has(name))))
})

onAnyStore('operations without the right to them', (open) => {
  it('hash no password and look up no name', async () => {
    const { run, counts } = await openCounting(open)
    for (const one of refused) {
      const [who, name, , code] = one
      const what = `${name} by ${who}`
      const refusal = await Promise.resolve(run(one)).catch((error: unknown) => error)
      expect({ what, refusal, ...counts() }).toMatchObject({ what, refusal: { code }, hashed: 0, lookedUp: 0 })
    }
  })

  it('hash no password and look up no name in a transaction either', async () => {
    const { world, counts } = await openCounting(open)
    const carl = { login: at('carl') }
    const change = world.tracker.transaction((tx) =>
      tx.as(carl).users.update({ names: [at('admin')], password: fresh }),
    )
    await expect(change).rejects.toMatchObject({ code: 'auth_failure' })
    expect(counts()).toEqual({ hashed: 0, lookedUp: 0 })
  })

  it('do it for those who have the right', async () => {
    const { run, counts } = await openCounting(open)
    await run(['carl', 'users.update', { names: [at('bob')], password: fresh }, ''])
    expect(counts()).toEqual({ hashed: 1, lookedUp: 0 })
    await run(['alice', 'webhooks.create', hook, ''])
    expect(counts()).toEqual({ hashed: 1, lookedUp: 1 })
  })

  it('respond alike for an internal address, a public one and an unknown host name', async () => {
    const { run, counts } = await openCounting(open)
    const urls = ['http://127.0.0.1/', 'https://nobody.invalid/', 'https://93.184.216.34/', 'no URL at all']
    for (const url of urls) {
      const answer = { code: 'auth_failure', message: expect.not.stringContaining(url) as string }
      await expect(run(['eve', 'webhooks.create', { ...hook, url }, ''])).rejects.toMatchObject(answer)
    }
    expect(counts()).toEqual({ hashed: 0, lookedUp: 0 })
  })
})
