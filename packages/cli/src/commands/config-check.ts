import { addDatabaseOption, CommandError, UsageError, type CommandDefinition } from '../terminal/command.js'
import { settingsFile } from '../settings/file.js'
import { createServerContext } from '../server/server-context.js'
import { existsSync } from 'node:fs'
import { say } from '../terminal/print.js'

/** `trackerkit config check`: says what cannot be meant in the settings of `serve`, and opens nothing. */
export const configCheck: CommandDefinition = {
  summary: 'Say what is wrong with the settings.',
  define: (command) => {
    command.description(
      'Reads the file of settings and the environment as serve does, says what cannot be meant, a line for each mistake, and ' +
        'opens nothing. Ends with 1 when there is something.',
    )
    addDatabaseOption(command)
      .option('--config <FILE>', 'Settings file. Default: TRACKERKIT_CONFIG, or trackerkit.json if it exists.')
      .action(checkSettings)
  },
}

function checkSettings(values: { readonly db?: string; readonly config?: string }): void {
  try {
    createServerContext(values)
  } catch (error) {
    // It was understood, and this is its answer.
    throw error instanceof UsageError ? new CommandError(error.message) : error
  }
  const { file } = settingsFile(values.config)
  say(`${existsSync(file) ? file : 'the environment'}: no mistakes`)
}
