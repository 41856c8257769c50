// A push that fixes many bugs, by the command as it is built. Its process is killed during the push.
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { eachInAFolder, folder, run, start } from './command.js'

eachInAFolder()

const [login, key, secret] = ['admin@example.com', 'AdministratorsKey1234567890', 'sixteen-or-longer']
const given = { env: { TRACKERKIT_ADMIN_PASSWORD: 'correct horse', TRACKERKIT_ADMIN_API_KEY: key } }
const place = { product: 'Widgets', component: 'UI', version: '1.0' }
const count = 50

async function ask<T>(url: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: { 'X-Tracker-API-Key': key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T
  expect([path, response.status, answer]).toEqual([path, 200, answer])
  return answer
}

/** A push with one commit for each bug. */
function pushOf(bugs: readonly number[]): string {
  const hash = (bug: number) => createHmac('sha1', 'commits').update(`${bug}`).digest('hex')
  const web = 'https://github.com/example/widgets'
  const commits = bugs.map((bug) => ({
    ...{ id: hash(bug), message: `Fixes bug ${bug}`, url: `${web}/commit/${hash(bug)}` },
    ...{ timestamp: '2026-03-01T10:00:00Z', author: { name: 'Mona', username: 'mona' } },
  }))
  const repository = { html_url: web, full_name: 'example/widgets', default_branch: 'main', private: false }
  return JSON.stringify({ ref: 'refs/heads/main', repository, commits })
}

async function deliver(url: string, body: string): Promise<{ closed: readonly number[]; left: readonly unknown[] }> {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'Content-Type': 'application/json', 'X-GitHub-Event': 'push', 'X-Hub-Signature-256': signature }
  const response = await fetch(`${url}/git/github`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  return (await response.json()) as { closed: readonly number[]; left: readonly unknown[] }
}

/** Waits until a push has written a number of links. */
async function untilLinks(least: number): Promise<number> {
  const db = new Database(join(folder, 't.db'), { readonly: true })
  try {
    for (;;) {
      const { links } = db.prepare('SELECT count(*) AS links FROM code_links').get() as { links: number }
      if (links >= least) return links
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  } finally {
    db.close()
  }
}

it('a push of 50 commits closes each bug once, though the server is killed three times and the push comes again', async () => {
  let serving = start(['serve', '--db', 't.db', '--port', '0'], given)
  let url = await serving.url()
  await ask(url, 'POST', '/product', { name: 'Widgets', description: 'All', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'x', default_assignee: login }
  await ask(url, 'POST', '/component', component)
  const bugs: number[] = []
  for (let index = 0; index < count; index++)
    bugs.push((await ask<{ id: number }>(url, 'POST', '/bug', { ...place, summary: `Bug ${index}` })).id)
  await ask(url, 'POST', '/code_hook', { name: 'Git', host: 'github', account: login, secret })
  const body = pushOf(bugs)
  const interrupted: number[] = []
  for (const least of [1, 15, 30]) {
    const cut = deliver(url, body).catch(() => undefined)
    await untilLinks(least)
    await serving.stop('SIGKILL')
    await cut
    interrupted.push(await untilLinks(least))
    serving = start(['serve', '--db', 't.db', '--port', '0'], given)
    url = await serving.url()
  }
  expect(interrupted.some((links) => links < count)).toBe(true)
  expect(await deliver(url, body)).toMatchObject({ left: [] })
  expect(await deliver(url, body)).toMatchObject({ closed: [], left: [] })
  for (const bug of bugs) {
    const { bugs: found } = await ask<{ bugs: readonly object[] }>(url, 'GET', `/bug/${bug}`)
    expect(found).toMatchObject([{ status: 'RESOLVED', resolution: 'FIXED' }])
    expect(await ask(url, 'GET', `/bug/${bug}/code_link`)).toMatchObject({ code_links: [{ kind: 'commit' }] })
    const { bugs: said } = await ask<{ bugs: Record<number, { comments: readonly object[] }> }>(
      url,
      'GET',
      `/bug/${bug}/comment`,
    )
    expect(said[bug]?.comments.slice(1)).toMatchObject([
      { text: expect.stringContaining(`Fixes bug ${bug}`) as string },
    ])
    const { bugs: past } = await ask<{ bugs: readonly { history: readonly object[] }[] }>(
      url,
      'GET',
      `/bug/${bug}/history`,
    )
    expect(past[0]?.history).toHaveLength(1)
  }
  await serving.stop()
  expect(await run(['doctor', '--db', 't.db'])).toMatchObject({ code: 0 })
})
