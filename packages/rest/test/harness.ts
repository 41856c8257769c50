// Test harness of the API: a real listener on a tracker with the test data, on each store.
import { scryptSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore, type MemorySnapshot } from '@trackerkit/adapter-memory'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { copyStore } from '@trackerkit/core/moving'
import { createTracker, type TrackerOptions } from '@trackerkit/core'
import type { TrackerSchema } from '@trackerkit/core/schema'
import type { Awaitable, Store } from '@trackerkit/core/store'
import { reusedDatabase } from '@trackerkit/test-postgres'
import { afterEach, describe, expect } from 'vitest'
import { serve, type LogEntry, type ServeOptions } from '@trackerkit/http-node'
import { isChosen, storesForToday, type StoreName } from '../../core/test/chosen-stores.js'
import { createTestRandom } from '../../core/test/harness.js'

/** A response. `body` is the parsed JSON, whatever the content type; undefined if it is not JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

export type Fields = Readonly<Record<string, unknown>>

/** Response fields that tests read; all optional. */
export interface Body {
  readonly error: boolean
  readonly code: number
  readonly message: string
  readonly id: number
  readonly name: string
  readonly token: string
  readonly api_key: string
  readonly parameters: Readonly<Record<string, string>>
  readonly products: readonly Fields[]
  readonly bugs: readonly Fields[]
  readonly users: readonly Fields[]
  readonly groups: readonly Fields[]
  readonly components: readonly Fields[]
  readonly fields: readonly Fields[]
  readonly versions: readonly Fields[]
  readonly milestones: readonly Fields[]
  readonly [other: string]: unknown
}

export const aNumber = expect.any(Number) as unknown
export const aText = expect.any(String) as unknown

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, or as it is when it is text. */
  readonly body?: unknown
  /** A person of the world, by API key. */
  readonly as?: 'admin' | 'alice' | 'bob' | 'eve' | undefined
}

export type Site = Awaited<ReturnType<typeof openSite>>

interface StoreKind {
  readonly name: StoreName
  /** A store with the initial data of every site, and its cleanup. */
  readonly open: (folder: string) => Awaitable<{ readonly store: Store; readonly remove?: () => void }>
}

const storeKinds: readonly StoreKind[] = [
  { name: 'memory', open: async () => ({ store: memoryStore({ from: (await begun()).snapshot }) }) },
  {
    name: 'sqlite',
    open: async (folder) => {
      const file = join(folder, 'site.db')
      writeFileSync(file, await (begunFile ??= makeBegunFile()), { mode: 0o600 })
      // A busy machine ends no question of a test.
      return { store: sqliteStore(file, { durability: 'normal', queryTimeoutMs: 60_000 }) }
    },
  },
  { name: 'postgres', open: openPostgres },
]

/** The bytes of a file with it. Every site gets a copy: to make one takes longer than many a test. */
let begunFile: Promise<Buffer> | undefined

async function makeBegunFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-http-'))
  const file = join(folder, 'site.db')
  const store = sqliteStore(file, { durability: 'normal' })
  await copyBegun(store)
  await store.close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

async function openPostgres() {
  const { pool, release } = await reusedDatabase('the tracker of sites', (empty) => copyBegun(postgresStore(empty)))
  return { store: postgresStore(pool), remove: release }
}

async function copyBegun(to: Store): Promise<void> {
  await copyStore(memoryStore({ from: (await begun()).snapshot }), to)
}

interface Begun {
  readonly snapshot: MemorySnapshot
  readonly keys: Readonly<Record<'admin' | 'alice' | 'bob' | 'eve', string>>
}

let beginning: Promise<Begun> | undefined

/** The initial data of every site: see `openSite`. */
function begun(): Promise<Begun> {
  return (beginning ??= begin())
}

async function begin(): Promise<Begun> {
  const store = memoryStore()
  const tracker = await createTracker({
    store: { ...store, close: () => undefined },
    administrator: { login: 'admin@example.com' },
    // Processes share databases: the keys are the same in all of them.
    testing: { clock: () => new Date(moment), random: createTestRandom() },
  })
  const system = tracker.asSystem('admin@example.com')
  for (const name of ['alice', 'bob', 'eve']) {
    await system.users.create({ email: `${name}@example.com`, full_name: `${name} Example` })
  }
  await opened(store).write((tx) => tx.update('users', { col: 'id', in: [1, 2] }, { password_hash }))
  const keyOf = async (name: string) => (await system.apiKeys.create({ user: `${name}@example.com` })).api_key
  const keys = {
    admin: await keyOf('admin'),
    alice: await keyOf('alice'),
    bob: await keyOf('bob'),
    eve: await keyOf('eve'),
  }
  await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  await system.components.create({
    product: 'Widgets',
    name: 'UI',
    description: 'What people see',
    default_assignee: 'alice@example.com',
  })
  await tracker.close()
  return { snapshot: store.snapshot(), keys }
}

