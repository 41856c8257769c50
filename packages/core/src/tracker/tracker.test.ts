import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@trackerkit/adapter-memory'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { inStore, setParameter } from '../../test/bug-rows.js'
import { TrackerError, type ErrorCode } from '../kernel/errors.js'
import { createTestClock, onEveryStore, type World } from '../../test/harness.js'
import { changeUser, givePassword, rowsOf } from '../../test/people.js'
import { defineRead, defineWrite, type AnyOperation, type WriteOperation } from '../call/define/operation.js'
import { operations } from './operations.js'
import { StoreError } from '../store/index.js'
import type { TrackerOptions } from './options.js'
import { createTracker } from './tracker.js'
import { hostOf } from './host.js'

const day = new Date('2026-03-01T12:00:00Z')
const alice = { login: 'alice@example.com' }

/** Defines an operation that adds a keyword, fires an event, and then calls `then`. */
function addsKeyword(then: () => void | Promise<void> = () => undefined) {
  return defineWrite({
    name: 'test.addKeyword',
    summary: 'Adds a keyword',
    description: 'Adds a keyword',
    access: 'required',
    input: z.strictObject({ name: z.string() }),
    output: z.object({ id: z.int() }),
    async run(tx, { name }, call) {
      const [id = 0] = await tx.insert('keywords', [
        { name, name_folded: name, description: 'What people see', is_active: true },
      ])
      const user_id = call.who.user?.id ?? null
      const about = { class: 'Keyword', object_id: id }
      call.emit('administration.changed', { ...about, user_id, at: call.now, changes: [] })
      if (!name.startsWith('untold'))
        call.recordChange({ kind: 'administration', at: call.now, user_id, details: { ...about, audit: [] } })
      await then()
      return { id }
    },
  })
}

function listenTo(world: World): number[] {
  const seen: number[] = []
  world.tracker.on('administration.changed', ({ object_id }) => void seen.push(object_id))
  return seen
}

async function keywords(world: World): Promise<string[]> {
  return (await rowsOf(world, 'keywords')).map((row) => row.name)
}

onEveryStore('events of a tracker', (open) => {
  it('are fired after the commit, when listeners can read the change', async () => {
    const world = await open()
    const found = new Promise<string[]>((resolve) => {
      world.tracker.on('administration.changed', async () => resolve(await keywords(world)))
    })
    await hostOf(world.tracker).run(addsKeyword(), alice, { name: 'new' })
    expect(await found).toContain('new')
  })

  it('fail in tests when the change feed lacks the same change', async () => {
    const world = await open()
    const untold = hostOf(world.tracker).run(addsKeyword(), alice, { name: 'untold' })
    const fault = 'test.addKeyword emits administration.changed, but writes no entry of the change feed'
    await expect(untold).rejects.toMatchObject({ code: 'fault', cause: { message: fault } })
  })

  it('are not fired for a call that failed, and nothing of it remains', async () => {
    const world = await open()
    const seen = listenTo(world)
    const mistake = new Error('a mistake')
    const failing = addsKeyword(() => {
      throw mistake
    })
    await expect(hostOf(world.tracker).run(failing, alice, { name: 'new' })).rejects.toMatchObject({
      code: 'fault',
      number: -32000,
      cause: mistake,
    })
    expect(seen).toEqual([])
    expect(await keywords(world)).not.toContain('new')
  })

  it('are fired once for a call that had to run again', async () => {
    const world = await open()
    const seen = listenTo(world)
    let attempts = 0
    const racing = addsKeyword(() => {
      if (++attempts < 3) throw new StoreError('retry', 'lost a race')
    })
    const { id } = (await hostOf(world.tracker).run(racing, alice, { name: 'new' })) as { id: number }
    expect(attempts).toBe(3)
    expect(seen).toEqual([id])
    expect((await keywords(world)).filter((name) => name === 'new')).toHaveLength(1)
  })

  it('do no harm when a listener fails', async () => {
    const logged: string[] = []
    const world = await open({ logger: { warn: () => undefined, error: (message) => void logged.push(message) } })
    world.tracker.on('administration.changed', () => {
      throw new Error('a mistake')
    })
    const seen = listenTo(world)
    const { id } = (await hostOf(world.tracker).run(addsKeyword(), alice, { name: 'new' })) as { id: number }
    expect(seen).toEqual([id])
    expect(logged).toEqual(['a listener failed'])
  })
})

