import {
  addConfigOption,
  addDatabaseOption,
  CommandError,
  UsageError,
  type CommandDefinition,
} from '../terminal/command.js'
import { settingsFile } from '../settings/file.js'
import { createServerContext, type ServerContext } from '../server/server-context.js'
import { existsSync } from 'node:fs'
import { requireDirectory } from '../server/directory.js'
import { redirectAddressOf, requireReachable } from '../server/logins.js'
import { say } from '../terminal/print.js'

/** `trackerkit config check`: reports invalid settings of `serve`, and opens nothing. */
export const configCheck: CommandDefinition = {
  summary: 'Check the server settings',
  define: (command) => {
    command.description(
      'Checks the settings file and the environment as serve would read them, without opening the tracker. Prints one ' +
        'line per mistake and exits with 1 if there are any. Also prints the redirect URL of each login provider, and ' +
        'connects to each provider and to the LDAP directory.',
    )
    addConfigOption(addDatabaseOption(command)).action(checkSettings)
  },
}

async function checkSettings(values: { readonly db?: string; readonly config?: string }): Promise<void> {
  await checkLogins(await contextOf(values))
  const { file } = settingsFile(values.config)
  say(`${existsSync(file) ? file : 'the environment'}: no mistakes`)
}

async function contextOf(values: { readonly db?: string; readonly config?: string }): Promise<ServerContext> {
  try {
    return await createServerContext(values)
  } catch (error) {
    // It was understood, and this is its answer.
    throw error instanceof UsageError ? new CommandError(error.message) : error
  }
}

/** @throws CommandError for a provider that does not respond */
async function checkLogins({ logins, values, port }: ServerContext): Promise<void> {
  const origin = values.origin ?? values.baseUrl ?? `http://localhost:${port}`
  const failures: string[] = []
  const note = (check: Promise<void>) =>
    check.catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error
      failures.push(error.message)
    })
  for (const { provider } of logins?.providers ?? []) {
    const address = redirectAddressOf(origin, values.prefix ?? '', provider)
    say(`${provider.name}: ${address}`)
    await note(requireReachable(provider, address))
  }
  if (logins?.passwords) {
    say(`${logins.passwords.source.name}: passwords`)
    await note(requireDirectory(logins.passwords))
  }
  if (failures.length > 0) throw new CommandError(failures.join('\n'))
}
