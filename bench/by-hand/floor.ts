// GET of one bug with the least work that an honest answer takes: one statement, JSON, the ETag and the length.
import { createHash, randomUUID } from 'node:crypto'
import type { OneStatement } from './one-statement.js'

export interface FloorResponse {
  readonly status: 200 | 404
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Times {
  readonly creation_time: Date
  readonly last_change_time: Date
}

function inSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}

/** Prepares the function that answers GET of a bug by its number. */
export function prepareFloor({ get }: OneStatement): (id: number) => FloorResponse {
  return (id) => {
    const bug = get(id)
    if (!bug) return { status: 404, headers: {}, body: '' }
    const { creation_time, last_change_time } = bug as Times
    const times = { creation_time: inSeconds(creation_time), last_change_time: inSeconds(last_change_time) }
    const body = JSON.stringify({ bugs: [{ ...bug, ...times }], faults: [] })
    const headers = {
      'Content-Type': 'application/json; charset=UTF-8',
      ETag: `"${createHash('sha1').update(body).digest('base64')}"`,
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': randomUUID(),
    }
    return { status: 200, headers, body }
  }
}
