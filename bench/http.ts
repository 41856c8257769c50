// GET /rest/bug/ID over HTTP, beside the least work of an honest answer, and beside a bare server that sends the same headers and
// bytes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createNodeHandler } from '@trackerkit/http-node'
import type { FloorResponse } from './by-hand/floor.js'
import { openByHand } from './by-hand/open.js'
import type { Corpus } from './corpus.js'
import { login } from './layers.js'
import { median } from './measure.js'
import { report } from './report.js'

const connections = 32
const path = '/rest/bug/'

/** Headers that Node adds. */
const ofNode = ['date', 'connection', 'keep-alive']

interface Answer {
  /** Names and values by turns, as they were sent. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

export async function measureHttp({ tracker, file }: Corpus): Promise<void> {
  const { api_key } = await tracker.asSystem(login).apiKeys.create({ description: 'bench' })
  const handler = createNodeHandler(tracker)
  const ours = await listen(createServer((request, response) => void handler(request, response)))
  const answer = await ask(port(ours), api_key)
  const byHand = openByHand(file, login)
  const floor = await listen(createServer((request, response) => answerByHand(byHand.floor, answer, request, response)))
  const bare = await listen(
    createServer((_request, response) => {
      response.writeHead(200, answer.headers as string[])
      response.end(answer.body)
    }),
  )
  for (const other of [floor, bare])
    assert.deepEqual(known(await ask(port(other), api_key)), known(answer), 'a server by hand answers something else')
  const rates = { ours: [] as number[], floor: [] as number[], bare: [] as number[] }
  for (let round = 0; round < 3; round++) {
    rates.ours.push(await load(port(ours), api_key))
    rates.floor.push(await load(port(floor), api_key))
    rates.bare.push(await load(port(bare), api_key))
  }
  const what = `GET of one bug, ${connections} connections`
  const note = `${answer.body.length} bytes`
  const measured = { ours: median(rates.ours), unit: 'a second', note } as const
  const bases = { floor: median(rates.floor), bare: median(rates.bare) }
  report({ what: `${what} : one statement by hand`, ...measured, base: bases.floor, aim: { atLeast: 0.5 } })
  report({ what: `${what} : bare node:http, same headers and bytes`, ...measured, base: bases.bare })
  for (const server of [ours, floor, bare]) server.close()
  byHand.close()
}

/** The body, and the names of the headers: some values differ each time. */
function known({ headers, body }: Answer): unknown {
  return { names: headers.filter((_, index) => index % 2 === 0), body }
}

/** Answers by hand, with the headers that our answer has. */
function answerByHand(
  floor: (id: number) => FloorResponse,
  like: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { status, headers, body } = floor(Number(request.url?.slice(path.length)))
  const own = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const all = like.headers.map((part, place) =>
    place % 2 === 0 ? part : (own.get(like.headers[place - 1]?.toLowerCase() ?? '') ?? part),
  )
  response.writeHead(status, all)
  response.end(body)
}

function listen(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function port(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function ask(to: number, key: string): Promise<Answer> {
  const options = {
    host: '127.0.0.1',
    port: to,
    path: `${path}17`,
    headers: { 'X-TRACKER-API-KEY': key, Accept: 'application/json' },
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => get(options, resolve).on('error', reject))
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { rawHeaders } = response
  const headers = rawHeaders.filter((_, index) => !ofNode.includes(rawHeaders[index & ~1]?.toLowerCase() ?? ''))
  return { headers, body: Buffer.concat(chunks) }
}

async function load(to: number, key: string): Promise<number> {
  const program = fileURLToPath(new URL('load.ts', import.meta.url))
  const args = [
    ...process.execArgv,
    program,
    String(to),
    `${path}#`,
    String(connections),
    '2',
    `X-TRACKER-API-KEY: ${key}`,
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  const { perSecond, failed } = JSON.parse(output) as { perSecond: number; failed: number }
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return perSecond
}
