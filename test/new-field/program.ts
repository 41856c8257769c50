// A tracker with one more field of bugs, and every way to ask for it. Bundled with the changed sources by new-field.test.ts.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { exportRecords, exportTracker, importRecords } from '@trackerkit/core/moving'
import { operations } from '@trackerkit/core/operations'
import { createRestHandler } from '@trackerkit/rest'
import { importCsv } from '../../packages/import/src/index.js'
import { connect } from '../../packages/mcp/test/connect.js'
import { recordingSender } from '../../packages/core/test/webhooks.js'
import { operationTypes } from '../../scripts/generate/operations.js'

export { serve } from '@trackerkit/http-node'

/** A tracker with two bugs, of which the first has an environment, and the messages about them. */
export async function openDesk() {
  const store = memoryStore()
  const sender = recordingSender()
  const tracker = await createTestTracker({ store, webhooks: { sender, onDemand: true } })
  const ann = await tracker.make.user({ email: 'ann@example.com', groups: ['editbugs'] })
  await tracker.make.product({ name: 'Widgets' })
  await tracker.make.component({ product: 'Widgets', name: 'Lamp', default_assignee: 'ann@example.com' })
  await tracker.asSystem().parameters.update({ parameters: { webhook_group: 'editbugs' } })
  const hook = { url: 'https://ci.example.com/bugs', events: ['created' as const, 'changed' as const] }
  await ann.as.webhooks.create({ ...hook, name: 'Plain' })
  await ann.as.webhooks.create({ ...hook, name: 'Whole', format: 'bmo' })
  const place = { product: 'Widgets', component: 'Lamp', version: '1.0' }
  const bob = await tracker.make.user({ email: 'bob@example.com', groups: ['editbugs'] })
  const seen = { ...place, summary: 'It blinks', environment: 'Aula' }
  const { id } = await bob.as.bugs.create(seen)
  await bob.as.bugs.create({ ...place, summary: 'It hums' })
  await tracker.deliverMail()
  const created = tracker.mail.messages.map(({ text }) => text)
  const changes = { environment: 'Basement' }
  await bob.as.bugs.update({ ids: [id], ...changes })
  await tracker.deliverMail()
  await tracker.deliverWebhooks()
  const mail = { created, changed: tracker.mail.messages.slice(created.length).map(({ text }) => text) }
  return { store, tracker, ann, id, mail, requests: sender.requests.map(({ body }) => body) }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

/** The REST API of the tracker, asked as Ann. */
export async function askRest({ tracker, ann }: Desk, path: string): Promise<string> {
  const { api_key } = await ann.as.apiKeys.create({})
  const rest = createRestHandler(tracker)
  const answer = await rest(
    new Request(`https://bugs.example.com${path}`, { headers: { 'X-Tracker-API-Key': api_key } }),
  )
  return answer.text()
}

async function* lines(given: readonly string[]) {
  yield* given
}

/** The records of the bugs, and those of a second tracker that imported them. */
export async function moveRecords({ tracker }: Desk) {
  const records = await recordsOf(tracker.asSystem())
  const store = memoryStore()
  const other = await createTestTracker({ store })
  const text = [{ trackerkit_records: 1 }, ...records].map((record) => JSON.stringify(record))
  await importRecords(lines(text), store, { source: 'first' })
  const ofBugs = (all: readonly { readonly kind: string }[]) => all.filter(({ kind }) => kind === 'bug')
  return { before: ofBugs(records), after: ofBugs(await recordsOf(other.asSystem())) }
}

async function recordsOf(from: Parameters<typeof exportRecords>[0]) {
  const records = []
  for await (const record of exportRecords(from)) records.push(record)
  return records
}

export async function copyLines({ store }: Desk): Promise<string> {
  const copy: string[] = []
  await exportTracker(store, (line) => void copy.push(line))
  return copy.join('\n')
}

/** Imports a table with the field. */
export async function importTable({ store, tracker }: Desk) {
  const table = lines(['summary,environment\n', 'It whistles,Attic\n'])
  const { problems } = await importCsv(table, store, { source: 'table', product: 'Widgets' })
  const { bugs } = await tracker.asSystem().bugs.search({ summary: 'It whistles' })
  return { problems, bugs }
}

/** Calls a tool of an assistant. */
export async function askAssistant({ ann }: Desk, name: string, input: Readonly<Record<string, unknown>> = {}) {
  const client = await connect({ operations: ann.as, allow: 'write' })
  const { content } = await client.callTool({ name, arguments: { ...input } })
  const [first] = content as readonly { readonly text: string }[]
  return first?.text ?? ''
}

/** The types of operations that the generator writes, which core and the client share. */
export function generated() {
  return operationTypes(operations)
}
