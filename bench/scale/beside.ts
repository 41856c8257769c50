// The time that requests for one bug take while another request reads the whole tracker.
import { spawn } from 'node:child_process'
import { constants, copyFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { report } from '../report.js'
import { keptCorpus } from './files.js'

/** Milliseconds for which each is measured. */
const duration = 4000
/** How many ask for one bug at a time. */
const readers = 4
const scan = '/rest/bug?short_desc_type=substring&short_desc=xq&limit=100&include_fields=id,summary'

export async function measureBeside(size: number, folder: string): Promise<void> {
  const file = join(folder, 'beside.db')
  copyFileSync(await keptCorpus(size), file, constants.COPYFILE_FICLONE)
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
    const what = `99th percentile of GET of one bug by ${readers} readers, during scans of ${size.toLocaleString('en')} bugs : without`
    report({ what, ours: beside, base: alone, unit: 'ms', aim: { atMost: 2 } })
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
