// Queries the system's process table.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

interface Known {
  readonly pid: number
  readonly parent: number
  /** A letter: T is stopped, Z has ended and its parent has not heard of it. */
  readonly state: string
}

/** `ps` is not everywhere where there is /proc. */
function all(): Known[] {
  if (existsSync('/proc/self/stat')) return readdirSync('/proc').flatMap(statOf)
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state=']).toString().trim().split('\n')
  return lines.map((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), state: state.charAt(0) }
  })
}

function statOf(name: string): Known[] {
  if (!/^\d+$/.test(name)) return []
  try {
    const [state = '', parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return [{ pid: Number(name), parent: Number(parent), state }]
  } catch {
    // It has ended by now.
    return []
  }
}

/** Returns the IDs of running child processes. */
export function childrenOf(parent: number): number[] {
  return all().flatMap((one) => (one.parent === parent && one.state !== 'Z' ? [one.pid] : []))
}

export function isThere(pid: number): boolean {
  return all().some((one) => one.pid === pid && one.state !== 'Z')
}

/** Lets a process do nothing until it is sent SIGCONT. */
export async function halt(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await until(() => all().some((one) => one.pid === pid && one.state === 'T'))
}

/** Asks until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = AbortSignal.timeout(60_000)
  while (!(await isSo())) {
    if (giveUp.aborted) throw new Error(`what was awaited did not come about: ${isSo.toString()}`)
    await pause(20)
  }
}
