// Types of commands.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'

export interface CommandDefinition {
  /** One-line description. */
  readonly summary: string
  /** Adds options, operands and the action. Called only when the command is run or explained. */
  readonly define: (command: Command) => void
  /** The exit code in place of 1 and 2, for programs that understand one. */
  readonly failure?: number
}

/** The command was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A valid command that failed; the message has the reason, for people. */
export class CommandError extends Error {
  override readonly name = 'Refusal'
}

/** Options of every command that works on a tracker. */
export interface SharedOptions {
  readonly db?: string
  readonly as?: string
  readonly json?: boolean
}

export function addSharedOptions(command: Command): void {
  addAsOption(addDatabaseOption(command)).option('--json', 'Print the response as JSON.')
}

export function addAsOption(command: Command): Command {
  return command.option('--as <LOGIN>', 'Act as this user; recorded in bug history and the audit log.')
}

export function addConfigOption(command: Command): Command {
  return command.option(
    '--config <FILE>',
    'Settings file (JSON). Default: TRACKERKIT_CONFIG, or trackerkit.json if it exists.',
  )
}

export function addNoCopyOption(command: Command): Command {
  return command.option('--no-copy', 'Skip the backup of a SQLite file before a breaking migration.')
}

export function addDatabaseOption(command: Command): Command {
  return command.option(
    '--db <FILE|URL>',
    'SQLite file, postgres://USER@HOST/DATABASE or pglite:FOLDER, optionally with ?prefix=tracker_ and, for ' +
      'PostgreSQL and PGlite, &schema=tracker. Default: TRACKERKIT_DB or tracker.db.',
  )
}

/**
 * A setting from the environment; empty counts as not set. For `NAME` that is not set, `NAME_FILE` names a file that holds it: so
 * secrets come from files, which others do not see as they do the environment of a container.
 * @throws CommandError for a file that cannot be read
 */
export function fromEnvironment(name: string): string | undefined {
  const value = process.env[name]
  if (value !== undefined && value !== '') return value
  const file = process.env[`${name}_FILE`]
  if (file === undefined || file === '') return undefined
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined
  } catch (error) {
    throw new CommandError(`${name}_FILE: ${file} cannot be read: ${(error as { readonly code?: string }).code}`)
  }
}

export function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`'${text}' is not a valid port (0 to 65535)`)
  return port
}
