import { toJson } from '@trackerkit/rest'
import { parse, type Command } from '../command.js'
import { firstLineOfInput } from '../input.js'
import { databaseOf, openExisting } from '../store.js'

/** `trackerkit user create LOGIN`: adds a user and prints the id. */
export const userCreate: Command = async (args) => {
  const { values, positionals } = parse(
    args,
    {
      db: { type: 'string' },
      as: { type: 'string' },
      json: { type: 'boolean' },
      name: { type: 'string' },
      'password-stdin': { type: 'boolean' },
    },
    ['LOGIN'],
  )
  const [email = ''] = positionals
  const password = values['password-stdin'] ? await firstLineOfInput('password') : ''
  const tracker = await openExisting(databaseOf(values.db))
  try {
    const { id } = await tracker.asSystem(values.as).users.create({ email, full_name: values.name ?? '', password })
    const note = password === '' ? '; no password, so only API keys log in' : ''
    process.stdout.write(values.json ? `${toJson({ id })}\n` : `user ${id} ${email}${note}\n`)
  } finally {
    await tracker.close()
  }
}
