import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Renames a finished file such that a loss of power leaves all of it or nothing. */
export function moveIntoPlace(unfinished: string, file: string): void {
  sync(unfinished, 'r+')
  renameSync(unfinished, file)
  sync(dirname(file), 'r')
}

/**
 * The same, but never replaces a file that another process has moved there in the meantime.
 * @throws Error with the code EEXIST
 */
export function moveIntoFreePlace(unfinished: string, file: string): void {
  sync(unfinished, 'r+')
  linkOrRename(unfinished, file)
  sync(dirname(file), 'r')
}

/** Some file systems have no hard links. */
function linkOrRename(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file)
    rmSync(unfinished)
  } catch (error) {
    const { code = '' } = error as { readonly code?: string }
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(code)) throw error
    renameSync(unfinished, file)
  }
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
