// Adds to a tracker what the requests name.
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, type Operations } from '@trackerkit/core'
import { openImporter } from '@trackerkit/core/moving'
import type { WebhookSender } from '@trackerkit/core/host'
import { password } from '../setting.js'
import { addOwnThings, manyRecords } from './many.js'

/** Of the administrator. */
export interface Keys {
  readonly api_key: string
  /** Of a session. */
  readonly token: string
  /** The number of one that is small. */
  readonly attachment: number
  /** The number of one that may be edited. */
  readonly comment: number
  /** Of an intake that takes reports from anyone. */
  readonly intake_key: string
}

/** Nothing is sent while the tracker is prepared. */
const silentSender: WebhookSender = {
  check: async () => undefined,
  send: async () => ({ status: 204, headers: {}, body: '' }),
}

/** Everything is permitted that a tracker can permit, so that requests get as far as they can. */
const permitting = {
  ...{ allowuserdeletion: true, allowbugdeletion: true, allow_attachment_deletion: true, allowemailchange: true },
  ...{ comment_edit_minutes: 10_000, createemailregexp: '.', useclassification: true, insidergroup: 'admin' },
}

/** With `withMany`, there are many of everything, too. */
export async function prepare(file: string, withMany = false): Promise<Keys> {
  const tracker = await createTracker({
    store: sqliteStore(file, { durability: 'normal' }),
    webhooks: { sender: silentSender, onDemand: true },
  })
  const admin = tracker.asSystem('admin@example.com')
  if ((await admin.products.get({ names: ['Widgets'] })).products.length === 0) await addWidgets(admin)
  await admin.users.update({ names: ['admin@example.com'], password })
  const { api_key } = await admin.apiKeys.create({ user: 'admin@example.com' })
  const { token } = await tracker.as(null).sessions.create({ login: 'admin@example.com', password })
  if (withMany) await addMany(file, admin)
  await admin.parameters.update({ parameters: permitting })
  await admin.webhooks.create({ name: 'Builds', url: 'https://ci.example.com/', events: ['created'] })
  await admin.codeHooks.create({ name: 'Repositories', host: 'github', account: 'admin@example.com' })
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const intake = await admin.intakes.create({ name: 'costs', ...place, accepts: 'anybody', per_hour: 10_000 }) // english: the value
  const { key: intake_key } = await admin.intakes.rotateKey({ id: intake.id })
  const { id: comment } = await admin.comments.create({ id: 1, comment: 'It does' })
  const about = { file_name: 'a.txt', summary: 'A text', content_type: 'text/plain' }
  const { ids } = await admin.attachments.create({ ids: [1], ...about, data: new TextEncoder().encode('It blinks') })
  await tracker.close()
  return { api_key, token, attachment: ids[0] ?? 1, comment, intake_key }
}

async function addWidgets(admin: Operations): Promise<void> {
  await admin.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'What people see' }
  await admin.components.create({ ...component, default_assignee: 'admin@example.com' })
}

async function addMany(file: string, admin: Operations): Promise<void> {
  const importer = await openImporter(sqliteStore(file, { durability: 'normal' }), { source: 'many things' })
  for (const records of manyRecords())
    for (const { outcome, problems } of await importer.put(records))
      if (outcome !== 'created') throw new Error(`${outcome}: ${problems.join('; ')}`)
  await importer.close()
  await addOwnThings(admin)
}
