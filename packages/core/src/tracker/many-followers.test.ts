// Very many followers of the change feed in one process: the cost of each change, and that each follower gets the
// right entries.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { at, file, minimal } from '../../test/bugs.js'
import { countingStore } from '../../test/counting-store.js'
import { onAnyStore, type World } from '../../test/harness.js'
import { inStore } from '../../test/bug-rows.js'
import { add, userId } from '../../test/people.js'
import { people } from '../../test/simulation/people.js'
import { populate } from '../../test/simulation/world.js'
import type { Identity } from '../auth/identity.js'
import { hashSecret } from '../auth/secrets.js'
import type { ChangeEntry, ChangesGetInput, Operations } from '@trackerkit/types'
import type { Observer, OperationEnded } from '../kernel/observer.js'
import type { Store } from '../store/index.js'
import { createTracker, type Tracker } from './tracker.js'
import { hostOf } from './host.js'

/**
 * Another process on the same store, which learns of writes only from `hint`, with the queries of each of its
 * transactions.
 */
async function otherProcess({ store, clock }: World, observer?: Observer) {
  const counting = countingStore({ ...store, close: () => undefined })
  const hints = new Set<() => void>()
  const reads: string[][] = []
  const shared: Store = {
    ...counting.store,
    async read(work) {
      return counting.store.read(async (tx) => {
        const before = counting.queries.length
        const answer = await work(tx)
        reads.push(counting.queries.slice(before))
        return answer
      })
    },
    watch(listener) {
      hints.add(listener)
      return () => void hints.delete(listener)
    },
  }
  const logger = { warn: () => undefined, error: () => undefined }
  const tracker = await createTracker({
    store: shared,
    testing: { clock: clock.now },
    logger,
    ...(observer && { observer }),
  })
  return { tracker, reads, hint: () => hints.forEach((tell) => tell()) }
}

interface Kind {
  /** Undefined for the embedding program. */
  readonly as: Identity | undefined
  readonly filter: Pick<ChangesGetInput, 'product' | 'type' | 'bug'>
}

const filters: readonly Kind['filter'][] = [
  {},
  { product: ['Widgets'] },
  { type: ['bug.created', 'bug.hidden'] },
  { bug: [1] },
]
const callers: readonly Kind['as'][] = [undefined, null, ...people.map((name) => ({ login: at(name) }))]
const kinds: readonly Kind[] = callers.flatMap((as) => filters.map((filter) => ({ as, filter })))

function operationsOf(tracker: Tracker, { as }: Kind): Operations {
  return as === undefined ? tracker.asSystem() : tracker.as(as)
}

/** Follows from now on and records the entries. Resolves once it waits. */
async function follow(tracker: Tracker, { as, filter }: Kind) {
  const told: ChangeEntry[] = []
  const changes = hostOf(tracker).followChanges({ ...filter, ...(as !== undefined && { as }) })
  const go = async () => {
    for await (const { change } of { [Symbol.asyncIterator]: () => changes }) if (change) told.push(change)
  }
  await changes.next()
  return { told, over: go() }
}

/** Something of everything that may be hidden, at once: the whole of it is there, or nothing. */
async function write({ tracker }: World): Promise<void> {
  await tracker.transaction(async (tx) => {
    const [ivan, alice] = [tx.as({ login: at('ivan') }), tx.as({ login: at('alice') })]
    const { id: secret } = await ivan.bugs.create({ ...minimal, groups: ['secret'], cc: [at('eve')] })
    const { id: laboratory } = await alice.bugs.create({
      product: 'Gadgets',
      component: 'Main',
      version: 'unspecified',
      summary: 'x',
    })
    await ivan.bugs.update({ ids: [1], depends_on: { add: [secret] }, whiteboard: 'w' })
    await ivan.comments.create({ id: 1, comment: 'For insiders', is_private: true })
    const file = { file_name: 'a', summary: 'a', content_type: 'text/plain', data: Buffer.from('a') }
    await ivan.attachments.create({ ids: [1], ...file, is_private: true })
    await ivan.bugs.update({ ids: [2], groups: { add: ['secret'] } })
    await tx.asSystem(at('admin')).bugs.update({ ids: [1], estimated_time: 7 })
    await alice.bugs.update({ ids: [laboratory], priority: 'High' })
    await tx.asSystem(at('admin')).products.update({ names: ['Widgets'], description: 'Other things' })
    await alice.bugs.create(minimal)
  })
}

