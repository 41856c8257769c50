// The server under test: a separate process whose main thread's CPU time is measured.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { createInterface } from 'node:readline'
import type { CostRequest } from './place.js'

export interface Cost {
  /** Milliseconds of CPU of the main thread. */
  readonly cpu: number
  /** The most of it between two answers to others; only where it was watched. */
  readonly stretch: number
  /** Megabytes by which the process has grown, beyond what an answer of that length takes while it is made. */
  readonly growth: number
  /** Of the answer. `none` is one that did not come; `waits` one that comes later, as of a stream, which costs nothing until then. */
  readonly status: number | 'none' | 'waits'
}

export type CostServer = Awaited<ReturnType<typeof startCostServer>>

/** Milliseconds of CPU without an answer after which none comes, so that a busy machine does not decide. */
const patience = 30_000
/** Milliseconds after which it is known whether the server works on an answer. */
const look = 3000

/** Starts `node ARGS serve` on the file. Port 0 is any that is free. */
async function launched(args: readonly string[], file: string, wantedPort: string) {
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=400', ...args, 'serve', '--db', file, '--port', wantedPort],
    { env: { PATH: process.env['PATH'], TRACKERKIT_RATE_LIMIT: 'off', TRACKERKIT_RATE_LIMIT_ANONYMOUS: 'off' } },
  )
  let output = ''
  child.stderr.on('data', (text: Buffer) => void (output = `${output}${text.toString()}`.slice(-3000)))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^trackerkit listening on (http:\/\/\S+)$/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url: new URL(url), lastWords: () => output }
  }
  throw new Error(`the server did not start: ${output}`)
}

/** Sends requests over a separate connection. `cpu` shows whether the server is working on them. */
function createSender(port: string, cpu: () => number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let answered = 0

  function send({ method, path, headers, body, chunk }: CostRequest): Promise<Cost['status']> {
    answered = 0
    return new Promise((resolve) => {
      const began = cpu()
      let before = began
      const length = body === undefined || chunk !== undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
      const sent = httpRequest(
        { host: '127.0.0.1', port, method, path, agent, maxHeaderSize, headers: { ...latin(headers), ...length } },
        (answer) => {
          const status = answer.statusCode ?? 0
          answer.on('error', () => end('none')).on('end', () => end(status))
          if (answer.headers['content-type']?.startsWith('text/event-stream')) end('waits')
          else answer.on('data', ({ length: bytes }: Buffer) => void (answered += bytes))
        },
      )
      const timer = setInterval(() => {
        const now = cpu()
        if (now - before < look / 100) end('waits')
        else if (now - began > patience) end('none')
        before = now
      }, look)
      function end(status: Cost['status']) {
        clearInterval(timer)
        resolve(status)
        if (typeof status === 'string') sent.destroy()
      }
      sent.on('error', () => end('none'))
      if (body !== undefined && chunk !== undefined)
        for (let at = 0; at < body.length; at += chunk) sent.write(body.slice(at, at + chunk))
      sent.end(chunk === undefined ? body : undefined)
    })
  }

  /** `answered` returns the megabytes of the last answer. */
  return { send, answered: () => answered / 1024 ** 2, close: () => agent.destroy() }
}

/** Bytes of the headers of an answer: one that leads elsewhere may repeat the address. */
const maxHeaderSize = 262_144

/** Copies of an answer in memory: its objects, its text, its bytes. The server makes two large ones at a time. */
const copies = 5

const quietRequest: CostRequest = { method: 'GET', path: '/rest/version', headers: {} }

export async function startCostServer(args: readonly string[], file: string, wantedPort: string) {
  const { child, url, lastWords } = await launched(args, file, wantedPort)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const read = (name: string) => (isRunning() ? readFileSync(`/proc/${child.pid}/${name}`, 'utf8') : '')
  /** Milliseconds of the main thread, the first of the threads. */
  const cpu = () => Number(read(`task/${child.pid}/schedstat`).split(' ')[0]) / 1e6
  const memory = () => Number(/^VmRSS:\s+(\d+)/m.exec(read('status'))?.[1] ?? 0) / 1024
  const [own, others] = [createSender(url.port, cpu), createSender(url.port, cpu)]

  /** CPU of a request that asks for next to nothing. */
  async function quiet(): Promise<number> {
    const costs: number[] = []
    for (let n = 0; n < 21; n++) {
      const before = cpu()
      await own.send(quietRequest)
      costs.push(cpu() - before)
    }
    return costs.toSorted((one, other) => one - other)[10] ?? 0
  }
  await quiet()
  const floor = await quiet()

  /**
   * With `isWatched`, another client sends requests at the same time, which shows how long the main thread is blocked.
   */
  async function measure(request: CostRequest, isWatched = false): Promise<Cost> {
    const [cpuBefore, memoryBefore] = [cpu(), memory()]
    let [isOver, stretch, asked] = [false, 0, 0]
    const watching = (async () => {
      for (let last = cpu(); isWatched && !isOver && isRunning(); asked++) {
        await others.send(quietRequest)
        const now = cpu()
        stretch = Math.max(stretch, now - last - floor)
        last = now
      }
    })()
    const status = await own.send(request)
    isOver = true
    await watching
    if (!isRunning()) return { cpu: 0, stretch: 0, growth: 0, status: 'none' }
    const spent = cpu() - cpuBefore - floor * (1 + asked)
    const growth = memory() - memoryBefore - copies * own.answered()
    return { status, stretch, growth, cpu: Math.max(0, spent) }
  }

  async function stop(): Promise<void> {
    for (const { close } of [own, others]) close()
    if (!isRunning()) return
    // One that hangs would not hear of anything gentler.
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  return { origin: url.origin, port: url.port, measure, send: own.send, cpu, isRunning, lastWords, stop }
}

/** Leaves out characters that a header cannot carry, but not the bytes of UTF-8. */
function latin(headers: Readonly<Record<string, string>>): Record<string, string> {
  const bytes = (text: string) => Buffer.from(text).toString('latin1')
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, bytes(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '')]),
  )
}
