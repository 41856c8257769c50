import { memoryStore } from '@trackerkit/adapter-memory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyOperation, ReadOperation } from '../call/define/operation.js'
import type { Operations } from '@trackerkit/types'
import { isTrackerError, type ErrorCode, type TrackerError } from '../kernel/errors.js'
import type { MailReader } from '../mail/incoming/received.js'
import { memoryMailer } from '../mail/transport/memory-mailer.js'
import { StoreError, type Store, type StoreErrorCode } from '../store/index.js'
import { operations } from './operations.js'
import { createTracker, type Tracker } from './tracker.js'

/** Where a store fails: as a unit of work begins, in one of its statements, or when it would be kept. */
type Place = 'begin' | 'commit' | 'select' | 'count' | 'insert' | 'put' | 'update' | 'delete'

/** Returns a memory store that keeps failing at one place. */
function brokenStore() {
  const store: Store = memoryStore()
  let broken: { readonly place: Place; readonly error: unknown } | undefined
  const failAt = (place: Place) => {
    if (broken?.place === place) throw broken.error
  }
  const brokenWork =
    <H extends object, T>(work: (tx: H) => T | Promise<T>) =>
    async (tx: H) => {
      const verbs = Object.entries(tx).map(([verb, run]: [string, (...given: unknown[]) => unknown]) => [
        verb,
        async (...given: unknown[]) => {
          failAt(verb as Place)
          return run.apply(tx, given)
        },
      ])
      const result = await work(Object.fromEntries(verbs) as H)
      failAt('commit')
      return result
    }
  const begin = async () => failAt('begin')
  return {
    store: {
      ...store,
      read: (work, options) => begin().then(() => store.read(brokenWork(work), options)),
      write: (work) => begin().then(() => store.write(brokenWork(work))),
      close: () => begin().then(() => store.close()),
    } satisfies Store as Store,
    break(place: Place, error: unknown) {
      broken = { place, error }
    },
    mend() {
      broken = undefined
    },
  }
}

/** Errors that callers receive for errors of the store, unless the operation decides. */
const meanings: readonly (readonly [StoreErrorCode, ErrorCode])[] = [
  ['unique', 'fault'],
  ['schema_older', 'fault'],
  ['closed', 'tracker_closed'],
  ['reentrant', 'use_transaction'],
  ['schema_newer', 'schema_newer'],
  ['unavailable', 'store_unavailable'],
  ['full', 'store_full'],
  ['read_only', 'store_read_only'],
  ['table_exists', 'table_exists'],
  ['join_refused', 'join_refused'],
]
const failures: readonly (readonly [unknown, ErrorCode])[] = [
  ...meanings.map(([code, meaning]) => [new StoreError(code, 'what happened'), meaning] as const),
  [new TypeError('a mistake'), 'fault'],
  ['a text', 'fault'],
  [undefined, 'fault'],
]

const all = Object.entries(operations).flatMap(([resource, verbs]) =>
  Object.entries<AnyOperation>(verbs).map(([verb, operation]) => ({ resource, verb, operation })),
)

function codeOverdue(operation: AnyOperation): ErrorCode {
  const { reads } = operation as unknown as Partial<ReadOperation<never, never>>
  return reads === 'scan' ? 'search_too_expensive' : 'operation_timeout'
}

const broken = brokenStore()
const reader: MailReader = { read: () => Promise.reject(new Error('no message is read here')) }
let tracker: Tracker
beforeAll(async () => {
  tracker = await createTracker({ store: broken.store, mail: { reader } })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'What people see' }
  await system.components.create({ ...component, default_assignee: 'admin@example.com' })
})
afterAll(() => tracker.close())

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no error',
    (error: unknown) => error,
  )
}

/** The code and the number of what a call fails with. */
async function told(work: Promise<unknown>): Promise<unknown> {
  const error = await errorOf(work)
  return isTrackerError(error) ? error.code : ['no TrackerError', error]
}

async function callAll(face: Operations): Promise<readonly unknown[]> {
  const codes: unknown[] = []
  for (const { resource, verb } of all) {
    const methods = face[resource as keyof Operations] as unknown as Record<string, () => Promise<unknown>>
    codes.push([`${resource}.${verb}`, await told((methods[verb] as () => Promise<unknown>)())])
  }
  return codes
}

