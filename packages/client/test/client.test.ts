import { describe, expect, it } from 'vitest'
import type { BugsSearchInput } from '@trackerkit/types'
import { connect, eachBug, isTrackerError, type ClientOptions } from '../src/index.js'
import { json, openWorld, password, scripted, url } from './world.js'

const place = { product: 'Widgets', component: 'UI', version: '1.0' }

describe('connect', () => {
  it('finds the API below the address that it is given', () => {
    const rest = 'https://bugs.example.com/tracker/rest'
    for (const address of ['https://bugs.example.com/tracker', `${rest}/`, rest])
      expect(connect({ url: address }).url).toBe(rest)
    expect(connect({ url: 'http://127.0.0.1:8080' }).url).toBe('http://127.0.0.1:8080/rest')
  })

  it('refuses options that cannot be meant, and says which', () => {
    const wrong: readonly [ClientOptions, string][] = [
      [{ url: 'tracker' }, 'url'],
      [{ url: 'ftp://bugs.example.com' }, 'url'],
      [{ url: `${url}?x=1` }, 'url'],
      [{ url: 'https://alice:secret@bugs.example.com' }, 'url'],
      [{ url, apiKey: 'key', token: '1-token' }, 'token'],
      [{ url, apiKey: 'secret\n' }, 'apiKey'],
      [{ url, token: '' }, 'token'],
      [{ url, apiKey: 'key', login: { login: 'alice@example.com', password } }, 'login'],
      [{ url, retry: { attempts: 0 } }, 'retry.attempts'],
      [{ url, apiKey: null as never }, 'apiKey'],
      [{ url, login: null as never }, 'login'],
      [{ url, retry: { timeout: Number.POSITIVE_INFINITY } }, 'retry.timeout'],
    ]
    for (const [options, field] of wrong) {
      const error = errorOf(() => connect(options))
      expect(error).toMatchObject({ code: 'param_invalid', number: 53, data: { field } })
      expect(String(error) + JSON.stringify(error)).not.toContain('secret')
    }
  })

  it('fails with errors that keep their message in JSON', () => {
    expect(JSON.parse(JSON.stringify(errorOf(() => connect({ url, retry: { attempts: 0 } }))))).toEqual({
      name: 'TrackerError',
      code: 'param_invalid',
      number: 53,
      message: 'retry.attempts is not valid: it must be above 0, at most 2147483647.',
      data: { field: 'retry.attempts', value: 0, problem: 'it must be above 0, at most 2147483647' },
    })
  })

  it('refuses misspelled options instead of being logged out, and repeats no value', () => {
    const names = 'apiKey, token, login, url, fetch, retry, idempotency, headers, credentials'
    expect(errorOf(() => connect({ url, api_key: 'secret' } as object as ClientOptions))).toMatchObject({
      code: 'param_invalid',
      message: `api_key is not valid: it must be one of ${names}.`,
      data: { field: 'api_key' },
    })
    for (const options of [undefined, {}])
      expect(errorOf(() => connect(options as never))).toMatchObject({
        code: 'param_invalid',
        message: 'url is not valid: it must be like https://bugs.example.com.',
      })
  })

  it('refuses addresses that hold credentials, and repeats none that may hold a secret', () => {
    const urls = [
      'https://u:pw@h/',
      'https://:pw@h',
      'https://u:pw@h/?x',
      'u:pw@h',
      'https://u:pw@',
      'ftp://u:pw@h',
      'https://h/?k=pw',
    ]
    for (const address of urls) {
      const refused = errorOf(() => connect({ url: address }))
      expect(refused).toMatchObject({ code: 'param_invalid', data: { field: 'url' } })
      expect(String(refused) + JSON.stringify(refused)).not.toContain('pw')
      expect(refused).not.toHaveProperty('data.value')
    }
  })

  it('lists its resources without sending a request', () => {
    const { fetch, asked } = scripted()
    expect(Object.keys(connect({ url, fetch }))).toEqual(expect.arrayContaining(['bugs', 'comments', 'url', 'close']))
    expect(asked).toEqual([])
  })

  it('has methods that can be taken from it', async () => {
    const { fetch } = scripted(json({ version: '1' }))
    const { server } = connect({ url, fetch })
    const { version } = server
    expect(await version()).toEqual({ version: '1' })
  })

  it('sends headers of its user and those of the contract', async () => {
    const { fetch, asked } = scripted(json({ version: '1' }))
    await connect({ url, fetch, apiKey: 'key', headers: { 'X-Request-From': 'here' } }).server.version()
    const headers = Object.fromEntries(asked[0]?.headers ?? [])
    expect(headers).toEqual({
      accept: 'application/json',
      prefer: 'handling=strict',
      'x-request-from': 'here',
      'x-tracker-api-key': 'key',
    })
  })
})

