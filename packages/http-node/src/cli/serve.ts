import { randomBytes } from 'node:crypto'
import type { Tracker } from '@trackerkit/core'
import { fromEnvironment, parse, Refusal, portOf, type Command } from './command.js'
import { chosenMailer, mailOptions } from './mail.js'
import { runServer } from './run-server.js'
import { databaseOf, openTracker } from './store.js'

/** `trackerkit serve`: serves the tracker of a file, and sets up a new one. */
export const serveCommand: Command = async (args) => {
  const { values } = parse(args, {
    db: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    admin: { type: 'string' },
    log: { type: 'boolean' },
    ...mailOptions,
  })
  const port = portOf(values.port ?? fromEnvironment('TRACKERKIT_PORT') ?? '8080')
  const host = values.host ?? fromEnvironment('TRACKERKIT_HOST') ?? '127.0.0.1'
  const login = values.admin ?? fromEnvironment('TRACKERKIT_ADMIN') ?? 'admin@example.com'
  const givenPassword = fromEnvironment('TRACKERKIT_ADMIN_PASSWORD')
  requireUsableKey(fromEnvironment('TRACKERKIT_ADMIN_API_KEY'))
  const password = givenPassword ?? randomBytes(12).toString('base64url')
  const mail = chosenMailer(values)
  const tracker = await openTracker(databaseOf(values.db), {
    administrator: { login, password },
    ...(mail && { mailer: mail.mailer }),
  })
  try {
    if (tracker.isNew) await introduceAdministrator(tracker, login, givenPassword === undefined ? password : undefined)
    if (mail) process.stdout.write(`mail goes to ${mail.told}\n`)
    await runServer({ tracker, host, port, logsRequests: values.log }, announce)
  } finally {
    await tracker.close()
  }
}

/** Before anything is made: what is wrong with the key would come too late after that. */
function requireUsableKey(key: string | undefined): void {
  if (key === undefined || /^[A-Za-z0-9]{16,}$/.test(key)) return
  throw new Refusal('TRACKERKIT_ADMIN_API_KEY needs at least 16 letters and digits, and nothing else')
}

/** What was generated is said once, here, and can never be read again. */
async function introduceAdministrator(tracker: Tracker, login: string, password: string | undefined): Promise<void> {
  const givenKey = fromEnvironment('TRACKERKIT_ADMIN_API_KEY')
  const { api_key } = await tracker
    .asSystem(login)
    .apiKeys.create({ description: 'First key of the administrator', ...(givenKey !== undefined && { key: givenKey }) })
  const lines = [
    `New tracker. Administrator: ${login}`,
    ...(password === undefined ? [] : [`  password: ${password}`]),
    ...(givenKey === undefined ? [`  API key:  ${api_key}`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function announce(url: string): void {
  process.stdout.write(`trackerkit listening on ${url}\n`)
}