/** Time of the stopped clock of a site. */
const moment = '2026-03-01T12:00:00Z'

export const password = 'correct horse'
/** Costs next to nothing: passwords are compared at the cost that they were kept with. */
export const password_hash = `scrypt$16$8$1$c2FsdA$${scryptSync(password, 'salt', 32, { N: 16, r: 8, p: 1 }).toString('base64url')}`

const ofTracker = ['mail', 'webhooks', 'logger', 'timeoutSeconds', 'hostUsers', 'rules', 'logins', 'testing']

/** The options of the tracker, or those of the server. */
function pick<T extends object>(options: T, isOfTracker: boolean): T {
  const picked = Object.entries(options).filter(([name]) => ofTracker.includes(name) === isOfTracker)
  return Object.fromEntries(picked) as T
}

/**
 * A served tracker with a fixed clock. People, with API keys: `admin` and `alice` (who have the password above), `bob`
 * and `eve`. Products: Widgets with the component UI of alice, in version 1.0.
 */
async function openSite(kind: StoreKind, options: Partial<ServeOptions & TrackerOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-http-'))
  const clock = { now: new Date(moment) }
  const faults: unknown[] = []
  const log: LogEntry[] = []
  const { keys } = await begun()
  const { store, remove } = await kind.open(folder)
  const tracker = await createTracker({
    store,
    logger: { warn: () => undefined, error: (...fault) => void faults.push(fault) },
    ...pick(options, true),
    testing: { clock: () => clock.now, ...options.testing },
  })
  const system = tracker.asSystem('admin@example.com')
  const server = await serve({ tracker, port: 0, log: (entry) => void log.push(entry), ...pick(options, false) })

  async function ask(method: string, path: string, { headers = {}, body, as }: Ask = {}): Promise<Answer> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(as !== undefined && { 'X-Tracker-API-Key': keys[as] }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  }

  return {
    tracker,
    server,
    clock,
    keys,
    system,
    /** Logged requests. */
    log,
    /** Sets a parameter as another process would: behind the back of the tracker. */
    setParameter: (name: string, value: string) => setParameter(store, name, value),
    /** Where the store keeps its files. */
    folder,
    ask,
    get: (path: string, options?: Ask) => ask('GET', path, options),
    post: (path: string, body: unknown, options?: Ask) => ask('POST', path, { ...options, body }),
    put: (path: string, body: unknown, options?: Ask) => ask('PUT', path, { ...options, body }),
    async close() {
      await server.stop()
      remove?.()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The store with the tracker's schema, to go behind the tracker's back. */
function opened(store: Store): Store<TrackerSchema> {
  return store as unknown as Store<TrackerSchema>
}

async function setParameter(store: Store, name: string, value: string): Promise<void> {
  await opened(store).write(async (tx) => {
    await tx.delete('parameters', { col: 'name', eq: name })
    await tx.insert('parameters', [{ name, value }])
    const [row] = await tx.select({ from: 'installation' })
    await tx.update('installation', { col: 'id', eq: 1 }, { catalogue_version: (row?.catalogue_version ?? 0) + 1 })
  })
}

/** The JSON of a text; undefined, in spite of its type, when it is none. */
function parsed(text: string): Body {
  try {
    return JSON.parse(text) as Body
  } catch {
    return undefined as unknown as Body
  }
}

type OpenSite = (options?: Partial<ServeOptions & TrackerOptions>) => Promise<Site>
type SiteTests = (open: OpenSite, store: string) => void

/** Runs the tests of `body` on every store. `open()` serves a tracker, stopped after the test. */
export function onEverySite(title: string, body: SiteTests): void {
  for (const kind of storeKinds.filter(({ name }) => isChosen(name))) onSite(kind, title, body)
}

/** Like onEverySite, on one store, another each day, or on all with `TRACKERKIT_TEST_EVERY=1`. */
export function onAnySite(title: string, body: SiteTests): void {
  const names = storesForToday(title)
  for (const kind of storeKinds.filter(({ name }) => names.includes(name))) onSite(kind, title, body)
}

function onSite(kind: StoreKind, title: string, body: SiteTests): void {
  describe(`${title} (${kind.name})`, () => {
    const opened: Site[] = []
    afterEach(async () => {
      for (const site of opened.splice(0)) await site.close()
    })
    body(async (options) => {
      const site = await openSite(kind, options)
      opened.push(site)
      return site
    }, kind.name)
  })
}
