// Requests as the administrator makes them.
import { key } from './command.js'

export type Body = Record<string, unknown>

export interface Answer {
  readonly status: number
  readonly body: Body
}

/** Milliseconds after which a request counts as not answered. */
const patience = 30_000

/** @throws Error when there is no answer */
export async function send(url: string, method: string, path: string, body?: Body): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-Tracker-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

/** @throws Error unless it is done */
export async function ask(url: string, method: string, path: string, body?: Body): Promise<Body> {
  const answer = await send(url, method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
