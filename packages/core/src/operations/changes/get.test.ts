import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { at, file, minimal, update } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { userId } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'
import type { ChangesGetInput } from '@trackerkit/types'

type Name = Parameters<World['as']>[0]

/** Returns the entries a user receives, each with type and bug. */
async function told(world: World, name: Name, input: ChangesGetInput = {}) {
  const { changes } = await world.as(name).changes.get({ limit: 1000, ...input })
  return changes.map(({ type, bug_id }) => `${type} ${bug_id ?? ''}`.trim())
}

async function attach(world: World, id: number, name: string, is_private: boolean) {
  const data = new TextEncoder().encode('four')
  const about = { file_name: 'a.txt', summary: 'A file', content_type: 'text/plain' }
  return (await world.as(name).attachments.create({ ids: [id], data, ...about, is_private })).ids[0] ?? 0
}

const hide = (world: World, id: number) => update(world, id, { groups: { add: ['secret'] } }, 'ivan')

onAnyStore('changes.get', (open) => {
  it('returns the same changes as the bug history, with comment, attachment and flag IDs', async () => {
    const world = await open()
    const type_id = await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const bug = await file(world)
    const start = world.clock.now()
    world.clock.advance(60)
    const flags = [{ name: 'review', status: '?', requestee: at('bob') }]
    await update(world, bug.id, { priority: 'High', comment: { body: 'Now' }, flags }, 'bob')
    const file_id = await attach(world, bug.id, 'alice', false)
    const { changes, next, more } = await world.as('eve').changes.get({})
    const of = async (name: string) => {
      const person = { id: await userId(world, name), name: at(name) }
      return { ...person, real_name: `${name[0]?.toUpperCase()}${name.slice(1)} Example` }
    }
    const { bugs } = await world.as('eve').comments.get({ ids: [bug.id] })
    const comments = bugs[bug.id]?.comments.map(({ id, count, is_private }) => ({ id, count, is_private })) ?? []
    const { bugs: told } = await world.as('eve').bugs.history({ ids: [bug.id] })
    const all = { bug_id: bug.id, changes: [], attachments: [], flags: [], code_links: [] }
    expect(changes).toEqual([
      { ...all, seq: 1, set: 1, type: 'bug.created', time: start, user: await of('alice'), comments: [comments[0]] },
      {
        ...{ ...all, seq: 2, set: 2, type: 'bug.changed', time: world.clock.now(), user: await of('bob') },
        changes: told[0]?.history[0]?.changes,
        comments: [comments[1]],
        flags: [{ type_id, name: 'review', attachment_id: null, before: '', after: '?', requestee: at('bob') }],
      },
      {
        ...{ ...all, seq: 3, set: 3, type: 'bug.changed', time: changes[2]?.time, user: await of('alice') },
        comments: [comments[2]],
        attachments: [{ id: file_id, is_private: false }],
      },
    ])
    expect([next.split('.')[1], more]).toEqual(['3', false])
  })

  it('continues where the previous response ended, with every entry once, at any limit', async () => {
    const world = await open()
    for (let n = 0; n < 7; n++) await file(world)
    const numbers: number[] = []
    let since: string | undefined
    for (let page = { more: true }; page.more;) {
      const answer = await world.as('bob').changes.get({ limit: 3, ...(since && { since }) })
      numbers.push(...answer.changes.map(({ seq }) => seq))
      since = answer.next
      page = answer
    }
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await told(world, 'bob', { since: 5 })).toHaveLength(2)
    expect(await told(world, 'bob', { since: '5' })).toHaveLength(2)
    const { next, changes } = await world.as('bob').changes.get({ since: 'now' })
    expect([changes, next]).toEqual([[], since])
    const bug = await file(world)
    expect(await told(world, 'bob', { since: next })).toEqual([`bug.created ${bug.id}`])
  })

  it('refuses positions of another feed, beyond the end and before what is kept, and what is none', async () => {
    const world = await open()
    for (let n = 0; n < 3; n++) await file(world)
    const { next } = await world.as('bob').changes.get({})
    const gone = { code: 'changes_gone', number: 1400, data: { oldest: 1, head: 3 } }
    for (const since of ['abcd1234.2', 4, '4', next.replace('.3', '.4')])
      await expect(world.as('bob').changes.get({ since })).rejects.toMatchObject(gone)
    for (const since of ['', 'yesterday', '1.2.3', '-1', '2.', `${next} `])
      await expect(world.as('bob').changes.get({ since })).rejects.toMatchObject({ code: 'param_invalid', number: 53 })
    await inStore(world.store, (tx) => tx.delete('changes', { col: 'seq', lte: 2 }))
    const trimmed = { code: 'changes_gone', data: { oldest: 3, head: 3 } }
    await expect(world.as('bob').changes.get({ since: 1 })).rejects.toMatchObject(trimmed)
    expect(await told(world, 'bob', { since: 2 })).toHaveLength(1)
    expect(await told(world, 'bob')).toHaveLength(1)
    // Twice: the random source of tests begins with the name that the feed has.
    for (let n = 0; n < 2; n++) await world.as('admin').changes.restart()
    await expect(world.as('bob').changes.get({ since: next })).rejects.toMatchObject({ code: 'changes_gone' })
    for (const [limit, number] of [
      [0, 55],
      [1001, 54],
    ] as const)
      await expect(world.as('bob').changes.get({ limit })).rejects.toMatchObject({ number })
  })

  it('returns nothing about bugs hidden from the caller now, private comments and files', async () => {
    const world = await open()
    const bug = await file(world)
    const secret = await world.as('ivan').bugs.create({ ...minimal, groups: ['secret'] })
    await world.as('ivan').comments.create({ id: bug.id, comment: 'Hush', is_private: true })
    const privateFile = await attach(world, bug.id, 'ivan', true)
    await world.as('ivan').attachments.update({ ids: [privateFile], file_name: 'b.txt' })
    await update(world, secret.id, { depends_on: { add: [bug.id] } }, 'ivan')
    expect(await told(world, 'eve')).toEqual([`bug.created ${bug.id}`])
    expect(await told(world, null)).toEqual([`bug.created ${bug.id}`])
    expect(await told(world, 'ivan')).toHaveLength(7)
    const { changes, next, more } = await world.as('eve').changes.get({ limit: 1 })
    expect([changes.length, next.split('.')[1], more]).toEqual([1, '1', true])
    await update(world, secret.id, { groups: { remove: ['secret'] } }, 'ivan')
    const all = [bug, secret, secret, bug, secret].map(({ id }, n) => `bug.${n < 2 ? 'created' : 'changed'} ${id}`)
    expect((await told(world, 'eve')).toSorted()).toEqual(all.toSorted())
  })

  it('reports only that a public bug was hidden to users who can no longer see it', async () => {
    const world = await open()
    const bug = await file(world)
    await update(world, bug.id, { whiteboard: 'open' })
    await hide(world, bug.id)
    await update(world, bug.id, { whiteboard: 'secret' }, 'ivan')
    const { changes } = await world.as('eve').changes.get({})
    const nothing = { user: null, changes: [], comments: [], attachments: [], flags: [], code_links: [] }
    expect(changes).toEqual([
      { seq: 3, set: 3, type: 'bug.hidden', time: changes[0]?.time, bug_id: bug.id, ...nothing },
    ])
    expect(await told(world, 'eve', { product: ['Gadgets'] })).toEqual([`bug.hidden ${bug.id}`])
    expect(await told(world, 'ivan')).toHaveLength(4)
    expect(await told(world, 'ivan', { type: ['bug.hidden'] })).toEqual([])
  })

  it('reports to a reader of one public bug that it was hidden, once, and rejects a bug that was never public', async () => {
    const world = await open()
    const [bug, secret] = [await file(world), await world.as('ivan').bugs.create({ ...minimal, groups: ['secret'] })]
    const { next: since } = await world.as('eve').changes.get({ since: 'now' })
    const hers = world.tracker.changes({ as: { login: at('eve') }, bug: [bug.id], since })
    const first = hers.next()
    await hide(world, bug.id)
    expect((await first).value).toMatchObject({ type: 'bug.hidden', bug_id: bug.id, changes: [] })
    expect(await told(world, 'eve', { bug: [bug.id] })).toEqual([`bug.hidden ${bug.id}`])
    const absent = { code: 'bug_id_does_not_exist' }
    const after = [{ bug: [bug.id], since: 'now' }, { bug: [secret.id] }, { bug: [bug.id, 999] }, { bug: [999] }]
    for (const input of after) await expect(world.as('eve').changes.get(input)).rejects.toMatchObject(absent)
    await Promise.all([expect(hers.next()).rejects.toMatchObject(absent), file(world)])
  })

  it('reports the deletion of a public bug to all, and of any bug to administrators', async () => {
    const world = await open()
    const [bug, secret] = [await file(world), await world.as('ivan').bugs.create({ ...minimal, groups: ['secret'] })]
    await inStore(world.store, async (tx) => {
      const entry = { at: world.clock.now(), user_id: 1, kind: 'bug_deleted', payload: {} }
      await tx.insert('changes', [
        { ...entry, seq: 3, set: 3, bug_id: bug.id, was_public: true },
        { ...entry, seq: 4, set: 3, bug_id: secret.id, was_public: false },
      ])
      await tx.update('installation', { col: 'id', eq: 1 }, { change_seq: 4 })
      await tx.delete('bugs', { and: [] })
    })
    expect(await told(world, 'eve')).toEqual([`bug.deleted ${bug.id}`])
    expect(await told(world, 'admin')).toEqual([`bug.deleted ${bug.id}`, `bug.deleted ${secret.id}`])
  })

  it('reports configuration changes only to administrators, as the audit log does', async () => {
    const world = await open()
    await world.as('admin').keywords.create({ name: 'hard', description: 'Takes long' })
    const { changes } = await world.as('admin').changes.get({})
    const { audit_log } = await world.as('admin').audit.get()
    expect(changes).toMatchObject([
      {
        type: 'administration.changed',
        object: { class: 'Keyword', id: audit_log[0]?.object_id },
        changes: [{ field_name: '__create__', removed: '', added: 'hard' }],
      },
    ])
    expect(changes[0]).not.toHaveProperty('bug_id')
    expect(await told(world, 'eve')).toEqual([])
  })

  it('filters by bugs, products, components, types and fields', async () => {
    const world = await open()
    const bug = await file(world)
    const other = await world
      .as('alice')
      .bugs.create({ product: 'Gadgets', component: 'Main', version: 'unspecified', summary: 'x' })
    await update(world, bug.id, { whiteboard: 'x' })
    const [created, changed] = [`bug.created ${bug.id}`, `bug.changed ${bug.id}`]
    expect(await told(world, 'eve', { bug: [bug.id] })).toEqual([created, changed])
    expect(await told(world, 'eve', { product: ['gadgets'] })).toEqual([`bug.created ${other.id}`])
    expect(await told(world, 'eve', { component: ['UI', 'Main'], type: ['bug.created'] })).toHaveLength(2)
    expect(await told(world, 'eve', { product: ['Widgets'], component: ['Core'] })).toEqual([])
    const unknown = [
      { product: ['Vault'] },
      { product: ['nothing'] },
      { component: ['Safe'] },
      { component: ['nothing'] },
    ]
    for (const input of unknown)
      await expect(world.as('eve').changes.get(input)).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
      })
    const { changes } = await world.as('ivan').changes.get({ include_fields: ['seq', 'type'], limit: 1 })
    expect(changes).toEqual([{ seq: 1, type: 'bug.created' }])
  })

  it('takes as many selects for many entries as for few', async () => {
    const world = await open()
    const bug = await file(world)
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({
      store: { ...store, close: () => undefined },
      testing: { clock: world.clock.now },
    })
    const selects = async (since: number) => {
      queries.length = 0
      await tracker.as({ login: at('eve') }).changes.get({ since })
      return queries.length
    }
    for (let n = 0; n < 30; n++) await update(world, bug.id, { whiteboard: `${n}`, comment: { body: 'x' } }, 'bob')
    await selects(0)
    expect(await selects(0)).toBe(await selects(29))
    expect(await selects(0)).toBeLessThanOrEqual(8)
  })
})
