import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const child = fileURLToPath(new URL('child.ts', import.meta.url))

/** Starts `child.ts`. */
export function start(...args: string[]): ChildProcessByStdio<null, Readable, null> {
  const flags = ['--import', 'tsx', '--conditions=@trackerkit/source']
  return spawn(process.execPath, [...flags, child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** The output of a process, and its exit code. */
export async function finish(
  process: ChildProcessByStdio<null, Readable, null>,
): Promise<{ lines: string[]; code: number | null }> {
  const lines: string[] = []
  createInterface(process.stdout).on('line', (line) => lines.push(line))
  const code = await new Promise<number | null>((resolve) => process.once('close', resolve))
  return { lines, code }
}
