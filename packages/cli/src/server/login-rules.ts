// Parts of the file of `--logins` that providers and directories share: rules and secrets.
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { LoginPolicy } from '@trackerkit/core/host'
import * as z from 'zod'
import { CommandError } from '../terminal/command.js'
import { warn } from '../terminal/print.js'

export const text = z.string().min(1).max(2000)

export const policyEntry = {
  emails: z.enum(['verified', 'all']).optional(),
  adopt: z.boolean().optional(),
  accounts: z.enum(['pattern', 'all', 'none']).optional(),
  groups: z.array(text).max(1000).optional(),
  requireGroup: text.optional(),
  follows: z.boolean().optional(),
  secondFactor: z.enum(['here', 'provider']).optional(),
  sessionHours: z.number().min(1).max(4320).optional(),
  logout: z.enum(['here', 'provider']).optional(),
}

/** The rules of an entry, without its other keys. */
export function rulesOf(entry: LoginPolicy): LoginPolicy {
  const { emails, adopt, accounts, groups, requireGroup, follows, secondFactor, sessionHours, logout } = entry
  return { emails, adopt, accounts, groups, requireGroup, follows, secondFactor, sessionHours, logout }
}

interface Secret {
  /** The key of the secret; that of its file ends with `_file`. */
  readonly key: string
  readonly text: string | undefined
  readonly file: string | undefined
}

/** A path is relative to the file. @throws CommandError */
export function secretOf({ key, text: given, file }: Secret, path: string, where: string): string {
  if ((given === undefined) === (file === undefined))
    throw new CommandError(`${where}: either ${key}_file or ${key} is required`)
  if (file !== undefined) return readBeside(path, file, `${where}.${key}_file`).trim()
  if ((statSync(path).mode & 0o044) !== 0)
    warn(`${path} contains a secret, and other users of this machine can read it`)
  return given ?? ''
}

/** @throws CommandError */
export function readBeside(path: string, file: string, where: string): string {
  try {
    return readFileSync(resolve(dirname(path), file), 'utf8')
  } catch (error) {
    throw new CommandError(`${where} cannot be read: ${(error as { readonly code?: string }).code}`)
  }
}
