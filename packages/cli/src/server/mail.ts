// The mailer that --smtp or --mail-file ask for.
import type { Mailer } from '@trackerkit/core'
import { fileMailer, smtpMailer } from '@trackerkit/mail-smtp'
import type { Command } from 'commander'
import { CommandError, UsageError } from '../terminal/command.js'

export interface MailOptions {
  readonly smtp?: string
  readonly mailFile?: string
}

export function addMailOptions(command: Command): Command {
  return command
    .option(
      '--smtp <URL>',
      'Send email through smtp://USER:PASSWORD@HOST:PORT or smtps://…. Prefer TRACKERKIT_SMTP, because other users can ' +
        'see options.',
    )
    .option('--mail-file <FILE>', 'Append email to an mbox file instead. Without either option, none is sent.')
}

/** The target of email. */
export interface ChosenMail {
  /** Called when the port is bound: it may make a file. @throws CommandError */
  readonly open: () => Mailer
  /** The target in words. */
  readonly target: string
}

/** None when nothing was asked for: then mail is left to others on the same database. @throws UsageError, CommandError */
export function chosenMailer(options: MailOptions): ChosenMail | undefined {
  const { smtp, mailFile: file } = options
  if (smtp !== undefined && file !== undefined) throw new UsageError('--smtp and --mail-file cannot be used together')
  if (smtp !== undefined) return throughServer(smtp)
  return file === undefined ? undefined : intoFile(file)
}

function throughServer(url: string): ChosenMail {
  try {
    const mailer = smtpMailer(url)
    return { open: () => mailer, target: mailer.shown }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function intoFile(file: string): ChosenMail {
  return { open: () => openFile(file), target: file }
}

function openFile(file: string): Mailer {
  try {
    return fileMailer(file)
  } catch (error) {
    const { code = '' } = error as { readonly code?: string }
    throw new CommandError(`cannot write email to ${file}: ${reasons[code] ?? code}`)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'permission denied',
  EROFS: 'the file system is read-only',
}
