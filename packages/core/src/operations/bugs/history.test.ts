import type { BugHistoryField } from '@trackerkit/types'
import { expect, it } from 'vitest'
import { addBugs, addCustomField, addHistory, inStore } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { fieldTypes } from '../../setup/standard-fields.js'
import { createTracker } from '../../tracker/tracker.js'

const day = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(day.getTime() + seconds * 1000)

type Changes = Parameters<typeof addHistory>[2]

async function withHistory(world: World, bug: number, changes: Changes): Promise<void> {
  await inStore(world.store, (tx) => addHistory(tx, bug, changes))
}

/** Returns the changes of a bug as the user sees them, from all entries. */
async function changesSeen(world: World, who: string | null, id: number) {
  const { bugs } = await world.as(who).bugs.history({ ids: [id] })
  return bugs[0]?.history.flatMap((entry) => entry.changes)
}

onAnyStore('bugs.history', (open) => {
  it('answers by number and alias who changed what and when [HIST-01] [HIST-02] [HIST-04] [HIST-05] [HIST-06]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{ alias: ['zoo', 'ant'] }])
    await withHistory(world, id, [{ at: later(5), by: 'bob', field: 'priority', removed: 'Low', added: 'High' }])
    for (const ref of [id, 'ANT']) {
      expect(await world.as('alice').bugs.history({ ids: [ref] })).toEqual({
        bugs: [
          {
            id,
            alias: ['ant', 'zoo'],
            history: [
              {
                when: later(5),
                who: 'bob@example.com',
                changes: [{ field_name: 'priority', removed: 'Low', added: 'High' }],
              },
            ],
          },
        ],
      })
    }
  })

  it('answers the named fields only, also of entries and changes [GEN-12] [GEN-15] [GEN-18] [GEN-19] [GEN-20]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{ alias: ['ant'] }])
    await withHistory(world, id, [{ at: later(5), by: 'bob', field: 'priority', removed: 'Low', added: 'High' }])
    const filtered = async (include: string[], exclude: string[] = []) => {
      const [include_fields, exclude_fields] = [include as BugHistoryField[], exclude as BugHistoryField[]]
      return (await world.as('alice').bugs.history({ ids: [id], include_fields, exclude_fields })).bugs[0]
    }
    expect(await filtered(['id', 'Alias', 'nonsense'])).toEqual({ id })
    expect(await filtered([], ['history', 'Alias'])).toEqual({ id, alias: ['ant'] })
    expect(await filtered(['id', 'alias'], ['alias'])).toEqual({ id })
    expect(await filtered(['history.who'])).toEqual({ history: [{ who: 'bob@example.com' }] })
    expect(await filtered(['history'], ['history.when', 'history.changes.removed'])).toEqual({
      history: [{ who: 'bob@example.com', changes: [{ field_name: 'priority', added: 'High' }] }],
    })
  })

  it('has an empty history for a bug that was never changed, and one record for each bug asked', async () => {
    const world = await open()
    const [one = 0, two = 0] = await addBugs(world.store, day, [{ alias: ['first'] }, {}])
    const { bugs } = await world.as(null).bugs.history({ ids: [two, one, 'first'] })
    expect(bugs).toEqual([
      { id: two, alias: [], history: [] },
      { id: one, alias: ['first'], history: [] },
    ])
  })

  it('has one entry for all that one person changed at once, oldest first [HIST-05]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    await withHistory(world, id, [
      { at: later(20), field: 'version', removed: '1.0', added: '2.0' },
      { at: later(10), field: 'summary', removed: 'a', added: 'b' },
      { at: later(10), by: 'bob', field: 'url', removed: '', added: 'http://x/' },
      { at: later(10), field: 'severity', removed: 'major', added: 'minor' },
    ])
    const { bugs } = await world.as('alice').bugs.history({ ids: [id] })
    const answer = bugs[0]?.history.map(({ when, who, changes }) => [when, who, changes.map((one) => one.field_name)])
    expect(answer).toEqual([
      [later(10), 'alice@example.com', ['summary', 'severity']],
      [later(10), 'bob@example.com', ['url']],
      [later(20), 'alice@example.com', ['version']],
    ])
  })

  it('with new_since answers only what came later [HIST-03]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    await withHistory(world, id, [
      { at: later(1), field: 'url', added: 'one' },
      { at: later(2), field: 'url', added: 'two' },
      { at: later(3), field: 'url', added: 'three' },
    ])
    const { bugs } = await world.as('alice').bugs.history({ ids: [id], new_since: later(2) })
    expect(bugs[0]?.history.map((entry) => entry.when)).toEqual([later(3)])
  })

  it('names the attachment that was changed, and hides private ones from outsiders [HIST-07]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    const attachment = (isPrivate: boolean) => ({
      bug_id: id,
      creator_id: 1,
      creation_time: day,
      last_change_time: day,
      file_name: 'f',
      file_name_folded: 'f',
      summary: 's',
      summary_folded: 's',
      content_type: 'text/plain',
      is_patch: false,
      is_obsolete: false,
      is_private: isPrivate,
      size: 1,
    })
    const [shown = 0, hidden = 0] = await inStore(world.store, (tx) =>
      tx.insert('attachments', [attachment(false), attachment(true)]),
    )
    await withHistory(world, id, [
      { at: later(1), field: 'attachments.isobsolete', removed: '0', added: '1', attachment_id: shown },
      { at: later(2), field: 'attachments.description', removed: '', added: 'canary', attachment_id: hidden },
      { at: later(3), field: 'url', added: 'plain' },
    ])
    const open_ = { field_name: 'attachments.isobsolete', removed: '0', added: '1', attachment_id: shown }
    const plain = { field_name: 'url', removed: '', added: 'plain' }
    expect(await changesSeen(world, 'alice', id)).toEqual([open_, plain])
    expect(await changesSeen(world, 'ivan', id)).toEqual([
      open_,
      { field_name: 'attachments.description', removed: '', added: 'canary', attachment_id: hidden },
      plain,
    ])
  })

  it('shows only to insiders that a comment was made private', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    await withHistory(world, id, [
      { at: later(1), field: 'longdescs.isprivate', removed: '0', added: '1', comment_id: 7 },
    ])
    expect(await changesSeen(world, 'alice', id)).toEqual([])
    expect(await changesSeen(world, 'ivan', id)).toEqual([
      { field_name: 'longdescs.isprivate', removed: '0', added: '1', comment_id: 7 },
    ])
  })

  it('shows changes of hours only to users with access to time tracking', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    const fields = ['estimated_time', 'remaining_time', 'work_time']
    await withHistory(
      world,
      id,
      fields.map((field) => ({ at: later(1), field, removed: '0', added: '1' })),
    )
    expect((await changesSeen(world, 'alice', id))?.map((change) => change.field_name)).toEqual(fields)
    expect(await world.as('eve').bugs.history({ ids: [id] })).toMatchObject({ bugs: [{ history: [] }] })
  })

  it('cuts the login of who changed something for the logged-out [DATA-02]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    await withHistory(world, id, [{ at: later(1), by: 'bob', field: 'url', added: 'x' }])
    const { bugs } = await world.as(null).bugs.history({ ids: [id] })
    expect(bugs[0]?.history[0]?.who).toBe('bob')
  })

  it('cuts the logins in changes of people and flags for the logged-out [DATA-02]', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, day, [{}])
    const logins = 'alice@example.com, bob@example.com'
    await withHistory(world, id, [
      { at: later(1), field: 'assigned_to', removed: 'alice@example.com', added: 'bob@example.com' },
      { at: later(1), field: 'cc', added: logins },
      { at: later(1), field: 'flagtypes.name', removed: 'ready+', added: 'ask(@)?, review?(bob@example.com)' },
      { at: later(1), field: 'summary', removed: '', added: logins },
    ])
    const texts = async (who: string | null) =>
      (await changesSeen(world, who, id))?.map(({ removed, added }) => [removed, added])
    expect(await texts(null)).toEqual([
      ['alice', 'bob'],
      ['', 'alice, bob'],
      ['ready+', 'ask(, review?(bob)'],
      ['', logins],
    ])
    expect((await texts('eve'))?.[1]).toEqual(['', logins])
  })

  it('answers for a hidden bug as for one that does not exist [HIST-08] [GEN-28]', async () => {
    const world = await open()
    await addBugs(world.store, day, [
      { id: 77, groups: ['secret'], alias: ['canary'], assigned_to: 'ivan', creator: 'ivan' },
    ])
    for (const who of [null, 'eve', 'alice']) {
      const answer = async (ref: number | string) => {
        const error: unknown = await world
          .as(who)
          .bugs.history({ ids: [ref] })
          .catch((raised: unknown) => raised)
        return JSON.stringify([error, String(error)]).replaceAll(`${ref}`, 'X')
      }
      await expect(world.as(who).bugs.history({ ids: [77] })).rejects.toMatchObject({ number: 101 })
      expect(await answer(77)).toBe(await answer(78))
      expect(await answer('canary')).toBe(await answer('nothing'))
    }
    expect((await world.as('ivan').bugs.history({ ids: ['canary'] })).bugs[0]?.id).toBe(77)
  })

  it('does not name hidden bugs in the history of visible ones [GEN-28]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
      await addCustomField(tx, { name: 'cf_text', type: fieldTypes.freeText })
    })
    await addBugs(world.store, day, [
      { id: 70, groups: ['secret'], creator: 'ivan', assigned_to: 'ivan' },
      { id: 71 },
      { id: 72 },
    ])
    const stored = [
      { at: later(1), field: 'depends_on', removed: '70, 71', added: '' },
      { at: later(2), field: 'blocks', removed: '71', added: '70' },
      { at: later(3), field: 'dupe_of', added: '70' },
      { at: later(4), field: 'see_also', removed: 'show_bug.cgi?id=70', added: 'https://x.example/show_bug.cgi?id=70' },
      { at: later(5), field: 'see_also', added: 'show_bug.cgi?id=70, show_bug.cgi?id=71' },
      { at: later(6), field: 'cf_bug', removed: '70', added: '' },
      { at: later(7), field: 'cf_text', removed: '', added: '70, 71' },
      { at: later(8), field: 'summary', removed: '70', added: '' },
    ]
    await withHistory(world, 72, stored)
    const answer = [
      { field_name: 'depends_on', removed: '71', added: '' },
      { field_name: 'blocks', removed: '71', added: '' },
      { field_name: 'see_also', removed: '', added: 'https://x.example/show_bug.cgi?id=70' },
      { field_name: 'see_also', removed: '', added: 'show_bug.cgi?id=71' },
      { field_name: 'cf_text', removed: '', added: '70, 71' },
      { field_name: 'summary', removed: '70', added: '' },
    ]
    for (const who of ['alice', 'eve', null]) {
      expect(await changesSeen(world, who, 72)).toEqual(answer)
      const { bugs } = await world.as(who).bugs.history({ ids: [72] })
      expect(bugs[0]?.history.every((entry) => entry.changes.length > 0)).toBe(true)
    }
    expect(await changesSeen(world, 'ivan', 72)).toEqual(
      stored.map(({ field, removed = '', added }) => ({ field_name: field, removed, added })),
    )
  })

  it('returns at most 32 MB of several bugs, not counting hidden entries, and a single bug of any size', async () => {
    const world = await open()
    const ids = await addBugs(world.store, day, [{}, {}])
    for (const id of ids) {
      const added = 'x'.repeat(9 * 1024 * 1024)
      await withHistory(world, id, [
        { at: later(1), field: 'whiteboard', added },
        { at: later(2), field: 'work_time', added },
      ])
    }
    const of = (who: string | null, some: readonly number[]) => world.as(who).bugs.history({ ids: [...some] })
    await expect(of('alice', ids)).rejects.toMatchObject({ code: 'answer_too_large', data: { field: 'ids' } })
    expect((await of('alice', ids.slice(0, 1))).bugs[0]?.history).toHaveLength(2)
    expect((await of(null, ids)).bugs.map(({ history }) => history.length)).toEqual([1, 1])
  })

  it('reads as much for one bug as for many', async () => {
    const world = await open()
    const ids = await addBugs(
      world.store,
      day,
      Array.from({ length: 30 }, (_, index) => ({ alias: [`bug-${index}`], depends_on: [1] })),
    )
    for (const id of ids) {
      await withHistory(world, id, [{ at: later(id), by: id % 2 ? 'alice' : 'bob', field: 'depends_on', added: '1' }])
    }
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const alice = tracker.as({ login: 'alice@example.com' })
    await alice.bugs.history({ ids: [] })
    for (const some of [ids.slice(0, 1), ids]) {
      queries.length = 0
      await alice.bugs.history({ ids: some })
      expect(queries.toSorted()).toEqual(['bug_aliases', 'bug_history', 'bugs', 'bugs', 'installation', 'users'])
    }
  })
})
