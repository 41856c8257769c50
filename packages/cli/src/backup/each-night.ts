// Scheduled backups of a server's tracker, made by a separate process because they block the process that
// makes them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { kindOf } from '../store/database.js'
import { UsageError } from '../terminal/command.js'
import { newestIn } from './copies.js'

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** How often copies are made, where they go, and how many are kept. */
export interface BackupOptions {
  readonly backupEvery?: string
  readonly backupTo?: string
  readonly backupKeep?: string
}

/** The same, understood. */
export interface BackupPlan {
  readonly every: number
  readonly to: string
  readonly keep: string
}

/** Undefined where none were asked for. @throws UsageError */
export function chosenBackups(
  { backupEvery, backupTo, backupKeep = '14' }: BackupOptions,
  database: string,
): BackupPlan | undefined {
  if (backupEvery === undefined && backupTo === undefined) return undefined
  if (backupEvery === undefined || backupTo === undefined)
    throw new UsageError('--backup-every and --backup-to must be used together')
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(backupEvery) ?? []
  const every = Number(count) * (units[unit] ?? NaN)
  if (!(every > 0))
    throw new UsageError(`--backup-every must be a duration such as 24h, 30m or 7d, not '${backupEvery}'`)
  if (!/^[1-9]\d{0,4}$/.test(backupKeep))
    throw new UsageError(`--backup-keep must be a number of backups, not '${backupKeep}'`)
  if (['memory', 'folder'].includes(kindOf(database)))
    throw new UsageError('--backup-every requires a file or postgres://; backups do not support memory and PGlite')
  return { every, to: backupTo.endsWith('/') ? backupTo : `${backupTo}/`, keep: backupKeep }
}

/** How often it is looked whether one is due. Clocks jump and machines sleep: no timer waits for a day. */
const look = 60_000

/** Makes one whenever the newest is older than that, until it is stopped. */
export function startBackups(
  { every, to, keep }: BackupPlan,
  database: string,
  tell: (message: string) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  let child: ReturnType<typeof spawn> | undefined

  async function make(): Promise<void> {
    const args = [process.argv[1] ?? '', 'backup', '--to', to, '--keep', keep]
    child = spawn(process.execPath, args, {
      env: { ...process.env, TRACKERKIT_DB: database },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0 && !isStopped) tell(`backup failed: ${said.trim().replace(/^trackerkit: /, '')}`)
  }

  const fail = (error: unknown) => tell(`backup failed: ${String(error)}`)

  function isDue(): boolean {
    try {
      const newest = newestIn(to)
      return newest === undefined || Math.abs(Date.now() - newest) >= every
    } catch (error) {
      // A failed disk must not end the server.
      fail(error)
      return false
    }
  }

  function makeIfDue(): void {
    if (running || !isDue()) return
    running = make()
      .catch(fail)
      .finally(() => (running = undefined))
  }

  let isStopped = false
  const timer = setInterval(makeIfDue, look).unref()
  makeIfDue()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      child?.kill()
      await running
    },
  }
}
