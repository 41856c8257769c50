// GET of one bug with the least work that an honest answer takes: one statement, JSON, the ETag and the length.
import { createHash, randomUUID } from 'node:crypto'
import type { OneStatement } from './one-statement.js'

export interface FloorResponse {
  readonly status: 200 | 404
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Prepares the function that answers GET of a bug by its number. */
export function prepareFloor({ get }: OneStatement): (id: number) => FloorResponse {
  return (id) => {
    const bug = get(id)
    if (!bug) return { status: 404, headers: {}, body: '' }
    const body = JSON.stringify({ bugs: [bug], faults: [] })
    const headers = {
      'Content-Type': 'application/json; charset=UTF-8',
      ETag: `"${createHash('sha1').update(body).digest('base64')}"`,
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': randomUUID(),
    }
    return { status: 200, headers, body }
  }
}
