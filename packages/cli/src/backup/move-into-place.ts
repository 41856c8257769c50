import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Renames a finished file such that a loss of power leaves all of it or nothing. */
export function moveIntoPlace(unfinished: string, file: string): void {
  sync(unfinished, 'r+')
  renameSync(unfinished, file)
  sync(dirname(file), 'r')
}

/** Some systems have no descriptors for folders, or cannot sync them. */
function sync(path: string, flags: string): void {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, flags)
    fsyncSync(descriptor)
  } catch (error) {
    const { code = '' } = error as { readonly code?: string }
    if (!['EPERM', 'EISDIR', 'EINVAL'].includes(code)) throw error
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
