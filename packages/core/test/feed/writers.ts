// Writers during reads of the feed: a tracker in the test process, or a child process that may be killed.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Tracker } from '../../src/tracker/tracker.js'
import { makeMove, type Chosen, type Made } from './make.js'

/** A message to a child: make a random change, or file a bug once and hang between COMMIT and response. */
export type ToWriter = { readonly now: number } & (Chosen | { readonly key: string; readonly hangs: boolean })

/** A message from a child. */
export type FromWriter = Made | { readonly ready: true } | { readonly committed: true } | { readonly failed: string }

export interface Writer {
  make(chosen: Chosen, now: Date): Promise<Made>
  /**
   * Files a bug and kills the process (-9) between COMMIT and response, or after this many milliseconds. Another
   * process repeats the request with the same key.
   */
  readonly fileKilled?: (key: string, now: Date, after: number | 'commit') => Promise<void>
  close(): Promise<void>
}

export function writerOf(tracker: Tracker): Writer {
  return { make: (chosen) => makeMove(tracker, chosen), close: () => tracker.close() }
}

const script = fileURLToPath(new URL('writer-process.ts', import.meta.url))

export async function startWriter(kind: string, where: string): Promise<Writer> {
  let child = await start(kind, where)
  return {
    make: async (chosen, now) => (await ask(child, { ...chosen, now: now.getTime() })) as Made,
    async fileKilled(key, now, after) {
      const told = { key, now: now.getTime() }
      const said = ask(child, { ...told, hangs: after === 'commit' })
      if (after === 'commit') await said
      // Any message, or none.
      else await Promise.race([pause(after), said])
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      child = await start(kind, where)
      await ask(child, { ...told, hangs: false })
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function start(kind: string, where: string): Promise<ChildProcess> {
  const child = fork(script, [kind, where], { execArgv: ['--import', 'tsx', '--conditions=@trackerkit/source'] })
  await answer(child)
  return child
}

async function ask(child: ChildProcess, told: ToWriter): Promise<FromWriter> {
  const said = answer(child)
  child.send(told)
  return said
}

/** The next that it says. */
async function answer(child: ChildProcess): Promise<FromWriter> {
  const over = new AbortController()
  const ended = once(child, 'exit', over).then(() => ({ failed: 'it has ended' }))
  const said = once(child, 'message', over).then(([what]) => what as FromWriter)
  for (const one of [ended, said]) one.catch(() => undefined)
  const what = await Promise.race([said, ended])
  over.abort()
  if ('failed' in what) throw new Error(`A process that writes has failed: ${what.failed}`)
  return what
}
