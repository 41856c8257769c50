import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { World } from '../../../core/test/harness.js'
import { browserOf, logins, person as personAt, testProvider } from '../../../core/test/login-provider.js'
import { rowsOf } from '../../../core/test/people.js'
import { importGithub, type GithubOptions } from './import-github.js'

/** Responses of GitHub below the repository, by path and page, in the documented format. */
type Answers = Record<string, readonly (readonly object[])[]>
type Fail = (request: IncomingMessage, response: ServerResponse) => boolean

const token = 'ghp_secret0123456789'
let store: Store
let tracker: Tracker
let answers: Answers
let fails: Fail
let asked: IncomingMessage[]
let url: string
let close: () => Promise<void>

beforeEach(async () => {
  ;[store, asked, fails] = [memoryStore(), [], () => false]
  tracker = await createTracker({ store })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'All', version: '1.0' })
  for (const name of ['Core', 'UI'])
    await system.components.create({
      product: 'Widgets',
      name,
      description: 'x',
      default_assignee: 'admin@example.com',
    })
  await system.keywords.create({ name: 'bug', description: 'Ours' })
  answers = octocat()
  const server = createServer((request, response) => {
    asked.push(request)
    if (!fails(request, response)) answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => new Promise((resolve) => server.closeAllConnections() ?? server.close(() => resolve()))
})
afterEach(async () => {
  await close()
  await tracker.close()
})

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', url)
  const send = (status: number, body: object, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'Content-Type': 'application/vnd.github+json', ...headers }).end(JSON.stringify(body))
  const missing = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' }
  if (pathname === '/repos/octocat/hello') return void send(200, { id: 1296269, full_name: 'octocat/hello' })
  const path = pathname.replace('/repos/octocat/hello/', '')
  const pages = path === pathname ? undefined : answers[path]
  if (!pages) return void send(404, missing)
  const page = Number(searchParams.get('page') ?? 1)
  const since = searchParams.get('since') ?? ''
  const told = (pages[page - 1] ?? []).filter((one) => !('updated_at' in one) || String(one.updated_at) >= since)
  searchParams.set('page', String(page + 1))
  const link = `<${url}${pathname}?${String(searchParams)}>; rel="next", <${url}${pathname}?page=9>; rel="last"`
  send(200, told, page < pages.length ? { Link: link } : {})
}

const numbers: Readonly<Record<string, number>> = { octocat: 583231, hubot: 480938, mona: 1001 }
const person = (login: string) => ({ login, id: numbers[login] ?? 99, type: 'User', site_admin: false })
const issue = (number: number, more: object = {}) => ({
  ...{ id: 900_000_000_000 + number, number, state: 'open', state_reason: null, title: `Issue ${number}`, body: null },
  ...{
    user: person('octocat'),
    labels: [],
    assignee: null,
    assignees: [],
    milestone: null,
    comments: 0,
    locked: false,
  },
  html_url: `https://github.com/octocat/hello/issues/${number}`,
  ...{ created_at: '2011-04-10T20:09:31Z', updated_at: '2011-04-22T13:33:48Z', closed_at: null },
  ...more,
})
/** Of an issue that was created at this minute. */
const createdAt = (minute: number) => ({ created_at: new Date(Date.UTC(2011, 3, 10, 20, minute)).toISOString() })
const label = (name: string, description: string | null = null) => ({ id: 1, name, description, color: 'f29513' })
const event = (name: string, created_at: string, login: string, more: object = {}) => ({
  ...{ id: 6_430_295_168, event: name, created_at, actor: person(login), commit_id: null },
  ...more,
})
const comment = (body: string, created_at: string, login: string | null) => ({
  ...{ id: 3_000_000_001, event: 'commented', body, created_at, updated_at: created_at, author_association: 'NONE' },
  ...{ user: login === null ? null : person(login), actor: login === null ? null : person(login) },
})

