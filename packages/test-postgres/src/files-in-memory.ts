import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** A folder of Linux whose files are in memory: what is written there waits for no disk. */
const memory = '/dev/shm'
const neededBytes = 4 * 1024 ** 3
const name = /^trackerkit-tests-(\d+)-/

/**
 * Makes a folder in memory the one for temporary files, of this process and those that it starts, where there is room and no other
 * one was named. Returns how to remove it.
 */
export function keepFilesInMemory(): () => void {
  if (process.env['TMPDIR'] !== undefined || !existsSync(memory)) return () => undefined
  removeLeftovers()
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < neededBytes) return () => undefined
  const folder = mkdtempSync(join(memory, `trackerkit-tests-${process.pid}-`))
  // PostgreSQL runs as another user than root, and reaches its data through it.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => {
    delete process.env['TMPDIR']
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs that were killed have removed nothing. */
function removeLeftovers(): void {
  for (const entry of readdirSync(memory)) {
    const pid = name.exec(entry)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(memory, entry), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
