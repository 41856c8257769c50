// Settings of the server itself: addresses, access, logs and metrics.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { createHostCheck, type ServeLimits, type ServeOptions } from '@trackerkit/http-node'
import { createOriginRules, defaultRates, logLevels, type LogLevel } from '@trackerkit/rest'
import {
  addConfigOption,
  addNoCopyOption,
  CommandError,
  fromEnvironment,
  portOf,
  UsageError,
} from '../terminal/command.js'

export interface ServerSettings {
  readonly host?: string
  readonly hosts?: readonly string[]
  readonly prefix?: string
  readonly baseUrl?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly cors?: readonly string[]
  readonly maxBody?: string
  readonly maxConnections?: string
  readonly maxBodyMemory?: string
  readonly jsonp?: string
  readonly rateLimit?: string
  readonly rateLimitAnonymous?: string
  readonly log?: boolean
  readonly logLevel?: string
  readonly metrics?: boolean
  readonly adminPort?: string
  readonly adminHost?: string
}

export function addServerSettings(command: Command): Command {
  addConfigOption(command)
    .option('--hosts <NAME...>', 'Host names to accept, besides IP addresses and localhost. Default: any.')
    .option('--prefix <FOLDER>', 'Path before /rest, such as /tracker. Default: any.')
    .option(
      '--base-url <URL>',
      'Public URL of the tracker, such as https://bugs.example.com/; sets the parameter urlbase.',
    )
    .option('--tls-cert <FILE>', 'TLS certificate and chain (PEM); enables HTTPS.')
    .option('--tls-key <FILE>', 'Private key of the certificate (PEM).')
    .option('--cors <ORIGIN...>', "Origins whose pages can read responses; '*' for all. Default: none.")
    .option(
      '--max-body <BYTES>',
      'Maximum size of a request body, such as 20M; without an attachment, at most 4M. Default: as the maximum ' +
        'attachment size requires.',
    )
    .option('--max-connections <N>', 'Maximum number of open connections per process. Default: 4000.')
    .option(
      '--max-body-memory <BYTES>',
      'Memory for request bodies per process; one address can use an eighth of it. Default: 64M.',
    )
    .option('--jsonp <on|off>', 'Enable JSONP. Default: on.')
    .option(
      '--rate-limit <COST>',
      `Cost per minute for each API key or user: a read costs 1, a write 2, a search 5. Default: ${defaultRates.perMinute}; off disables the limit.`,
    )
    .option(
      '--rate-limit-anonymous <COST>',
      `Cost per minute for all anonymous requests from one address. Default: ${defaultRates.anonymousPerMinute}; off disables the limit.`,
    )
    .option('--log-level <LEVEL>', `Log level: ${logLevels.join(', ')}. Default: error; with --log, info.`)
    .option('--metrics', 'Serve /metrics; TRACKERKIT_METRICS_TOKEN restricts access.')
    .option('--admin-port <PORT>', 'Separate port for /healthz, /readyz and /metrics.')
    .option('--admin-host <HOST>', 'Address to listen on for that port. Default: that of --host.')
    .option('--backup-every <TIME>', 'Back up the tracker at this interval, such as 24h. Requires --backup-to.')
    .option('--backup-to <FOLDER>', 'Folder for these backups.')
    .option('--backup-keep <N>', 'Number of these backups to keep. Default: 14.')
  return addNoCopyOption(command)
}

/** The cost of requests in a minute, 0 for any amount. */
export type Rates = Readonly<Record<keyof typeof defaultRates, number>>

export interface ChosenLimits extends ServeLimits {
  readonly rate: Rates
}

/** Settings as the server takes them. */
export interface ChosenServer {
  readonly options: Pick<ServeOptions, 'host' | 'hosts' | 'basePath' | 'tls' | 'cors' | 'jsonp'> & {
    readonly limits: ChosenLimits
  }
  /** The separate port of health and metrics. */
  readonly admin: { readonly port: number; readonly host: string } | undefined
  readonly logLevel: LogLevel
  /** Undefined: nothing is measured. */
  readonly metrics: { readonly token: string | undefined } | undefined
  readonly baseUrl: string | undefined
}