function octocat(): Answers {
  return {
    issues: [
      [
        issue(1, {
          ...{ title: 'It blinks', body: 'Größe\n\n* often', comments: 1, milestone: { number: 1, title: 'v2' } },
          ...{ labels: [label('bug', 'Theirs'), label('good first issue', 'For newcomers'), label('ux')] },
          assignees: [person('hubot'), person('mona')],
        }),
        issue(2, { pull_request: { url: 'https://api.github.com/repos/octocat/hello/pulls/2' } }),
      ],
      [
        issue(4, { state: 'closed', state_reason: 'not_planned', closed_at: '2011-04-22T13:33:48Z', user: null }),
        issue(5, { state: 'closed', state_reason: 'completed', closed_at: '2011-04-22T13:33:48Z' }),
        issue(6, { state: 'closed', state_reason: 'duplicate', comments: 1, closed_at: '2011-04-22T13:33:48Z' }),
      ],
    ],
    'issues/1/timeline': [
      [event('labeled', '2011-04-11T00:00:00Z', 'mona'), comment('Me too', '2011-04-12T08:00:00Z', null)],
    ],
    'issues/4/timeline': [
      [event('closed', '2011-04-12T10:00:00Z', 'mona', { state_reason: null })],
      [
        event('reopened', '2011-04-13T10:00:00Z', 'octocat'),
        { event: 'committed', sha: 'abc' },
        event('closed', '2011-04-22T13:33:48Z', 'mona', { state_reason: 'not_planned' }),
      ],
    ],
    'issues/5/timeline': [[]],
    'issues/6/timeline': [[comment('Duplicate of #1', '2011-04-22T13:33:48Z', 'mona')]],
  }
}

const runImport = (options: Partial<GithubOptions> = {}) =>
  importGithub(store, {
    ...{ repo: 'octocat/hello', product: 'Widgets', component: 'ui', apiUrl: url, token },
    pause: async () => undefined,
    ...options,
  })
const bugs = async () => (await tracker.asSystem().bugs.search({ order: 'bug_id' })).bugs
const failsOnSecondPage: Fail = (request, response) => {
  if (!request.url?.includes('page=2')) return false
  response.writeHead(451, { 'Content-Type': 'application/json' }).end('{"message":"Repository access blocked"}')
  return true
}

