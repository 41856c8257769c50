// The mailer that --smtp or --mail-file ask for.
import type { Mailer } from '@trackerkit/core'
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
export async function chosenMailer({ smtp, mailFile: file }: MailOptions): Promise<ChosenMail | undefined> {
  if (smtp !== undefined && file !== undefined) throw new UsageError('--smtp and --mail-file cannot be used together')
  if (smtp === undefined && file === undefined) return undefined
  const { fileMailer, smtpMailer } = await import('@trackerkit/mail-smtp')
  if (smtp !== undefined) return throughServer(smtpMailer, smtp)
  return file === undefined ? undefined : { open: () => openFile(fileMailer, file), target: file }
}

function throughServer(smtpMailer: (url: string) => Mailer & { readonly shown: string }, url: string): ChosenMail {
  try {
    const mailer = smtpMailer(url)
    return { open: () => mailer, target: mailer.shown }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function openFile(fileMailer: (file: string) => Mailer, file: string): Mailer {
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
