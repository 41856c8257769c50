// A server of several processes, and requests that one of them answers.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { freshDatabase } from '@trackerkit/test-postgres'
import { chosenToday } from '../../core/test/chosen-stores.js'
import { start } from './command.js'
import { childrenOf, halt, until } from './processes.js'
import { given, key, type Body } from './writes.js'

export type Server = ReturnType<typeof start>

export function serve(db: string, more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Server {
  return start(['serve', '--db', db, '--port', '0', '--workers', '2', ...more], { env: { ...given, ...env } })
}

/** Asks one worker, always the same. */
export type Ask = (
  method: string,
  path: string,
  body?: Body,
  caller?: Record<string, string>,
  more?: Record<string, string>,
) => Promise<{ status: number; body: Body }>

/** A connection to that worker: the others are halted while it is made. Again, if one of them was halted with a lock in its hands. */
async function connectTo(server: Server, url: string, worker: number): Promise<Ask> {
  let ask: Ask | undefined
  await until(async () => {
    const tried = askBy(url, new Agent({ keepAlive: true, maxSockets: 1 }))
    const others = childrenOf(server.pid).filter((pid) => pid !== worker)
    try {
      for (const pid of others) await halt(pid)
      if (await answersSoon(tried)) ask = tried
    } finally {
      for (const pid of others) process.kill(pid, 'SIGCONT')
    }
    return ask !== undefined
  })
  return ask as Ask
}

async function answersSoon(ask: Ask): Promise<boolean> {
  const late = pause(3000, false)
  return Promise.race([ask('GET', '/version').then(({ status }) => status === 200), late])
}

function askBy(url: string, agent: Agent): Ask {
  return async (method, path, body, caller = { api_key: key }, more = {}) => {
    const isGet = method === 'GET'
    const text = JSON.stringify({ ...body, ...caller })
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
    const query = isGet ? `?${new URLSearchParams(caller).toString()}` : ''
    const asked = request(`${url}${path}${query}`, { method, agent, headers: { ...more, ...(!isGet && headers) } })
    asked.end(isGet ? undefined : text)
    const [response] = (await once(asked, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }]
    const chunks = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) as Body }
  }
}

export async function connectToAll(server: Server, url: string): Promise<Ask[]> {
  const asks: Ask[] = []
  for (const worker of childrenOf(server.pid)) asks.push(await connectTo(server, url, worker))
  return asks
}

/** Waits until another process serves beside those. */
export async function replacement(server: Server, url: string, before: readonly number[]): Promise<void> {
  const added = () => childrenOf(server.pid).find((pid) => !before.includes(pid))
  await until(() => added() !== undefined)
  await connectTo(server, url, added() as number)
}

export const databases = chosenToday<[string, () => Promise<string>]>('workers', [
  ['SQLite file', () => Promise.resolve('tracker.db')],
  ['PostgreSQL database', async () => (await freshDatabase()).url],
])
