// The cost of starting: importing core compared with an empty program, the CPU time of `trackerkit serve` on an empty file until it
// answers, and that of its first thousand requests compared with later ones, beside a bare server. Of the built packages.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { addressOf } from './address-of.js'
import { median } from './measure.js'
import { report } from './report.js'

/** The number of processes of each kind. */
const tries = 12

/** Requests at once. */
const together = 10

export async function measureStart(folder: string): Promise<void> {
  measureImport()
  const starts: number[] = []
  const ratios: number[] = []
  const bare: number[] = []
  for (let n = 0; n < 5; n++) {
    const { start, first, warm } = await serveOnce(serverOf(join(folder, `start-${n}.db`)))
    starts.push(start)
    ratios.push(first / warm)
    const least = await serveOnce(bareServer)
    bare.push(least.first / least.warm)
  }
  const what = '`trackerkit serve` on an empty file, until it answers'
  report({ what, ours: median(starts), unit: 'ms of CPU', aim: { atMost: 800 } })
  report({ what: 'its first 1,000 requests : later ones', ratio: median(ratios), aim: { atMost: 1.7 } })
  report({ what: 'the same of a bare server, which Node compiles too', ratio: median(bare) })
}

function serverOf(file: string): readonly string[] {
  const command = [resolve('packages/cli/dist/cli.js'), 'serve', '--db', file, '--rate-limit-anonymous', 'off']
  return [...command, '--host', '127.0.0.1', '--port', '0']
}

/** The arguments of a process that answers each request with a text. */
const bareServer = [
  '--input-type=module',
  '--eval',
  `import { createServer } from 'node:http'
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end('{}')
  })
  server.listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + server.address().port))`,
]

function measureImport(): void {
  const file = resolve('packages/core/dist/index.js')
  const costs = { bare: [] as number[], core: [] as number[] }
  for (let n = 0; n < tries; n++) {
    costs.bare.push(costOf(''))
    costs.core.push(costOf(`await import(${JSON.stringify(file)})`))
  }
  report({
    what: 'importing `@trackerkit/core` : an empty program',
    ours: median(costs.core),
    base: median(costs.bare),
    unit: 'ms of CPU',
    aim: { atMost: 3.4 },
  })
}

/** Milliseconds of CPU time of a process that runs the code. */
function costOf(code: string): number {
  const tellCost = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)'
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', `${code};${tellCost}`]).toString())
}

/** Milliseconds of CPU time: until the first answer, of 1,000 requests from then on, and of 1,000 later ones. */
async function serveOnce(args: readonly string[]): Promise<{ start: number; first: number; warm: number }> {
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const address = `${await addressOf(server)}/rest/version`
    await ask(address)
    const start = cpuTimeOf(server)
    const requests = async (count: number) => {
      const before = cpuTimeOf(server)
      for (let n = 0; n < count; n += together) await Promise.all(Array.from({ length: together }, () => ask(address)))
      return cpuTimeOf(server) - before
    }
    const first = await requests(1000)
    await requests(6000)
    return { start, first, warm: (await requests(4000)) / 4 }
  } finally {
    server.kill()
    await once(server, 'exit')
  }
}

async function ask(address: string): Promise<void> {
  const response = await fetch(address)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}`)
}

/** Of a process and its threads, as Linux counts it: in hundredths of a second. */
function cpuTimeOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