describe('importGithub', () => {
  it('makes bugs of issues under their numbers, with comments, labels, milestone and people, and passes pull requests over', async () => {
    const counts = { created: 4, replaced: 0, same: 0, refused: 0 }
    expect(await runImport()).toEqual({ counts, base: 0, problems: [] })
    const [first, ...others] = await bugs()
    expect(first).toMatchObject({
      ...{ id: 1, summary: 'It blinks', product: 'Widgets', component: 'UI', status: 'CONFIRMED', resolution: '' },
      ...{ keywords: ['bug', 'good-first-issue', 'ux'], target_milestone: 'v2', creator: 'octocat@github.invalid' },
      ...{ assigned_to: 'hubot@github.invalid', cc: ['mona@github.invalid'] },
      ...{ url: 'https://github.com/octocat/hello/issues/1', creation_time: new Date('2011-04-10T20:09:31Z') },
    })
    expect(others.map(({ id, status, resolution, dupe_of }) => [id, status, resolution, dupe_of])).toEqual([
      [4, 'RESOLVED', 'WONTFIX', null],
      [5, 'RESOLVED', 'FIXED', null],
      [6, 'RESOLVED', 'DUPLICATE', 1],
    ])
    const system = tracker.asSystem()
    const { bugs: said } = await system.comments.get({ ids: [1] })
    expect(said['1']?.comments.map(({ text, creator }) => [text, creator])).toEqual([
      ['Größe\n\n* often', 'octocat@github.invalid'],
      ['Me too', 'ghost@github.invalid'],
    ])
    const { keywords } = await system.keywords.get()
    expect(keywords.map(({ name, description }) => [name, description])).toEqual([
      ['bug', 'Ours'],
      ['good-first-issue', 'For newcomers'],
      ['ux', 'The label ux of GitHub'],
    ])
    const { users } = await system.users.get({ names: ['mona@github.invalid'] })
    expect(users).toMatchObject([{ real_name: 'mona', can_login: false, email_enabled: false }])
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(asked.map(() => `Bearer ${token}`))
  })

  it('restricts new bugs to the groups of the product, and changes nothing if others apply later', async () => {
    const system = tracker.asSystem()
    await system.groups.create({ name: 'vault', description: 'x' })
    const controls = { member_control: 'mandatory', other_control: 'mandatory' } as const
    await system.groupControls.update({ names: ['Widgets'], group: 'vault', ...controls })
    await runImport()
    const { bugs } = await system.bugs.search({ include_fields: ['groups'] })
    expect(bugs.map(({ groups }) => groups)).toEqual(bugs.map(() => ['vault']))
    expect(bugs.length).toBeGreaterThan(1)
    await system.groups.create({ name: 'team', description: 'x' })
    await system.groupControls.update({ names: ['Widgets'], group: 'team', ...controls })
    const { counts } = await runImport({ full: true })
    expect(counts).toEqual({ created: 0, replaced: 0, same: bugs.length, refused: 0 })
    await runImport({ full: true, overwrite: true })
    const { bugs: after } = await system.bugs.search({ include_fields: ['groups'] })
    expect(after.map(({ groups }) => groups)).toEqual(bugs.map(() => ['team', 'vault']))
  })

  it('lets the person with the number of an account at GitHub claim theirs, and finds them later under their new name', async () => {
    await runImport()
    expect(await rowsOf({ store } as World, 'external_accounts')).toContainEqual(
      expect.objectContaining({ issuer: new URL(url).origin, subject: '1001', kind: 'claim', shown_as: 'mona' }),
    )
    const provider = testProvider('github', { issuer: new URL(url).origin })
    const other = await createTracker({ store, ...logins(provider, { accounts: 'all' }) })
    const { finish } = browserOf({ tracker: other }, provider)
    const imported = await other.asSystem().users.get({ names: ['mona@github.invalid'] })
    const stranger = await finish(personAt('1002', 'stranger@example.com'))
    const { id, token = '' } = await finish(personAt('1001', 'mona@example.com', { shown_as: 'mona' }))
    expect(id).toBe(imported.users[0]?.id)
    expect(stranger.id).not.toBe(id)
    expect(await other.as({ token }).users.whoami()).toMatchObject({ name: 'mona@example.com' })
    await runImport({ full: true, overwrite: true })
    const { bugs: told } = await other.asSystem().bugs.get({ ids: [1] })
    expect(told[0]).toMatchObject({ cc: ['mona@example.com'] })
    await expect(other.asSystem().users.get({ names: ['mona@github.invalid'] })).rejects.toMatchObject({
      code: 'object_does_not_exist',
    })
  })

  it('keeps as history who closed an issue and opened it again, and when', async () => {
    await runImport()
    const { bugs: told } = await tracker.asSystem().bugs.history({ ids: [4, 5] })
    const moves = told.map(({ history }) =>
      history.map(({ when, who, changes }) => [
        when.toISOString(),
        who,
        ...changes.map(({ field_name, removed, added }) => `${field_name}: ${removed} > ${added}`),
      ]),
    )
    const [closed, opened] = ['status: CONFIRMED > RESOLVED', 'status: RESOLVED > CONFIRMED']
    expect(moves).toEqual([
      [
        ['2011-04-12T10:00:00.000Z', 'mona@github.invalid', closed, 'resolution:  > FIXED'],
        ['2011-04-13T10:00:00.000Z', 'octocat@github.invalid', opened, 'resolution: FIXED > '],
        ['2011-04-22T13:33:48.000Z', 'mona@github.invalid', closed, 'resolution:  > WONTFIX'],
      ],
      // Its events are no longer available.
      [['2011-04-22T13:33:48.000Z', 'octocat@github.invalid', closed, 'resolution:  > FIXED']],
    ])
  })

  it('writes nothing the second time, and asks only for what has changed since, but with full for all', async () => {
    await runImport()
    const { next: since } = await tracker.asSystem().changes.get({})
    const written = async () => (await tracker.asSystem().changes.get({ since })).changes.length
    asked.length = 0
    expect((await runImport()).counts).toEqual({ created: 0, replaced: 0, same: 0, refused: 0 })
    expect(asked.filter(({ url: path }) => path?.includes('timeline'))).toEqual([])
    expect((await runImport({ full: true })).counts).toMatchObject({ created: 0, replaced: 0, same: 4 })
    expect(await written()).toBe(0)
    const later = { updated_at: '2999-01-01T00:00:00Z' }
    answers['issues'] = [[issue(1, { title: 'It hums', ...later }), issue(4), issue(7, later)]]
    expect((await runImport()).counts).toEqual({ created: 1, replaced: 1, same: 0, refused: 0 })
    expect((await bugs()).map(({ id, summary }) => [id, summary])).toContainEqual([1, 'It hums'])
    expect(await written()).toBe(2)
  })

  it('gives issues the next IDs where bugs exist, and resumes an interrupted import', async () => {
    const place = { product: 'Widgets', component: 'Core', version: '1.0' }
    await tracker.asSystem('admin@example.com').bugs.create({ ...place, summary: 'Ours' })
    const all = Array.from({ length: 61 }, (_, index) => issue(index + 1, createdAt(index)))
    answers['issues'] = [all.slice(0, 60), all.slice(60)]
    fails = failsOnSecondPage
    await expect(runImport()).rejects.toThrow('GitHub refuses: Repository access blocked')
    expect(await bugs()).toHaveLength(51)
    fails = () => false
    // Others may have been created in the same second as the last one.
    expect(await runImport()).toMatchObject({ base: 1, counts: { created: 11, same: 1 } })
    expect((await bugs()).at(-1)).toMatchObject({ id: 62, summary: 'Issue 61' })
  })

  it('resumes after a transferred issue, which has a higher number than issues that were created later', async () => {
    const all = Array.from({ length: 52 }, (_, index) => issue(index === 49 ? 900 : index + 1, createdAt(index)))
    answers['issues'] = [all.slice(0, 50), all.slice(50)]
    fails = failsOnSecondPage
    await expect(runImport()).rejects.toThrow('GitHub refuses: Repository access blocked')
    fails = () => false
    await runImport()
    expect((await bugs()).map(({ id }) => id).slice(-4)).toEqual([49, 51, 52, 900])
  })

  it('waits for a limit that is over soon, and ends with one line where it is not', async () => {
    const waits: number[] = []
    const pause = async (time: number) => void waits.push(time)
    const limit = (remaining: string, reset: number, more: Record<string, string> = {}): void => {
      const headers = { 'X-RateLimit-Remaining': remaining, 'X-RateLimit-Reset': String(reset), ...more }
      let left = 1
      fails = (_, response) => {
        if (left-- <= 0) return false
        response.writeHead(403, headers).end('{"message":"API rate limit exceeded for 192.0.2.1."}')
        return true
      }
    }
    const now = Math.floor(Date.now() / 1000)
    const soon = [() => limit('10', now, { 'Retry-After': '300' }), () => limit('0', now + 300)]
    for (const begin of soon) {
      waits.length = 0
      begin()
      await runImport({ pause })
      expect(Math.max(...waits)).toBeGreaterThan(200_000)
      expect(Math.max(...waits)).toBeLessThan(400_000)
    }
    limit('0', now + 3000)
    const until = new Date((now + 3000) * 1000).toISOString()
    await expect(runImport({ pause })).rejects.toMatchObject({
      message: `GitHub's rate limit is exhausted until ${until}; run the same command then to resume`,
    })
  })

  it('reports in one line a problem of repository, token, product or component, and never the token', async () => {
    await expect(runImport({ repo: 'octocat/nothing' })).rejects.toThrow(
      'there is no repository octocat/nothing, or the token may not read it',
    )
    await expect(runImport({ repo: 'octocat/..' })).rejects.toThrow("'octocat/..' is not a repository")
    await expect(runImport({ product: 'Nothing' })).rejects.toThrow('there is no product Nothing')
    await expect(runImport({ component: 'Nothing' })).rejects.toThrow('the product Widgets has no component Nothing')
    const refuse = (status: number, message: string, headers: Record<string, string> = {}) => {
      fails = (_, response) => {
        response.writeHead(status, headers).end(JSON.stringify({ message }))
        return true
      }
    }
    refuse(401, 'Bad credentials')
    await expect(runImport()).rejects.toThrow('GitHub does not accept the token in GITHUB_TOKEN')
    refuse(403, `Not for ${token}`)
    await expect(runImport()).rejects.toThrow('GitHub refuses: Not for ***')
    refuse(301, 'Moved Permanently', { Location: 'https://elsewhere.example.org/' })
    await expect(runImport()).rejects.toThrow('octocat/hello was renamed or transferred: use its new name')
    fails = (request, response) => {
      if (!request.url?.includes('/issues')) return false
      response.writeHead(200, { Link: '<https://elsewhere.example.org/?page=2>; rel="next"' }).end('[]')
      return true
    }
    await expect(runImport()).rejects.toThrow('continues on another server: https://elsewhere.example.org')
    expect(await bugs()).toEqual([])
  })

  it('ends with one line when pages repeat or an issue has more comments than fit in memory', async () => {
    const endless = (path: string, body: string, query = '') => {
      fails = (request, response) => {
        if (!request.url?.includes(path)) return false
        const next = `${url}${request.url}${query}`
        response.writeHead(200, { Link: `<${next}>; rel="next"` }).end(body)
        return true
      }
    }
    endless('/issues?', '[]')
    await expect(runImport()).rejects.toThrow('/repos/octocat/hello/issues continues at a page that was read before')
    const long = JSON.stringify(
      Array.from({ length: 100 }, () => comment('x'.repeat(65_536), '2011-04-12T08:00:00Z', 'mona')),
    )
    endless('/timeline', long, '&more')
    await expect(runImport()).rejects.toThrow('issue 1 has more than 50000 events or 50000000 characters of comments')
    expect(await bugs()).toEqual([])
  })

  it.each([
    ['a login with a line end and an address', { user: person('a\nb@evil.example') }],
    ['a title of lines and controls', { title: 'x\u0000\u001b[2J\n'.repeat(100) }],
    ['an address that is a script', { html_url: 'javascript:alert(1)' }],
    ['a number beyond all bugs', { number: 2_147_483_647 }],
    ['a time that is none', { created_at: 'yesterday' }],
    ['a thousand labels', { labels: Array.from({ length: 1000 }, (_, n) => label(`l${n}`)) }],
    ['a body of 70,000 characters', { body: 'x'.repeat(70_000) }],
    ['a milestone of halves of characters', { milestone: { title: '\ud800'.repeat(70) } }],
  ])('takes the other issues, and refuses or cleans the one with %s', async (_, more) => {
    answers = { issues: [[issue(1), issue(2, more), issue(3)]] }
    const { counts, problems } = await runImport()
    expect(counts.created + counts.refused).toBe(3)
    expect(counts.created).toBeGreaterThanOrEqual(2)
    expect(problems).toHaveLength(counts.refused)
    expect(
      (
        await tracker
          .asSystem('admin@example.com')
          .bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' })
      ).id,
    ).toBeLessThan(2_147_483_647)
  })
})
