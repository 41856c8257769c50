#!/usr/bin/env node
// The `trackerkit` command.
import { readFileSync } from 'node:fs'
import { lacksFiles, tooManyFiles } from './terminal/open-files.js'
import { handleLostOutput, warn } from './terminal/print.js'

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
    const isFull = code === 'EMFILE' || code === 'ENFILE' || (code === 'ERR_MODULE_NOT_FOUND' && lacksFiles(100))
    if (!isFull) throw error
    warn(`trackerkit: ${tooManyFiles(code === 'ENFILE' ? code : 'EMFILE')}`)
    return undefined
  }
}

handleLostOutput()
const loaded = await load()
process.exitCode = loaded ? await loaded.main(process.argv.slice(2), version) : process.argv[2] === 'mail' ? 75 : 1
