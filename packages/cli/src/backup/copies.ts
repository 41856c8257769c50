// Backups in a folder: their names, and which to keep.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const named = /^trackerkit-\d{4}-\d{2}-\d{2}T\d{6}Z\.(db|dump)$/

/** A backup of this moment, named by its time in UTC. */
export function nameOfCopy(now: Date, extension: 'db' | 'dump'): string {
  return `trackerkit-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.${extension}`
}

/** Returns true for names of backups in a folder. */
export function isNameOfCopy(name: string): boolean {
  return named.test(name)
}

/** The file beside a backup that describes its contents. */
export function noteOf(copy: string): string {
  return `${copy}.json`
}

/** True if backups go into it, each under its own name. */
export function isFolder(path: string): boolean {
  return path.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())
}

/** Removes all but the newest, and returns how many. */
export function removeOlder(folder: string, keep: number): number {
  const old = copiesIn(folder).slice(keep)
  for (const name of old)
    for (const path of [join(folder, name), noteOf(join(folder, name))]) rmSync(path, { force: true })
  return old.length
}

/** When the newest was made, in milliseconds; undefined where there is none. */
export function newestIn(folder: string): number | undefined {
  const [newest] = copiesIn(folder)
  return newest === undefined ? undefined : statSync(join(folder, newest)).mtimeMs
}

/** The newest first. */
function copiesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter(isNameOfCopy).toSorted().toReversed()
}
