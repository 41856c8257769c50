import { createInterface } from 'node:readline/promises'
import { parse, Refusal, type Command } from './command.js'
import { databaseOf, openExisting } from './store.js'

/** `trackerkit user create LOGIN`: adds a user and prints the id. */
export const userCreate: Command = async (args) => {
  const { values, positionals } = parse(
    args,
    { db: { type: 'string' }, name: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
    ['LOGIN'],
  )
  const [email = ''] = positionals
  // Arguments of a process are there for everybody to see; its input is not.
  const password = values['password-stdin'] ? await firstLineOfInput() : ''
  const tracker = await openExisting(databaseOf(values.db))
  try {
    const { id } = await tracker.asSystem().users.create({ email, full_name: values.name ?? '', password })
    const note = password === '' ? '; no password, so only API keys log in' : ''
    process.stdout.write(`user ${id} ${email}${note}\n`)
  } finally {
    await tracker.close()
  }
}

async function firstLineOfInput(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    return line
  }
  throw new Refusal('there was no password on stdin')
}
