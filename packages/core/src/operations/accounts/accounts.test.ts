import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { openMailWorld, outbox } from '../../../test/mail.js'
import { changeUser, givePassword, rowsOf } from '../../../test/people.js'
import type { Store } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'
import type { MailMessage } from '../../mail/transport/mailer.js'

const password = 'battery staple'
const notValid = { code: 'account_code_not_valid', number: 1470 }

/** Opens a world with mail, with a helper that takes codes from messages as users do. */
async function openAccounts(open: Parameters<typeof openMailWorld>[0]) {
  const opened = await openMailWorld(open)
  const { world } = opened
  await givePassword(world, 'alice', 'correct horse')
  const nobody = world.as(null).accounts
  const codeIn = ({ text }: MailMessage) => /Code \| (\w+)/.exec(text)?.[1] as string
  /** Returns the last message with a code to a user. Messages prepared after the response take a while. */
  const messageTo = async (name: string) => {
    const ofName = ({ to, text }: MailMessage) => to === at(name) && text.includes('Code |')
    let found: MailMessage | undefined
    const look = async () => (found = (await opened.arrived()).find(ofName)) !== undefined
    await expect.poll(look, { timeout: 60_000 }).toBe(true)
    return found as unknown as MailMessage
  }
  const logIn = (name: string, given: string) => world.as(null).sessions.create({ login: at(name), password: given })
  const askFor = async (name: string) => {
    await nobody.requestPassword({ login: at(name) })
    return codeIn(await messageTo(name))
  }
  return { ...opened, nobody, codeIn, messageTo, logIn, askFor }
}

/** Another tracker on the store: what it does after answers is done once it is closed. */
function another({ store, clock }: World, shared: Store = store) {
  return createTracker({ store: { ...shared, close: async () => undefined }, testing: { clock: clock.now } })
}

onAnyStore('what people are offered about accounts', (open) => {
  it('is a new password where mail is sent, and an account where the parameter lets some address have one', async () => {
    const { world, nobody } = await openAccounts(open)
    expect(await nobody.get()).toEqual({
      passkeys: false,
      passwords: 'all',
      can_register: false,
      can_reset_password: true,
      providers: [],
    })
    const parameters = { createemailregexp: '@example\\.com$', requirelogin: true }
    await world.as('admin').parameters.update({ parameters })
    expect(await nobody.get()).toEqual({
      passkeys: false,
      passwords: 'all',
      can_register: true,
      can_reset_password: true,
      providers: [],
    })
    await world.as('admin').parameters.update({ parameters: { mail_delivery_method: 'None' } })
    expect(await nobody.get()).toEqual({
      passkeys: false,
      passwords: 'all',
      can_register: false,
      can_reset_password: false,
      providers: [],
    })
  })
})