describe('a client that logs in', () => {
  const login = { login: 'admin@example.com', password }

  it('does so once, and logs out when it is closed', async () => {
    const world = await openWorld()
    const remote = world.connect({ login })
    const [one, other] = await Promise.all([remote.users.whoami(), remote.users.whoami()])
    expect([one.name, other.name]).toEqual([login.login, login.login])
    const sessions = () => tokensOf(world)
    expect(await sessions()).toBe(1)
    await remote.close()
    expect(await sessions()).toBe(0)
    await remote.close()
    expect((await remote.users.whoami()).name).toBe(login.login)
  })

  it('logs in again, once, when its token is no longer valid', async () => {
    const world = await openWorld()
    const paths: string[] = []
    const fetch = (request: Request) => {
      paths.push(new URL(request.url).pathname)
      return world.handler(request)
    }
    const remote = world.connect({ login, fetch })
    await remote.users.whoami()
    world.clock.now = new Date('2026-06-01T12:00:00Z')
    const names = await Promise.all([remote.users.whoami(), remote.users.whoami()])
    expect(names.map(({ name }) => name)).toEqual([login.login, login.login])
    expect(paths.filter((path) => path.endsWith('/login'))).toHaveLength(2)
  })

  it('fails with what logging in fails with, and tries again with the next call', async () => {
    const world = await openWorld()
    const remote = world.connect({ login: { ...login, password: 'wrong' } })
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(remote.users.whoami()).rejects.toMatchObject({ code: 'invalid_login_or_password', status: 401 })
  })

  it('accepts a token that was created elsewhere', async () => {
    const world = await openWorld()
    const { token } = await world.connect().sessions.create(login)
    const remote = world.connect({ token })
    expect((await remote.users.whoami()).name).toBe(login.login)
    await remote.close()
    expect((await remote.users.whoami()).name).toBe(login.login)
    await remote.sessions.delete({})
    await expect(remote.users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token', number: 307 })
  })
})

describe('what a client sends', () => {
  it('is refused by the tracker where it is neither a time nor a number', async () => {
    const { alice } = await clients()
    await alice.bugs.create({ ...place, summary: 'One' })
    const since = new Date(Number.NaN)
    await expect(alice.bugs.history({ ids: [1], new_since: since })).rejects.toMatchObject({ code: 'illegal_date' })
    const update = alice.bugs.update({ ids: [1], estimated_time: Number.NaN })
    await expect(update).rejects.toMatchObject({ number: 52, data: { field: 'estimated_time' } })
  })

  it('is refused before it is sent where no address can hold it', async () => {
    const { fetch, asked } = scripted()
    const remote = connect({ url, fetch })
    await expect(remote.bugs.get({ ids: [] })).rejects.toMatchObject({
      code: 'param_required',
      number: 50,
      data: { field: 'ids' },
    })
    await expect(remote.users.get({ ids: [], names: ['x'] })).rejects.toMatchObject({
      code: 'param_invalid',
      data: { field: 'ids' },
    })
    const names = Array.from({ length: 1000 }, (_, index) => `somebody-with-a-long-name-${index}@example.com`)
    await expect(remote.users.get({ names })).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'names' } })
    expect(asked).toEqual([])
  })

  it('may be a file of a browser', async () => {
    const { alice } = await clients()
    const { id } = await alice.bugs.create({ ...place, summary: 'One' })
    const data = new Blob(['hello'])
    const note = { file_name: 'a.txt', summary: 'A note', content_type: 'text/plain' }
    const { ids } = await alice.attachments.create({ ids: [id], ...note, data })
    const file = await alice.attachments.download({ id: ids[0] as number })
    expect(new TextDecoder().decode(file.data)).toBe('hello')
  })

  it('is an error when the tracker does not know it, in reads as in changes', async () => {
    const { alice } = await clients()
    const misspelt: BugsSearchInput = JSON.parse('{ "prodct": "Widgets" }') as object as BugsSearchInput
    await expect(alice.bugs.search(misspelt)).rejects.toMatchObject({ code: 'unknown_parameter', number: 53 })
    await expect(alice.bugs.search({ ...misspelt, is_open: true })).rejects.toMatchObject({ code: 'unknown_parameter' })
  })
})

