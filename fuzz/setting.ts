// A tracker with secrets: every restricted text contains a unique word, which identifies a leak.
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, type Operations } from '@trackerkit/core'
import { makeCorpusFile } from '../corpus/file.js'
import { start } from '../corpus/setting.js'
import { createDice } from './dice.js'

/** The sender of requests. */
export interface Caller {
  readonly name: string
  /** Undefined for the logged-out. */
  readonly key: string | undefined
  /** Some may by right show others what is hidden: they only read. */
  readonly isReader: boolean
}

/** A word that occurs in one hidden place. */
export interface Canary {
  readonly word: string
  /** The place of the word. */
  readonly place: string
  /** The names of the callers who may read it. */
  readonly readers: readonly string[]
}

export interface Setting {
  readonly callers: readonly Caller[]
  readonly canaries: readonly Canary[]
  /** Passwords and API keys, which no response may contain. */
  readonly secrets: readonly string[]
  /** Names for requests, some hidden and some public. */
  readonly bugs: readonly number[]
  readonly names: readonly string[]
  /** Of an intake for reports, which are held. */
  readonly reportKey: string
}

/** All users have this password. */
export const password = 'fuzz-Correct-Horse-9'

/** Writes the tracker into a new SQLite file. `bugs` is how many there are beside the few that hold secrets. */
export async function writeSetting(file: string, bugs: number): Promise<Setting> {
  await makeCorpusFile(file, { size: { bugs, people: 30, products: 3 }, seed: 1 })
  const tracker = await createTracker({
    store: sqliteStore(file, { durability: 'normal' }),
    testing: { clock: () => start },
  })
  const admin = tracker.asSystem('admin@example.com')
  const dice = createDice(1)
  const canaries: Canary[] = []
  const plant: Plant = (place, readers) => {
    const word = `qz${dice.list(10, () => dice.oneOf('abcdefghijkmnprstuvwx'.split(''))).join('')}`
    canaries.push({ word, place, readers })
    // Attachments are answered in this form.
    if (place === attached) canaries.push({ word: Buffer.from(word).toString('base64'), place, readers })
    return word
  }
  const keys = await addPeople(admin, plant)
  await addProducts(admin, plant)
  const place = { product: 'Fuzzed', component: 'Main', version: '1.0' }
  const intake = await admin.intakes.create({ name: 'fuzzed', ...place, accepts: 'anybody', per_hour: 10_000 }) // english: the value
  await admin.parameters.update({ parameters: { insidergroup: 'fuzzinsiders', inbound_proxies: '127.0.0.1' } })
  const as = (name: string) => tracker.as({ login: `${name}@example.com` })
  const hidden = await addBugs(as, plant)
  await addPersonalThings(as('admin'), plant, hidden)
  const { key: reportKey } = await admin.intakes.rotateKey({ id: intake.id })
  await tracker.close()
  const callers = [
    { name: 'nobody', key: undefined, isReader: false },
    ...[...keys].map(([name, key]) => ({ name, key, isReader: ['admin', 'insider', 'usereditor'].includes(name) })),
  ]
  return {
    callers,
    canaries,
    secrets: [password, ...keys.values()],
    reportKey,
    bugs: [1, 2, ...hidden, 999_999],
    names: [
      'Fuzzed',
      'Main',
      '1.0',
      'unspecified',
      '---',
      'fuzzinsiders',
      'admin@example.com',
      'plain@example.com',
      'crash',
      ...canaries.filter((one) => one.place === 'product name' || one.place === 'alias').map((one) => one.word),
    ],
  }
}

const attached = 'content of an attachment'
type Plant = (place: string, readers: readonly string[]) => string
const insiders = ['insider', 'admin']

