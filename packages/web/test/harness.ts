// A small tracker with its pages, for tests: in this process, or behind a port.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, memoryMailer, type MemoryMailer, type Tracker } from '@trackerkit/core'
import { createRestHandler } from '@trackerkit/rest'
import { buildAssets } from '../build/assets.js'
import { createHandler } from '../src/server/handler.js'
import type { WebOptions } from '../src/server/options.js'
import type { WebHandler } from '../src/server/web-handler.js'

export const password = 'correct horse battery'

export const people = {
  admin: 'admin@example.com',
  grace: 'grace@example.com',
  reporter: 'rita@example.com',
} as const

/** Words that only some may read, each in another place. */
export const canaries = {
  privateComment: 'canary-private-comment',
  hiddenSummary: 'canary-hidden-summary',
  hiddenProduct: 'canary-hidden-product',
  privateAttachment: 'canary-private-attachment',
}

export interface World {
  readonly tracker: Tracker
  /** Sends when `deliverMail` is called. */
  readonly mailer: MemoryMailer
  /** How many minutes the clock of the tracker is ahead. */
  readonly clock: { ahead: number }
  /** Numbers of bugs. */
  readonly bugs: { readonly plain: number; readonly hidden: number; readonly other: number }
  readonly attachments: { readonly image: number; readonly page: number; readonly hidden: number }
}

let assets: Promise<URL> | undefined

/** Builds what browsers load, once for all tests of a process. */
export async function builtAssets(): Promise<URL> {
  assets ??= newAssets()
  return assets
}

/** Builds what browsers load, with modules that run before all others. */
export async function newAssets(first: readonly string[] = []): Promise<URL> {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-assets-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await buildAssets(folder, [], first)
  return pathToFileURL(`${folder}/`)
}

/** The pages of a tracker. */
export async function pagesOf(tracker: Tracker, options: Partial<WebOptions> = {}): Promise<WebHandler> {
  return createHandler({ rest: createRestHandler(tracker), ...options }, await builtAssets())
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A tracker with people, products and bugs, some of which are restricted. */
export async function createWorld(): Promise<World> {
  const administrator = { login: people.admin, password }
  const mailer = memoryMailer()
  const clock = { ahead: 0 }
  const testing = { clock: () => new Date(Date.now() + clock.ahead * 60_000) }
  const mail = { mailer, onDemand: true }
  const tracker = await createTracker({ store: memoryStore(), administrator, mail, testing })
  const system = tracker.asSystem(people.admin)
  await system.users.create({ email: people.grace, full_name: 'Grace Tan', password })
  await system.users.create({ email: people.reporter, full_name: 'Rita Reporter', password })
  for (const group of ['editbugs', 'canconfirm'])
    await system.users.update({ names: [people.grace], groups: { add: [group] } })
  await system.groups.create({ name: 'staff', description: 'Staff' })
  await system.users.update({ names: [people.admin], groups: { add: ['staff'] } })
  await system.parameters.update({ parameters: { insidergroup: 'staff' } })
  await product(tracker, 'Widgets', ['UI', 'Engine'])
  await product(tracker, 'Gadgets', ['Case'])
  await product(tracker, canaries.hiddenProduct, ['Vault'])
  const controls = { entry: true, member_control: 'mandatory', other_control: 'mandatory' } as const
  await system.groupControls.update({ names: [canaries.hiddenProduct], group: 'staff', ...controls })
  return { tracker, mailer, clock, ...(await fill(tracker)) }
}

async function product(tracker: Tracker, name: string, components: readonly string[]): Promise<void> {
  const system = tracker.asSystem(people.admin)
  await system.products.create({ name, description: `About ${name}`, version: '1.0' })
  await system.versions.create({ product: name, name: '2.0' })
  for (const component of components) {
    const described = {
      name: component,
      description: component,
      default_assignee: name === canaries.hiddenProduct ? people.admin : people.grace,
    }
    await system.components.create({ product: name, ...described })
  }
}

async function fill(tracker: Tracker): Promise<Pick<World, 'bugs' | 'attachments'>> {
  const [admin, grace, rita] = Object.values(people).map((login) => tracker.as({ login }))
  if (!admin || !grace || !rita) throw new Error('There are three people.')
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const description = 'All the time.\n\nSee https://example.org/a?b=c.'
  const { id: plain } = await rita.bugs.create({ ...place, summary: 'It blinks', description })
  const { id: other } = await grace.bugs.create({ ...place, summary: 'It hums', priority: 'High' })
  const vault = { product: canaries.hiddenProduct, component: 'Vault', version: '1.0' }
  const { id: hidden } = await admin.bugs.create({ ...vault, summary: canaries.hiddenSummary })
  await grace.comments.create({ id: plain, comment: `Like bug ${other}, and see comment 0.\n> All the time.` })
  await admin.comments.create({ id: plain, comment: canaries.privateComment, is_private: true })
  const attach = async (file_name: string, summary: string, content_type: string, more: object = {}) => {
    const file = { file_name, summary, content_type, data: Buffer.from(pixel, 'base64') }
    const { ids } = await admin.attachments.create({ ids: [plain], ...file, ...more })
    return ids[0] ?? 0
  }
  const script = Buffer.from('<script>alert(1)</script>')
  const attachments = {
    image: await attach('dot.png', 'A dot', 'image/png'),
    page: await attach('a.html', 'A page', 'text/html', { data: script }),
    hidden: await attach('h.txt', canaries.privateAttachment, 'text/plain', { is_private: true }),
  }
  return { bugs: { plain, other, hidden }, attachments }
}

export const origin = 'http://127.0.0.1:8080'

/** Asks for a page as a browser does, with a cookie. */
export async function get(pages: WebHandler, path: string, cookie = ''): Promise<Response> {
  return pages(new Request(origin + path, { headers: { cookie } }))
}

/** Logs in, and answers the cookie. */
export async function logIn(pages: WebHandler, login: string): Promise<string> {
  const headers = { 'X-TrackerKit-Web': '1', 'Content-Type': 'application/json' }
  const body = JSON.stringify({ login, password })
  const response = await pages(new Request(`${origin}/-/login`, { method: 'POST', headers, body }))
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
