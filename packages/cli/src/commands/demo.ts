import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { memoryStore } from '@trackerkit/adapter-memory'
import { isTrackerError, type Tracker } from '@trackerkit/core'
import { accounts, administrator } from '../demo/setting.js'
import { openExample } from '../demo/snapshot.js'
import { fromEnvironment, portOf, CommandError, UsageError, type CommandDefinition } from '../terminal/command.js'
import { chosenPages } from '../server/pages.js'
import { createLog } from '@trackerkit/rest'
import { addServerOptions, runServer, type ServerOptions } from '../server/run-server.js'
import { kindOf, readDatabase, withoutPassword } from '../store/database.js'
import { openTracker } from '../store/store.js'
import { say } from '../terminal/print.js'

/** `trackerkit demo`: serves an example tracker, made on the first run and kept. */
export const demo: CommandDefinition = {
  summary: 'Serve an example tracker',
  define: (command) => {
    command
      .description(
        'Serves an example tracker with products, users and bugs. The first run creates it; later runs reuse it.',
      )
      .option('--db <FILE>', 'SQLite file. Default: data/demo.db.')
    addServerOptions(command).action(runDemo)
  },
}

async function runDemo(values: ServerOptions): Promise<void> {
  const port = portOf(values.port ?? fromEnvironment('TRACKERKIT_PORT') ?? '8080')
  const host = values.host ?? fromEnvironment('TRACKERKIT_HOST') ?? '127.0.0.1'
  // Not from the environment: a tracker in use shall not become a demo by accident.
  const file = values.db ?? 'data/demo.db'
  const kind = kindOf(file)
  if (kind === 'server' || kind === 'folder') throw new UsageError(`demo requires a file, not ${withoutPassword(file)}`)
  if (readDatabase(file).names.prefix !== undefined) throw new UsageError('demo does not support prefixes')
  const tracker = () => (kind === 'memory' ? openExample(memoryStore()) : openFile(file))
  const pages = chosenPages({ title: 'TrackerKit demo', ...values }, { demo: accounts })
  await runServer({ tracker, host, port, pages, log: createLog(values.log ? 'info' : 'error') }, ({ url }) =>
    introduce(url, pages !== undefined, kind === 'memory' ? undefined : file),
  )
}

async function openFile(file: string): Promise<Tracker> {
  if (!existsSync(file)) await makeFile(file)
  const tracker = await openTracker(file)
  try {
    await tracker.as({ api_key: administrator.apiKey }).users.whoami()
    return tracker
  } catch (error) {
    // The tracker knows the key: it is the demo, whatever has become of its administrator.
    if (isTrackerError(error) && error.code !== 'api_key_not_valid') return tracker
    await tracker.close()
    if (!isTrackerError(error)) throw error
    throw new CommandError(`${file} is not the demo; to serve it, run 'trackerkit serve --db ${file}'`)
  }
}

/** Under another name until it is complete, so that an interrupted start leaves nothing half made. */
async function makeFile(file: string): Promise<void> {
  say('Creating the example tracker…')
  const unfinished = `${file}.new`
  mkdirSync(dirname(file), { recursive: true })
  for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
  const { sqliteStore } = await import('@trackerkit/adapter-sqlite')
  const tracker = await openExample(sqliteStore(unfinished, { durability: 'normal' }))
  await tracker.close()
  renameSync(unfinished, file)
}

/** `file`: where the data is kept. */
function introduce(url: string, hasPages: boolean, file: string | undefined): void {
  const { login, password, apiKey } = administrator
  const [bug, bugs] = [`${url}/bug/1`, `${url}/bug`]
  const browser = hasPages ? `\n  Open ${url.replace(/rest$/, '')} in a browser.\n` : ''
  say(`trackerkit listening on ${url}
${browser}
  Log in as ${login} with the password ${password},
  or with the API key ${apiKey}

  Try:
    curl '${bug}?include_fields=id,summary,status,assigned_to'
    curl '${bugs}?product=Harbor&status=__open__&limit=3&include_fields=id,summary'
    curl -X PUT '${bug}' -H 'X-Tracker-API-Key: ${apiKey}' -H 'Content-Type: application/json' -d '{"comment": {"body": "Hello from curl"}}'

  'trackerkit serve' serves a tracker of your own; 'trackerkit help' lists all commands.
  Press Ctrl-C to stop. ${file === undefined ? 'The data is not kept.' : `The data is kept in ${file}.`}`)
}
