// Following the change feed within a process, and waiting for what happens in others.
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../test/bug-rows.js'
import { at, file, minimal, update } from '../../test/bugs.js'
import { countingStore } from '../../test/counting-store.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { givePassword } from '../../test/people.js'
import { password, withAuthenticator } from '../../test/second-factor.js'
import type { ChangeEntry } from '@trackerkit/types'
import type { Store } from '../store/index.js'
import { createTracker } from './tracker.js'

/** Returns the next `count` entries. */
async function take(changes: AsyncIterableIterator<ChangeEntry>, count: number): Promise<string[]> {
  const taken: string[] = []
  while (taken.length < count) {
    const next = await changes.next()
    if (next.done === true) break
    taken.push(`${next.value.type} ${next.value.bug_id}`)
  }
  return taken
}

/** Another process on the same store. */
async function another({ store, clock }: World) {
  const shared: Store = { ...store, close: () => undefined }
  return createTracker({ store: shared, testing: { clock: clock.now } })
}

const eve = { login: at('eve') }

onEveryStore('tracker.changes', (open) => {
  it('begins with the next change by default', async () => {
    const world = await open()
    await file(world)
    const changes = world.tracker.changes()
    let isTold = false
    const told = changes.next().finally(() => (isTold = true))
    const filed: number[] = []
    while (!isTold) {
      filed.push((await file(world)).id)
      // Calls to SQLite answer at once, and would let nothing else run.
      await setImmediate()
    }
    const { value } = (await told) as IteratorYieldResult<{ readonly bug_id?: number }>
    expect(filed).toContain(value.bug_id)
    await changes.return?.()
  })

  it('yields changes of this process and of others, as far as the user can see them', async () => {
    const world = await open()
    const other = await another(world)
    const { next: since } = await world.tracker.asSystem().changes.get({ since: 'now' })
    const [all, hers] = [world.tracker.changes({ since }), world.tracker.changes({ as: eve, since })]
    const taken = [take(all, 3), take(hers, 2)]
    const one = await file(world)
    const secret = await world.as('ivan').bugs.create({ ...minimal, groups: ['secret'] })
    const two = await other.as({ login: at('alice') }).bugs.create(minimal)
    expect(await Promise.all(taken)).toEqual([
      [one.id, secret.id, two.id].map((id) => `bug.created ${id}`),
      [one.id, two.id].map((id) => `bug.created ${id}`),
    ])
    for (const changes of [all, hers]) await changes.return?.()
    await other.close()
  })

  it('begins at the given cursor, and accepts the filters of changes.get', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const [one, two] = [await file(world), await file(world)]
    await update(world, one.id, { whiteboard: 'x' })
    const numbers: number[] = []
    for await (const { seq } of world.tracker.changes({ since: 1, bug: [one.id, two.id] })) {
      numbers.push(seq)
      if (numbers.length === 2) break
    }
    expect(numbers).toEqual([2, 3])
    const changed = world.tracker.changes({ since: 0, type: ['bug.changed'], as: eve })
    expect(await take(changed, 1)).toEqual([`bug.changed ${one.id}`])
    await changed.return?.()
    await expect(world.tracker.changes({ since: 99 }).next()).rejects.toMatchObject({ code: 'changes_gone' })
    expect(() => world.tracker.changes({ as: { name: 'eve' } as never })).toThrow('cannot be')
  })

  it('lets go at once of what waits when it is ended, when the signal is, and when the tracker is closed', async () => {
    const world = await open()
    await file(world)
    const ended = world.tracker.changes()
    const waiting = ended.next()
    await ended.return?.()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(await ended.next()).toEqual({ done: true, value: undefined })
    const stop = new AbortController()
    const stopped = world.tracker.changes({ signal: stop.signal }).next()
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    const last = world.tracker.changes({ as: eve }).next()
    const answer = world.as('eve').changes.get({ since: 'now', wait: 60 })
    await world.tracker.changes({ since: 0 }).return?.()
    // Reads take turns: both wait by now.
    await world.tracker.changes({ as: eve, since: 0 }).next()
    await world.tracker.close()
    expect(await last).toEqual({ done: true, value: undefined })
    expect((await answer).changes).toEqual([])
  })

  it('ends with an error when the rights of the person end', async () => {
    const world = await open()
    const hers = world.tracker.changes({ as: eve })
    const waiting = take(hers, 2)
    await world.tracker.asSystem().changes.get({})
    const denied = { names: [at('eve')], login_denied_text: 'Left' }
    await Promise.all([
      expect(waiting).rejects.toMatchObject({ code: 'account_disabled' }),
      world
        .as('admin')
        .users.update(denied)
        .then(() => file(world)),
    ])
  })
})

onEveryStore('tracker.changes with a password', (open) => {
  it('proves the password once, however much happens, and ends when the password is changed', async () => {
    const world = await open()
    await world.as('admin').users.update({ names: [at('eve')], password: 'correct horse' })
    const { store, trace } = countingStore({ ...world.store, close: () => undefined })
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const hers = tracker.changes({ as: { ...eve, password: 'correct horse' }, since: 0, type: ['bug.created'] })
    for (let n = 0; n < 3; n++) {
      const [told] = await Promise.all([take(hers, 1), file(world)])
      expect(told).toHaveLength(1)
    }
    expect(trace.filter((query) => query.includes('"password_hash"'))).toHaveLength(1)
    await world.as('admin').users.update({ names: [at('eve')], password: 'another horse' })
    const ending = hers.next().catch((error: unknown) => error)
    await file(world)
    expect(await ending).toMatchObject({ code: 'invalid_login_or_password' })
    await tracker.close()
  })

  it('ends when two-factor authentication is turned on', async () => {
    const world = await open()
    await givePassword(world, 'eve', password)
    const hers = world.tracker.changes({ as: { ...eve, password }, since: 0, type: ['bug.created'] })
    await Promise.all([take(hers, 1), file(world)])
    await withAuthenticator(world, 'eve')
    const ending = hers.next().catch((error: unknown) => error)
    await file(world)
    expect(await ending).toMatchObject({ code: 'second_factor_required' })
  })
})

onEveryStore('changes.get with wait', (open) => {
  it('answers when something happens that the caller may see, and nothing when the time is over', async () => {
    const world = await open()
    const { next: since } = await world.as('eve').changes.get({ since: 'now' })
    const waiting = world.as('eve').changes.get({ since, wait: 60 })
    await world.as('ivan').bugs.create({ ...minimal, groups: ['secret'] })
    const bug = await file(world)
    const { changes, next } = await waiting
    expect([changes.map(({ bug_id }) => bug_id), next.split('.')[1]]).toEqual([[bug.id], '2'])
    expect(await world.as('eve').changes.get({ since: 0, wait: 60 })).toMatchObject({ changes: [{ bug_id: bug.id }] })
    for (const [wait, number] of [
      [61, 54],
      [-1, 55],
    ] as const)
      await expect(world.as('eve').changes.get({ wait })).rejects.toMatchObject({ number })
  })

  it('ends with its signal', async () => {
    const world = await open()
    const stop = new AbortController()
    const waiting = world.as('eve').changes.get({ since: 'now', wait: 60 }, { signal: stop.signal })
    await world.tracker.asSystem().changes.get({})
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})
