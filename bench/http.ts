// GET /rest/bug/ID over HTTP against a bare server that sends the same bytes.
import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createNodeHandler } from '@trackerkit/http-node'
import type { Corpus } from './corpus.js'
import { median, report } from './measure.js'

const connections = 32

export async function measureHttp({ tracker }: Corpus): Promise<void> {
  const { api_key } = await tracker.asSystem('user7@example.com').apiKeys.create({ description: 'bench' })
  const header = `X-TRACKER-API-KEY: ${api_key}`
  const handler = createNodeHandler(tracker)
  const ours = await listen(createServer((request, response) => void handler(request, response)))
  const answer = await fetch(`http://127.0.0.1:${port(ours)}/rest/bug/17`, {
    headers: { 'X-TRACKER-API-KEY': api_key },
  })
  const body = Buffer.from(await answer.arrayBuffer())
  const bare = await listen(
    createServer((_request, response) => {
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=UTF-8',
        'Content-Length': body.length,
        Vary: 'Accept',
      })
      response.end(body)
    }),
  )
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round < 3; round++) {
    rates.ours.push(await load(port(ours), header))
    rates.bare.push(await load(port(bare), header))
  }
  const [a, b] = [median(rates.ours), median(rates.bare)]
  report(
    `GET /rest/bug/ID : a bare server sending the same ${body.length} bytes`,
    a / b,
    `${a.toFixed(0)} : ${b.toFixed(0)} per second`,
    'at least 0.25',
  )
  ours.close()
  bare.close()
}

function listen(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function port(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function load(to: number, header: string): Promise<number> {
  const args = [
    '--import',
    'tsx',
    fileURLToPath(new URL('load.ts', import.meta.url)),
    String(to),
    '/rest/bug/17',
    String(connections),
    '2',
    header,
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  const { perSecond, failed } = JSON.parse(output) as { perSecond: number; failed: number }
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return perSecond
}