onAnyStore('a code by mail for a new password', (open) => {
  it('sets the password once, ends sessions and lifts the lock; keys stay unless they are to go as well', async () => {
    const { world, logIn, nobody, askFor } = await openAccounts(open)
    const { token } = await logIn('alice', 'correct horse')
    const { api_key } = await world.as('alice').apiKeys.create({})
    for (let i = 0; i < 5; i++) await logIn('alice', 'wrong').catch(() => undefined)
    const code = await askFor('alice')
    expect(await nobody.setPassword({ code, password })).toEqual({ login: at('alice') })
    await expect(world.tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
    await expect(nobody.setPassword({ code, password: 'a third one' })).rejects.toMatchObject(notValid)
    expect(await logIn('alice', password)).toHaveProperty('token')
    expect(await world.tracker.as({ api_key }).users.whoami()).toMatchObject({ name: at('alice') })
    const again = await askFor('alice')
    await nobody.setPassword({ code: again, password: 'a third one', revoke_api_keys: true })
    await expect(world.tracker.as({ api_key }).users.whoami()).rejects.toMatchObject({ code: 'api_key_revoked' })
  })

  it('is sent in a link that reaches no server and no other page, and is stored nowhere', async () => {
    const { world, nobody, codeIn, messageTo } = await openAccounts(open)
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'https://bugs.example.com/'))
    await nobody.requestPassword({ login: ' ALICE@example.com ' })
    const message = await messageTo('alice')
    const code = codeIn(message)
    expect(code).toMatch(/^\w{32}$/)
    expect(message.text).toContain(`https://bugs.example.com/reset#${code}`)
    const kept = await Promise.all([
      rowsOf(world, 'account_codes'),
      rowsOf(world, 'audit_log'),
      rowsOf(world, 'changes'),
      outbox(world),
    ])
    expect(JSON.stringify(kept)).not.toContain(code)
    const error: unknown = await nobody.setPassword({ code: `${code}x`, password }).catch((thrown: unknown) => thrown)
    expect(JSON.stringify(error)).not.toContain(code)
  })

  it('is not valid after 30 minutes, for something else, mistyped, or once a later one has been used', async () => {
    const { world, nobody, askFor } = await openAccounts(open)
    const [first, second] = [await askFor('alice'), await askFor('alice')]
    await expect(nobody.setAddress({ code: first })).rejects.toMatchObject(notValid)
    await expect(nobody.create({ code: first, password })).rejects.toMatchObject(notValid)
    for (const code of ['', 'x'.repeat(32), first.slice(1), first.toLowerCase() + first.toUpperCase()])
      await expect(nobody.setPassword({ code, password })).rejects.toMatchObject(notValid)
    await nobody.setPassword({ code: second, password })
    await expect(nobody.setPassword({ code: first, password })).rejects.toMatchObject(notValid)
    world.clock.advance(31 * 60)
    const late = await askFor('alice')
    world.clock.advance(30 * 60)
    await expect(nobody.setPassword({ code: late, password })).rejects.toMatchObject(notValid)
  })

  it('is used by one of two who try it at once', async () => {
    const { nobody, logIn, askFor } = await openAccounts(open)
    const code = await askFor('alice')
    const passwords = ['the first of two', 'the second of two']
    const outcomes = await Promise.allSettled(passwords.map((one) => nobody.setPassword({ code, password: one })))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const logins = await Promise.allSettled(passwords.map((one) => logIn('alice', one)))
    expect(logins.map(({ status }) => status)).toEqual(outcomes.map(({ status }) => status))
  })

  it('is answered with the same and the same work, whether there is an account, a disabled one or none', async () => {
    const { world } = await openAccounts(open)
    const { store, queries, writes } = countingStore(world.store)
    const askedFor = async (login: string) => {
      const tracker = await another(world, store)
      for (const list of [queries, writes]) list.splice(0)
      const answer = await tracker.as(null).accounts.requestPassword({ login })
      const work = [...queries, ...writes]
      await tracker.close()
      return { answer, work }
    }
    const ofAlice = await askedFor(at('alice'))
    expect([await askedFor(at('dora')), await askedFor(at('nobody'))]).toEqual([ofAlice, ofAlice])
    expect(await rowsOf(world, 'account_codes')).toHaveLength(1)
  })

  it('is sent three times within half an hour at most, and never to a disabled account', async () => {
    const { world } = await openAccounts(open)
    const tracker = await another(world)
    const ask = (name: string) => tracker.as(null).accounts.requestPassword({ login: at(name) })
    for (const name of ['alice', 'alice', 'dora', 'alice', 'alice', 'nobody', 'alice']) await ask(name)
    await tracker.close()
    expect((await rowsOf(world, 'account_codes')).map(({ login }) => login)).toEqual(Array(3).fill(at('alice')))
    const logged = (await rowsOf(world, 'audit_log')).filter(({ field }) => field === 'password_requested')
    expect(logged).toHaveLength(3)
  })

  it('is sent however often a stranger has asked for an account with the address', async () => {
    const { world, nobody, messageTo } = await openAccounts(open)
    await world.as('admin').parameters.update({ parameters: { createemailregexp: '.' } })
    const tracker = await another(world)
    for (let asked = 0; asked < 4; asked++) await tracker.as(null).accounts.register({ email: at('alice') })
    await tracker.close()
    await nobody.requestPassword({ login: at('alice') })
    expect(await messageTo('alice')).toBeDefined()
  })

  it('is no way in for who has been disabled since', async () => {
    const { world, nobody, askFor } = await openAccounts(open)
    const code = await askFor('alice')
    await changeUser(world, 'alice', { login_denied_text: 'Gone' })
    await expect(nobody.setPassword({ code, password })).rejects.toMatchObject(notValid)
  })

  it('is no way in once the account has got another password or another address', async () => {
    const { world, nobody, codeIn, askFor, messageTo } = await openAccounts(open)
    const admin = world.as('admin').users
    const change = (name: string, input: object) => admin.update({ names: [at(name)], ...input })
    const asked = await askFor('alice')
    await change('alice', { password: 'a third one' })
    await expect(nobody.setPassword({ code: asked, password })).rejects.toMatchObject(notValid)
    await admin.create({ email: at('mistyped'), invite: true })
    const invited = codeIn(await messageTo('mistyped'))
    await change('mistyped', { email: at('erin') })
    await expect(nobody.setPassword({ code: invited, password })).rejects.toMatchObject(notValid)
  })

  it('stays valid when the password is among those that are guessed first, or little more than the login name', async () => {
    const { nobody, askFor, logIn } = await openAccounts(open)
    const code = await askFor('alice')
    const refused = (given: string) => nobody.setPassword({ code, password: given })
    for (const bad of ['123456', 'Password1', 'alice123', 'Example.com'])
      await expect(refused(bad)).rejects.toMatchObject({ code: 'password_too_common', data: { field: 'password' } })
    await expect(refused('short')).rejects.toMatchObject({ code: 'password_too_short' })
    await nobody.setPassword({ code, password })
    expect(await logIn('alice', password)).toHaveProperty('token')
  })

  it('is refused where the tracker sends no mail', async () => {
    const world = await open()
    const off = { code: 'mail_not_sent', number: 1471 }
    for (const name of ['alice', 'nobody'])
      await expect(world.as(null).accounts.requestPassword({ login: at(name) })).rejects.toMatchObject(off)
    const invited = { email: at('erin'), invite: true }
    await expect(world.as('admin').users.create(invited)).rejects.toMatchObject(off)
    expect((await world.as('admin').users.get({ names: [at('erin')], permissive: true })).users).toEqual([])
  })
})

