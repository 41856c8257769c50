// Erased content is nowhere: neither in the bytes of the file, its log and its index, nor in anything that the tracker
// returns or sends.
import { readFileSync } from 'node:fs'
import { createTracker, memoryMailer } from '@trackerkit/core'
import { exportTracker } from '@trackerkit/core/moving'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { temporaryFile } from './files.js'

const word = 'q7'.repeat(32)
const reason = 'Asked for'
const leaver = `${word.slice(0, 40)}@example.com`

/** A tracker in a file that people use, of whom one watches everything by mail and one by a webhook. */
async function setOut() {
  const { file, remove } = temporaryFile()
  const store = sqliteStore(file)
  const requests: string[] = []
  const sender = {
    check: async () => undefined,
    send: async ({ url, body }: { readonly url: string; readonly body: string }) => {
      requests.push(body)
      const at = body.indexOf(word.slice(0, 40))
      if (url.includes('fails') && at >= 0) throw new Error(`cannot take ${body.slice(at, at + 100)}`)
      // Some receivers repeat what they get.
      return { status: 204, headers: {}, body: body.slice(-1000) }
    },
  }
  const mailer = memoryMailer()
  const tracker = await createTracker({ store, mail: { mailer, onDemand: true }, webhooks: { sender, onDemand: true } })
  onTestFinished(async () => {
    await tracker.close()
    remove()
  })
  const admin = tracker.asSystem('admin@example.com')
  await admin.users.create({ email: 'alice@example.com' })
  const allowed = { allow_attachment_deletion: true, allowbugdeletion: true, allowuserdeletion: true }
  await admin.parameters.update({ parameters: { ...allowed, comment_edit_minutes: -1 } })
  await admin.products.create({ name: 'Widgets', description: 'x', version: '1' })
  await admin.components.create({
    product: 'Widgets',
    name: 'UI',
    description: 'x',
    default_assignee: 'alice@example.com',
  })
  await admin.webhooks.create({
    ...{ name: 'All', url: 'https://ci.example.com/', include_text: true },
    events: ['created', 'changed', 'comment', 'attachment', 'deleted'],
  })
  await admin.webhooks.create({
    ...{ name: 'Failing', url: 'https://fails.example.com/', include_text: true },
    events: ['created', 'changed', 'comment', 'attachment', 'deleted'],
  })
  const place = { product: 'Widgets', component: 'UI', version: '1' }
  const bug = async (more: object = {}) => (await admin.bugs.create({ ...place, summary: 'It blinks', ...more })).id
  for (let n = 0; n < 20; n++) await bug({ description: 'and more '.repeat(n * 40) })
  let heard = 0
  /** Email and requests sent since the last call. */
  const told = async () => {
    await tracker.deliverMail()
    await tracker.deliverWebhooks()
    const mail = mailer.messages.slice(heard)
    heard += mail.length
    return [...mail, ...requests.splice(0)]
  }
  return {
    ...{ tracker, admin, bug, told },
    isInFiles: (what: string) => ['', '-wal', '-shm'].some((end) => readFileSync(`${file}${end}`).includes(what)),
    /** For each webhook, whether the log of its requests has this, as the response or the error. */
    async isEchoed(what: string) {
      const logs = await Promise.all([1, 2].map((id) => admin.webhooks.deliveries({ id })))
      return logs.map((log) => JSON.stringify(log).includes(what))
    },
    /**
     * Everything that the tracker returns to an administrator, sends to followers, by email and requests, and exports.
     */
    async said() {
      const { bugs } = await admin.bugs.search({ include_fields: ['_all'] })
      const ids = bugs.map(({ id }) => id)
      const ofBugs = [await admin.comments.get({ ids }), await admin.bugs.history({ ids })]
      const files = await admin.attachments.get({ ids })
      const people = await admin.users.get({ match: ['*'], include_disabled: true })
      const news = await admin.changes.get({ limit: 1000 })
      const log = await admin.audit.get({ limit: 1000 })
      const outbox = [
        await admin.mail.list({}),
        await admin.webhooks.deliveries({ id: 1 }),
        await admin.webhooks.deliveries({ id: 2 }),
      ]
      const lines: string[] = []
      await exportTracker(store, (line) => void lines.push(line))
      return JSON.stringify([bugs, ofBugs, files, people, news, log, outbox, lines, await told()])
    },
  }
}

type Stage = Awaited<ReturnType<typeof setOut>>

const ways: readonly (readonly [
  title: string,
  what: string,
  plant: (stage: Stage) => Promise<() => Promise<unknown>>,
])[] = [
  [
    'a comment that is redacted, and what it said before',
    word,
    async ({ admin, bug }) => {
      const { id } = await admin.comments.create({ id: await bug(), comment: `Once ${word}` })
      await admin.comments.update({ id, text: `Twice ${word}`, expected_revision: 0 })
      return () => admin.comments.redact({ ids: [id], reason })
    },
  ],
  [
    'an attachment that is erased with its names',
    word,
    async ({ admin, bug }) => {
      const data = new TextEncoder().encode(`${'line\n'.repeat(5000)}${word}`)
      const names = { file_name: word, summary: word, content_type: 'text/plain' }
      const { ids } = await admin.attachments.create({ ids: [await bug()], data, ...names })
      await admin.attachments.update({ ids, summary: `${word} again` })
      return () => admin.attachments.erase({ ids, reason, summary: true })
    },
  ],
  [
    'a bug that is deleted',
    word,
    async ({ admin, bug }) => {
      const id = await bug({ summary: word, whiteboard: word, alias: [word.slice(0, 40)], description: word })
      await admin.bugs.update({ ids: [id], whiteboard: 'Other', comment: { body: word } })
      return () => admin.bugs.delete({ ids: [id], reason })
    },
  ],
  [
    'a person who is erased',
    leaver,
    async ({ tracker, admin, bug }) => {
      const { id } = await admin.users.create({ email: leaver, full_name: word })
      const number = await bug({ assigned_to: leaver, cc: [leaver] })
      await admin.bugs.update({ ids: [number], cc: { remove: [leaver] } })
      await tracker.asSystem(leaver).savedSearches.save({ name: 'Mine', query: `assigned_to=${leaver}` })
      return () => admin.users.erase({ ids: [id], reason, reassign_to: 'alice@example.com' })
    },
  ],
]

describe('a SQLite file, its log, and all that is said of them', () => {
  it.each(ways)(
    'hold nothing any more of %s, though receivers of webhooks repeated it',
    async (_title, what, plant) => {
      const stage = await setOut()
      const takeOut = await plant(stage)
      // Consumes everything sent so far.
      expect(await stage.said()).toContain(what)
      expect(await stage.isEchoed(what)).toEqual([true, true])
      expect(stage.isInFiles(what)).toBe(true)
      await takeOut()
      expect(await stage.isEchoed(what)).toEqual([false, false])
      expect(await stage.said()).not.toContain(what)
      await vi.waitFor(() => expect(stage.isInFiles(what)).toBe(false), 20_000)
    },
  )

  it('hold nothing of the email and requests that were queued when it was erased', async () => {
    const stage = await setOut()
    const { admin, bug } = stage
    await stage.told()
    const id = await bug({ summary: word, description: word })
    await admin.bugs.delete({ ids: [id], reason })
    expect(await stage.said()).not.toContain(word)
  })
})
