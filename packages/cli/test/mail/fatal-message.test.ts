// A message that kills every process rendering it.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, memoryMailer } from '@trackerkit/core'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'trackerkit-fatal-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const program = fileURLToPath(new URL('fatal-message.ts', import.meta.url))

/** Returns the sent messages, and whether the process was killed. */
function deliver(file: string, hours: number): Promise<{ sent: string[]; isKilled: boolean }> {
  // By the packages as they are built: to compile the sources for each process would take longer than all the rest.
  const flags = ['--import', 'tsx']
  return new Promise((resolve) => {
    execFile(process.execPath, [...flags, program, file, String(hours)], (error, out) =>
      resolve({ sent: out.split('\n').filter((line) => line !== ''), isKilled: error?.signal === 'SIGKILL' }),
    )
  })
}

it(
  'retries a message that ends the process as often as other messages before it fails, while other mail is sent',
  { timeout: 120_000 },
  async () => {
    const file = join(folder, 'tracker.db')
    const tracker = await createTracker({ store: sqliteStore(file), mail: memoryMailer() })
    const system = tracker.asSystem('admin@example.com')
    await system.users.create({ email: 'alice@example.com', full_name: 'Alice' })
    await system.products.create({ name: 'Widgets', description: 'Things', version: '1' })
    const default_assignee = 'alice@example.com'
    await system.components.create({ product: 'Widgets', name: 'UI', description: 'Part', default_assignee })
    await tracker.deliverMail()
    await tracker.close()
    // Register a mailer: without one, the tracker keeps notifications queued.
    const store = sqliteStore(file)
    const silent = await createTracker({ store })
    const admin = silent.asSystem('admin@example.com')
    const others = Array.from({ length: 5 }, (_, n) => `bug ${n}`)
    for (const summary of [...others, 'fatal'])
      await admin.bugs.create({ product: 'Widgets', component: 'UI', version: '1', summary })

    // Each time the clock is far enough ahead that the claim of the killed process and the pause are over. Messages
    // claimed by the first process are sent before the fatal message is tried again.
    expect(await deliver(file, 0)).toEqual({ sent: [], isKilled: true })
    expect(await deliver(file, 6)).toEqual({ sent: others, isKilled: true })
    await store.write((tx) => tx.update('mail_outbox', { col: 'state', eq: 'waiting' } as never, { attempts: 15 }))
    expect(await deliver(file, 12)).toEqual({ sent: [], isKilled: true })
    expect(await deliver(file, 18)).toEqual({ sent: [], isKilled: false })
    const { messages } = await admin.mail.list({ state: 'dead' })
    expect(messages).toMatchObject([{ attempts: 16, last_error: 'the process that rendered or sent it exited' }])
    expect(await admin.mail.drop({ all_dead: true })).toEqual({ messages: [{ id: messages[0]?.id }] })
    expect((await admin.mail.list({ state: ['waiting', 'dead'] })).messages).toEqual([])
    await silent.close()
  },
)