/** Groups and accounts, with an API key each. */
async function addPeople(admin: Operations, plant: Plant): Promise<Map<string, string>> {
  await admin.groups.create({ name: 'fuzzinsiders', description: 'See what is private' })
  const rights: Readonly<Record<string, readonly string[]>> = {
    plain: [],
    editor: ['editbugs'],
    confirmer: ['canconfirm'],
    componenteditor: ['editcomponents', 'editbugs'],
    groupcreator: ['creategroups'],
    usereditor: ['editusers'],
    insider: ['fuzzinsiders', 'editbugs'],
  }
  const keys = new Map<string, string>()
  for (const [name, groups] of Object.entries(rights)) {
    const email = `${name}@example.com`
    await admin.users.create({ email, full_name: `A ${name}`, password })
    if (groups.length > 0) await admin.users.update({ names: [email], groups: { add: [...groups] } })
    keys.set(name, (await admin.apiKeys.create({ user: email })).api_key)
  }
  await admin.users.create({ email: 'gone@example.com', full_name: 'Gone' })
  const login_denied_text = plant('login_denied_text', ['usereditor', 'groupcreator', 'admin'])
  await admin.users.update({ names: ['gone@example.com'], login_denied_text })
  keys.set('admin', (await admin.apiKeys.create({ description: plant('API key', ['admin']) })).api_key)
  return keys
}

/** A public product, and one that only insiders see. */
async function addProducts(admin: Operations, plant: Plant): Promise<void> {
  await admin.products.create({ name: 'Fuzzed', description: 'For everybody', version: '1.0' })
  const vault = plant('product name', insiders)
  await admin.products.create({ name: vault, description: plant('product description', insiders), version: '1.0' })
  for (const product of ['Fuzzed', vault]) {
    const about = { description: 'The only one', default_assignee: 'insider@example.com' }
    await admin.components.create({ product, name: 'Main', ...about })
  }
  await admin.components.create({
    product: vault,
    name: plant('component name', insiders),
    description: 'Empty',
    default_assignee: 'insider@example.com',
  })
  await admin.users.update({ names: ['admin@example.com'], groups: { add: ['fuzzinsiders'] } })
  const control = { member_control: 'mandatory', other_control: 'mandatory', entry: true } as const
  await admin.groupControls.update({ names: [vault], group: 'fuzzinsiders', ...control })
}

/** A hidden bug, and a public one with a private comment and a private attachment. The ids. */
async function addBugs(as: (name: string) => Operations, plant: Plant): Promise<number[]> {
  const insider = as('insider')
  const vault = (await insider.products.get({ type: ['accessible'] })).products.find((one) =>
    one.name?.startsWith('qz'),
  )
  const hidden = await insider.bugs.create({
    product: vault?.name ?? '',
    component: 'Main',
    version: '1.0',
    summary: `A hidden ${plant('summary', insiders)}`,
    whiteboard: plant('whiteboard', insiders),
    // The first is in many requests, and becomes public when a caller writes it elsewhere; the second is never written.
    alias: [plant('alias', insiders), plant('second alias', insiders)],
    url: `https://example.com/${plant('url', insiders)}`,
    description: `It reads ${plant('comment of a hidden bug', insiders)} there.`,
  })
  const open = await as('editor').bugs.create({
    product: 'Fuzzed',
    component: 'Main',
    version: '1.0',
    summary: 'A public bug',
    depends_on: [],
  })
  // Long enough that matching patterns takes work, which must not slow down other clients.
  const comment = `Privately ${plant('private comment', insiders)}, between us. ${'and so on '.repeat(6_000)}`
  await insider.comments.create({ id: open.id, comment, is_private: true })
  for (const ids of [[hidden.id], [open.id]]) {
    await insider.attachments.create({
      ids,
      file_name: `${plant('file name of an attachment', insiders)}.txt`,
      summary: plant('summary of an attachment', insiders),
      content_type: 'text/plain',
      data: new TextEncoder().encode(plant(attached, insiders)),
      comment: plant('comment on an attachment', insiders),
      is_private: true,
    })
  }
  await insider.bugs.update({ ids: [hidden.id], whiteboard: plant('history', insiders) })
  await insider.bugs.update({ ids: [hidden.id], depends_on: { add: [open.id] } })
  return [hidden.id, open.id]
}

/** Data that only its owner can see. */
async function addPersonalThings(admin: Operations, plant: Plant, bugs: readonly number[]): Promise<void> {
  const name = plant('saved search', ['admin'])
  await admin.savedSearches.save({ name, query: `whiteboard=${plant('saved query', ['admin'])}` })
  await admin.tags.update({ ids: [...bugs], add: [plant('personal tag', ['admin'])] })
}
