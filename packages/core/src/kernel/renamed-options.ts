// Options that the functions of embedding programs do not take: misspelled ones, those renamed before version 1.0, and values of
// the wrong kind.
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

const isFinite = (value: unknown, least: number) => Number.isFinite(value) && (value as number) >= least

/** By the words for them, the values that options accept. */
const kinds = {
  'a function': (value) => typeof value === 'function',
  'an AbortSignal': (value) => typeof (value as Partial<AbortSignal> | null)?.aborted === 'boolean',
  'true or false': (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  'text or a Buffer': (value) => typeof value === 'string' || value instanceof Uint8Array,
  'a list of texts': (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  'a number': (value) => typeof value === 'number',
  'a positive integer': (value) => Number.isSafeInteger(value) && isFinite(value, 1),
  'a number above 0': (value) => isFinite(value, Number.MIN_VALUE),
  'a number of at least 0': (value) => isFinite(value, 0),
  // Programs pass it as the environment has it. Other text would be the name of a socket.
  'a port from 0 to 65535': (value) => /^\d{1,5}$/.test(String(value)) && Number(value) <= 65_535,
} satisfies Readonly<Record<string, (value: unknown) => boolean>>

/** The accepted values of an option: a kind, or a list of words; true where the function checks them itself. */
export type OptionKind = keyof typeof kinds | readonly string[] | true

/** Properties that can be left out, or be undefined with `exactOptionalPropertyTypes` as well. */
export type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The names of options, complete by their type, each with its kind: `const known: OptionNames<TrackerOptions> = { store: true, … }`. */
export type OptionNames<T extends object> = { readonly [N in keyof T]-?: OptionKind }

/**
 * Makes a misspelled or renamed option, and a value of the wrong kind, an error instead of one without effect. Values that may be
 * secrets are not repeated.
 * @param options Undefined where a group is absent.
 * @param functionName The public function that takes the options.
 * @param group The option that holds these, such as `mail`.
 * @throws invalid_options, with the name as `field`
 */
export function refuseUnknownOptions(
  options: unknown,
  known: Readonly<Record<string, OptionKind>>,
  functionName: string,
  group?: string,
): void {
  if (options === undefined) return
  const accepted = Object.keys(known).sort()
  if (typeof options !== 'object' || options === null)
    throw new TrackerError('invalid_options', { field: group ?? 'options', value: kindOf(options), accepted })
  const old = group === undefined ? (renamed[functionName] ?? {}) : {}
  for (const [name, value] of Object.entries(options)) {
    const field = group === undefined ? name : `${group}.${name}`
    if (!Object.hasOwn(known, name))
      throw new TrackerError('invalid_options', {
        field,
        of: functionName,
        ...(Object.hasOwn(old, name) ? { now: old[name] } : { accepted }),
      })
    if (value !== undefined) requireKind(field, value, known[name] ?? true)
  }
}

/** For values that are no secrets. */
export function invalidOption(field: string, value: unknown, accepted: string): TrackerError {
  return new TrackerError('invalid_options', { field, value, accepted })
}

/** @throws invalid_options for a value of another kind */
export function requireKind(field: string, value: unknown, kind: OptionKind): void {
  if (kind === true) return
  const isRight = typeof kind === 'string' ? kinds[kind](value) : kind.some((word) => word === value)
  if (isRight) return
  const mayBeSecret = kind === 'text' || kind === 'a function'
  const isShown = !mayBeSecret && ['string', 'number', 'boolean'].includes(typeof value)
  // Shown in quotes, '587' from the environment looks like the number that is accepted.
  const isText = typeof kind === 'string' && typeof value === 'string' && kinds[kind](Number(value))
  throw new TrackerError('invalid_options', {
    field,
    value: isShown ? String(value) : kindOf(value),
    accepted: isText ? `${kind}, not text` : kind,
  })
}