/** @throws UsageError, CommandError */
export function chosenServer(settings: ServerSettings): ChosenServer {
  const token = fromEnvironment('TRACKERKIT_METRICS_TOKEN')
  const { host = '127.0.0.1', hosts, prefix, cors, jsonp } = settings
  if (jsonp !== undefined && !/^(on|off)$/.test(jsonp))
    throw new UsageError(`--jsonp must be on or off, not '${jsonp}'`)
  return {
    options: {
      host,
      ...(hosts && { hosts: judged(hosts, createHostCheck) }),
      ...(prefix !== undefined && { basePath: folderOf(prefix) }),
      ...(cors && { cors: judged(cors, createOriginRules) }),
      ...(jsonp !== undefined && { jsonp: jsonp === 'on' }),
      limits: limitsOf(settings),
      ...tlsOf(settings),
    },
    admin: adminOf(settings, host),
    logLevel: levelOf(settings),
    metrics: settings.metrics || token !== undefined ? { token } : undefined,
    baseUrl: settings.baseUrl === undefined ? undefined : urlOf(settings.baseUrl),
  }
}

function adminOf({ adminPort, adminHost }: ServerSettings, host: string): ChosenServer['admin'] {
  if (adminPort !== undefined) return { port: portOf(adminPort), host: adminHost ?? host }
  if (adminHost !== undefined) throw new UsageError('--admin-host requires --admin-port')
  return undefined
}

function limitsOf(settings: ServerSettings): ChosenLimits {
  const { maxBody, maxConnections, maxBodyMemory } = settings
  return {
    rate: ratesOf(settings),
    ...(maxBody !== undefined && { bodyBytes: bytesOf('--max-body', maxBody) }),
    ...(maxConnections !== undefined && { connections: countOf('--max-connections', maxConnections) }),
    ...(maxBodyMemory !== undefined && { bodyMemory: bytesOf('--max-body-memory', maxBodyMemory) }),
  }
}

function ratesOf({ rateLimit, rateLimitAnonymous }: ServerSettings): Rates {
  return {
    perMinute: rateOf('--rate-limit', rateLimit, defaultRates.perMinute),
    anonymousPerMinute: rateOf('--rate-limit-anonymous', rateLimitAnonymous, defaultRates.anonymousPerMinute),
  }
}

/** Checks a value by the function of the server. @throws UsageError */
function judged<T>(value: T, judge: (value: T) => unknown): T {
  try {
    judge(value)
    return value
  } catch (error) {
    // Its message begins with the name of the option.
    throw error instanceof RangeError ? new UsageError(`--${error.message}`) : error
  }
}

function folderOf(prefix: string): string {
  if (/^(\/[\w.~-]+)+$/.test(prefix)) return prefix
  throw new UsageError(`--prefix must be a path such as /tracker, not '${prefix}'`)
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

function bytesOf(option: string, text: string): number {
  const [, digits, unit = ''] = /^(\d{1,12})([kmg]?)$/i.exec(text) ?? []
  const bytes = Number(digits) * (units[unit.toLowerCase()] ?? NaN)
  if (bytes > 0) return bytes
  throw new UsageError(`${option} must be a size such as 500k or 20M, not '${text}'`)
}

function countOf(option: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`${option} must be a number of at least 1, not '${text}'`)
}

function rateOf(option: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  if (text === 'off') return 0
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`${option} must be a number per minute such as ${usual}, or off, not '${text}'`)
}

function levelOf({ log, logLevel }: ServerSettings): LogLevel {
  if (logLevel === undefined) return log ? 'info' : 'error'
  const level = logLevels.find((one) => one === logLevel)
  if (!level) throw new UsageError(`--log-level must be one of ${logLevels.join(', ')}, not '${logLevel}'`)
  return level
}

/** With a slash at its end, as the parameter wants it. */
function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username !== '')
    throw new UsageError(`--base-url must be a URL such as https://bugs.example.com/, not '${text}'`)
  return url.href.replace(/([^/])$/, '$1/')
}

function tlsOf({ tlsCert, tlsKey }: ServerSettings): Pick<ServeOptions, 'tls'> {
  if (tlsCert === undefined && tlsKey === undefined) return {}
  if (tlsCert === undefined || tlsKey === undefined)
    throw new UsageError('--tls-cert and --tls-key must be used together')
  return { tls: { cert: readPem('--tls-cert', tlsCert), key: readPem('--tls-key', tlsKey) } }
}

function readPem(option: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CommandError(`${option}: ${file} cannot be read: ${(error as { readonly code?: string }).code}`)
  }
}