/** Returns the entries each kind of follower must receive, as read separately. */
async function expected(tracker: Tracker, since: string): Promise<ReadonlyMap<Kind, readonly ChangeEntry[]>> {
  const all = new Map<Kind, readonly ChangeEntry[]>()
  for (const kind of kinds)
    all.set(kind, (await operationsOf(tracker, kind).changes.get({ ...kind.filter, since })).changes)
  return all
}

onAnyStore('A thousand followers of the change feed in one process', (open) => {
  it('cost one read per change, with as many statements as for a few, and each gets only visible entries', async () => {
    const world = await open()
    await populate(world.store, world.clock.now())
    await file(world)
    await file(world)
    const { tracker, reads, hint } = await otherProcess(world)
    const followers: { readonly kind: Kind; readonly told: ChangeEntry[]; readonly over: Promise<void> }[] = []
    const costs: number[] = []
    for (const count of [kinds.length, 1000]) {
      while (followers.length < count) {
        const kind = kinds[followers.length % kinds.length] as Kind
        followers.push({ kind, ...(await follow(tracker, kind)) })
      }
      await turn()
      for (const { told } of followers) told.splice(0)
      const { next: since } = await world.tracker.asSystem().changes.get({ since: 'now' })
      await write(world)
      reads.splice(0)
      hint()
      const wanted = await expected(world.tracker, since)
      const enough = () => followers.every(({ kind, told }) => told.length >= (wanted.get(kind)?.length ?? 0))
      await expect.poll(enough, { timeout: 60_000 }).toBe(true)
      const rounds = reads.filter((entities) => entities.includes('changes'))
      expect(rounds).toHaveLength(1)
      costs.push(rounds[0]?.length ?? 0)
      for (const { kind, told } of followers) expect(told).toEqual(wanted.get(kind))
    }
    const [few = 0, many = 0] = costs
    expect(many, 'the statements for a thousand').toBeLessThanOrEqual(few)
    await tracker.close()
    for (const { over } of followers) await over
  })

  it('with a session each cost one read of the sessions, which the observer reports, and end with the session', async () => {
    const world = await open()
    const secrets = Array.from({ length: 20 }, (_, n) => `secret ${n}`)
    const [id, now] = [await userId(world, 'alice'), world.clock.now()]
    const times = { creation_time: now, last_used: now, login_by: 'password', has_second_factor: false }
    const sessions = secrets.map((secret) => ({ user_id: id, secret_hash: hashSecret(secret), ...times }))
    await add(world, 'tokens', sessions)
    const ended: OperationEnded[] = []
    const observer = { operation: () => ({ ended: (one: OperationEnded) => void ended.push(one) }) }
    const { tracker, reads, hint } = await otherProcess(world, observer)
    const followers: Awaited<ReturnType<typeof follow>>[] = []
    for (const secret of secrets)
      followers.push(await follow(tracker, { as: { token: `${id}-${secret}` }, filter: {} }))
    await turn()
    reads.splice(0)
    ended.splice(0)
    await file(world)
    hint()
    await expect.poll(() => followers.every(({ told }) => told.length === 1)).toBe(true)
    const [round = []] = reads.filter((entities) => entities.includes('changes'))
    expect(round.filter((entity) => entity === 'tokens')).toHaveLength(1)
    // All but the look at how far the feed is.
    expect(ended).toMatchObject([{ operation: 'changes.get', outcome: 'ok', statements: round.length - 1 }])
    await inStore(world.store, (tx) => tx.delete('tokens', { col: 'secret_hash', eq: hashSecret('secret 7') }))
    const ending = followers[7]?.over.catch((error: unknown) => error)
    await file(world)
    hint()
    expect(await ending).toMatchObject({ code: 'auth_invalid_token' })
    await expect.poll(() => followers.filter(({ told }) => told.length === 2)).toHaveLength(19)
    await tracker.close()
  })
})
