// The tracker that unmodified clients are tried on: two products, an administrator with an API key, Bob, and a keyword.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, type Tracker } from '@trackerkit/core'
import { serve, type LogEntry, type RunningServer } from '@trackerkit/http-node'

export const password = 'correct horse'

export interface ClientTracker {
  /** Where the database is, and a folder `home` for the settings of clients. */
  readonly folder: string
  readonly tracker: Tracker
  readonly server: RunningServer
  readonly apiKey: string
  /** Logged requests. */
  readonly requests: LogEntry[]
  close(): Promise<void>
}

export async function openClientTracker(): Promise<ClientTracker> {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-client-'))
  mkdirSync(join(folder, 'home'))
  const store = sqliteStore(join(folder, 'tracker.db'))
  const tracker = await createTracker({ store, administrator: { login: 'admin@example.com', password } })
  const system = tracker.asSystem('admin@example.com')
  const { api_key: apiKey } = await system.apiKeys.create({ description: 'client' })
  await system.users.create({ email: 'bob@example.com', full_name: 'Bob' })
  for (const name of ['Widgets', 'Gadgets']) {
    await system.products.create({ name, description: `All about ${name}`, version: '1.0' })
  }
  await system.keywords.create({ name: 'crash', description: 'It ends' })
  const requests: LogEntry[] = []
  const server = await serve({ tracker, port: 0, log: (entry) => void requests.push(entry) })
  const close = async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
  return { folder, tracker, server, apiKey, requests, close }
}
