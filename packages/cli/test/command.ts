// The command as it is built: `npm test` builds before it runs tests of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { main } from '../src/main.js'

export const command = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

/** Where commands run: a folder for each test, or for all of a file. */
export let folder: string
const running = new Set<ReturnType<typeof start>>()

/** Call once per test file: creates a folder, and ends started processes afterwards. */
export function eachInAFolder(): void {
  beforeEach(makeFolder)
  afterEach(removeFolder)
}

/** To be called once by a file of tests that share a folder and what they start. */
export function allInAFolder(): void {
  beforeAll(makeFolder)
  afterAll(removeFolder)
}

function makeFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-cli-'))
}

async function removeFolder(): Promise<void> {
  for (const process of running) await process.stop('SIGKILL')
  rmSync(folder, { recursive: true })
}

export interface Finished {
  readonly code: number | null
  readonly out: string
  /** Without lines about blocks of the event loop: they depend on the load of the machine. */
  readonly err: string
}

const blockLine = /^trackerkit: .* kept the event loop.*\n/gm

/** Starts the command. It ends with the test at the latest. */
export function start(args: readonly string[], options: Given = {}) {
  const [program, first] = options.ulimit
    ? (['sh', ['-c', `ulimit ${options.ulimit} && exec "$0" "$@"`, process.execPath]] as const)
    : ([process.execPath, []] as const)
  const child = spawn(program, [...first, command, ...args], {
    cwd: folder,
    ...(options.user && { uid: options.user.uid, gid: options.user.gid }),
    // Tests ask as fast as they can, and wait for servers by asking again and again.
    env: {
      PATH: process.env['PATH'],
      TRACKERKIT_RATE_LIMIT: 'off',
      TRACKERKIT_RATE_LIMIT_ANONYMOUS: 'off',
      ...options.env,
    },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  child.stdin.end(options.input ?? '')
  const ended: Promise<Finished> = once(child, 'close').then(([code]) => {
    running.delete(self)
    return { code: code as number | null, out, err: err.replace(blockLine, '') }
  })
  const self = {
    ended,
    /** Waits for the line that says where the API is. */
    async url(): Promise<string> {
      for (;;) {
        const url = /^trackerkit listening on (http:\/\/\S+)$/m.exec(out)?.[1]
        if (url !== undefined) return url
        const over = await Promise.race([once(child.stdout, 'data'), ended])
        if (!Array.isArray(over)) throw new Error(`it ended with ${over.code}: ${over.err}`)
      }
    },
    pid: child.pid as number,
    /** Ends the reader of the log. */
    closeStderr: () => child.stderr.destroy(),
    out: () => out,
    err: () => err,
    stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Finished> {
      child.kill(signal)
      return ended
    },
  }
  running.add(self)
  return self
}

interface Given {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** A limit of the shell for the process, such as `-n 64`. Only a separate process can be limited. */
  readonly ulimit?: string
  /** Default: the user of the tests. */
  readonly user?: { readonly uid: number; readonly gid: number }
}

/**
 * Runs the command in this process, from its sources, as if in the folder of the test, one at a time: a separate
 * process takes half a second to start. Servers need one because they listen to it until it ends.
 */
export async function runHere(args: readonly string[], { env = {}, input = '' }: Given = {}): Promise<Finished> {
  let [out, err] = ['', '']
  const before = { folder: process.cwd(), env: process.env }
  process.chdir(folder)
  process.env = { ...process.env, ...env }
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin)
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))))
  try {
    return { code: await main(args, () => '0.0.0'), out, err }
  } finally {
    for (const mock of [stdin, stdout, stderr]) mock.mockRestore()
    process.env = before.env
    process.chdir(before.folder)
  }
}

/** Runs the command to its end. */
export const run = (args: readonly string[], options: Given = {}) => start(args, options).ended
