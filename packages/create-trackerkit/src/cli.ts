#!/usr/bin/env node
// The `create-trackerkit` command, which `npm create trackerkit` runs.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createProject } from './create-project.js'
import { parseArguments } from './parse-arguments.js'
import { InputError } from './input-error.js'

const base = new URL('..', import.meta.url)

function run(): number {
  const { version } = JSON.parse(readFileSync(new URL('package.json', base), 'utf8')) as { readonly version: string }
  const { folder, store, installs, isHelp } = parseArguments(process.argv.slice(2))
  if (isHelp) return say('npm create trackerkit@latest FOLDER -- [--store sqlite|pglite|memory] [--no-install]')
  createProject(new URL('template/', base), folder, store, version)
  say(`Created ${folder}.`)
  if (installs) {
    const { status } = spawnSync('npm', ['install'], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) {
      console.error(`npm install failed. Run it again in ${folder}.`)
      return 1
    }
  }
  return say(`Next: cd ${folder}${installs ? '' : ' && npm install'} && npm start`)
}

function say(line: string): number {
  console.log(line)
  return 0
}

try {
  process.exitCode = run()
} catch (error) {
  if (!(error instanceof InputError)) throw error
  console.error(`create-trackerkit: ${error.message}`)
  process.exitCode = 2
}
