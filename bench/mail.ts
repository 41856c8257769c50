// The cost of email to many people for a request, and the time until it is sent: a separate tracker with a mailer that
// is never slow.
import { join } from 'node:path'
import { createTracker, type Tracker } from '@trackerkit/core'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import type { TrackerSchema } from '@trackerkit/core/schema'
import type { Store } from '@trackerkit/core/store'
import { compare } from './measure.js'
import { report, tell } from './report.js'

const readers = 1000

export async function measureMail(folder: string): Promise<void> {
  const file = join(folder, 'mail.db')
  let sent = 0
  const mailer = { send: async () => Promise.resolve(void sent++) }
  const delivering = () => createTracker({ store: sqliteStore(file), mail: mailer })
  // A process delivers, so that changes are stored for email; but not while requests are timed.
  await (await delivering()).close()
  const store = sqliteStore(file)
  const tracker = await createTracker({ store })
  const [quiet, loud] = await openBugs(tracker, store)
  let n = 0
  const change = (id: number) => () =>
    tracker
      .as({ login: 'admin@example.com' })
      .bugs.update({ ids: [id], whiteboard: `change ${n++}`, comment: { body: 'And again' } })
  const { none = NaN, many = NaN } = await compare(
    { none: change(quiet), many: change(loud) },
    { rounds: 9, calls: 20 },
  )
  const parts = `${many.toFixed(0)} µs : ${none.toFixed(0)} µs`
  report({ what: `bugs.update, ${readers} people on cc : none`, ratio: many / none, parts, aim: 'at most 1.5' })

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
  tell('messages per second, each marked on disk', `${perSecond.toFixed(0)} (${sent} messages)`)
  await post.close()
}

/** A bug with an empty CC list, and one with many users on it. */
async function openBugs(tracker: Tracker, store: Store): Promise<[quiet: number, loud: number]> {
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Product', description: 'Measured', version: '1.0' })
  await system.components.create({
    product: 'Product',
    name: 'Component',
    description: 'Part',
    default_assignee: 'admin@example.com',
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
