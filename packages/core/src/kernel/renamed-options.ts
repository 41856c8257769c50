// Options that the functions of embedding programs do not have: misspelled ones, and those renamed before version 1.0.
import { TrackerError } from './errors.js'

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
  createRestHandler: {
    attempts: 'limits.attempts',
    streams: 'limits.streams',
    maxBodyBytes: 'limits.bodyBytes',
  },
  serve: {
    attempts: 'limits.attempts',
    streams: 'limits.streams',
    maxBodyBytes: 'limits.bodyBytes',
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
 * @param functionName The public function that takes the options.
 * @param group The option that holds these, such as `mail`.
 * @throws invalid_options, with the name as `field`
 */
export function refuseUnknownOptions(
  options: object,
  known: Readonly<Record<string, true>>,
  functionName: string,
  group?: string,
): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue
    const old = group === undefined ? (renamed[functionName] ?? {}) : {}
    throw new TrackerError('invalid_options', {
      field: group === undefined ? name : `${group}.${name}`,
      of: functionName,
      ...(Object.hasOwn(old, name) ? { now: old[name] } : { accepted: Object.keys(known).sort() }),
    })
  }
}
