// The time that requests for one bug take while another request reads the whole tracker.
import { spawn } from 'node:child_process'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { report } from '../report.js'

/** Milliseconds for which each is measured. */
const duration = 4000
/** How many ask for one bug at a time. */
const readers = 4
const scan = '/rest/bug?short_desc_type=substring&short_desc=xq&limit=100&include_fields=id,summary'

/** @param size how many bugs the file has, for the report */
export async function measureBeside(file: string, size: string): Promise<void> {
  const program = fileURLToPath(new URL('serve.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, program, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.once('data', (text: Buffer) => resolve(Number(text)))
      child.once('exit', () => reject(new Error('the server has ended')))
    })
    await latencies(port)
    const alone = await latencies(port)
    const beside = await latencies(port, scan)
    const parts = `${beside.toFixed(1)} : ${alone.toFixed(1)} ms, ${readers} readers`
    const what = `${size} bugs: p99 of GET /rest/bug/ID beside one that scans : alone`
    report({ what, ratio: beside / alone, parts, aim: 'at most 2' })
  } finally {
    child.stdin.end()
  }
}

/** The 99th percentile of the milliseconds for one bug, while another client requests `besides` all the time. */
async function latencies(port: number, besides?: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers + 1 })
  const end = performance.now() + duration
  const times: number[] = []
  let n = 0
  async function read(): Promise<void> {
    while (performance.now() < end) {
      const start = performance.now()
      await ask(port, agent, `/rest/bug/${((n++ * 37) % 9000) + 1}`)
      times.push(performance.now() - start)
    }
  }
  async function look(path: string): Promise<void> {
    while (performance.now() < end) await ask(port, agent, path)
  }
  await Promise.all([...Array.from({ length: readers }, read), ...(besides === undefined ? [] : [look(besides)])])
  agent.destroy()
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN
}

/** Reads an answer to its end, whatever it says: some bugs are hidden, some scans are refused. */
function ask(port: number, agent: Agent, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'application/json' }
    get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
}
