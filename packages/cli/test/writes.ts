// Many writes over HTTP, and whether all that were acknowledged are there afterwards.
import { expect } from 'vitest'

export const key = 'AdministratorsKey1234567890'
/** The administrator of a tracker that these write to. */
export const given = { TRACKERKIT_ADMIN_PASSWORD: 'correct horse', TRACKERKIT_ADMIN_API_KEY: key }
const bugCount = 20

export type Body = Record<string, unknown>

export async function send(
  url: string,
  method: string,
  path: string,
  body?: Body,
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-Tracker-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

export async function done(url: string, method: string, path: string, body?: Body): Promise<Body> {
  const answer = await send(url, method, path, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

export const newBug = (summary: string) => ({ product: 'Widgets', component: 'UI', version: '1.0', summary })

/** A product, and bugs that all writers share. */
export async function seedBugs(url: string): Promise<number[]> {
  await done(url, 'POST', '/product', { name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await done(url, 'POST', '/component', component)
  const ids: number[] = []
  for (let n = 0; n < bugCount; n++) ids.push((await done(url, 'POST', '/bug', newBug(`bug ${n}`)))['id'] as number)
  return ids
}

/** Writes that were acknowledged. */
export interface Acknowledged {
  /** Summaries of new bugs. */
  readonly created: string[]
  /** Texts of comments, by bug. */
  readonly comments: Map<number, string[]>
}

/** One of many writes: a new bug, a comment, or a change with a comment. Answers the status. */
export async function write(url: string, i: number, ids: readonly number[], told: Acknowledged): Promise<number> {
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
export async function manyAtOnce(atOnce: number, times: number, task: (i: number) => Promise<void>): Promise<void> {
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
export async function examine(url: string, ids: readonly number[], told: Acknowledged, extra: number): Promise<void> {
  const { bugs } = await done(url, 'GET', '/bug?product=Widgets&limit=0&include_fields=summary')
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
  // A write in progress when a process was killed may or may not exist.
  expect(unacknowledged).toBeGreaterThanOrEqual(0)
  expect(unacknowledged).toBeLessThanOrEqual(extra)
}
