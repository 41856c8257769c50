// The file of settings.
import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import { fromEnvironment, CommandError } from '../terminal/command.js'
import { nearest } from '../terminal/nearest.js'
import { settingNames, settingsSchema, type SettingName } from './table.js'

const usualFile = 'trackerkit.json'

/** Contents of the file by setting. */
export type FileSettings = Readonly<Partial<Record<SettingName, unknown>>>

/** The file of the option, otherwise of the environment, otherwise trackerkit.json in the current folder. */
export function settingsFile(option?: string): { readonly file: string; readonly isAsked: boolean } {
  const asked = option ?? fromEnvironment('TRACKERKIT_CONFIG')
  return { file: asked ?? usualFile, isAsked: asked !== undefined }
}

/**
 * Reads the file; nothing if it does not exist and was not named.
 * @throws CommandError with one line per mistake
 */
export function readSettings(option?: string): FileSettings {
  const { file, isAsked } = settingsFile(option)
  const text = readText(file, isAsked)
  if (text === undefined) return {}
  const parsed = settingsSchema.safeParse(parse(file, text))
  if (parsed.success) return parsed.data
  throw new CommandError(parsed.error.issues.flatMap((issue) => mistakes(file, issue)).join('\n'))
}

function readText(file: string, isAsked: boolean): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as { readonly code?: string }
    if (code === 'ENOENT' && !isAsked) return undefined
    throw new CommandError(`${file} cannot be read: ${code === 'ENOENT' ? 'it does not exist' : code}`)
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Messages of JSON.parse quote the text, which may hold a password.
    throw new CommandError(`${file} is not valid JSON`)
  }
}

function mistakes(file: string, issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${file}: unknown setting ${key}. ${hintFor(key)}`)
  const name = issue.path.join('.')
  return [`${file}: ${name === '' ? '' : `${name}: `}${issue.message.replace(/^Invalid input: /, '')}`]
}

function hintFor(unknown: string): string {
  const similar = nearest(unknown, settingNames)
  return similar === undefined ? `Available: ${settingNames.join(', ')}` : `Did you mean ${similar}?`
}
