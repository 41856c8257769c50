// Mail into a file, for looking at it and for programs that fetch it from there.
import { closeSync, openSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { Mailer } from '@trackerkit/core'
import { MailError } from './error.js'
import { render, type Rendered } from './render.js'

/** Other people of this machine shall not read it. */
const mode = 0o600

/**
 * Appends each message to a mailbox file (mbox), which mail programs open: `mutt -f mail.mbox`. A message is written as a whole and
 * is on disk when `send` resolves; several processes may write to the same file, and it may be moved away at any time.
 *
 * @throws Error when the file can be neither opened nor made
 * @example const tracker = await createTracker({ store: memoryStore(), mail: fileMailer('mail.mbox') })
 */
export function fileMailer(path: string): Mailer {
  closeSync(openSync(path, 'a+', mode))
  return {
    async send(message) {
      const whole = mailboxEntry(await render(message), message.date)
      const file = await open(path, 'a+', mode)
      try {
        const entry = (await isCutOff(file)) ? Buffer.concat([Buffer.from('\n\n'), whole]) : whole
        const { bytesWritten } = await file.write(entry)
        if (bytesWritten < entry.length)
          throw new MailError(`only part of the message could be written to ${path}`, { permanent: false })
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}

/** A message that a full disk or the end of a process has cut off would take in the next one. */
async function isCutOff(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return bytesRead > 0 && buffer[0] !== 0x0a
}

/** Lines that look like the first line of a message are prefixed with '>', as in the mboxrd format. */
function mailboxEntry({ envelope, bytes }: Rendered, date: Date): Buffer {
  // Latin-1 keeps every byte as it is.
  const text = bytes
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .replace(/^(>*From )/gm, '>$1')
  const [day, dayOfMonth, month, year, time] = date.toUTCString().replace(',', '').split(' ')
  const first = `From ${envelope.from.replace(/\s/g, '') || 'MAILER-DAEMON'} ${day} ${month} ${dayOfMonth} ${time} ${year}\n`
  return Buffer.concat([Buffer.from(first), Buffer.from(`${withoutLineEnds(text)}\n\n`, 'latin1')])
}

function withoutLineEnds(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}
