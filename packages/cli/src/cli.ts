#!/usr/bin/env node
// The `trackerkit` command.
import { closeSync, openSync, readFileSync } from 'node:fs'
import { endWithReader, warn } from './terminal/print.js'

/** The version of the package; the path is right from src as from dist. */
function version(): string {
  const description: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return (description as { readonly version: string }).version
}

/** Undefined where the process may not open as many files as loading all of it takes, at once. */
async function load() {
  try {
    return await import('./main.js')
  } catch (error) {
    const { code } = error as { readonly code?: string }
    // The loader does not find packages whose package.json it may not open.
    const isFull = code === 'EMFILE' || code === 'ENFILE' || (code === 'ERR_MODULE_NOT_FOUND' && lacksFiles())
    if (!isFull) throw error
    warn(
      `trackerkit: too many open files (${code === 'ENFILE' ? code : 'EMFILE'}); raise the limit, for example with 'ulimit -n 1024'`,
    )
    return undefined
  }
}

/** Returns true if the process may not open 100 files at once. */
function lacksFiles(): boolean {
  const open: number[] = []
  try {
    while (open.length < 100) open.push(openSync(process.execPath, 'r'))
    return false
  } catch {
    return true
  } finally {
    for (const file of open) closeSync(file)
  }
}

endWithReader()
const loaded = await load()
process.exitCode = loaded ? await loaded.main(process.argv.slice(2), version) : process.argv[2] === 'mail' ? 75 : 1
