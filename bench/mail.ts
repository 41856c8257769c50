// The cost of email: to many people for a request, until all of it is sent, and to three people with delivery included.
// On separate trackers with a mailer that is never slow.
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTracker, type Tracker } from '@trackerkit/core'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import type { TrackerSchema } from '@trackerkit/core/schema'
import type { Store } from '@trackerkit/core/store'
import { compare, comparePairs, warmUp } from './measure.js'
import { report } from './report.js'

const readers = 1000

const login = 'admin@example.com'

export async function measureMail(folder: string): Promise<void> {
  await measureMany(folder)
  await measureFew(folder)
}

async function measureMany(folder: string): Promise<void> {
  const file = join(folder, 'mail.db')
  let sent = 0
  const mailer = { send: async () => Promise.resolve(void sent++) }
  const delivering = () => createTracker({ store: sqliteStore(file), mail: mailer })
  // A process delivers, so that changes are stored for email; but not while requests are timed.
  await (await delivering()).close()
  const store = sqliteStore(file)
  const tracker = await createTracker({ store })
  const [quiet, loud] = await openBugs(tracker, store, readers)
  let n = 0
  const change = (id: number) => () =>
    tracker.as({ login }).bugs.update({ ids: [id], whiteboard: `change ${n++}`, comment: { body: 'And again' } })
  const { none, many } = await compare({ none: change(quiet), many: change(loud) }, { rounds: 9, calls: 20 })
  const what = `a change with a comment, ${readers.toLocaleString('en')} people on CC : none`
  report({ what, ours: many, base: none, unit: 'µs', aim: { atMost: 1.5 } })

  const raw = store as unknown as Store<TrackerSchema>
  await raw.write(async (tx) => {
    const [installation] = await tx.select({ from: 'installation' })
    await tx.put('feed_cursors', [{ name: 'mail', seq: installation?.change_seq ?? 0, at: new Date() }])
  })
  await change(loud)()
  await tracker.close()
  const start = performance.now()
  const post = await delivering()
  await post.deliverMail()
  const perSecond = (sent * 1000) / (performance.now() - start)
  report({ what: 'messages sent', ours: perSecond, unit: 'a second', note: `${sent} messages` })
  await post.close()
}

/** A comment with email to three people, until it is sent and recorded, compared with the comment on a tracker without email. */
async function measureFew(folder: string): Promise<void> {
  const files = { mailed: join(folder, 'mailed.db'), alone: join(folder, 'alone.db') }
  const store = sqliteStore(files.mailed)
  const first = await createTracker({ store })
  const [, bug] = await openBugs(first, store, 3)
  await first.close()
  copyFileSync(files.mailed, files.alone)
  let sent = 0
  const mailer = { send: async () => Promise.resolve(void sent++) }
  const post = await createTracker({ store: sqliteStore(files.mailed), mail: { mailer, onDemand: true } })
  const alone = await createTracker({ store: sqliteStore(files.alone) })
  let n = 0
  const comment = (tracker: Tracker) => tracker.as({ login }).comments.create({ id: bug, comment: `Again ${n++}` })
  const mailed = async () => {
    const before = sent
    await comment(post)
    await post.deliverMail()
    assert.equal(sent - before, 3)
  }
  const commented = () => comment(alone)
  for (const work of [mailed, commented]) await warmUp(work, 2000)
  const { wall, cpu } = await comparePairs({ ours: mailed, base: commented })
  for (const [kind, compared] of Object.entries({ 'wall-clock': wall, CPU: cpu }))
    report({
      what: `a comment with email to 3 people, until it is sent : the comment, ${kind} time`,
      ...compared,
      unit: 'µs',
      aim: { atMost: 3 },
    })
  await post.close()
  await alone.close()
}

/** A bug with an empty CC list, and one with `readers` users on it. */
async function openBugs(tracker: Tracker, store: Store, readers: number): Promise<[quiet: number, loud: number]> {
  const system = tracker.asSystem(login)
  await system.products.create({ name: 'Product', description: 'Measured', version: '1.0' })
  await system.components.create({
    product: 'Product',
    name: 'Component',
    description: 'Part',
    default_assignee: login,
  })
  const bug = { product: 'Product', component: 'Component', version: '1.0', summary: 'It stops working' }
  const [quiet, loud] = [await system.bugs.create(bug), await system.bugs.create(bug)]
  await (store as unknown as Store<TrackerSchema>).write(async (tx) => {
    const names = Array.from({ length: readers }, (_, n) => `reader${n}@example.com`)
    const people = { real_name: '', real_name_folded: '', email_enabled: true, login_denied_text: '' }
    const creation_time = new Date('2026-01-01T00:00:00Z')
    const rows = names.map((login) => ({ ...people, login, login_folded: login, creation_time }))
    const ids = await tx.insert('users', rows)
    await tx.insert(
      'bug_cc',
      ids.map((user_id) => ({ bug_id: loud.id, user_id })),
    )
  })
  return [quiet.id, loud.id]
}
