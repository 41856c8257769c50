// Files of backups that are being written.
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const named = /\.[0-9a-f]{8}\.part$/

/** In milliseconds. Nothing writes a backup and pauses for longer. */
const abandonedAfter = 3_600_000

/** The name of a file until it is complete. Two processes that make it at once use different names. */
export function unfinishedOf(file: string): string {
  return `${file}.${randomBytes(4).toString('hex')}.part`
}

/** Removes what killed backups left: nothing else does, and each can be as large as the tracker. */
export function removeUnfinished(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || !named.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > abandonedAfter) rmSync(path, { force: true })
  }
}
