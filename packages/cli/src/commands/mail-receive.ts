import { addDatabaseOption, type CommandDefinition } from '../terminal/command.js'
import { requireReader } from '../store/mail-reader.js'
import { addRulesOption, loadRules } from '../settings/rules.js'
import { databaseOf } from '../store/database.js'
import { openExisting } from '../store/existing.js'
import { put } from '../terminal/print.js'

interface Values {
  readonly db?: string
  readonly recipient?: readonly string[]
  readonly senderVerified?: boolean
  readonly rules?: readonly string[]
}

/** In bytes. A tracker refuses what is longer. */
const longest = 26_214_401

/** EX_TEMPFAIL: mail servers deliver the message again. With any other code they would reply to a forged sender. */
const tryAgain = 75

/** `trackerkit mail receive`: a message on stdin, from the pipe of a mail server. */
export const mailReceive: CommandDefinition = {
  summary: 'Receive an email message from a mail server',
  failure: tryAgain,
  define: (command) => {
    command.description(
      'Reads one message from stdin and prints its outcome, reason and bugs as one line of JSON. Exits with 0 for every ' +
        'outcome, and with 75 if the mail server should try again later.',
    )
    addRulesOption(addDatabaseOption(command))
      .option('--recipient <ADDRESS...>', 'Envelope recipient. Default: taken from the headers.')
      .option(
        '--sender-verified',
        'The mail server has verified the domain of From (DMARC) and rejects other messages.',
      )
      .action(runReceive)
  },
}

async function runReceive({ db, recipient, senderVerified = false, rules }: Values): Promise<void> {
  const reader = await requireReader()
  const bytes = await readInput()
  const tracker = await openExisting(databaseOf(db), {
    mail: { reader },
    rules: await loadRules(rules),
  })
  try {
    const details = { source: 'pipe', verified: senderVerified }
    const result = await tracker.receiveMail(bytes, { ...details, ...(recipient && { recipients: recipient }) })
    put(`${JSON.stringify(result)}\n`)
  } finally {
    await tracker.close()
  }
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= longest) break
  }
  return Buffer.concat(chunks).subarray(0, longest)
}
