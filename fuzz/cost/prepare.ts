// Adds to a tracker what the requests name.
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import { password } from '../setting.js'

/** Of the administrator. */
export interface Keys {
  readonly api_key: string
  /** Of a session. */
  readonly token: string
  /** The number of one that is small. */
  readonly attachment: number
}

export async function prepare(file: string): Promise<Keys> {
  const tracker = await createTracker({ store: sqliteStore(file, { durability: 'normal' }) })
  const admin = tracker.asSystem('admin@example.com')
  await admin.users.update({ names: ['admin@example.com'], password })
  const { api_key } = await admin.apiKeys.create({ user: 'admin@example.com' })
  const { token } = await tracker.as(null).sessions.create({ login: 'admin@example.com', password })
  const about = { file_name: 'a.txt', summary: 'A text', content_type: 'text/plain' }
  const { ids } = await admin.attachments.create({ ids: [1], ...about, data: new TextEncoder().encode('It blinks') })
  await tracker.close()
  return { api_key, token, attachment: ids[0] ?? 1 }
}
