// Resolves settings: options override the environment, which overrides the file.
import { fromEnvironment, UsageError } from '../terminal/command.js'
import { readSettings, type FileSettings } from './file.js'
import { settingNames, settings, variableOf, type Kind, type SettingName } from './table.js'

/** Values as options have them: texts, switches, lists of texts. */
type Given = Partial<Record<SettingName, string | boolean | readonly string[] | undefined>>

/** Only one of them sets the target of email: the one with the highest precedence counts. */
const mail: readonly SettingName[] = ['smtp', 'mailFile']

/** The options, completed. @throws UsageError, CommandError */
export function settled<T extends object>(options: T & { readonly config?: string }): T {
  const levels = [fromOptions(options), fromVariables(), fromFile(readSettings(options.config))]
  const complete: Given = {}
  for (const name of settingNames) {
    const deciding = mail.includes(name) ? mail : [name]
    complete[name] = levels.find((level) => deciding.some((one) => level[one] !== undefined))?.[name]
  }
  const left = Object.entries(complete).filter(([, value]) => value !== undefined)
  return { ...options, ...Object.fromEntries(left) }
}

/** One setting, for commands that take no others. */
export function setting(name: 'db', option: string | undefined): string | undefined {
  return option ?? fromEnvironment(variableOf(name)) ?? (readSettings()[name] as string | undefined)
}

/** The same for a setting of several texts. */
export function listSetting(name: 'rules', option: readonly string[] | undefined): readonly string[] | undefined {
  return (
    option ?? (fromVariables()[name] as readonly string[] | undefined) ?? (readSettings()[name] as string[] | undefined)
  )
}

function fromOptions(options: object): Given {
  const given = options as Given
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = given[name]
      // Options such as --no-web default to true.
      return value === undefined || (isNegated(name) && value === true) ? [] : [[name, value]]
    }),
  )
}

function isNegated(name: SettingName): boolean {
  return name === 'web' || name === 'copy'
}

function fromVariables(): Given {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const text = fromEnvironment(variableOf(name))
      return text === undefined ? [] : [[name, read(variableOf(name), settings[name], text)]]
    }),
  )
}

function read(variable: string, kind: Kind, text: string): string | boolean | readonly string[] {
  if (kind === 'list') return text.split(/[\s,]+/).filter((one) => one !== '')
  if (kind !== 'flag') return text
  if (/^(1|true|yes|on)$/i.test(text)) return true
  if (/^(0|false|no|off)$/i.test(text)) return false
  throw new UsageError(`${variable} must be 1 or 0, not '${text}'`)
}

function fromFile(file: FileSettings): Given {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  ) as Given
}