onAnyStore('an account of one’s own', (open) => {
  const denied = { code: 'registration_denied', number: 501 }

  it('is made by whoever reads the mail of an address that may have one, and joins groups by it', async () => {
    const { world, nobody, codeIn, messageTo, logIn } = await openAccounts(open)
    await expect(nobody.register({ email: at('erin') })).rejects.toMatchObject(denied)
    await world.as('admin').parameters.update({ parameters: { createemailregexp: '@EXAMPLE\\.com$' } })
    await world.as('admin').groups.update({ names: ['secret'], user_regexp: '^erin@' })
    await expect(nobody.register({ email: 'erin@elsewhere.org' })).rejects.toMatchObject(denied)
    await nobody.register({ email: at('erin') })
    const code = codeIn(await messageTo('erin'))
    await expect(nobody.setPassword({ code, password })).rejects.toMatchObject(notValid)
    await nobody.create({ code, password, full_name: 'Erin Example' })
    await expect(nobody.create({ code, password })).rejects.toMatchObject(notValid)
    expect(await logIn('erin', password)).toHaveProperty('token')
    const { groups } = await world.as('erin').users.whoami({ include_fields: ['groups'] })
    expect(groups?.map(({ name }) => name)).toContain('secret')
  })

  it('is not created twice, and only an email informs its owner', async () => {
    const { world, nobody, codeIn, messageTo } = await openAccounts(open)
    await world.as('admin').parameters.update({ parameters: { createemailregexp: '.' } })
    expect(await nobody.register({ email: at('alice') })).toEqual(await nobody.register({ email: at('erin') }))
    const code = codeIn(await messageTo('erin'))
    await world.as('admin').users.create({ email: at('erin') })
    await expect(nobody.create({ code, password })).rejects.toMatchObject({ code: 'account_exists' })
  })

  it('is an invitation that gets there, however often a stranger has asked with its address', async () => {
    const { world, messageTo } = await openAccounts(open)
    await world.as('admin').parameters.update({ parameters: { createemailregexp: '.' } })
    const tracker = await another(world)
    for (let asked = 0; asked < 4; asked++) await tracker.as(null).accounts.register({ email: at('erin') })
    await tracker.close()
    await world.as('admin').users.create({ email: at('erin'), invite: true })
    expect((await rowsOf(world, 'account_codes')).map(({ kind }) => kind).toSorted()).toEqual([
      'invitation',
      ...Array<string>(3).fill('registration'),
    ])
    expect(await messageTo('erin')).toBeDefined()
  })

  it('is waiting for its password after an invitation, for seven days', async () => {
    const { world, nobody, codeIn, messageTo, logIn } = await openAccounts(open)
    await world.as('admin').users.create({ email: at('erin'), invite: true })
    const message = await messageTo('erin')
    expect(message.text).toContain('Administrator created an account for you')
    world.clock.advance(6 * 86_400)
    await nobody.setPassword({ code: codeIn(message), password })
    expect(await logIn('erin', password)).toHaveProperty('token')
  })
})

