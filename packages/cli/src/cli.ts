#!/usr/bin/env node
// The `trackerkit` command.
import { readFileSync } from 'node:fs'
import { main } from './main.js'

/** The version of the package; the path is right from src as from dist. */
function version(): string {
  const description: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return (description as { readonly version: string }).version
}

process.exitCode = await main(process.argv.slice(2), version)