onEveryStore('running an operation', (open) => {
  it('reports a missing right before it looks at the input', async () => {
    const world = await open()
    const nonsense = { nonsense: true }
    const needsLogin = { code: 'login_required' }
    const read = defineRead({
      name: 'test.read',
      summary: 'Reads',
      description: 'Reads',
      access: 'required',
      input: z.strictObject({}),
      output: z.object({}),
      run: async () => ({}),
    })
    await expect(hostOf(world.tracker).run(read, null, nonsense)).rejects.toMatchObject(needsLogin)
    await expect(hostOf(world.tracker).run(read, { token: 'dead' }, nonsense)).rejects.toMatchObject({ number: 307 })
    await expect(hostOf(world.tracker).run(read, alice, nonsense)).rejects.toMatchObject({ code: 'unknown_parameter' })
    await expect(hostOf(world.tracker).run(addsKeyword(), null, nonsense)).rejects.toMatchObject(needsLogin)
    await expect(hostOf(world.tracker).run(addsKeyword(), alice, nonsense)).rejects.toMatchObject({
      code: 'param_required',
    })
    const { users } = world.as('alice')
    await expect(users.create(nonsense as never)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
  })

  it('prepares only for callers with the right, and once, however often the transaction has to run again', async () => {
    const world = await open()
    let prepared = 0
    let attempts = 0
    const slow: WriteOperation<z.ZodObject, z.ZodObject, number> = defineWrite({
      name: 'test.slow',
      summary: 'Prepares something',
      description: 'Prepares something',
      access: 'required',
      errors: ['auth_failure'],
      right: { group: 'editusers', action: 'test' },
      input: z.strictObject({}),
      output: z.object({ prepared: z.int() }),
      mayPrepare: async () => undefined,
      prepare: async () => ++prepared,
      run: async (_tx, _input, _call, value) => {
        if (++attempts < 3) throw new StoreError('retry', 'lost a race')
        return { prepared: value }
      },
    })
    await expect(hostOf(world.tracker).run(slow, null, {})).rejects.toMatchObject({ number: 410 })
    await expect(hostOf(world.tracker).run(slow, alice, {})).rejects.toMatchObject({ number: 304 })
    await expect(hostOf(world.tracker).run(slow, { login: 'admin@example.com' }, { x: 1 })).rejects.toMatchObject({
      number: 53,
    })
    expect(prepared).toBe(0)
    expect(await hostOf(world.tracker).run(slow, { login: 'admin@example.com' }, {})).toEqual({ prepared: 1 })
    expect([prepared, attempts]).toEqual([1, 3])
  })

  it('asks for a login everywhere but where it is exempt, when the parameter requirelogin is on', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'requirelogin', '1'))
    const names = ['alice@example.com']
    await expect(world.as(null).users.get({ names })).rejects.toMatchObject({ code: 'login_required', number: 410 })
    expect((await world.as('bob').users.get({ names })).users).toHaveLength(1)
    expect((await world.tracker.asSystem().users.get({ names })).users).toHaveLength(1)
    expect(await world.as(null).server.version()).toMatchObject({ version: expect.any(String) as string })
    await givePassword(world, 'alice', 'correct horse')
    const session = await world.as(null).sessions.create({ login: 'alice@example.com', password: 'correct horse' })
    expect((await world.tracker.as({ token: session.token }).users.get({ names })).users).toHaveLength(1)
  })

  it('is not tried again after a lost race once its signal has aborted, and leaves nothing', async () => {
    const ending = new AbortController()
    const reason = new Error('The page was left.')
    const world = await open()
    let attempts = 0
    const losing = addsKeyword(() => {
      attempts++
      ending.abort(reason)
      throw new StoreError('retry', 'lost a race')
    })
    const call = hostOf(world.tracker).run(losing, alice, { name: 'new' }, { signal: ending.signal })
    await expect(call).rejects.toBe(reason)
    expect(attempts).toBe(1)
    expect(await keywords(world)).not.toContain('new')
  })

  it('begins no call whose signal has aborted, and rejects with the reason of the signal', async () => {
    const world = await open()
    const ending = new AbortController()
    const options = { signal: ending.signal }
    expect(await world.as('alice').comments.searchTags({ query: 'tag' }, options)).toEqual([])
    const reason = new Error('The page was left.')
    ending.abort(reason)
    await expect(world.as('alice').users.updateSelf({ full_name: 'Else' }, options)).rejects.toBe(reason)
    expect(await world.as('alice').users.whoami()).toMatchObject({ real_name: 'Alice Example' })
  })

  it('answers the caller as they are now: nothing is kept with the methods', async () => {
    const world = await open()
    const { users } = world.as('bob')
    const email = async () => (await users.get({ names: ['alice@example.com'] })).users[0]
    expect(await email()).toMatchObject({ can_login: true })
    await changeUser(world, 'alice', { login_denied_text: 'Gone', real_name: 'Alice Gone' })
    expect(await email()).toMatchObject({ can_login: false, real_name: 'Alice Gone' })
    await changeUser(world, 'bob', { login_denied_text: 'Gone' })
    await expect(email()).rejects.toMatchObject({ code: 'account_disabled' })
    await changeUser(world, 'bob', { login_denied_text: '' })
    expect(await email()).toMatchObject({ can_login: false })
  })
})