describe('every operation fails with a TrackerError', () => {
  const expected = (code: (operation: AnyOperation) => ErrorCode) =>
    all.map(({ resource, verb, operation }) => [`${resource}.${verb}`, code(operation)])

  for (const place of ['begin', 'select'] as const) {
    it(`whatever the store throws at ${place}`, async () => {
      for (const [error, code] of failures) {
        broken.break(place, error)
        expect(await callAll(tracker.asSystem())).toEqual(expected(() => code))
      }
      broken.break(place, new StoreError('overdue', 'it took too long'))
      expect(await callAll(tracker.asSystem())).toEqual(expected(codeOverdue))
      broken.mend()
    })
  }

  it('within a transaction, a lost race included', async () => {
    const lost = [new StoreError('retry', 'lost a race'), 'store_busy'] as const
    const late = [new StoreError('overdue', 'it took too long'), codeOverdue] as const
    for (const [error, code] of [...failures, lost, late]) {
      for (const { resource, verb, operation } of all) {
        let seen: unknown
        const work = tracker.transaction(
          async (tx) => {
            broken.break('select', error)
            const face = tx.asSystem() as unknown as Record<string, Record<string, () => Promise<unknown>>>
            seen = await told(face[resource]?.[verb]?.() ?? Promise.resolve())
            broken.mend()
          },
          { retries: false },
        )
        const outside = await told(work)
        expect([`${resource}.${verb}`, seen]).toEqual([
          `${resource}.${verb}`,
          typeof code === 'function' ? code(operation) : code,
        ])
        expect(outside).toBe(code === 'store_busy' ? 'store_busy' : 'transaction_failed')
      }
    }
  })
})

describe('errors of a store', () => {
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const system = () => tracker.asSystem('admin@example.com')
  const calls: readonly (readonly [Place, () => Promise<unknown>])[] = [
    ['insert', () => system().bugs.create({ ...place, summary: 'It blinks' })],
    ['commit', () => system().bugs.create({ ...place, summary: 'It blinks' })],
    ['update', () => system().products.update({ names: ['Widgets'], description: 'Other things' })],
    ['delete', () => system().keywords.delete({ names: ['crash'] })],
    ['count', () => system().bugs.search({ product: 'Widgets', count_only: true })],
    ['begin', () => tracker.transaction(async () => undefined)],
    ['commit', () => tracker.transaction(async () => undefined)],
    ['begin', () => tracker.close()],
  ]

  it('mean the same in each of its verbs, and are the cause for those who run the tracker', async () => {
    await system().keywords.create({ name: 'crash', description: 'It crashes' })
    for (const [verb, call] of calls) {
      for (const [error, code] of failures) {
        if (verb === 'begin' && code === 'tracker_closed') continue
        broken.break(verb, error)
        const failed = await errorOf(call())
        const cause = code === 'tracker_closed' ? undefined : error
        const { name, code: seen, cause: why } = failed as TrackerError
        expect([verb, name, seen, why]).toEqual([verb, 'TrackerError', code, cause])
      }
      broken.mend()
    }
    // The last of them has closed it.
    tracker = await createTracker({ store: broken.store, mail: { reader } })
  })

  it('are faults where no operation handles them, as when a tracker is opened', async () => {
    for (const code of ['unique', 'overdue', 'schema_older'] as const) {
      const cause = new StoreError(code, 'what happened')
      const store = { ...memoryStore(), migrate: () => Promise.reject(cause) }
      await expect(createTracker({ store })).rejects.toMatchObject({ code: 'fault', number: -32000, cause })
    }
  })

  it('stay as they are when the work of a transaction throws them', async () => {
    for (const own of [new StoreError('unique', 'of another store'), new StoreError('full', ''), 'a text', undefined]) {
      const failed = tracker.transaction(() => Promise.reject(own as Error))
      expect(await errorOf(failed)).toBe(own)
    }
  })
})

