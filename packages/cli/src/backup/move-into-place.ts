import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Renames a finished file such that a loss of power leaves all of it or nothing. */
export function moveIntoPlace(unfinished: string, file: string): void {
  sync(unfinished, 'r+')
  renameSync(unfinished, file)
  sync(dirname(file), 'r')
}

/**
 * Adds a finished file under its name, unless another process has created a file there: false then. The unfinished name stays. File
 * systems without hard links do not notice a file that is created at the last moment.
 */
export function addInFreePlace(unfinished: string, file: string): boolean {
  sync(unfinished, 'r+')
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'EEXIST' || existsSync(file)) return false
    renameSync(unfinished, file)
  }
  sync(dirname(file), 'r')
  return true
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
