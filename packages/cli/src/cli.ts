#!/usr/bin/env node
// The `trackerkit` command.
import { readFileSync } from 'node:fs'
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
    if (code !== 'EMFILE' && code !== 'ENFILE') throw error
    warn(`trackerkit: too many open files (${code}); raise the limit, for example with 'ulimit -n 1024'`)
    return undefined
  }
}

endWithReader()
const loaded = await load()
process.exitCode = loaded ? await loaded.main(process.argv.slice(2), version) : process.argv[2] === 'mail' ? 75 : 1
