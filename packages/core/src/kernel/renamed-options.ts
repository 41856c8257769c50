// Options that the functions of embedding programs do not have: misspelled ones, and those renamed before version 1.0.
import { kindOf } from './error-text.js'
import { TrackerError } from './errors.js'

const renamedOfRest = {
  attempts: 'limits.attempts',
  streams: 'limits.streams',
  maxBodyBytes: 'limits.bodyBytes',
} as const

/** By function, the old name of an option and its new one. Removed with version 1.0. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createTracker: {
    mailer: 'mail',
    mailOnDemand: 'mail.onDemand',
    templates: 'mail.templates',
    clock: 'testing.clock',
    stopwatch: 'testing.stopwatch',
    random: 'testing.random',
    checkAnswers: 'testing.checkAnswers',
  },
  sqliteStore: {
    longestQuestion: 'queryTimeoutMs',
    synchronous: 'durability',
  },
  createRestHandler: renamedOfRest,
  serve: {
    ...renamedOfRest,
    adminPort: 'admin.port',
    adminHost: 'admin.host',
    metrics: 'admin.metrics',
    isWatchedElsewhere: 'admin: false',
    requestSeconds: 'timeouts.request',
    graceSeconds: 'timeouts.grace',
    maxConnections: 'limits.connections',
    maxBodyMemory: 'limits.bodyMemory',
  },
}

/** The names of options, complete by their type: `const known: OptionNames<TrackerOptions> = { store: true, … }`. */
export type OptionNames<T extends object> = { readonly [N in keyof T]-?: true }

/**
 * Makes a misspelled or renamed option an error instead of one without effect. Values are not repeated: they may be secrets.
 * @param options Undefined where a group is absent.
 * @param functionName The public function that takes the options.
 * @param group The option that holds these, such as `mail`.
 * @throws invalid_options, with the name as `field`
 */
export function refuseUnknownOptions(
  options: unknown,
  known: Readonly<Record<string, true>>,
  functionName: string,
  group?: string,
): void {
  if (options === undefined) return
  const accepted = Object.keys(known).sort()
  if (typeof options !== 'object' || options === null)
    throw new TrackerError('invalid_options', { field: group ?? 'options', value: kindOf(options), accepted })
  const old = group === undefined ? (renamed[functionName] ?? {}) : {}
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue
    throw new TrackerError('invalid_options', {
      field: group === undefined ? name : `${group}.${name}`,
      of: functionName,
      ...(Object.hasOwn(old, name) ? { now: old[name] } : { accepted }),
    })
  }
}