describe('what a client answers', () => {
  it('has times in fields that were made later than the client', async () => {
    const { alice, admin } = await clients()
    const { id } = await alice.bugs.create({ ...place, summary: 'One' })
    await alice.bugs.get({ ids: [id] })
    for (const name of ['cf_due', 'cf_seen'] as const) {
      await admin.fields.create({ name, display_name: name, type: 5 })
      const due = new Date('2026-04-01T10:00:00Z')
      await alice.bugs.update({ ids: [id], ...(name === 'cf_due' ? { cf_due: due } : { cf_seen: due }) })
      const { bugs } = await alice.bugs.get({ ids: [id] })
      expect(bugs[0]?.[name]).toEqual(due)
    }
  })

  it('has times in the data of errors', async () => {
    const { alice } = await clients()
    const { id } = await alice.bugs.create({ ...place, summary: 'One' })
    const seen = new Date('2026-01-01T00:00:00Z')
    const error = await alice.bugs
      .update({ ids: [id], expected_last_change_time: seen, summary: 'Two' })
      .catch((reason: unknown) => reason)
    expect(isTrackerError(error, 'conflict') && error.data.last_change_time).toEqual(new Date('2026-03-01T12:00:00Z'))
  })
})

describe('eachBug', () => {
  it('iterates over all bugs by ID, including those filed during the iteration, over HTTP and in process', async () => {
    const { alice, world } = await clients()
    for (const operations of [alice, world.tracker.as({ login: 'alice@example.com' })]) {
      const before = (await alice.bugs.search({ product: 'Widgets', count_only: true })).bug_count ?? 0
      for (const summary of ['One', 'Two', 'Three']) await operations.bugs.create({ ...place, summary })
      const seen: object[] = []
      let isFiled = false
      for await (const bug of eachBug(operations, { product: 'Widgets', include_fields: ['summary'], limit: 2 })) {
        seen.push(bug)
        if (!isFiled) await operations.bugs.create({ ...place, summary: 'Four' })
        isFiled = true
      }
      expect(seen.slice(before)).toEqual(['One', 'Two', 'Three', 'Four'].map((summary) => ({ summary })))
    }
  })

  it('keeps to an order, to an offset, and to charts that are joined by OR', async () => {
    const { alice } = await clients()
    for (const summary of ['a', 'b', 'c', 'd']) await alice.bugs.create({ ...place, summary })
    const all = async (input: Parameters<typeof eachBug>[1]) => {
      const found = []
      for await (const bug of eachBug(alice, { limit: 1, ...input })) found.push(bug.summary)
      return found.join('')
    }
    expect(await all({ order: 'short_desc DESC' })).toBe('dcba')
    expect(await all({ order: 'short_desc DESC', offset: 1 })).toBe('cba')
    expect(await all({ offset: 2 })).toBe('cd')
    const chart = (number: number, value: string) => ({
      [`f${number}`]: 'short_desc',
      [`o${number}`]: 'equals',
      [`v${number}`]: value,
    })
    expect(await all({ ...chart(1, 'b'), ...chart(2, 'd'), j_top: 'OR' })).toBe('bd')
    expect(await all({ summary: 'none' })).toBe('')
  })
})

async function clients() {
  const world = await openWorld()
  const { alice, admin } = world.keys
  return { world, alice: world.connect({ apiKey: alice }), admin: world.connect({ apiKey: admin }) }
}

function errorOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

async function tokensOf({ store }: Awaited<ReturnType<typeof openWorld>>): Promise<number> {
  return store.read((tx) => tx.count('tokens'))
}
