// Runs the built import command in a child process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { administrator } from '../source/setting.js'

const command = fileURLToPath(new URL('../../../cli/dist/cli.js', import.meta.url))

export interface Ended {
  /** NULL when it was killed. */
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly seconds: number
  /** Its peak memory in MB; 0 where the system does not report it. */
  readonly memory: number
}

export interface Importing {
  readonly ended: Promise<Ended>
  /** At once, so that nothing is put in order. */
  kill(): void
}

/** Imports from a source into a database. */
export function startImport(url: string, db: string): Importing {
  const began = performance.now()
  const args = ['import', 'bugzilla', '--from', url, '--db', db, '--rate', '2000/s', '--json']
  const child = spawn(process.execPath, [command, ...args], {
    env: {
      PATH: process.env['PATH'],
      TRACKERKIT_IMPORT_API_KEY: administrator.key,
      TRACKERKIT_ADMIN_PASSWORD: administrator.password,
    },
  })
  let [out, err, memory] = ['', '', 0]
  // Of progress only the end is kept: the report is the last line.
  child.stdout.on('data', (chunk: Buffer) => (out = (out + chunk.toString()).slice(-1_000_000)))
  child.stderr.on('data', (chunk: Buffer) => (err = (err + chunk.toString()).slice(-100_000)))
  const looking = setInterval(() => (memory = Math.max(memory, memoryOf(child.pid))), 250)
  const ended = once(child, 'close').then(([code]) => {
    clearInterval(looking)
    return { code: code as number | null, out, err, memory, seconds: (performance.now() - began) / 1000 }
  })
  return { ended, kill: () => void child.kill('SIGKILL') }
}

/** The peak memory of a process in MB, from Linux. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
