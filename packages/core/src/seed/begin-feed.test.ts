// A store of an older version with changes not yet sent by email.
import { expect, it } from 'vitest'
import { inStore } from '../../test/bug-rows.js'
import { at, file } from '../../test/bugs.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { entries, outbox, recordingMailer } from '../../test/mail.js'
import { userId } from '../../test/people.js'
import { checkStore } from '../doctor/check-store.js'
import type { Problem } from '../doctor/problem.js'
import type { NewRow } from '../schema/index.js'
import type { Json, Store } from '../store/index.js'
import { createTracker } from '../tracker/tracker.js'

const noPeople = { assigned_to: [], qa_contact: [], cc: [] }

/** Downgrades the store to an older version and adds these rows. */
async function age(world: World, rows: readonly NewRow<'mail_outbox'>[]): Promise<void> {
  await inStore(world.store, async (tx) => {
    await tx.delete('changes', { and: [] })
    await tx.delete('feed_cursors', { and: [] })
    const before = { change_seq: 0, feed_epoch: '', mail_delivered_until: null }
    await tx.update('installation', { col: 'id', eq: 1 }, before)
    await tx.insert('mail_outbox', rows)
  })
}

function waiting({ clock }: World, payload: Json, more: Partial<NewRow<'mail_outbox'>>): NewRow<'mail_outbox'> {
  const times = { next_attempt: clock.now(), creation_time: clock.now() }
  return { kind: 'change', state: 'new', attempts: 0, bug_id: 1, payload, ...times, ...more }
}

async function reopen(world: World) {
  const shared: Store = { ...world.store, close: () => undefined }
  const mailer = recordingMailer()
  const tracker = await createTracker({ store: shared, testing: { clock: world.clock.now }, mail: mailer })
  await tracker.deliverMail()
  await tracker.close()
  return mailer.sent.map(({ to, text }) => ({ to, text }))
}

onEveryStore('a store of an older version', (open) => {
  it('loses no change with pending email: they become the first entries of its change feed', async () => {
    const world = await open()
    const bug = await file(world)
    const [comment] = await inStore(world.store, (tx) => tx.select({ from: 'comments' }))
    const by = await userId(world, 'alice')
    const told = { by, is_new: true, is_turned: false, history: [], comments: [comment?.id ?? 0], flags: [] }
    const change = { ...told, came: { ...noPeople, cc: [await userId(world, 'ivan')] }, gone: noPeople }
    await age(world, [
      waiting(world, change, { bug_id: bug.id }),
      waiting(world, change, { bug_id: bug.id, state: 'dead' }),
      waiting(world, { holds: 'nonsense' }, { bug_id: bug.id, state: 'dead' }),
    ])
    const problems: Problem[] = []
    await checkStore({ ...world.store, close: () => undefined }, (problem) => void problems.push(problem))
    expect(problems).toEqual([])
    expect((await reopen(world)).map(({ to }) => to).toSorted()).toEqual([at('bob'), at('ivan')])
    const payload = { is_new: true, comments: [comment?.id], gained: { cc: [await userId(world, 'ivan')] } }
    expect(await entries(world)).toMatchObject([{ seq: 1, set: 1, kind: 'bug', bug_id: bug.id, user_id: by, payload }])
    expect((await outbox(world)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(await reopen(world)).toEqual([])
  })

  it('sends messages that were queued, with the reason for each recipient', async () => {
    const world = await open()
    const bug = await file(world)
    const [by, eve, bob] = [await userId(world, 'alice'), await userId(world, 'eve'), await userId(world, 'bob')]
    const [comment] = await inStore(world.store, (tx) => tx.select({ from: 'comments' }))
    const hold = (moved: string) => [{ role: 'cc', via: null, moved }]
    const message = { by, is_new: true, history: [], comments: [comment?.id ?? 0], is_global: false }
    const more = { kind: 'bug', state: 'waiting', bug_id: bug.id }
    await age(world, [
      waiting(world, { ...message, holds: hold('came') }, { ...more, user_id: bob }),
      waiting(world, { ...message, holds: hold('gone') }, { ...more, user_id: eve }),
    ])
    const sent = (await reopen(world)).toSorted((a, b) => (a.to < b.to ? -1 : 1))
    expect(sent.map(({ text }) => /You (?:are|were) on the CC list/.exec(text)?.[0])).toEqual([
      'You are on the CC list',
      'You were on the CC list',
    ])
  })
})
