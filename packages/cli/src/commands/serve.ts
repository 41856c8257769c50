import { randomBytes } from 'node:crypto'
import { isTrackerError, type Tracker } from '@trackerkit/core'
import { addDatabaseOption, fromEnvironment, Refusal, portOf, type CommandDefinition } from '../command.js'
import { addMailOptions, chosenMailer, type MailOptions } from '../mail.js'
import { addServerOptions, runServer, type ServerOptions } from '../run-server.js'
import { databaseOf, openTracker } from '../store.js'

interface ServeOptions extends ServerOptions, MailOptions {
  readonly admin?: string
}

/** `trackerkit serve`: serves the tracker of a file, and sets up a new one. */
export const serve: CommandDefinition = {
  summary: 'Serve a tracker.',
  define: (command) => {
    command.description(
      "Serves a tracker. A new file gets an administrator, whose password and API key are printed once. ':memory:' as " +
        'database keeps nothing.',
    )
    addServerOptions(addDatabaseOption(command))
    command.option('--admin <LOGIN>', 'The administrator of a new tracker. Default: admin@example.com.')
    addMailOptions(command).action(runServe)
  },
}

async function runServe(values: ServeOptions): Promise<void> {
  const port = portOf(values.port ?? fromEnvironment('TRACKERKIT_PORT') ?? '8080')
  const host = values.host ?? fromEnvironment('TRACKERKIT_HOST') ?? '127.0.0.1'
  const login = values.admin ?? fromEnvironment('TRACKERKIT_ADMIN') ?? 'admin@example.com'
  const givenPassword = fromEnvironment('TRACKERKIT_ADMIN_PASSWORD')
  const givenKey = fromEnvironment('TRACKERKIT_ADMIN_API_KEY')
  requireUsableKey(givenKey)
  const password = givenPassword ?? randomBytes(12).toString('base64url')
  const apiKey = givenKey ?? randomBytes(20).toString('hex')
  const mail = chosenMailer(values)
  let isIntroduced = false
  const beforeSetUp = () => {
    introduceAdministrator(login, givenPassword ? undefined : password, givenKey ? undefined : apiKey)
    isIntroduced = true
  }
  const tracker = async () => {
    const administrator = { login, password, api_key: apiKey }
    const opened = await openTracker(databaseOf(values.db), {
      administrator,
      beforeSetUp,
      ...(mail && { mailer: mail.mailer }),
    })
    if (isIntroduced && !opened.isNew) process.stdout.write('Another process was faster: what it has told holds.\n')
    if (!opened.isNew && givenKey !== undefined && !(await isUsable(opened, givenKey)))
      process.stdout.write(
        "TRACKERKIT_ADMIN_API_KEY is no key of this tracker that may be used. It is not new: 'trackerkit api-key create LOGIN' makes one\n",
      )
    if (mail) process.stdout.write(`mail goes to ${mail.target}\n`)
    return opened
  }
  await runServer({ tracker, host, port, logsRequests: values.log }, announce)
}

/** Whether somebody can log in with the key. What keeps everybody out, such as maintenance, says nothing about the key. */
async function isUsable(tracker: Tracker, api_key: string): Promise<boolean> {
  try {
    await tracker.as({ api_key }).users.whoami()
    return true
  } catch (error) {
    if (!isTrackerError(error)) throw error
    return !/^(api_key_not_valid|api_key_revoked|account_disabled)$/.test(error.code)
  }
}

/** Before anything is made: what is wrong with the key would come too late after that. */
function requireUsableKey(key: string | undefined): void {
  if (key === undefined || /^[A-Za-z0-9]{16,}$/.test(key)) return
  throw new Refusal('TRACKERKIT_ADMIN_API_KEY needs at least 16 letters and digits, and nothing else')
}

/** What was generated is said once, here, and can never be read again. */
function introduceAdministrator(login: string, password: string | undefined, apiKey: string | undefined): void {
  const lines = [
    `New tracker. Administrator: ${login}`,
    ...(password === undefined ? [] : [`  password: ${password}`]),
    ...(apiKey === undefined ? [] : [`  API key:  ${apiKey}`]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function announce(url: string): void {
  process.stdout.write(`trackerkit listening on ${url}\n`)
}
