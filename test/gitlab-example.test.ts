// The example that reads GitLab, against answers of a small project.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStore } from '@trackerkit/adapter-memory'
import { importRecords } from '@trackerkit/core/moving'
import { createTracker } from '@trackerkit/core'

const script = new URL('../examples/moving/gitlab.mjs', import.meta.url).pathname
const at = (day: number) => `2024-05-0${day}T10:00:00.000Z`
const ann = { username: 'ann', name: 'Ann' }
const bob = { username: 'bob', name: 'Bob' }
const issue = (iid: number, more: object = {}) => ({
  ...{ iid, title: `Issue ${iid}`, description: 'It *fails*', state: 'opened', author: ann, assignees: [], labels: [] },
  ...{ milestone: null, created_at: at(1), updated_at: at(5), confidential: false, due_date: null, web_url: '' },
  ...more,
})
const issues = [
  issue(1, {
    state: 'closed',
    assignees: [bob, ann],
    labels: ['bug', 'needs review', 'priority::high'],
    milestone: { title: 'v1' },
  }),
  issue(2, { confidential: true, time_stats: { time_estimate: 5400 } }),
]
const answers: Readonly<Record<string, readonly object[]>> = {
  '/labels': [
    { name: 'bug', description: null },
    { name: 'needs review' },
    { name: 'Bug' },
    { name: 'priority::high' },
  ],
  '/milestones': [{ title: 'v1' }],
  '/issues': issues,
  '/issues/1/notes': [
    { body: 'closed', author: bob, created_at: at(3), system: true },
    { body: 'Done', author: bob, created_at: at(3), system: false },
    { body: 'Between us', author: bob, created_at: at(4), system: false, internal: true },
  ],
  '/issues/1/resource_state_events': [{ state: 'closed', user: bob, created_at: at(3) }],
}

const folder = mkdtempSync(join(tmpdir(), 'gitlab-'))
const asked: string[] = []
let server: Server
let isBusy = true

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    asked.push(url.pathname + url.search)
    if (request.headers['private-token'] !== 's3cret') return void response.writeHead(401).end()
    if (isBusy) {
      isBusy = false
      return void response.writeHead(429, { 'Retry-After': '0' }).end()
    }
    const all = answers[url.pathname.replace('/api/v4/projects/group%2Fproject', '')] ?? []
    const page = Number(url.searchParams.get('page'))
    // One on each page.
    const next = page < all.length ? String(page + 1) : ''
    response.writeHead(200, { 'x-next-page': next }).end(JSON.stringify(all.slice(page - 1, page)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function records(token = 's3cret'): Promise<string> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const args = [
    script,
    '--project',
    'group/project',
    '--url',
    url,
    '--product',
    'Rocket',
    '--state',
    join(folder, 'state'),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, GITLAB_TOKEN: token } })
  return stdout
}

describe('examples/moving/gitlab.mjs', () => {
  it('writes records that are imported whole, and then those that have changed', async () => {
    const written = await records()
    expect(written).not.toContain('s3cret')
    const store = memoryStore()
    const tracker = await createTracker({ store })
    async function* lines() {
      yield* written.trim().split('\n')
    }
    const { counts, problems } = await importRecords(lines(), store, { source: 'gitlab' })
    expect(problems).toEqual([])
    expect(counts['bug']).toMatchObject({ created: 2 })
    const system = tracker.asSystem()
    const { bugs } = await system.bugs.get({ ids: [1, 2] })
    expect(bugs).toMatchObject([
      {
        ...{ status: 'RESOLVED', resolution: 'FIXED', priority: 'High', target_milestone: 'v1', groups: [] },
        ...{ assigned_to: 'bob@source.invalid', cc: ['ann@source.invalid'], alias: ['group-project-1'] },
        keywords: ['bug', 'needs-review'],
      },
      { status: 'CONFIRMED', groups: ['confidential'], estimated_time: 1.5 },
    ])
    const told = await system.comments.get({ ids: [1] })
    expect(told.bugs['1']?.comments.map(({ text, is_private }) => [text, is_private])).toEqual([
      ['It *fails*', false],
      ['Done', false],
      ['Between us', true],
    ])
    await expect(tracker.as(null).bugs.get({ ids: [2] })).rejects.toMatchObject({ code: 'bug_id_does_not_exist' })
    await tracker.close()
    expect(readFileSync(join(folder, 'state'), 'utf8')).toContain('since')
    await records()
    expect(asked.some((target) => target.includes('updated_after='))).toBe(true)
  })

  it('ends with an error when the server rejects it, without the token in it', async () => {
    const error = await records('wrong').catch((reason: Error) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toContain('401')
    expect(String(error)).not.toContain('wrong')
  })
})
