// Imports trackers with the habits of others over REST, and compares the results.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { openImporter } from '@trackerkit/core/moving'
import { checkStore } from '@trackerkit/core/doctor'
import type { Store } from '@trackerkit/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAsker, importBugzilla, openBugzilla, verify, type BugzillaOptions } from '../src/index.js'
import { allHabits, type Habits } from './source/habits.js'
import { serveSource } from './source/serve.js'
import { administrator, outsider } from './source/setting.js'
import { openSource, type Source } from './source/source.js'

const patient = { rate: 1e9, pause: () => Promise.resolve() }
/** Version 5.0, but for what goes wrong. */
const { trouble, ...old } = allHabits

let there: Source
beforeAll(async () => {
  there = await openSource({ bugs: 30, seed: 5 })
})
afterAll(() => there.close())

async function runImport(url: string, store: Store, options: Partial<BugzillaOptions> = {}) {
  const source = await openBugzilla({ url, apiKey: administrator.key, ...patient, ...options })
  return importBugzilla(source, store)
}

/** All differences between both trackers, and inconsistencies of the new one. */
async function faultsOf(url: string, store: Store): Promise<unknown[]> {
  const tracker = await createTracker({ store })
  const system = tracker.asSystem(administrator.login)
  const { api_key: key } = await system.apiKeys.create({})
  await system.parameters.update({ parameters: { urlbase: 'https://bugs.example/' } })
  const here = await serveSource({ tracker })
  const source = createAsker({ url, apiKey: administrator.key, ...patient })
  source.sendKeyIn('query')
  const target = createAsker({ url: here.url, apiKey: key, ...patient })
  const { differences, unread } = await verify({ source, target, sample: 1000 })
  await here.close()
  const problems: string[] = []
  await checkStore(store, ({ place, text }) => void problems.push(`${place}: ${text}`))
  return [...differences, ...unread, ...problems]
}

async function served<T>(habits: Habits, work: (url: string, asked: readonly string[]) => Promise<T>): Promise<T> {
  const server = await serveSource(there, { habits })
  try {
    const done = await work(server.url, server.asked)
    expect(server.faults).toEqual([])
    return done
  } finally {
    await server.close()
  }
}

