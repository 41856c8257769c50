import { toJson } from '@trackerkit/rest'
import { addSharedOptions, type CommandDefinition, type SharedOptions } from '../terminal/command.js'
import { firstLineOfInput } from '../terminal/input.js'
import { databaseOf } from '../store/database.js'
import { openExisting } from '../store/existing.js'
import { put, say } from '../terminal/print.js'

interface UserOptions extends SharedOptions {
  readonly name?: string
  readonly passwordStdin?: boolean
}

/** `trackerkit user create LOGIN`: adds a user and prints the id. */
export const userCreate: CommandDefinition = {
  summary: 'Create a user',
  define: (command) => {
    command
      .description('Creates a user. Without a password, the user can log in only with API keys.')
      .argument('<LOGIN>', 'Email address, used to log in.')
      .option('--name <NAME>', 'Real name.')
      .option('--password-stdin', 'Read the password from the first line of stdin.')
    addSharedOptions(command)
    command.action(createUser)
  },
}

async function createUser(email: string, { db, as, json, name = '', passwordStdin }: UserOptions): Promise<void> {
  const password = passwordStdin ? await firstLineOfInput('password') : ''
  const tracker = await openExisting(databaseOf(db))
  try {
    const { id } = await tracker.asSystem(as).users.create({ email, full_name: name, password })
    const note = password === '' ? '; no password: can log in only with API keys' : ''
    if (json) put(`${toJson({ id })}\n`)
    else say(`user ${id} ${email}${note}`)
  } finally {
    await tracker.close()
  }
}
