import { closeSync, openSync } from 'node:fs'

export function tooManyFiles(code = 'EMFILE'): string {
  return `too many open files (${code}); raise the limit, for example with 'ulimit -n 1024'`
}

/** Returns true if the process may not open this number of files at once. */
export function lacksFiles(count: number): boolean {
  const open: number[] = []
  try {
    while (open.length < count) open.push(openSync(process.execPath, 'r'))
    return false
  } catch {
    return true
  } finally {
    for (const file of open) closeSync(file)
  }
}
