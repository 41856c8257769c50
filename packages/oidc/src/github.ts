// GitHub, which is OAuth 2 without ID tokens: the person is read from its API, and the token is forgotten.
import { createHash } from 'node:crypto'
import { LoginProviderError, type LoginAsk, type LoginProvider, type ProviderPerson } from '@trackerkit/core/host'
import { refuseUnknownOptions, type OptionNames } from '@trackerkit/core/store'
import { limitedFetch, unavailable, type Fetch } from './limited-fetch.js'
import { requireUsable } from './oidc.js'

/** Options of `github`. */
export interface GithubOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** In addresses. Default: `github`. */
  readonly name?: string | undefined
  /** As people read it. Default: `GitHub`. */
  readonly title?: string | undefined
  /** An Enterprise Server. Default: https://github.com. */
  readonly url?: string | undefined
  /** Only its members log in. Groups are its teams, as `organization/team`. */
  readonly organization?: string | undefined
  readonly fetch?: Fetch | undefined
}

const known: OptionNames<GithubOptions> = {
  clientId: 'text',
  clientSecret: 'text',
  name: 'text',
  title: 'text',
  url: 'text',
  organization: 'text',
  fetch: 'a function',
}

const service = 'https://github.com'
/** A hundred teams, each with all of its organization. */
const maxBytes = 1024 * 1024
const pageSize = 100
const mostPages = 10

/**
 * People log in with GitHub. It cannot ask them again, so it confirms no session.
 * @example github({ clientId: 'x', clientSecret: 'y', organization: 'example' })
 */
export function github(options: GithubOptions): LoginProvider {
  // A misspelled `organization` would let everyone in.
  refuseUnknownOptions(options, known, 'github')
  const { name = 'github', title = 'GitHub', url = service, organization, clientId } = options
  requireUsable({ ...options, issuer: url })
  const send = limitedFetch(options.fetch, maxBytes)
  return {
    name,
    title,
    issuer: url,
    mayConfirm: false,
    async begin({ redirect_uri, state, code_verifier }) {
      const scope = `read:user user:email${organization === undefined ? '' : ' read:org'}`
      const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
      const challenge = { code_challenge, code_challenge_method: 'S256' }
      const query = new URLSearchParams({ client_id: clientId, redirect_uri, scope, state, ...challenge })
      return `${url}/login/oauth/authorize?${query.toString()}`
    },
    async finish({ code = '' }, ask) {
      const token = await tokenFor(send, { ...options, url }, code, ask)
      const api = url === service ? 'https://api.github.com' : `${url}/api/v3`
      return personOf((path) => read(send, `${api}${path}`, token), organization)
    },
  }
}

/** Errors come with status 200. */
async function tokenFor(
  send: Fetch,
  { url, clientId, clientSecret }: GithubOptions,
  code: string,
  { redirect_uri, code_verifier }: LoginAsk,
): Promise<string> {
  const secrets = { client_id: clientId, client_secret: clientSecret }
  const body = new URLSearchParams({ ...secrets, code, redirect_uri, code_verifier })
  const response = await send(`${url}/login/oauth/access_token`, {
    method: 'POST',
    headers: { Accept: 'application/json', 'User-Agent': 'trackerkit' },
    body,
  })
  const { access_token, error } = (await objectIn(response)) as { access_token?: unknown; error?: unknown }
  if (error === 'bad_verification_code') throw new LoginProviderError('not valid', 'bad_verification_code')
  if (typeof error === 'string' && /^[a-z_]{1,40}$/.test(error)) throw unavailable(error)
  if (typeof access_token !== 'string' || access_token === '') throw unavailable('no token')
  return access_token
}

interface Read {
  readonly status: number
  readonly body: unknown
}

async function read(send: Fetch, address: string, token: string): Promise<Read> {
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: 'application/vnd.github+json',
    'X-GitHub-Api-Version': '2022-11-28',
    'User-Agent': 'trackerkit',
  }
  const response = await send(address, { headers })
  return { status: response.status, body: await objectIn(response) }
}

/** The subject is the number, never the login, which can be taken by others. */
async function personOf(
  get: (path: string) => Promise<Read>,
  organization: string | undefined,
): Promise<ProviderPerson> {
  const { id, login, name } = recordOf(await requireOk(get('/user')))
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || typeof login !== 'string')
    throw unavailable('an answer without a user')
  const groups = organization === undefined ? undefined : await teamsOf(get, organization, String(id))
  const email = primaryOf(await requireOk(get(`/user/emails?per_page=${pageSize}`)))
  return {
    subject: String(id),
    shown_as: login,
    full_name: typeof name === 'string' ? name : undefined,
    email,
    proof: email === undefined ? 'none' : 'now',
    groups,
  }
}

async function teamsOf(get: (path: string) => Promise<Read>, organization: string, subject: string): Promise<string[]> {
  const { status, body } = await get(`/user/memberships/orgs/${encodeURIComponent(organization)}`)
  // Others say nothing about the person: 403 is too many requests, or an app that the organization blocks.
  if (status !== 200 && status !== 404) throw unavailable(`status ${status}`)
  if (status === 404 || recordOf(body)['state'] !== 'active')
    throw new LoginProviderError('not allowed', 'not in the organization', { subject })
  return (await allTeams(get)).flatMap((team) => {
    const { slug, organization: owner } = recordOf(team)
    const { login } = recordOf(owner)
    const isOwn = typeof login === 'string' && login.toLowerCase() === organization.toLowerCase()
    return isOwn && typeof slug === 'string' ? [`${organization}/${slug}`] : []
  })
}

/** Those beyond the last page are as if the person were in none of them. */
async function allTeams(get: (path: string) => Promise<Read>): Promise<unknown[]> {
  const teams: unknown[] = []
  for (let page = 1; page <= mostPages; page++) {
    const found = listOf(await requireOk(get(`/user/teams?per_page=${pageSize}&page=${page}`)))
    teams.push(...found)
    if (found.length < pageSize) break
  }
  return teams
}

/** Addresses that hide the real one prove nothing. */
function primaryOf(emails: unknown): string | undefined {
  for (const one of listOf(emails)) {
    const { email, primary, verified } = recordOf(one)
    if (primary === true && verified === true && typeof email === 'string')
      return email.toLowerCase().endsWith('@users.noreply.github.com') ? undefined : email
  }
  return undefined
}

async function requireOk(answer: Promise<Read>): Promise<unknown> {
  const { status, body } = await answer
  if (status !== 200) throw unavailable(`status ${status}`)
  return body
}

async function objectIn(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw unavailable('no JSON')
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
