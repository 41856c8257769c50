// The providers by which people log in, from the file of `--logins`.
import { readFileSync } from 'node:fs'
import type { LoginOptions, LoginProvider, LoginWay } from '@trackerkit/core/host'
import type * as presets from '@trackerkit/oidc'
import type { Command } from 'commander'
import * as z from 'zod'
import { CommandError, UsageError } from '../terminal/command.js'
import { directoryEntry, directoryOf, type DirectoryWay } from './directory.js'
import { policyEntry, rulesOf, secretOf, text } from './login-rules.js'

export interface LoginsOptions {
  readonly logins?: string
}

export function addLoginsOptions(command: Command): Command {
  return command.option(
    '--logins <FILE>',
    'JSON file with login providers (OpenID Connect, GitHub) and an LDAP directory.',
  )
}

const client = {
  name: text.optional(),
  title: text.optional(),
  client_id: text,
  client_secret: text.optional(),
  client_secret_file: text.optional(),
  ...policyEntry,
}
const more = {
  scopes: z.array(text).max(50).optional(),
  acr: z.array(text).max(50).optional(),
  alg: z.enum(['RS256', 'PS256', 'ES256', 'Ed25519']).optional(),
  confirms: z.boolean().optional(),
}
const issuer = { issuer: text }
const url = { url: text.optional() }
const groupsClaim = { groups_claim: text.optional() }

const entry = z.discriminatedUnion('preset', [
  z.strictObject({
    preset: z.literal('oidc'),
    ...client,
    ...more,
    ...issuer,
    ...groupsClaim,
    name: text,
    title: text,
  }),
  z.strictObject({ preset: z.literal('keycloak'), ...client, ...more, ...groupsClaim, ...issuer }),
  z.strictObject({ preset: z.literal('google'), ...client, ...more, hosted_domain: text.optional() }),
  z.strictObject({
    preset: z.literal('microsoft'),
    ...client,
    ...more,
    tenant: text,
    group_names: z.record(text, text).optional(),
  }),
  z.strictObject({ preset: z.literal('gitlab'), ...client, ...more, ...groupsClaim, ...url }),
  z.strictObject({ preset: z.literal('github'), ...client, ...url, organization: text.optional() }),
])
const file = z.strictObject({ providers: z.array(entry).max(8).default([]), passwords: directoryEntry.optional() })

type Entry = z.output<typeof entry>
type Presets = typeof presets

/** Undefined if passwords are the only way to log in. @throws CommandError with a line for each mistake, UsageError */
export async function chosenLogins(
  { logins: path }: LoginsOptions,
  hasProxy: boolean,
): Promise<(LoginOptions & { readonly passwords?: DirectoryWay }) | undefined> {
  if (path === undefined) return undefined
  if (hasProxy) throw new UsageError('--logins and --auth-header cannot be used together')
  const parsed = file.safeParse(readJson(path))
  if (!parsed.success) {
    // Values may be secrets.
    const lines = parsed.error.issues.map((issue) => `${path}: ${issue.path.join('.')}: ${problemOf(issue)}`)
    throw new CommandError(lines.join('\n'))
  }
  const { providers, passwords } = parsed.data
  const kit = await import('@trackerkit/oidc')
  return {
    providers: providers.map((one, index) => wayOf(kit, one, path, index)),
    ...(passwords && { passwords: await directoryOf(passwords, path) }),
  }
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown key ${issue.keys.join(', ')}`
  return issue.code === 'invalid_union' ? 'unknown preset' : issue.message.replace(/^Invalid input: /, '')
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch (error) {
    const { code } = error as { readonly code?: string }
    throw new CommandError(`--logins: ${path} ${code === undefined ? 'is not valid JSON' : `cannot be read: ${code}`}`)
  }
}

function wayOf(kit: Presets, one: Entry, path: string, index: number): LoginWay {
  const where = `${path}: providers.${index}`
  const { client_secret: text, client_secret_file: file } = one
  try {
    return {
      provider: providerOf(kit, one, secretOf({ key: 'client_secret', text, file }, path, where)),
      ...rulesOf(one),
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CommandError(`${where}: ${error.message}`)
  }
}

function providerOf(kit: Presets, one: Entry, clientSecret: string): LoginProvider {
  const { name, title, client_id: clientId } = one
  const known = { name, title, clientId, clientSecret }
  switch (one.preset) {
    case 'github':
      return kit.github({ ...known, url: one.url, organization: one.organization })
    case 'google':
      return kit.google({ ...known, ...moreOf(one), hostedDomain: one.hosted_domain })
    case 'microsoft':
      return kit.microsoft({ ...known, ...moreOf(one), tenant: one.tenant, groupNames: one.group_names })
    case 'gitlab':
      return kit.gitlab({ ...known, ...moreOf(one), groupsClaim: one.groups_claim, url: one.url })
    case 'keycloak':
      return kit.keycloak({ ...known, ...moreOf(one), groupsClaim: one.groups_claim, issuer: one.issuer })
    case 'oidc': {
      const { issuer: address, groups_claim: groupsClaim } = one
      return kit.oidc({
        clientId,
        clientSecret,
        ...moreOf(one),
        name: one.name,
        title: one.title,
        issuer: address,
        groupsClaim,
      })
    }
  }
}

function moreOf({ scopes, acr, alg, confirms }: Exclude<Entry, { readonly preset: 'github' }>) {
  return { scopes, acr, alg, confirms }
}

/** The address to register at a provider. */
export function redirectAddressOf(origin: string, prefix: string, { name }: LoginProvider): string {
  return `${new URL(origin).origin}${prefix}/-/login/${name}/callback`
}

/** Asks a provider as the first login would. @throws CommandError that names it */
export async function requireReachable(provider: LoginProvider, redirect_uri: string): Promise<void> {
  const signal = AbortSignal.timeout(10_000)
  const ask = { redirect_uri, state: 'x', nonce: 'x', code_verifier: 'x'.repeat(43), again: false, signal }
  try {
    await provider.begin(ask)
  } catch (error) {
    throw new CommandError(`login provider ${provider.name}: ${error instanceof Error ? error.message : ''}`)
  }
}
