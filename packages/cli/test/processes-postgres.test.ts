// Several processes that serve one tracker.
import { freshDatabase } from '@trackerkit/test-postgres'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachInAFolder, start } from './command.js'

eachInAFolder()

const key = 'AdministratorsKey1234567890'
const given = { TRACKERKIT_ADMIN_PASSWORD: 'correct horse', TRACKERKIT_ADMIN_API_KEY: key }
const bugCount = 20

let db: string
beforeEach(async () => void ({ url: db } = await freshDatabase()))

type Server = ReturnType<typeof start>
const serve = (): Server => start(['serve', '--db', db, '--port', '0'], { env: given })

type Body = Record<string, unknown>

async function send(url: string, method: string, path: string, body?: Body): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-Tracker-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

async function done(url: string, method: string, path: string, body?: Body): Promise<Body> {
  const answer = await send(url, method, path, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const newBug = (summary: string) => ({ product: 'Widgets', component: 'UI', version: '1.0', summary })

/** A product, and the bugs that everybody works on. */
async function seedBugs(url: string): Promise<number[]> {
  await done(url, 'POST', '/product', { name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await done(url, 'POST', '/component', component)
  const ids: number[] = []
  for (let n = 0; n < bugCount; n++) ids.push((await done(url, 'POST', '/bug', newBug(`bug ${n}`)))['id'] as number)
  return ids
}

/** What the processes have acknowledged. */
interface Acknowledged {
  /** Summaries of new bugs. */
  readonly created: string[]
  /** Texts of comments, by bug. */
  readonly comments: Map<number, string[]>
}

/** One of many writes: a new bug, a comment, or a change with a comment. Answers the status. */
async function write(url: string, i: number, ids: readonly number[], told: Acknowledged): Promise<number> {
  const id = ids[i % ids.length] as number
  const text = `text ${i}`
  const [method, path, body] =
    i % 3 === 0
      ? (['POST', '/bug', newBug(text)] as const)
      : i % 3 === 1
        ? (['POST', `/bug/${id}/comment`, { comment: text }] as const)
        : ([
            'PUT',
            `/bug/${id}`,
            { whiteboard: text, priority: i % 2 ? 'High' : 'Low', comment: { body: text } },
          ] as const)
  const { status } = await send(url, method, path, body)
  if (status === 200 && i % 3 === 0) told.created.push(text)
  if (status === 200 && i % 3 !== 0) told.comments.set(id, [...(told.comments.get(id) ?? []), text])
  return status
}

/** Runs `task` for 0, 1, 2 … some at a time. */
async function manyAtOnce(atOnce: number, times: number, task: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < times) await task(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

interface Comment {
  readonly count: number
  readonly text: string
}

interface Entry {
  readonly changes: readonly { readonly field_name: string; readonly removed: string; readonly added: string }[]
}

/** Every bug has the comments that were acknowledged, numbered without gaps, and a history in which each change follows the last. */
async function examine(url: string, ids: readonly number[], told: Acknowledged, extra: number): Promise<void> {
  const { bugs } = await done(url, 'GET', '/bug?limit=0&include_fields=summary')
  const summaries = (bugs as { summary: string }[]).map(({ summary }) => summary)
  expect(summaries).toEqual(expect.arrayContaining(told.created))
  expect(new Set(summaries).size).toBe(summaries.length)
  let unacknowledged = summaries.length - bugCount - told.created.length
  for (const id of ids) {
    const { bugs: byId } = (await done(url, 'GET', `/bug/${id}/comment`)) as {
      bugs: Record<string, { comments: Comment[] }>
    }
    const comments = byId[id]?.comments ?? []
    expect(comments.map(({ count }) => count)).toEqual(comments.map((_, n) => n))
    const texts = comments.slice(1).map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(told.comments.get(id) ?? []))
    expect(new Set(texts).size).toBe(texts.length)
    unacknowledged += texts.length - (told.comments.get(id)?.length ?? 0)

    const {
      bugs: [bug],
    } = (await done(url, 'GET', `/bug/${id}?include_fields=whiteboard,priority`)) as { bugs: Body[] }
    const {
      bugs: [past],
    } = (await done(url, 'GET', `/bug/${id}/history`)) as { bugs: { history: Entry[] }[] }
    const changes = past?.history.flatMap((entry) => entry.changes) ?? []
    for (const field of ['whiteboard', 'priority']) {
      const steps = changes.filter(({ field_name }) => field_name === field)
      const values = [steps[0]?.removed ?? bug?.[field], ...steps.map(({ added }) => added)]
      expect(steps.map(({ removed }) => removed)).toEqual(values.slice(0, -1))
      expect(bug?.[field]).toBe(values.at(-1))
    }
  }
  // What was under way when a process was killed may or may not be there.
  expect(unacknowledged).toBeGreaterThanOrEqual(0)
  expect(unacknowledged).toBeLessThanOrEqual(extra)
}

describe('processes on one database', () => {
  it('set up an empty one at the same time, and one of them prints the administrator', async () => {
    const servers = [serve(), serve(), serve()]
    const urls = await Promise.all(servers.map((server) => server.url()))
    expect(servers.filter((server) => server.out().includes('New tracker'))).toHaveLength(1)
    for (const url of urls) expect(await done(url, 'GET', '/whoami')).toMatchObject({ name: 'admin@example.com' })
  })

  it('lose nothing of 600 writes, 40 at once, to the same bugs', { timeout: 120_000 }, async () => {
    const urls = await Promise.all([serve().url(), serve().url()])
    const ids = await seedBugs(urls[0])
    const told: Acknowledged = { created: [], comments: new Map() }
    const statuses = new Map<number, number>()
    await manyAtOnce(40, 600, async (i) => {
      const status = await write(urls[i % 2] as string, i, ids, told)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    expect(statuses).toEqual(new Map([[200, 600]]))
    await examine(urls[0], ids, told, 0)
  })

  it('see changes of the set-up by others from the next request on', async () => {
    const [one, two] = await Promise.all([serve().url(), serve().url()])
    await seedBugs(one)
    for (let n = 0; n < 10; n++) {
      const [here, there] = n % 2 ? [one, two] : [two, one]
      await done(here, 'POST', '/version', { product: 'Widgets', name: `v${n}` })
      await done(there, 'POST', '/bug', { ...newBug(`in v${n}`), version: `v${n}` })
    }
    await done(one, 'PUT', '/product/Widgets', { is_open: false })
    expect((await send(two, 'POST', '/bug', newBug('too late'))).body).toMatchObject({
      error: true,
      code: 32000,
      field: 'product',
    })
  })

  it('lose no acknowledged write when one of them is killed, and the others go on', { timeout: 120_000 }, async () => {
    const [survivor, victim] = [serve(), serve()]
    const urls = await Promise.all([survivor.url(), victim.url()])
    const ids = await seedBugs(urls[0])
    const told: Acknowledged = { created: [], comments: new Map() }
    const atOnce = 20
    let [answered, failed] = [0, 0]
    let killed: Promise<unknown> | undefined
    await manyAtOnce(atOnce, 600, async (i) => {
      const toVictim = i % 2 === 1
      if (toVictim && answered > 200) {
        killed ??= victim.stop('SIGKILL')
        await killed
        return
      }
      const status = await write(urls[i % 2] as string, i, ids, told).catch(() => 0)
      if (status === 200) answered++
      else if (toVictim) failed++
      else throw new Error(`the survivor answered ${status}`)
    })
    expect(killed).toBeDefined()
    await examine(urls[0], ids, told, failed)
  })
})
