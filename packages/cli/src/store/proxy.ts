// Authenticates callers by the headers of a proxy.
import type { Command } from 'commander'
import type { HostUserOptions } from '@trackerkit/core'
import { trustedHeaders, type TrustedHeaders } from '@trackerkit/rest'
import { fromEnvironment, UsageError } from '../terminal/command.js'
import { warn } from '../terminal/print.js'

export interface ProxyOptions {
  readonly authHeader?: string
  readonly authFrom?: string
  readonly authNameHeader?: string
  readonly authGroupsHeader?: string
  readonly authGroups?: string
  readonly authSecretHeader?: string
}

/** Settings of the proxy: trusted addresses and headers. */
export interface Proxy {
  readonly identify: ReturnType<typeof trustedHeaders>
  readonly hostUsers: HostUserOptions
}

export function addProxyOptions(command: Command): Command {
  return command
    .option(
      '--auth-header <NAME>',
      'Header with the login set by an authenticating proxy, such as X-Forwarded-User. Accounts are created ' +
        'automatically.',
    )
    .option('--auth-from <ADDRESSES>', 'Addresses of the proxy, comma-separated, such as 127.0.0.1,10.0.0.0/8.')
    .option('--auth-name-header <NAME>', 'Header with the real name.')
    .option('--auth-groups-header <NAME>', "Header with the user's groups, comma-separated.")
    .option('--auth-groups <NAMES>', 'Groups that the proxy manages, comma-separated. It cannot grant others.')
    .option(
      '--auth-secret-header <NAME>',
      'Header with the secret TRACKERKIT_AUTH_SECRET, if that is set. Default: X-Proxy-Secret.',
    )
}

/** Undefined where people log in here. @throws UsageError for options that cannot be meant */
export function chosenProxy(options: ProxyOptions): Proxy | undefined {
  const secret = fromEnvironment('TRACKERKIT_AUTH_SECRET')
  const { authHeader, authFrom, authNameHeader, authGroupsHeader, authGroups, authSecretHeader } = options
  if (authHeader === undefined) {
    requireNone({ ...options, TRACKERKIT_AUTH_SECRET: secret })
    return undefined
  }
  if (authFrom === undefined) throw new UsageError('--auth-header requires --auth-from, for example 127.0.0.1')
  if ((authGroups === undefined) !== (authGroupsHeader === undefined))
    throw new UsageError('--auth-groups-header and --auth-groups must be used together')
  if (authSecretHeader !== undefined && secret === undefined)
    throw new UsageError('--auth-secret-header requires TRACKERKIT_AUTH_SECRET')
  const identify = believing({
    from: listOf(authFrom),
    login: authHeader,
    fullName: authNameHeader,
    groups: authGroupsHeader,
    secret: secret === undefined ? undefined : { header: authSecretHeader ?? 'X-Proxy-Secret', value: secret },
    logger,
  })
  return { identify, hostUsers: { groups: listOf(authGroups ?? '') } }
}

const logger = {
  warn: (message: string, details?: object) => warn(`trackerkit: ${message} ${JSON.stringify(details ?? {})}`),
}

/** A server that was to believe a proxy must not come up without. */
function requireNone(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || !/^(auth[A-Z]|TRACKERKIT_)/.test(name)) continue
    const option = name.replace(
      /^auth[A-Z].*/,
      (key) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    )
    throw new UsageError(`${option} requires --auth-header`)
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function believing(options: TrustedHeaders): Proxy['identify'] {
  try {
    return trustedHeaders(options)
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message.replace(/^trustedHeaders: /, '--auth-…: '))
    throw error
  }
}
