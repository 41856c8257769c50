// A misspelled variable of the environment would otherwise have no effect, unnoticed.
import { nearest } from '../terminal/nearest.js'
import { settingNames, variableOf } from './table.js'

const prefix = 'TRACKERKIT_'

/** Read from the environment only, beside the settings. */
const others = [
  'CONFIG',
  'SETUP_CODE',
  'AUTH_SECRET',
  'ADMIN_PASSWORD',
  'ADMIN_API_KEY',
  'METRICS_TOKEN',
  'IMAP_PASSWORD',
]
const ofCommands = ['API_KEY', 'IMPORT_API_KEY', 'IMPORT_PASSWORD']

const known = [...settingNames.map((name) => variableOf(name).slice(prefix.length)), ...others, ...ofCommands].flatMap(
  (name) => [name, `${name}_FILE`],
)

/**
 * Returns one line per variable with a name that is almost that of a setting. Others are not of this program: Kubernetes
 * sets TRACKERKIT_SERVICE_HOST, for example.
 */
export function misspelledVariables(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment)
    .filter((variable) => variable.startsWith(prefix))
    .flatMap((variable) => {
      const name = variable.slice(prefix.length)
      const similar = known.includes(name) ? undefined : nearest(name, known)
      return similar === undefined ? [] : [`unknown variable ${variable}. Did you mean ${prefix}${similar}?`]
    })
}
