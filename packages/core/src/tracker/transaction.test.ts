import { memoryStore } from '@trackerkit/adapter-memory'
import { expect, it } from 'vitest'
import { testAuthenticator } from '../../test/authenticator.js'
import { minimal } from '../../test/bugs.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { StoreError, type Store } from '../store/index.js'
import { createTracker } from './tracker.js'
import type { Transaction } from './session/transaction-handle.js'

const alice = { login: 'alice@example.com' }

async function summaries(world: World): Promise<string[]> {
  const { bugs } = await world.as('alice').bugs.search({ product: 'Widgets', include_fields: ['summary'] })
  return bugs.map(({ summary }) => summary)
}

/** Notes the events that listeners get. */
function listen({ tracker }: World): string[] {
  const heard: string[] = []
  for (const name of ['bug.created', 'comment.added', 'bug.changed', 'administration.changed'] as const)
    tracker.on(name, () => void heard.push(name))
  return heard
}

onEveryStore('tracker.transaction', (open) => {
  it('stores all writes of its operations, and notifies listeners after the commit', async () => {
    const world = await open()
    const heard = listen(world)
    const id = await world.tracker.transaction(async (tx) => {
      const { bugs, comments } = tx.as(alice)
      const made = await bugs.create(minimal)
      await comments.create({ id: made.id, comment: 'Since yesterday.' })
      expect(await bugs.get({ ids: [made.id] })).toMatchObject({ bugs: [{ summary: 'It blinks' }] })
      expect(heard).toEqual([])
      return made.id
    })
    expect((await world.as('alice').comments.get({ ids: [id] })).bugs[id]?.comments).toHaveLength(2)
    expect(heard).toEqual(['comment.added', 'bug.created', 'comment.added'])
  })

  it('notifies listeners of an account that it has created, though the read by that user has failed', async () => {
    const world = await open()
    const heard = listen(world)
    const host = { subject: '7', login: 'new@example.com' }
    await world.tracker.transaction(async (tx) => {
      const absent = tx.as({ host }).groups.get({ names: ['nowhere'] })
      await expect(absent).rejects.toMatchObject({ name: 'TrackerError' })
    })
    expect(heard).toContain('administration.changed')
  })

  it('stores nothing when its work fails, notifies no listener, and rejects with that very error', async () => {
    const world = await open()
    const heard = listen(world)
    const error = new Error('the order was cancelled')
    const work = async (tx: Transaction) => {
      await tx.as(alice).bugs.create(minimal)
      throw error
    }
    await expect(world.tracker.transaction(work)).rejects.toBe(error)
    expect(await summaries(world)).toEqual([])
    expect(heard).toEqual([])
  })

  it('keeps nothing when a write has failed, though its work takes no notice of that', async () => {
    const world = await open()
    const failed = { code: 'transaction_failed', cause: { code: 'object_does_not_exist' } }
    const work = async (tx: Transaction) => {
      const { bugs } = tx.as(alice)
      await bugs.create(minimal)
      const nowhere = bugs.create({ ...minimal, product: 'Nowhere' })
      await expect(nowhere).rejects.toMatchObject({ code: 'object_does_not_exist' })
      await expect(bugs.create(minimal)).rejects.toMatchObject(failed)
      await expect(bugs.get({ ids: [] })).rejects.toMatchObject(failed)
    }
    await expect(world.tracker.transaction(work)).rejects.toMatchObject(failed)
    expect(await summaries(world)).toEqual([])
  })

  it('continues after a read that failed', async () => {
    const world = await open()
    await world.tracker.transaction(async (tx) => {
      const { bugs } = tx.as(alice)
      await expect(bugs.history({ ids: [4711] })).rejects.toMatchObject({ code: 'bug_id_does_not_exist' })
      await bugs.create(minimal)
    })
    expect(await summaries(world)).toEqual(['It blinks'])
  })

  it('runs operations that are called at once one after the other', async () => {
    const world = await open()
    const ids = await world.tracker.transaction(async (tx) => {
      const { bugs } = tx.as(alice)
      const { id } = await bugs.create(minimal)
      const words = ['one', 'two', 'three']
      await Promise.all(words.map((body) => bugs.update({ ids: [id], comment: { body }, whiteboard: body })))
      return [id]
    })
    const { bugs } = await world.as('alice').bugs.history({ ids })
    const added = bugs[0]?.history.flatMap(({ changes }) => changes.map((change) => change.added))
    expect(added).toEqual(['one', 'two', 'three'])
  })

  it('waits for operations that its work did not wait for', async () => {
    const world = await open()
    await world.tracker.transaction(async (tx) => {
      void tx.as(alice).bugs.create(minimal)
      return Promise.resolve()
    })
    expect(await summaries(world)).toEqual(['It blinks'])
  })

  it('sees configuration and people that it has created, which are gone after a rollback', async () => {
    const world = await open()
    const system = world.tracker.asSystem('admin@example.com')
    const newBug = { ...minimal, product: 'Gizmos', component: 'Main' }
    const main = { product: 'Gizmos', name: 'Main', description: 'Part', default_assignee: 'alice@example.com' }
    const work = async (tx: Transaction) => {
      const admin = tx.asSystem('admin@example.com')
      await admin.users.create({ email: 'newcomer@example.com' })
      await admin.products.create({ name: 'Gizmos', description: 'Made within', version: '1.0' })
      await admin.components.create(main)
      const { id } = await tx.as({ login: 'newcomer@example.com' }).bugs.create(newBug)
      const { bugs } = await tx.as(alice).bugs.get({ ids: [id] })
      expect(bugs[0]).toMatchObject({ product: 'Gizmos', creator: 'newcomer@example.com' })
      throw new Error('undone')
    }
    await expect(world.tracker.transaction(work)).rejects.toThrow('undone')
    await expect(world.as('alice').bugs.create(newBug)).rejects.toMatchObject({ data: { value: 'Gizmos' } })
    const newcomer = world.tracker.as({ login: 'newcomer@example.com' })
    await expect(newcomer.bugs.create(minimal)).rejects.toMatchObject({ code: 'invalid_username' })
    // Another one takes the version that was undone.
    await system.products.create({ name: 'Other', description: 'Made after', version: '1.0' })
    const { products } = await world.as('alice').products.get({ names: ['Gizmos', 'Other'] })
    expect(products.map(({ name }) => name)).toEqual(['Other'])
  })

  it('takes no passwords, whose failures are to be counted', async () => {
    const world = await open()
    const refused = { code: 'not_in_transaction' }
    const answer = testAuthenticator('https://bugs.example.com').create({ challenge: 'x', user: { id: 'x' } })
    const attempts: ((tx: Transaction) => Promise<unknown>)[] = [
      (tx) => tx.as({ login: 'alice@example.com', password: 'a guess' }).bugs.get({ ids: [] }),
      (tx) => tx.as(null).sessions.create({ login: 'alice@example.com', password: 'a guess' }),
      (tx) => tx.as(alice).users.updateSelf({ password: 'Long enough 1', current_password: 'a guess' }),
      (tx) => tx.as(alice).passkeys.create({ flow: 'x', answer, name: 'Laptop' }),
      (tx) => tx.as(alice).passkeys.remove({ id: 1 }),
    ]
    for (const work of attempts) await expect(world.tracker.transaction(work)).rejects.toMatchObject(refused)
  })

  it('refuses to check the health of the tracker, and others get the right result', async () => {
    const { tracker } = await open()
    await tracker.transaction(async () => {
      await expect(tracker.health()).rejects.toMatchObject({ code: 'use_transaction' })
    })
    expect(await tracker.health()).toEqual({ isReady: true, problems: [] })
    // Also while a result is kept.
    const refused = tracker.transaction(() => tracker.health())
    await expect(refused).rejects.toMatchObject({ code: 'use_transaction' })
  })

  it('refuses to close the tracker, which would wait for it, and continues', async () => {
    const { tracker } = await open()
    const user = await tracker.transaction(async (tx) => {
      await expect(tracker.close()).rejects.toMatchObject({ code: 'use_transaction' })
      return tx.as(alice).users.whoami()
    })
    expect(user).toMatchObject({ name: 'alice@example.com' })
    await tracker.close()
  })

  it('says at once that a call of the tracker itself would wait for it', async () => {
    const world = await open()
    const refused = { code: 'use_transaction' }
    await world.tracker.transaction(async (tx) => {
      await tx.as(alice).bugs.create(minimal)
      await expect(world.as('alice').bugs.create(minimal)).rejects.toMatchObject(refused)
      await expect(world.tracker.transaction(() => Promise.resolve())).rejects.toMatchObject(refused)
    })
    expect(await summaries(world)).toEqual(['It blinks'])
  })

  it('undoes everything when it takes longer than it may, and takes no more calls', async () => {
    const world = await open()
    let late: Transaction | undefined
    const work = async (tx: Transaction) => {
      late = tx
      await tx.as(alice).bugs.create(minimal)
      return new Promise<never>(() => undefined)
    }
    const ended = world.tracker.transaction(work, { timeout: 300 })
    await expect(ended).rejects.toMatchObject({ code: 'transaction_timeout', data: { timeout: 300 } })
    const over = { code: 'transaction_failed', data: { reason: 'it is over' } }
    await expect(late?.as(alice).bugs.create(minimal)).rejects.toMatchObject(over)
    await world.as('alice').bugs.create({ ...minimal, summary: 'Afterwards' })
    expect(await summaries(world)).toEqual(['Afterwards'])
  })

  it('takes no calls once it is committed', async () => {
    const world = await open()
    const handle = await world.tracker.transaction((tx) => Promise.resolve(tx.as(alice)))
    await expect(handle.bugs.create(minimal)).rejects.toMatchObject({ data: { reason: 'it is over' } })
  })
})

