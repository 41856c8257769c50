// A login provider of tests: it knows whoever is asked for, and what it says can be changed.
import type {
  LoginAsk,
  LoginOptions,
  LoginPolicy,
  LoginProvider,
  ProviderLogout,
  ProviderPerson,
} from '../src/call/login-provider.js'
import type { World } from './harness.js'
import { rowsOf } from './people.js'

export interface TestProvider extends LoginProvider {
  logoutUrl?: (returnTo: string) => Promise<string | undefined>
  ended?: (logoutToken: string, signal: AbortSignal) => Promise<ProviderLogout>
  /** The person behind a code. */
  readonly people: Map<string, ProviderPerson>
  readonly asked: LoginAsk[]
  /** Runs before a person is returned. */
  before: () => Promise<void> | void
}

export function testProvider(name = 'acme', more: Partial<LoginProvider> = {}): TestProvider {
  const provider: TestProvider = {
    name,
    title: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    issuer: `https://${name}.example.com`,
    mayConfirm: true,
    people: new Map(),
    asked: [],
    before: () => undefined,
    begin: async (ask) => {
      provider.asked.push(ask)
      return `https://${name}.example.com/?state=${ask.state}`
    },
    finish: async ({ code = '' }, ask) => {
      provider.asked.push(ask)
      await provider.before()
      const person = provider.people.get(code)
      if (!person) throw new Error('no such code')
      return person
    },
    ...more,
  }
  return provider
}

export const person = (subject: string, email?: string, more: Partial<ProviderPerson> = {}): ProviderPerson => ({
  subject,
  shown_as: email ?? subject,
  email,
  proof: 'now',
  full_name: `The ${subject}`,
  ...more,
})

const redirect_uri = 'https://bugs.example.com/-/login/acme/callback'

/** Ways to log in at providers, as a browser does. */
export function browserOf(world: Pick<World, 'tracker'>, provider: TestProvider) {
  const by = provider.name
  const begin = async (
    who: Parameters<World['tracker']['as']>[0] = null,
    purpose: 'login' | 'link' | 'confirm' = 'login',
  ) => {
    const { flow, url = '' } = await world.tracker
      .as(who)
      .logins.begin({ by, purpose, redirect_uri, return_to: '/bug/1' })
    return { flow, state: new URL(url).searchParams.get('state') ?? '' }
  }
  const finish = async (
    one: ProviderPerson,
    who: Parameters<World['tracker']['as']>[0] = null,
    purpose: 'login' | 'link' | 'confirm' = 'login',
  ) => {
    const { flow, state } = await begin(who, purpose)
    provider.people.set('code', one)
    const answer = { code: 'code', state }
    return { flow, ...(await world.tracker.as(who).logins.finish({ flow, answer })) }
  }
  return { begin, finish }
}

export function logins(provider: LoginProvider, policy: LoginPolicy = {}): { readonly logins: LoginOptions } {
  return { logins: { providers: [{ provider, ...policy }] } }
}

export const notValid = { code: 'login_flow_not_valid', number: 1490 }
export const refused = (reason: string) => ({ code: 'login_refused', number: 1492, data: { reason } })

type Open = (options?: object) => Promise<World>

/** A world with one provider, its browser, and counts of its rows. */
export async function openAcme(open: Open, policy: LoginPolicy = {}, more: object = {}) {
  const provider = testProvider()
  const world = await open({ ...logins(provider, policy), ...more })
  const linked = async () =>
    (await rowsOf(world, 'external_accounts')).map(({ user_id, subject }) => [user_id, subject])
  const sessions = async () => (await rowsOf(world, 'tokens')).length
  return { provider, world, linked, sessions, ...browserOf(world, provider) }
}