describe('createTracker', () => {
  const quiet = { testing: { clock: () => day } }

  it('sets up an empty store once, and leaves a used one as it is', async () => {
    const store = memoryStore()
    const administrator = { login: 'root@example.com', real_name: 'Root', password: 'correct horse' }
    const first = await createTracker({ ...quiet, store, administrator })
    const second = await createTracker({ ...quiet, store, administrator: { login: 'other@example.com' } })
    expect([first.isNew, second.isNew]).toEqual([true, false])
    const { users } = await second.as(administrator).users.get({ match: ['@'] })
    expect(users).toMatchObject([{ name: 'root@example.com', real_name: 'Root' }])
    expect(users[0]?.groups?.map((group) => group.name)).toContain('admin')
  })

  it('refuses an administrator with an impossible login or password', async () => {
    const make = (administrator: { login?: string; password?: string }) =>
      createTracker({ ...quiet, store: memoryStore(), administrator })
    await expect(make({ login: 'root' })).rejects.toMatchObject({ code: 'illegal_email_address' })
    await expect(make({ password: 'short' })).rejects.toMatchObject({ code: 'password_too_short' })
  })

  const refusal = (options: object) =>
    createTracker({ ...quiet, store: memoryStore(), ...options }).then(
      () => 'accepted',
      (error: Error) => error.message,
    )

  it('refuses misspelled details of the administrator instead of making another one, and repeats no password', async () => {
    const email = { email: 'alice@example.com', full_name: 'Alice', password: 'correct horse' }
    expect(await refusal({ administrator: email })).toBe(
      'administrator.email is not an option of createTracker. Accepted: api_key, id, login, password, real_name.',
    )
    for (const [administrator, message] of [
      ['alice@example.com', "administrator cannot be 'a string'. Accepted: api_key, id, login, password, real_name."],
      [{ id: -1 }, "administrator.id cannot be '-1'. Accepted: a positive integer."],
      [{ id: 'x' }, "administrator.id cannot be 'x'. Accepted: a positive integer."],
      [{ login: 5 }, "administrator.login cannot be 'a number'. Accepted: text."],
      [{ password: 12345678 }, "administrator.password cannot be 'a number'. Accepted: text."],
    ] as const)
      expect(await refusal({ administrator })).toBe(message)
    expect(await refusal({ administrator: null })).toBe('accepted')
  })

  it('takes undefined for every option but the store, which programs that read their settings pass', async () => {
    const options: { readonly [N in Exclude<keyof TrackerOptions, 'store'>]: undefined } = {
      administrator: undefined,
      beforeSetUp: undefined,
      mustExist: undefined,
      mail: undefined,
      webhooks: undefined,
      hostUsers: undefined,
      rules: undefined,
      logins: undefined,
      logger: undefined,
      timeoutSeconds: undefined,
      observer: undefined,
      testing: undefined,
    }
    const tracker = await createTracker({ store: memoryStore(), ...options })
    expect(await tracker.transaction(async () => 'done', { timeout: undefined, retries: undefined })).toBe('done')
    const testing = { clock: undefined, stopwatch: undefined, random: undefined, checkAnswers: undefined }
    expect((await createTracker({ store: memoryStore(), testing })).isNew).toBe(true)
  })

  it('refuses what it could not call later', async () => {
    const observer =
      'an object with functions: operation, transaction, delivery, provider, inbound, rule, reload, block'
    for (const [options, message] of [
      [{ beforeSetUp: 5 }, "beforeSetUp cannot be 'a number'. Accepted: a function."],
      [{ mustExist: 'no' }, "mustExist cannot be 'no'. Accepted: true or false."],
      [{ logger: {} }, 'logger.warn cannot be a missing value. Accepted: a function.'],
      [{ logger: null }, "logger cannot be 'null'. Accepted: an object with functions: warn, error."],
      [{ observer: 5 }, `observer cannot be 'a number'. Accepted: ${observer}.`],
      [{ observer: { operation: 5 } }, "observer.operation cannot be 'a number'. Accepted: a function."],
      [{ testing: { clock: new Date(0) } }, "testing.clock cannot be 'an object'. Accepted: a function."],
      [{ testing: { checkAnswers: 'x' } }, "testing.checkAnswers cannot be 'x'. Accepted: true or false."],
    ] as const)
      expect(await refusal(options)).toBe(message)
    expect(await refusal({ logger: console, observer: {} })).toBe('accepted')
  })

  it.each([0, -1, NaN, Infinity])(
    'refuses a deadline of %d seconds, and leaves the store as it is',
    async (seconds) => {
      const store = memoryStore()
      await expect(createTracker({ ...quiet, store, timeoutSeconds: seconds })).rejects.toMatchObject({
        code: 'invalid_options',
        data: { field: 'timeoutSeconds', value: String(seconds) },
      })
      expect((await createTracker({ ...quiet, store, timeoutSeconds: 0.5 })).isNew).toBe(true)
    },
  )

  it('reports a caller of the wrong type by its key and type, without its value', async () => {
    const tracker = await createTracker({ ...quiet, store: memoryStore() })
    const messageOf = (call: () => unknown) => {
      try {
        call()
        return 'accepted'
      } catch (error) {
        return (error as Error).message
      }
    }
    const who = (value: object) => messageOf(() => tracker.as(value as { login: string }))
    expect(who({ login: 5 })).toContain("who cannot be 'an object with login as a number'.")
    expect(who({ password: undefined, login: 'alice@example.com' })).toContain(
      "who cannot be 'an object with login and password as undefined'.",
    )
    expect(messageOf(() => tracker.asSystem(null as never))).toBe("login cannot be 'null'. Accepted: text.")
    const inside = tracker.transaction(async (tx) => messageOf(() => tx.asSystem({ login: 'x' } as never)))
    expect(await inside).toBe("login cannot be 'an object'. Accepted: text.")
  })

  it('has a method for every operation', async () => {
    const tracker = await createTracker({ ...quiet, store: memoryStore() })
    const methods = tracker.as(null)
    for (const [resource, verbs] of Object.entries(operations)) {
      const bound = methods[resource as keyof typeof methods]
      expect(Object.keys(bound)).toEqual(Object.keys(verbs))
      expect(methods[resource as keyof typeof methods]).toBe(bound)
    }
    expect(Object.keys(operations)).toContain('users')
  })

  it('names every operation by its resource and its verb', () => {
    for (const [resource, verbs] of Object.entries(operations))
      for (const [verb, operation] of Object.entries<AnyOperation>(verbs))
        expect(operation.name).toBe(`${resource}.${verb}`)
  })

  it('validates responses against their schemas on request', async () => {
    const store = memoryStore()
    const lying = defineRead({
      name: 'test.lying',
      summary: 'Answers what it did not promise',
      description: 'Answers what it did not promise',
      access: 'exempt',
      input: z.strictObject({ include_fields: z.array(z.string()).optional() }),
      output: z.object({ id: z.int() }),
      run: async () => ({ id: 'none' }) as unknown as { id: number },
    })
    const careful = await createTracker({ store, testing: { ...quiet.testing, checkAnswers: true } })
    const careless = await createTracker({ ...quiet, store })
    await expect(hostOf(careful).run(lying, null, {})).rejects.toMatchObject({
      code: 'fault',
      cause: { message: expect.stringContaining('expected number') as string },
    })
    expect(await hostOf(careless).run(lying, null, {})).toEqual({ id: 'none' })
  })

  it('validates that the operation declares its errors, on request', async () => {
    const store = memoryStore()
    const failing = (errors: readonly ErrorCode[]) =>
      defineRead({
        name: 'test.failing',
        summary: 'Fails',
        description: 'Fails',
        errors,
        access: 'exempt',
        input: z.strictObject({}),
        output: z.object({}),
        run: () => Promise.reject(new TrackerError('name_blank', { kind: 'keyword' })),
      })
    const careful = await createTracker({ store, testing: { ...quiet.testing, checkAnswers: true } })
    await expect(hostOf(careful).run(failing([]), null, {})).rejects.toMatchObject({
      code: 'fault',
      cause: { message: 'test.failing fails with name_blank, which is not among its errors' },
    })
    await expect(hostOf(careful).run(failing(['name_blank']), null, {})).rejects.toMatchObject({ code: 'name_blank' })
    await expect(hostOf(careful).run(failing([]), null, { no: 1 })).rejects.toMatchObject({ code: 'unknown_parameter' })
  })

  it('waits for running operations when it is closed, and accepts no more calls', async () => {
    const store = memoryStore()
    const clock = createTestClock()
    const tracker = await createTracker({
      store,
      testing: { clock: clock.now },
      administrator: { login: 'root@example.com' },
    })
    const root = { login: 'root@example.com' }
    const seen: string[] = []
    const password = 'correct horse'
    const creating = tracker.as(root).users.create({ email: 'new@example.com', password })
    const created = creating.then(() => void seen.push('created'))
    await tracker.close().then(() => void seen.push('closed'))
    await created
    expect(seen).toEqual(['created', 'closed'])
    await expect(tracker.as(root).users.whoami()).rejects.toMatchObject({ code: 'tracker_closed', number: 1450 })
    await tracker.close()
  })
})