describe('options that cannot be meant', () => {
  it.each([
    [undefined, 'store'],
    [{}, 'store'],
    [{ store: null }, 'store'],
    [{ store: 'memory' }, 'store'],
    [{ store: { read: () => 1 } }, 'store'],
    [{ store: memoryStore(), timeoutSeconds: '5' }, 'timeoutSeconds'],
    [{ store: memoryStore(), hostUsers: { adopt: 1 } }, 'hostUsers.adopt'],
    [{ store: memoryStore(), mial: { send: () => undefined } }, 'mial'],
    [{ store: memoryStore(), mail: 'smtp://localhost' }, 'mail'],
    [{ store: memoryStore(), mail: { mailer: {} } }, 'mail.mailer'],
    [{ store: memoryStore(), mail: { mailer: { send: () => undefined }, templats: {} } }, 'mail.templats'],
    [{ store: memoryStore(), mail: { send: 'x' } }, 'mail.send'],
    [{ store: memoryStore(), mail: { mailer: { send: 'x' } } }, 'mail.mailer'],
    [{ store: memoryStore(), mail: { reader: { read: 'x' } } }, 'mail.reader'],
    [{ store: memoryStore(), mail: { mailer: memoryMailer(), templates: { bugs: 'x' } } }, 'mail.templates.bugs'],
    [{ store: memoryStore(), mail: { mailer: memoryMailer(), templates: { bug: 'x' } } }, 'mail.templates.bug'],
    [{ store: memoryStore(), hostUsers: { adpot: false } }, 'hostUsers.adpot'],
    [{ store: memoryStore(), testing: { clocks: () => new Date() } }, 'testing.clocks'],
    [{ store: memoryStore(), webhooks: { sendr: () => undefined } }, 'webhooks.sendr'],
    [{ store: memoryStore(), webhooks: {} }, 'webhooks.sender'],
  ])('are refused by createTracker, with the field: %o', async (options, field) => {
    const made = createTracker(options as never)
    await expect(made).rejects.toMatchObject({ code: 'invalid_options', number: 1453, data: { field } })
  })

  it.each(['mailer', 'mailOnDemand', 'templates', 'clock', 'stopwatch', 'random', 'checkAnswers'])(
    'are refused by createTracker with their new name: %s',
    async (name) => {
      const options = { store: memoryStore(), [name]: { password: 'hunter2' } }
      const error = await createTracker(options as never).catch((reason: unknown) => reason as Error)
      expect(error).toMatchObject({ code: 'invalid_options', data: { field: name } })
      expect((error as Error).message).toContain(
        `${name} is now ${['mailer', 'mailOnDemand', 'templates'].includes(name) ? 'mail' : 'testing'}`,
      )
      expect((error as Error).message).not.toContain('hunter2')
    },
  )

  it.each(['store', 'mail', 'webhooks', 'testing'])('do not repeat a value with a password: %s', async (field) => {
    const options = { store: memoryStore(), [field]: 'postgres://tracker:hunter2@db.example.com' }
    const error = await createTracker(options as never).catch((reason: unknown) => reason as Error)
    expect(error).toMatchObject({ code: 'invalid_options', data: { field, value: 'a string' } })
    expect((error as Error).message).not.toContain('hunter2')
  })

  it('are refused by transaction and join, before any work is done', async () => {
    const work = () => Promise.reject(new Error('it was done'))
    for (const timeout of [0, -1, Number.NaN, Infinity, 2 ** 31, '5', null]) {
      const options = { timeout } as { timeout: number }
      const refused = { code: 'invalid_options', data: { field: 'timeout' } }
      await expect(tracker.transaction(work, options)).rejects.toMatchObject(refused)
      await expect(tracker.join({}, work, options)).rejects.toMatchObject(refused)
    }
    for (const [options, field] of [
      [null, 'options'],
      [{ timout: 5 }, 'timout'],
      [{ retries: 'no' }, 'retries'],
    ] as const) {
      const refused = { code: 'invalid_options', data: { field } }
      await expect(tracker.transaction(work, options as object)).rejects.toMatchObject(refused)
      await expect(tracker.join({}, work, options as object)).rejects.toMatchObject(refused)
    }
    const refused = { code: 'invalid_options', data: { field: 'work' } }
    await expect(tracker.transaction(undefined as never)).rejects.toMatchObject(refused)
    await expect(tracker.join({}, {} as never)).rejects.toMatchObject(refused)
  })
})