onAnyStore('another address for an account', (open) => {
  it('is taken by whoever reads its mail and knows the password, while the tracker lets people', async () => {
    const { world, nobody, codeIn, messageTo, logIn } = await openAccounts(open)
    const asked = { email: at('alison'), current_password: 'correct horse' }
    const { accounts } = world.as('alice')
    await expect(accounts.requestAddress(asked)).rejects.toMatchObject({ code: 'auth_failure' })
    await world.as('admin').parameters.update({ parameters: { allowemailchange: true } })
    await expect(accounts.requestAddress({ ...asked, current_password: 'guess' })).rejects.toMatchObject({
      number: 300,
    })
    await accounts.requestAddress(asked)
    const code = codeIn(await messageTo('alison'))
    await expect(nobody.setPassword({ code, password })).rejects.toMatchObject(notValid)
    expect(await nobody.setAddress({ code })).toEqual({ login: at('alison') })
    await expect(nobody.setAddress({ code })).rejects.toMatchObject(notValid)
    expect(await logIn('alison', 'correct horse')).toHaveProperty('token')
    await expect(logIn('alice', 'correct horse')).rejects.toMatchObject({ number: 300 })
  })

  it('gets the same response when the address is used, and is not taken from an account that has it since', async () => {
    const { world, nobody, codeIn, messageTo } = await openAccounts(open)
    await world.as('admin').parameters.update({ parameters: { allowemailchange: true } })
    const { accounts } = world.as('alice')
    const current_password = 'correct horse'
    await accounts.requestAddress({ email: at('alison'), current_password })
    const code = codeIn(await messageTo('alison'))
    expect(await accounts.requestAddress({ email: at('bob'), current_password })).toEqual({})
    await world.as('admin').users.create({ email: at('alison') })
    await expect(nobody.setAddress({ code })).rejects.toMatchObject({ code: 'account_exists' })
  })
})

onAnyStore('the audit log', (open) => {
  it('logs logins, failures and locks of existing accounts with their addresses', async () => {
    const { world } = await openAccounts(open)
    const from = world.tracker.as(null, { address: '192.0.2.7' }).sessions
    const tried = (login: string, given: string) => from.create({ login, password: given }).catch(() => undefined)
    await tried(at('alice'), 'correct horse')
    for (let i = 0; i < 6; i++) await tried(at('alice'), 'wrong')
    await tried('my password by mistake', 'wrong')
    const fields = async () => {
      const { audit_log } = await world.as('admin').audit.get({ class: ['User'] })
      return audit_log.map(({ field, added }) => `${field} ${added}`).toSorted()
    }
    await expect.poll(async () => (await fields()).length).toBe(6)
    expect(await fields()).toEqual([
      'locked 192.0.2.7',
      'login 192.0.2.7',
      ...Array<string>(4).fill('login_failed 192.0.2.7'),
    ])
  })
})
