import { expect, it } from 'vitest'
import { minimal } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { operations } from '../operations.js'
import { isTrackerError } from '../../kernel/errors.js'
import { hostOf } from '../host.js'

const alice = { login: 'alice@example.com' }
const bob = { login: 'bob@example.com' }
const key = 'a7d1c0de'

const by = ({ tracker }: World, who: typeof alice | null, idempotencyKey: unknown = key) =>
  tracker.as(who, { idempotencyKey: idempotencyKey as string })

async function bugsOf(world: World): Promise<number> {
  return (await world.as('alice').bugs.search({ product: 'Widgets', include_fields: ['id'] })).bugs.length
}

/** Returns the code and the reason of the error. */
async function failureOf(work: Promise<unknown>): Promise<readonly unknown[]> {
  try {
    await work
    return ['it succeeded']
  } catch (error) {
    if (!isTrackerError(error)) throw error
    return [error.code, (error.data as { readonly reason?: string }).reason]
  }
}

onEveryStore('An idempotency key', (open) => {
  it('does a write once, replays its response, and notifies listeners once', async () => {
    const world = await open()
    const heard: string[] = []
    world.tracker.on('*', ([name]) => void heard.push(name))
    const first = await by(world, alice).bugs.create(minimal)
    expect(await by(world, alice).bugs.create(minimal)).toEqual(first)
    expect(await by(world, alice).bugs.create({ ...minimal })).toEqual(first)
    expect(await bugsOf(world)).toBe(1)
    expect(heard.filter((name) => name === 'bug.created')).toHaveLength(1)
  })

  it('gives back times and texts of the answer as they were', async () => {
    const world = await open()
    const { id } = await world.as('alice').bugs.create(minimal)
    const update = { ids: [id], summary: 'It blinks twice' }
    const first = await by(world, alice).bugs.update(update)
    expect(first.bugs[0]?.last_change_time).toBeInstanceOf(Date)
    expect(await by(world, alice).bugs.update(update)).toEqual(first)
  })

  it('identifies one request of one caller: another request is rejected, another caller has separate keys', async () => {
    const world = await open()
    const { id } = await by(world, alice).bugs.create(minimal)
    const reused = ['idempotency_key_reused', 'other request']
    expect(await failureOf(by(world, alice).bugs.create({ ...minimal, summary: 'Another' }))).toEqual(reused)
    expect(await failureOf(by(world, alice).comments.create({ id, comment: 'Yes' }))).toEqual(reused)
    expect((await by(world, bob).bugs.create(minimal)).id).not.toBe(id)
    expect(await bugsOf(world)).toBe(2)
  })

  it('makes one change of many calls at once', async () => {
    const world = await open()
    const made = await Promise.all(Array.from({ length: 8 }, () => by(world, alice).bugs.create(minimal)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await bugsOf(world)).toBe(1)
  })

  it('stores no error: a rejected request runs again', async () => {
    const world = await open()
    const { id } = await world.as('alice').bugs.create(minimal)
    const comment = { id: 'light', comment: 'Yes' }
    await expect(by(world, alice).comments.create(comment)).rejects.toMatchObject({
      code: 'improper_bug_id_field_value',
    })
    await world.as('alice').bugs.update({ ids: [id], alias: { add: ['light'] } })
    const first = await by(world, alice).comments.create(comment)
    expect(await by(world, alice).comments.create(comment)).toEqual(first)
  })

  it('lasts 24 hours', async () => {
    const world = await open()
    const first = await by(world, alice).bugs.create(minimal)
    world.clock.advance(23 * 3600)
    expect(await by(world, alice).bugs.create(minimal)).toEqual(first)
    world.clock.advance(2 * 3600)
    expect(await by(world, alice).bugs.create(minimal)).not.toEqual(first)
    expect(await bugsOf(world)).toBe(2)
  })

  it('checks rights before it replays a response: a caller without access gets none', async () => {
    const world = await open()
    await by(world, alice).bugs.create(minimal)
    await world.tracker.asSystem().users.update({ names: [alice.login], login_denied_text: 'Gone' })
    await expect(by(world, alice).bugs.create(minimal)).rejects.toMatchObject({ code: 'account_disabled' })
  })

  it('says of an answer that was too long to be kept that the work was done', async () => {
    const world = await open()
    const created = await Promise.all(Array.from({ length: 60 }, () => world.as('alice').bugs.create(minimal)))
    // Each change contains the old and the new value.
    const update = { ids: created.map(({ id }) => id), whiteboard: 'w'.repeat(5000) }
    await by(world, alice).bugs.update(update)
    expect(await failureOf(by(world, alice).bugs.update(update))).toEqual(['idempotency_key_reused', 'answer not kept'])
  })

  it('is refused where it is none, where the answer is a secret, and inside a transaction', async () => {
    const world = await open()
    const malformed = ['', 'with blank', 'ä', 'x'.repeat(256), 7, null]
    for (const wrong of malformed)
      expect(await failureOf(by(world, alice, wrong).bugs.create(minimal))).toEqual([
        'idempotency_key_invalid',
        'malformed',
      ])
    expect((await by(world, alice, 'x'.repeat(255)).bugs.create(minimal)).id).toBeGreaterThan(0)
    expect(await failureOf(by(world, alice).apiKeys.create({ description: 'mine' }))).toEqual([
      'idempotency_key_invalid',
      'secret',
    ])
    const inside = world.tracker.transaction(async (tx) =>
      tx.as(alice, { idempotencyKey: key } as object).bugs.create(minimal),
    )
    await expect(inside).rejects.toMatchObject({ code: 'not_in_transaction' })
  })

  it('has a change of the password answered alike, though the password that proved it is no longer right', async () => {
    const world = await open()
    const [current_password, password] = ['Old enough 1', 'New enough 2']
    await world.tracker.asSystem().users.update({ names: [alice.login], password: current_password })
    const change = { password, current_password, full_name: 'Alice the second' }
    const first = await by(world, alice).users.updateSelf(change)
    expect(await by(world, alice).users.updateSelf(change)).toEqual(first)
    await expect(by(world, alice, 'another').users.updateSelf(change)).rejects.toMatchObject({
      code: 'invalid_login_or_password',
    })
  })

  it('of a call by the system stands for another request than the same one by the person', async () => {
    const { tracker } = await open()
    const update = { full_name: 'Alice the second' }
    const operation = operations.users.updateSelf
    const details = { idempotencyKey: key }
    await hostOf(tracker).run(operation, { system: true, login: alice.login }, update, details)
    const again = hostOf(tracker).run(operation, alice, update, details)
    expect(await failureOf(again)).toEqual(['idempotency_key_reused', 'other request'])
  })

  it('changes nothing for reads', async () => {
    const world = await open()
    const { id } = await world.as('alice').bugs.create(minimal)
    const remote = by(world, alice)
    const before = await remote.bugs.get({ ids: [id], include_fields: ['summary'] })
    await world.as('alice').bugs.update({ ids: [id], summary: 'Changed' })
    expect(await remote.bugs.get({ ids: [id], include_fields: ['summary'] })).not.toEqual(before)
  })
})
