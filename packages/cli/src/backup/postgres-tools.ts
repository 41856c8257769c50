// PostgreSQL's own backup programs. They get passwords through the environment, which other users of the
// machine cannot see.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { schema } from '@trackerkit/core/schema'
import { CommandError } from '../terminal/command.js'
import { readDatabase, withoutPassword } from '../store/database.js'

/** The query parameters of a URL that libpq accepts. Others are the driver's. */
const ofLibpq = /^(ssl\w*|options|host|port|application_name|target_session_attrs|connect_timeout)$/

/** Writes a dump. @throws CommandError, with the command where there is no pg_dump */
export async function dumpDatabase(database: string, to: string): Promise<void> {
  const { place, names } = readDatabase(database)
  const only = [
    ...(names.schema === undefined ? [] : [`--schema=${names.schema}`]),
    ...(names.prefix === undefined ? [] : [`--table=${names.schema ?? 'public'}.${names.prefix}*`]),
  ]
  await run('pg_dump', ['--format=custom', '--no-owner', ...only, `--file=${to}`], place)
}

/**
 * Fills an empty database from a dump in one transaction, in which `then` runs last: all of it or nothing, also when this process is
 * killed. The statements of pg_restore go through psql, because pg_restore cannot run others within its transaction.
 * @throws CommandError
 */
export async function restoreDump(from: string, database: string, then: string): Promise<void> {
  const { place, names } = readDatabase(database)
  const { beforeRestore } = await import('@trackerkit/adapter-postgres')
  const begin = ['BEGIN', ...beforeRestore(schema, names)].map((statement) => `${statement};\n`)
  const source = start('pg_restore', ['--no-owner', '--file=-', from], place, { isPiped: true })
  const target = start('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--set=VERBOSITY=verbose'], place)
  target.stdin.on('error', () => source.kill())
  target.stdin.write(begin.join(''))
  source.stdout.pipe(target.stdin, { end: false })
  // Without COMMIT, psql ends without having changed anything.
  const [dump, rest] = await Promise.all([
    source.ended.then((end) => {
      target.stdin.end(end.failure === undefined ? `\n${then}\nCOMMIT;\n` : '')
      return end
    }),
    target.ended.then((end) => {
      if (end.failure !== undefined) source.kill()
      return end
    }),
  ])
  const failure = dump.failure === undefined || dump.wasKilled ? (rest.failure ?? dump.failure) : dump.failure
  if (failure === undefined) return
  const isMissing = !(dump.wasRun && rest.wasRun)
  throw new CommandError(isMissing ? `${failure}; restore requires pg_restore and psql of PostgreSQL` : failure)
}

async function run(program: string, args: readonly string[], place: string): Promise<void> {
  const child = start(program, args, place)
  child.stdin.end()
  const { failure, wasRun } = await child.ended
  if (failure !== undefined)
    throw new CommandError(
      wasRun ? failure : `${failure}; install it, or run this command where it is installed: ${child.shown}`,
    )
}

interface Ended {
  readonly failure: string | undefined
  readonly wasKilled: boolean
  readonly wasRun: boolean
}

/** Starts a program on the database; one that is piped only writes statements, and connects to none. */
function start(program: string, args: readonly string[], place: string, { isPiped = false } = {}) {
  const { url, password } = forLibpq(place)
  const all = isPiped ? args : [...args, `--dbname=${url}`]
  const env = { ...process.env, ...(password !== '' && { PGPASSWORD: password }) }
  // Files that these programs create are for their owner only.
  const before = process.umask(0o077)
  const child = spawn(program, all, { env, stdio: 'pipe' })
  process.umask(before)
  if (!isPiped) child.stdout.resume()
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended: Promise<Ended> = once(child, 'close').then(
    ([code]) => {
      const lines = said.trim().split('\n')
      const first = lines.find((line) => /ERROR|FATAL/.test(line)) ?? lines[0] ?? ''
      const failure = code === 0 ? undefined : `${program} failed: ${withoutPassword(explain(first))}`
      return { failure, wasKilled: child.killed, wasRun: true }
    },
    ({ code }: { readonly code?: string }) => ({
      failure: `${program} cannot be run (${code})`,
      wasKilled: false,
      wasRun: false,
    }),
  )
  const { stdin, stdout } = child
  const shown = withoutPassword(`${program} ${all.join(' ')}`)
  return { stdin, stdout, ended, shown, kill: () => void child.kill() }
}

/** Codes of an existing table, function, schema, or other object. Their messages are in the language of the server. */
const exists = /^(42P07|42723|42P06|42710)$/

/** Replaces the code that psql prints in front of a message by what it means here. */
function explain(line: string): string {
  const [, label, code = '', message] = /^([^:]+: +)([\dA-Z]{5}): (.*)$/.exec(line) ?? []
  if (message === undefined) return line
  return `${label}${message}${exists.test(code) ? '. Nothing was changed; restore requires an empty database' : ''}`
}

function forLibpq(place: string): { readonly url: string; readonly password: string } {
  const url = new URL(place)
  const password = decodeURIComponent(url.password)
  url.password = ''
  for (const name of [...url.searchParams.keys()]) if (!ofLibpq.test(name)) url.searchParams.delete(name)
  return { url: url.href, password }
}