/** An address that stays, whatever is behind it: imports know a source by its address. */
async function forward(first: string) {
  let target = first
  const server = createServer((request, response) => {
    fetch(new URL((request.url ?? '/').slice(1), target))
      .then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    goTo: (next: string) => void (target = next),
    close: () => closed(server),
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => void server.close(() => resolve()))
}

describe('importBugzilla', () => {
  it('brings a tracker of version 5.0 whole, whatever goes wrong on the way, and then what has changed', async () => {
    const store = memoryStore()
    await served({ ...allHabits, mostRows: 25 }, async (url, asked) => {
      const { counts, notes, hidden, contents } = await runImport(url, store)
      expect(await faultsOf(url, store)).toEqual([])
      expect(counts['bug']).toMatchObject({ created: 31, refused: 0 })
      expect(hidden).toEqual({ count: 6, ranges: ['31-36'] })
      expect(contents.count).toBeGreaterThan(0)
      expect(notes.find(({ problem }) => problem.startsWith('its type is omitted'))).toMatchObject({ count: 31 })
      // Its administrator is who owns the key, and may do what could be done there.
      const tracker = await createTracker({ store })
      const { users } = await tracker.asSystem().users.get({ names: [administrator.login], include_fields: ['groups'] })
      expect(users[0]?.groups?.map(({ name }) => name)).toContain('editusers')
      // The same again changes nothing; then only what has changed there comes.
      const again = await runImport(url, store)
      expect(again.counts['bug']).toMatchObject({ created: 0, replaced: 0, refused: 0 })
      expect(asked.join()).not.toMatch(/X-BUGZILLA/)
    })
  })

  it('brings what has changed since, and nothing else', async () => {
    const store = memoryStore()
    await served(old, async (url) => {
      await runImport(url, store)
      await there.goOn(30)
      const { counts } = await runImport(url, store)
      expect(counts['bug']?.replaced).toBeGreaterThan(0)
      expect(counts['bug']?.same).toBeLessThan(31)
      expect(await faultsOf(url, store)).toEqual([])
      const full = await runImport(url, store, { full: true })
      expect(full.counts['bug']).toMatchObject({ created: 0, replaced: 0, refused: 0 })
    })
  })

  it('deletes contents that the source has marked as deleted, and keeps those that are only missing there', async () => {
    const store = memoryStore()
    await served(old, async (url) => {
      await runImport(url, store)
      const system = there.tracker.asSystem(administrator.login)
      const { bugs } = await system.attachments.get({ ids: (await system.bugs.search({})).bugs.map(({ id }) => id) })
      const [lost = 0, secret = 0] = Object.values(bugs)
        .flat()
        .flatMap(({ id, size }) => (size > 0 ? [id] : []))
        .slice(-2)
      await system.attachments.update({ ids: [lost], content_type: 'image/png', is_patch: false })
      await system.attachments.update({ ids: [secret], content_type: 'text/plain', is_patch: false })
      await runImport(url, store)
      await system.attachments.erase({ ids: [lost, secret], reason: 'Was secret' })
      const { notes } = await runImport(url, store)
      const about = (one: number) =>
        notes.flatMap(({ kind, ids, problem }) => (kind === 'attachment' && ids.includes(one) ? [problem] : []))
      expect(about(secret)).toEqual(['its content was deleted in the source; it is empty here'])
      expect(about(lost)).toEqual(['its content is missing in the source; it stays here'])
      const here = (await createTracker({ store })).asSystem(administrator.login)
      const { attachments } = await here.attachments.get({ attachment_ids: [lost, secret] })
      expect([attachments[lost]?.size, attachments[secret]?.size]).toEqual([expect.any(Number), 0])
      expect(attachments[lost]?.size).toBeGreaterThan(0)
    })
  })

  it('continues with a source whose address changed, given its old address', async () => {
    const store = memoryStore()
    const before = await served(old, async (url) => {
      await runImport(url, store)
      return url
    })
    await served(old, async (url) => {
      await expect(runImport(url, store)).rejects.toThrow(
        `came from ${before}, and none from ${url}: pass --source-was URL`,
      )
      for (const sourceWas of [before, undefined]) {
        const { counts } = await runImport(url, store, { sourceWas, full: true })
        expect(counts['bug']).toMatchObject({ created: 0, replaced: 0, refused: 0 })
      }
      expect(await faultsOf(url, store)).toEqual([])
    })
  })

  it('lists bugs that cannot be read, brings the others, and those when they can be read again', async () => {
    const store = memoryStore()
    await served({ ...old, poisoned: { page: [7], json: [12, 13] } }, async (broken) => {
      await served(old, async (mended) => {
        const one = await forward(broken)
        const { notes } = await runImport(one.url, store)
        const unread = notes.filter(({ problem }) => problem.startsWith('it could not be read'))
        expect(unread.flatMap(({ ids }) => ids).toSorted((a, b) => Number(a) - Number(b))).toEqual([7, 12, 13])
        one.goTo(mended)
        expect((await runImport(one.url, store)).counts['bug']).toMatchObject({ created: 3 })
        expect(await faultsOf(one.url, store)).toEqual([])
        await one.close()
      })
    })
  })

  it('resumes an interrupted import', async () => {
    const store = memoryStore()
    await served({ ...old, mostRows: 25 }, async (url) => {
      for (const requests of [10, 30, 45]) {
        const ending = new AbortController()
        let count = 0
        const pause = async () => {
          if (++count === requests) ending.abort(new Error('enough'))
        }
        await expect(runImport(url, store, { signal: ending.signal, rate: 1, pause })).rejects.toThrow('enough')
      }
      await runImport(url, store)
      expect(await faultsOf(url, store)).toEqual([])
    })
  })
})

describe('what cannot be imported', () => {
  const nothing = async (store: Store) => expect(await store.read((tx) => tx.count('bugs')).catch(() => 0)).toBe(0)

  it('is refused before anything is written: no REST API, old versions, keys that are none, people who may not list people', async () => {
    const store = memoryStore()
    const server = createServer((request, response) =>
      response.end(request.url?.includes('/old/') ? '{"version":"4.4.1"}' : '<html>Welcome</html>'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const plain = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(runImport(plain, store)).rejects.toThrow(
      'is not a Bugzilla with a REST API: /rest/version responded with 200',
    )
    await expect(runImport(`${plain}/old/`, store)).rejects.toThrow(
      'has version 4.4.1; version 5.0 or later is required',
    )
    await closed(server)
    await expect(runImport(plain, store)).rejects.toThrow('cannot be reached')
    await served(old, async (url) => {
      await expect(runImport(url, store, { apiKey: 'Wrong12345678901234567890' })).rejects.toThrow(
        'does not accept the API key',
      )
      await expect(runImport(url, store, { apiKey: outsider.key })).rejects.toThrow('does not list all users')
      await expect(runImport(url, store, { apiKey: undefined })).rejects.toThrow('does not list all users')
    })
    await nothing(store)
  })

  it('includes products that the source does not show: nothing is written', async () => {
    const store = memoryStore()
    await served(old, async (url) => {
      await expect(runImport(url, store, { onlyProducts: ['Nowhere'] })).rejects.toThrow(
        /^--only-product: there is no product 'Nowhere' in the source\. Accepted: \w/,
      )
    })
    await expect(createTracker({ store, mustExist: true })).rejects.toMatchObject({ code: 'no_tracker' })
    const empty = await createTracker({ store: memoryStore() })
    const { api_key: apiKey } = await empty.asSystem('admin@example.com').apiKeys.create({})
    const server = await serveSource({ tracker: empty }, { habits: old })
    await expect(runImport(server.url, store, { apiKey, onlyProducts: ['Nowhere'] })).rejects.toThrow(
      "there is no product 'Nowhere' in the source. The import can see no product there.",
    )
    await server.close()
    await empty.close()
  })

  it('is a source whose login names are cut at the @, unless the domain is said', async () => {
    await served({ ...old, cutsLogins: true }, async (url) => {
      const options = { apiKey: outsider.key, peopleFromBugs: true }
      const store = memoryStore()
      const report = await runImport(url, store, { ...options, emailDomain: 'bugs.example' })
      expect(report.counts['bug']?.created).toBeGreaterThan(10)
    })
  })

  it('rejects a tracker with bugs, unless that is permitted: then only conflicting bugs are rejected', async () => {
    const store = memoryStore()
    const tracker = await createTracker({ store })
    const system = tracker.asSystem('admin@example.com')
    await system.products.create({ name: 'Ours', description: 'Ours', version: '1' })
    await system.components.create({
      product: 'Ours',
      name: 'C',
      description: 'C',
      default_assignee: 'admin@example.com',
    })
    await system.bugs.create({ product: 'Ours', component: 'C', version: '1', summary: 'Ours' })
    await served(old, async (url) => {
      await expect(runImport(url, store)).rejects.toThrow('the target has bugs that were not imported')
      await system.parameters.update({ parameters: { or_groups: true } })
      await expect(runImport(url, store, { intoExisting: true })).rejects.toThrow(
        'set the parameter or_groups to false',
      )
      await system.parameters.update({ parameters: { or_groups: false } })
      const { counts, notes } = await runImport(url, store, { intoExisting: true })
      expect(counts['bug']).toMatchObject({ refused: 1 })
      expect(notes.filter(({ ids }) => ids.includes(1)).map(({ problem }) => problem)).toContainEqual(
        expect.stringContaining('it was refused: there is a bug of that number'),
      )
      const busy = await openImporter(store, { source: url })
      await expect(runImport(url, store, { intoExisting: true })).rejects.toMatchObject({ code: 'import_busy' })
      await busy.close()
    })
  })
})
