// Runs the built command in child processes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url))
const clock = new URL('clock.mjs', import.meta.url).href

export const key = 'AdministratorsKey1234567890'

/** In milliseconds: how far the clock of a process is off, and how far it jumps about. */
export interface Clock {
  readonly offset?: number
  readonly jump?: number
}

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Running {
  /** Resolves when it has ended. */
  readonly ended: Promise<Finished>
  /** Waits for the line that says where the API is. @throws Error when it ends without */
  url(): Promise<string>
  end(signal: NodeJS.Signals): Promise<Finished>
}

const running = new Set<Running>()

export function start(folder: string, args: readonly string[], { offset = 0, jump = 0 }: Clock = {}): Running {
  const isOff = offset !== 0 || jump !== 0
  const child = spawn(process.execPath, [...(isOff ? ['--import', clock] : []), command, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      TRACKERKIT_ADMIN_PASSWORD: 'correct horse battery',
      TRACKERKIT_ADMIN_API_KEY: key,
      TRACKERKIT_RATE_LIMIT: 'off',
      TRACKERKIT_RATE_LIMIT_ANONYMOUS: 'off',
      TORTURE_CLOCK_OFFSET: String(offset),
      TORTURE_CLOCK_JUMP: String(jump),
    },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.stdin.end()
  const ended: Promise<Finished> = once(child, 'close').then(([code]) => {
    running.delete(self)
    return { code: code as number | null, out, err }
  })
  const self: Running = {
    ended,
    async url() {
      for (;;) {
        const url = /^trackerkit listening on (http:\/\/\S+)$/m.exec(out)?.[1]
        if (url !== undefined) return url
        const over = await Promise.race([once(child.stdout, 'data'), ended])
        if (!Array.isArray(over)) throw new Error(`it ended with ${over.code}: ${over.err}`)
      }
    },
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
  running.add(self)
  return self
}

/** Runs the command to its end. */
export const run = (folder: string, args: readonly string[]): Promise<Finished> => start(folder, args).ended

/** A server on the database, which writes mail to a file. */
export const serve = (folder: string, db: string, clockOf: Clock = {}): Running =>
  start(folder, ['serve', '--db', db, '--port', '0', '--mail-file', 'mail.mbox'], clockOf)

/** Ends whatever is still running, as after a failure. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((one) => one.end('SIGKILL')))
}
