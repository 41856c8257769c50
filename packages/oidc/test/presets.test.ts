import { describe, expect, it } from 'vitest'
import { github, gitlab, google, keycloak, microsoft, oidc } from '../src/index.js'
import { provenByClaim, personFrom } from '../src/claims.js'

const client = { clientId: 'tracker', clientSecret: 'secret' }
const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const ask = {
  ...{ redirect_uri: 'https://bugs.example.com/-/login/github/callback', state: 's', nonce: 'n' },
  ...{ code_verifier: 'v'.repeat(43), again: false, signal: AbortSignal.timeout(60_000) },
}

describe('presets', () => {
  it('have the issuers of their services, exactly', () => {
    const issuers = [
      google(client).issuer,
      microsoft({ ...client, tenant }).issuer,
      gitlab(client).issuer,
      gitlab({ ...client, url: 'https://git.example.com' }).issuer,
      keycloak({ ...client, issuer: 'https://id.example.com/realms/staff' }).issuer,
      github(client).issuer,
    ]
    expect(issuers).toEqual([
      'https://accounts.google.com',
      `https://login.microsoftonline.com/${tenant}/v2.0`,
      'https://gitlab.com',
      'https://git.example.com',
      'https://id.example.com/realms/staff',
      'https://github.com',
    ])
    expect([google(client).mayConfirm, gitlab(client).mayConfirm, github(client).mayConfirm]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('accept the GUID of a tenant in capitals, which the issuer of the service does not have', () => {
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
    expect(microsoft({ ...client, tenant: tenant.toUpperCase() }).issuer).toBe(issuer)
  })

  it('take no shared tenant, no issuer without https and no client without a secret', () => {
    for (const one of ['common', 'organizations', 'consumers', '', `${tenant}/x`])
      expect(() => microsoft({ ...client, tenant: one })).toThrow(TypeError)
    expect(() => keycloak({ ...client, issuer: 'http://id.example.com' })).toThrow(/https/)
    expect(() => google({ clientId: 'x', clientSecret: '' })).toThrow(/clientSecret/)
    const unset = { clientId: undefined as unknown as string, clientSecret: 'y' }
    expect(() => github(unset)).toThrow(/^clientId: /)
  })

  it('reject misspelled options, without which more people could log in', () => {
    const issuer = 'https://id.example.com'
    const misspelled = {
      github: () => github({ ...client, ...{ organisation: 'example' } }),
      google: () => google({ ...client, ...{ hosteddomain: 'example.com' } }),
      microsoft: () => microsoft({ ...client, tenant, ...{ tenants: tenant } }),
      gitlab: () => gitlab({ ...client, ...{ uri: issuer } }),
      keycloak: () => keycloak({ ...client, issuer, ...{ groupClaim: 'roles' } }),
      oidc: () => oidc({ ...client, name: 'staff', title: 'Staff', issuer, ...{ arc: ['2'] } }),
    }
    for (const [name, create] of Object.entries(misspelled))
      expect(create).toThrow(new RegExp(`^\\w+ is not an option of ${name}\\. Accepted: .*clientId`))
    expect(() => github({ ...client, organization: ['example'] as unknown as string })).toThrow(
      "organization cannot be 'an object'. Accepted: text.",
    )
  })
})

describe('claims', () => {
  const sub = '1'
  it('prove an address only by true, and list groups as texts', () => {
    for (const email_verified of ['true', 1, 'yes', undefined, false])
      expect(provenByClaim({ email_verified })).toBe('none')
    expect(provenByClaim({ email_verified: true })).toBe('now')
    const rules = { groupClaims: ['groups_direct', 'groups'] }
    expect(personFrom({ sub, groups: 'one' }, rules).groups).toEqual(['one'])
    expect(personFrom({ sub, groups: ['a'], groups_direct: [] }, rules).groups).toEqual([])
    expect(personFrom({ sub }, rules).groups).toBeUndefined()
  })

  it('show an account by its names or its address, and never by its ID', () => {
    const names = { preferred_username: 'kate', email: 'kate@example.com', name: 'Kate' }
    const shown = (claims: object) => personFrom({ sub: '1234567', ...claims }, { groupClaims: [] }).shown_as
    expect(shown(names)).toBe('kate')
    expect(shown({ ...names, preferred_username: '' })).toBe('kate@example.com')
    expect(shown({ name: 'Kate', email: 7 })).toBe('Kate')
    expect(shown({ ...names, preferred_username: '1234567' })).toBe('kate@example.com')
    expect(shown({ name: '1234567' })).toBe('')
    expect(shown({})).toBe('')
  })
})

interface Answer {
  readonly status?: number
  readonly body: unknown
}

/** GitHub as recorded, with changes. */
function fakeGithub(changes: Readonly<Record<string, Answer>> = {}) {
  const requests: { readonly url: string; readonly headers: Headers; readonly body: string }[] = []
  const recorded: Readonly<Record<string, Answer>> = {
    '/login/oauth/access_token': { body: { access_token: 'gho_x', token_type: 'bearer', scope: 'read:user' } },
    '/user': { body: { login: 'octocat', id: 583231, name: 'The Octocat', email: 'public@example.com' } },
    '/user/emails': {
      body: [
        { email: 'other@example.com', primary: false, verified: true },
        { email: 'octocat@example.com', primary: true, verified: true, visibility: 'private' },
      ],
    },
    '/user/memberships/orgs/example': { body: { state: 'active' } },
    '/user/teams': {
      body: [
        { slug: 'qa', organization: { login: 'Example' } },
        { slug: 'x', organization: { login: 'y' } },
      ],
    },
    ...changes,
  }
  const fetch = async (url: string, options: RequestInit) => {
    const { pathname } = new URL(url)
    const headers = new Headers(options.headers)
    requests.push({ url, headers, body: options.body instanceof URLSearchParams ? options.body.toString() : '' })
    if (!headers.has('user-agent')) return new Response('{}', { status: 403 })
    const { status = 200, body } = recorded[pathname.replace('/api/v3', '')] ?? { status: 404, body: {} }
    const answer: unknown = typeof body === 'function' ? (body as (url: string) => unknown)(url) : body
    return new Response(JSON.stringify(answer), { status, headers: { 'Content-Type': 'application/json' } })
  }
  return { fetch, requests }
}

describe('github', () => {
  it('asks with PKCE and reads the person by number, with the primary address that is verified', async () => {
    const { fetch, requests } = fakeGithub()
    const provider = github({ ...client, fetch })
    const url = new URL(await provider.begin(ask))
    expect([
      url.origin + url.pathname,
      url.searchParams.get('scope'),
      url.searchParams.get('code_challenge_method'),
    ]).toEqual(['https://github.com/login/oauth/authorize', 'read:user user:email', 'S256'])
    expect(await provider.finish({ code: 'c', state: 's' }, ask)).toEqual({
      ...{
        subject: '583231',
        shown_as: 'octocat',
        full_name: 'The Octocat',
        email: 'octocat@example.com',
        proof: 'now',
      },
      groups: undefined,
    })
    expect(requests[0]?.body).toContain(`code_verifier=${'v'.repeat(43)}`)
    expect(requests.slice(1).map((one) => new URL(one.url).host)).toEqual(['api.github.com', 'api.github.com'])
  })

  it('proves no address that is not primary, not verified, or hidden', async () => {
    for (const emails of [
      [],
      {},
      [{ email: 'a@example.com', primary: true, verified: false }],
      [{ email: 'a@example.com', primary: false, verified: true }],
      [{ email: 'a@example.com', primary: 'true', verified: 'true' }],
      [{ email: '1+octocat@users.noreply.github.com', primary: true, verified: true }],
    ]) {
      const provider = github({ ...client, fetch: fakeGithub({ '/user/emails': { body: emails } }).fetch })
      expect(await provider.finish({ code: 'c' }, ask)).toMatchObject({ proof: 'none', email: undefined })
    }
  })

  it('lets in only active members of the organization, with its teams as groups', async () => {
    const organization = 'example'
    const inside = github({ ...client, organization, fetch: fakeGithub().fetch })
    expect(await inside.finish({ code: 'c' }, ask)).toMatchObject({ groups: ['example/qa'] })
    expect(new URL(await inside.begin(ask)).searchParams.get('scope')).toContain('read:org')
    const details = { login: 'example', description: 'x'.repeat(4000) }
    const teams = Array.from({ length: 100 }, (_, n) => ({ slug: `t${n}`, organization: details }))
    const busy = github({ ...client, organization, fetch: fakeGithub({ '/user/teams': { body: teams } }).fetch })
    expect((await busy.finish({ code: 'c' }, ask)).groups).toHaveLength(1000)
    const paged = (url: string) => (url.endsWith('&page=2') ? teams.slice(0, 3) : teams)
    const full = github({ ...client, organization, fetch: fakeGithub({ '/user/teams': { body: paged } }).fetch })
    expect((await full.finish({ code: 'c' }, ask)).groups).toHaveLength(103)
    const path = '/user/memberships/orgs/example'
    for (const answer of [{ status: 404, body: {} }, { body: { state: 'pending' } }]) {
      const outside = github({ ...client, organization, fetch: fakeGithub({ [path]: answer }).fetch })
      await expect(outside.finish({ code: 'c' }, ask)).rejects.toMatchObject({
        reason: 'not allowed',
        subject: '583231',
      })
    }
  })

  it('ends no session of a member whose membership GitHub does not report for now', async () => {
    const path = '/user/memberships/orgs/example'
    for (const answer of [
      { status: 401, body: { message: 'Bad credentials' } },
      { status: 403, body: { message: 'API rate limit exceeded for user ID 1.' } },
      { status: 403, body: { message: 'Resource protected by organization SAML enforcement.' } },
      { status: 429, body: {} },
    ]) {
      const { fetch } = fakeGithub({ [path]: answer })
      const error: unknown = await github({ ...client, organization: 'example', fetch })
        .finish({ code: 'c' }, ask)
        .catch((reason: unknown) => reason)
      expect(error).toMatchObject({ reason: 'unavailable', message: `status ${answer.status}`, subject: undefined })
    }
  })

  it('finds the primary address of a person with many', async () => {
    const others = Array.from({ length: 40 }, (_, n) => ({ email: `${n}@example.com`, primary: false, verified: true }))
    const all = [...others, { email: 'octocat@example.com', primary: true, verified: true }]
    const paged = (url: string) => all.slice(0, Number(new URL(url).searchParams.get('per_page') ?? 30))
    const { fetch } = fakeGithub({ '/user/emails': { body: paged } })
    expect(await github({ ...client, fetch }).finish({ code: 'c' }, ask)).toMatchObject({
      email: 'octocat@example.com',
    })
  })

  it('takes errors with status 200 for errors, and asks an Enterprise Server where that is', async () => {
    const token = '/login/oauth/access_token'
    for (const [error, reason, message] of [
      ['bad_verification_code', 'not valid', 'bad_verification_code'],
      ['incorrect_client_credentials', 'unavailable', 'incorrect_client_credentials'],
      ['Of no code: <secret>', 'unavailable', 'no token'],
    ] as const) {
      const provider = github({ ...client, fetch: fakeGithub({ [token]: { body: { error } } }).fetch })
      await expect(provider.finish({ code: 'c' }, ask)).rejects.toMatchObject({ reason, message })
    }
    const own = fakeGithub({ '/user': { body: { login: 'x', id: '1' } } })
    const enterprise = github({ ...client, url: 'https://git.example.com', fetch: own.fetch })
    await expect(enterprise.finish({ code: 'c' }, ask)).rejects.toMatchObject({ reason: 'unavailable' })
    expect(own.requests.map((one) => one.url)).toEqual([
      'https://git.example.com/login/oauth/access_token',
      'https://git.example.com/api/v3/user',
    ])
  })
})
