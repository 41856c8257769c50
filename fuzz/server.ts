// The built command, serving one file in a child process.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface ServerProcess {
  readonly url: string
  /** The end of its output. */
  readonly lastOutput: () => string
  readonly isRunning: () => boolean
  /** Megabytes in memory; undefined where the system does not report it. */
  readonly memory: () => number | undefined
  /** CPU time of all its threads; undefined where the system does not report it. */
  readonly cpuSeconds: () => number | undefined
  /** Milliseconds of CPU that its main thread has used; of the clock where the system does not report it. */
  readonly busy: () => number
  stop(): Promise<void>
}

/** Megabytes of heap: what is never let go of ends the server long before the last request. */
const heap = '--max-old-space-size=400'

/** Starts `command serve` on the file, on a free port of loopback. `hear` gets every line that it writes. */
export async function startServer(command: string, file: string, hear: (line: string) => void): Promise<ServerProcess> {
  const child = spawn(process.execPath, [heap, command, 'serve', '--db', file, '--port', '0', '--log'], {
    env: { PATH: process.env['PATH'], TRACKERKIT_RATE_LIMIT: 'off', TRACKERKIT_RATE_LIMIT_ANONYMOUS: 'off' },
  })
  let last: string[] = []
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      last = [...last.slice(-20), line]
      hear(line)
    })
  }
  const lastOutput = () => last.join('\n').slice(-3_000)
  const url = await listening(child, lastOutput)
  return {
    url: new URL(url).origin,
    lastOutput,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    memory: () => memoryOf(child.pid),
    cpuSeconds: () => cpuSecondsOf(child.pid),
    busy: () => Number(fileOf(child.pid, 'schedstat')?.split(' ')[0] ?? performance.now() * 1e6) / 1e6,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function listening(child: ChildProcess, output: () => string): Promise<string> {
  const ended = once(child, 'exit')
  for (;;) {
    const url = /^trackerkit listening on (http:\/\/\S+)$/m.exec(output())?.[1]
    if (url !== undefined) return url
    const over = await Promise.race([once(child.stdout as NonNullable<typeof child.stdout>, 'data'), ended])
    if (typeof over[0] === 'number') throw new Error(`the server ended: ${output()}`)
  }
}

function memoryOf(pid: number | undefined): number | undefined {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(fileOf(pid, 'status') ?? '') ?? []
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
}

/** Hundredths of seconds in user and in kernel mode are the fields 14 and 15, the second of which, the name, may hold blanks. */
function cpuSecondsOf(pid: number | undefined): number | undefined {
  const fields = fileOf(pid, 'stat')
    ?.replace(/^.*\) /, '')
    .split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) / 100
}

function fileOf(pid: number | undefined, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}
