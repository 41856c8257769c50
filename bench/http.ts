// GET /rest/bug/ID over HTTP against a bare server that sends the same headers and bytes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createNodeHandler } from '@trackerkit/http-node'
import type { Corpus } from './corpus.js'
import { login } from './layers.js'
import { median } from './measure.js'
import { report } from './report.js'

const connections = 32
const path = '/rest/bug/17'

/** Headers that Node adds. */
const ofNode = ['date', 'connection', 'keep-alive']

interface Answer {
  /** Names and values by turns, as they were sent. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

export async function measureHttp({ tracker }: Corpus): Promise<void> {
  const { api_key } = await tracker.asSystem(login).apiKeys.create({ description: 'bench' })
  const handler = createNodeHandler(tracker)
  const ours = await listen(createServer((request, response) => void handler(request, response)))
  const answer = await ask(port(ours), api_key)
  const bare = await listen(
    createServer((_request, response) => {
      response.writeHead(200, answer.headers as string[])
      response.end(answer.body)
    }),
  )
  assert.deepEqual(await ask(port(bare), api_key), answer, 'the bare server answers something else')
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < 3; round++) {
    rates.ours.push(await load(port(ours), api_key))
    rates.bare.push(await load(port(bare), api_key))
  }
  report({
    what: `GET of one bug, ${connections} connections : bare node:http, same headers and bytes`,
    ours: median(rates.ours),
    base: median(rates.bare),
    unit: 'a second',
    aim: { atLeast: 0.25 },
    note: `${answer.body.length} bytes`,
  })
  ours.close()
  bare.close()
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
    path,
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
  const args = [...process.execArgv, program, String(to), path, String(connections), '2', `X-TRACKER-API-KEY: ${key}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  const { perSecond, failed } = JSON.parse(output) as { perSecond: number; failed: number }
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return perSecond
}