/** A tracker whose store loses the first races for its commits. */
async function openLosing(races: number) {
  const bare = memoryStore()
  const losing = { races: 0 }
  const store: Store = {
    ...bare,
    write: (work) =>
      bare.write(async (tx) => {
        const result = await work(tx)
        if (losing.races-- > 0) throw new StoreError('retry', 'lost')
        return result
      }),
  }
  const tracker = await createTracker({ store })
  losing.races = races
  return tracker
}

it('a transaction that lost a race is retried, and notifies listeners once', async () => {
  const tracker = await openLosing(2)
  let [runs, told] = [0, 0]
  tracker.on('administration.changed', () => void told++)
  await tracker.transaction(async (tx) => {
    runs++
    await tx.asSystem().keywords.create({ name: 'crash', description: 'It ends' })
  })
  expect([runs, told]).toEqual([3, 1])
  await tracker.close()
})

it('a transaction without retries fails with store_busy', async () => {
  const tracker = await openLosing(1)
  const work = (tx: Transaction) => tx.asSystem().keywords.create({ name: 'crash', description: 'It ends' })
  await expect(tracker.transaction(work, { retries: false })).rejects.toMatchObject({ code: 'store_busy' })
  await tracker.close()
})

it('a store in memory, without other connections, joins no transaction', async () => {
  const tracker = await createTracker({ store: memoryStore() })
  const joined = tracker.join({}, (tx) => tx.asSystem().server.version())
  await expect(joined).rejects.toMatchObject({ code: 'join_refused', data: { reason: 'not_supported' } })
  await tracker.close()
})

it('a transaction refuses a time that is none', async () => {
  const tracker = await createTracker({ store: memoryStore() })
  for (const timeout of [0, -1, NaN])
    await expect(tracker.transaction(() => Promise.resolve(), { timeout })).rejects.toMatchObject({
      code: 'invalid_options',
      data: { field: 'timeout' },
    })
  await tracker.close()
})

it('an operation of a transaction whose signal was aborted does not start, and the others continue', async () => {
  const tracker = await createTracker({ store: memoryStore() })
  const ending = new AbortController()
  const reason = new Error('The page was left.')
  const seen = await tracker.transaction(async (tx) => {
    const { keywords } = tx.asSystem('admin@example.com')
    const first = keywords.create({ name: 'first', description: 'A' })
    const second = keywords.create({ name: 'second', description: 'B' }, { signal: ending.signal })
    ending.abort(reason)
    const [, refused] = await Promise.allSettled([first, second])
    await keywords.create({ name: 'third', description: 'C' })
    return refused
  })
  expect(seen).toEqual({ status: 'rejected', reason })
  const { keywords } = await tracker.asSystem().keywords.get({})
  expect(keywords.map(({ name }) => name)).toEqual(['first', 'third'])
  await tracker.close()
})
