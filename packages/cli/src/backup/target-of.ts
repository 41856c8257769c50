import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * The path to which a symbolic link leads, where there need not be a file yet. Otherwise, a file that is moved to the name would
 * replace the link, and be on another disk.
 * @throws Error with the code ELOOP for a link that leads to itself
 */
export function targetOf(path: string): string {
  statSync(path, { throwIfNoEntry: false })
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path
  return targetOf(resolve(realpathSync(dirname(path)), readlinkSync(path)))
}