it('a tracker says what an identity looks like to who gives it something else, and repeats no secret', async () => {
  const tracker = await createTracker({ store: memoryStore() })
  const wrong = [
    undefined,
    {},
    7,
    'alice',
    'hush',
    { login: undefined },
    { user_id: '1' },
    { api_key: 'hush', login: 'a' },
    [{}],
  ]
  for (const who of wrong) {
    const ask = () => tracker.as(who as never)
    expect(ask).toThrow(/^who cannot be .* Accepted: null, \{ login \}/)
    expect(ask).not.toThrow(/hush/)
  }
  await expect(tracker.as([{ login: 'admin@example.com' }, null]).bugs.get({ ids: [] })).resolves.toBeDefined()
  await tracker.close()
})

it('a store that two trackers share is open until both are closed', async () => {
  const store = memoryStore()
  const [first, second] = [await createTracker({ store }), await createTracker({ store })]
  await first.close()
  await first.close()
  expect(await second.as(null).server.version()).toHaveProperty('version')
  await second.asSystem().keywords.create({ name: 'kept', description: 'Written after the first was closed' })
  await second.close()
  await expect(async () => store.read((tx) => tx.count('keywords' as never))).rejects.toMatchObject({ code: 'closed' })
})

it('createTracker names a closed store', async () => {
  const store = memoryStore()
  await (await createTracker({ store })).close()
  await expect(createTracker({ store })).rejects.toMatchObject({
    code: 'invalid_options',
    data: { field: 'store' },
    message: "store cannot be 'a closed store'. Accepted: an open store.",
  })
})

it('createTracker refuses an empty store with `mustExist`, with a code', async () => {
  await expect(createTracker({ store: memoryStore(), mustExist: true })).rejects.toMatchObject({
    code: 'no_tracker',
    message: 'The store has no tracker.',
  })
})

it('createTracker leaves an empty database as it was with `mustExist`', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
  const file = join(folder, 'other.db')
  const store = sqliteStore(file)
  try {
    await expect(createTracker({ store, mustExist: true })).rejects.toMatchObject({ code: 'no_tracker' })
    expect(statSync(file).size).toBe(0)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
})

it('asSystem names the login that an operation with an author requires', async () => {
  const tracker = await createTracker({ store: memoryStore() })
  const message = "asSystem() needs a login for this: asSystem('admin@example.com')."
  const system = tracker.asSystem()
  await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  const [product, component] = ['Widgets', 'UI']
  await system.components.create({
    product,
    name: component,
    description: 'What people see',
    default_assignee: 'admin@example.com',
  })
  const bug = { product, component, version: '1.0', summary: 'It blinks' }
  await expect(system.bugs.create(bug)).rejects.toMatchObject({ code: 'login_required', message })
  await tracker.close()
})
