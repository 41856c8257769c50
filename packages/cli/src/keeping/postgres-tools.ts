// PostgreSQL's own programs for copies: they are told passwords by the environment, where other users of the machine see none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { Refusal } from '../command.js'
import { readDatabase, withoutPassword } from '../database.js'

/** What libpq takes from the query of a URL. Others are of the driver. */
const ofLibpq = /^(ssl\w*|options|host|port|application_name|target_session_attrs|connect_timeout)$/

/** Writes a dump, which is there when it is complete. @throws Refusal, with the command where there is no pg_dump */
export async function dumpDatabase(database: string, to: string): Promise<void> {
  const { place, names } = readDatabase(database)
  const unfinished = `${to}.part`
  const only = [
    ...(names.schema === undefined ? [] : [`--schema=${names.schema}`]),
    ...(names.prefix === undefined ? [] : [`--table=${names.schema ?? 'public'}.${names.prefix}*`]),
  ]
  try {
    await run('pg_dump', ['--format=custom', '--no-owner', ...only, `--file=${unfinished}`], place)
    renameSync(unfinished, to)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Fills an empty database from a dump, all of it or nothing. @throws Refusal */
export async function restoreDump(from: string, database: string): Promise<void> {
  if (!existsSync(from)) throw new Refusal(`${from} does not exist`)
  const { place } = readDatabase(database)
  await run('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', from], place)
}

async function run(program: string, args: readonly string[], place: string): Promise<void> {
  const { url, password } = forLibpq(place)
  const all = [...args, `--dbname=${url}`]
  const env = { ...process.env, ...(password !== '' && { PGPASSWORD: password }) }
  // What others write with a mask of theirs, this makes for its owner alone.
  const before = process.umask(0o077)
  const child = spawn(program, all, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  process.umask(before)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const shown = `${program} ${all.join(' ')}`
  const code = await once(child, 'close').then(
    ([status]) => status as number | null,
    (error: { readonly code?: string }) => {
      throw new Refusal(`${program} cannot be run (${error.code}); where it is installed: ${withoutPassword(shown)}`)
    },
  )
  if (code === 0) return
  const [first = ''] = said.trim().split('\n')
  throw new Refusal(`${program} failed: ${withoutPassword(first)}`)
}

function forLibpq(place: string): { readonly url: string; readonly password: string } {
  const url = new URL(place)
  const password = decodeURIComponent(url.password)
  url.password = ''
  for (const name of [...url.searchParams.keys()]) if (!ofLibpq.test(name)) url.searchParams.delete(name)
  return { url: url.href, password }
}
