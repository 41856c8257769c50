// Logging in at a provider, as browsers and attackers do it.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { LoginProviderError, type LoginPolicy } from '@trackerkit/core/host'
import { beforeAll, describe, expect, it } from 'vitest'
import { logins, person, testProvider } from '../../core/test/login-provider.js'
import { logIn, origin, pagesOf, password } from './harness.js'

const admin = 'admin@example.com'

async function openSite(policy: LoginPolicy = { accounts: 'all' }, prefix = '', more: object = {}) {
  const provider = testProvider()
  const administrator = { login: admin, password }
  const tracker = await createTracker({ store: memoryStore(), administrator, ...logins(provider, policy), ...more })
  await tracker.asSystem().users.create({ email: 'bob@example.com', password })
  const pages = await pagesOf(tracker, prefix === '' ? {} : { prefix })
  provider.people.set('erin', person('1', 'erin@example.com'))
  provider.people.set('bob', person('2', 'bob@example.com'))
  provider.people.set('mallory', person('3', 'mallory@example.com'))
  return { provider, tracker, pages, browser: () => browserOf(pages, prefix) }
}

type Pages = Awaited<ReturnType<typeof pagesOf>>

/** A browser: it keeps cookies, and follows no redirects. */
function browserOf(pages: Pages, prefix: string) {
  const cookies = new Map<string, string>()
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(origin + path, {
      method,
      headers: { cookie, ...headers },
      ...(body !== undefined && { body }),
    })
    const response = await pages(request)
    for (const one of response.headers.getSetCookie()) {
      const [pair = ''] = one.split(';')
      const [name = '', ...value] = pair.split('=')
      if (one.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value.join('='))
    }
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      response,
      text: await response.text(),
    }
  }
  const script = { 'X-TrackerKit-Web': '1', 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  const begin = async (returnTo = '/bug/1', headers: Record<string, string> = {}) =>
    ask('GET', `${prefix}/-/login/acme?${new URLSearchParams({ return_to: returnTo })}`, headers)
  const stateOf = ({ location }: { readonly location: string }) => new URL(location).searchParams.get('state') ?? ''
  const back = async (code: string, state: string, more = '') =>
    ask('GET', `${prefix}/-/login/acme/callback?${new URLSearchParams({ code, state })}${more}`, {
      'Sec-Fetch-Site': 'cross-site',
    })
  const whoami = async () => {
    const { status, text } = await ask('GET', `${prefix}/-/rest/whoami`, script)
    return status === 200 ? (JSON.parse(text) as { name?: string }).name : undefined
  }
  return { ask, begin, back, stateOf, whoami, cookies, script }
}

/** Loads the assets once, outside of the time of the tests. */
beforeAll(async () => void (await openSite()))

describe('a login at a provider', () => {
  it('leads there and back to where one was, with a cookie that ends with the session', async () => {
    const { browser } = await openSite({ accounts: 'all', sessionHours: 2 })
    const { begin, back, stateOf, whoami, cookies } = browser()
    const begun = await begin('/bug/1?x=1')
    expect([begun.status, begun.location]).toEqual([303, expect.stringMatching(/^https:\/\/acme\.example\.com/)])
    expect(begun.response.headers.getSetCookie()[0]).toMatch(
      /^trackerkit-8080-login=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    )
    const done = await back('erin', stateOf(begun))
    expect([done.status, done.location]).toEqual([303, '/bug/1?x=1'])
    expect(done.response.headers.getSetCookie()[0]).toMatch(/; Max-Age=7200/)
    expect([...cookies.keys()]).toEqual(['trackerkit-8080'])
    expect(await whoami()).toBe('erin@example.com')
  })

  it.each([
    ['https://bugs.example.com', '', '__Host-trackerkit-login; Path=/', '; Secure'],
    ['https://example.com', '/a', '__Secure-trackerkit-login; Path=/a', '; Secure'],
    ['http://localhost', '/a', 'trackerkit-80-login; Path=/a', ''],
  ])('keeps its way there in a cookie that fits %s%s, and clears it afterwards', async (base, prefix, name, secure) => {
    const { tracker } = await openSite()
    const pages = await pagesOf(tracker, { origin: base, prefix })
    const begun = await pages(new Request(`${base}${prefix}/-/login/acme`))
    const [cookie = '', ...others] = begun.headers.getSetCookie()
    expect([others, cookie.replace(/=[^;]+/, '')]).toEqual([
      [],
      `${name}; HttpOnly; SameSite=Lax; Max-Age=600${secure}`,
    ])
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const callback = `${base}${prefix}/-/login/acme/callback?${new URLSearchParams({ code: 'erin', state })}`
    const done = await pages(new Request(callback, { headers: { cookie: cookie.split(';')[0] ?? '' } }))
    const week = 7 * 24 * 60 * 60
    expect(done.headers.getSetCookie().map((one) => one.replace(/=[^;]*/, ''))).toEqual([
      `${name.replace('-login', '')}; HttpOnly; SameSite=Lax${secure}; Max-Age=${week}`,
      `${name}; HttpOnly; SameSite=Lax; Max-Age=0${secure}`,
      `${name.replace('-login', '-passkey')}; HttpOnly; SameSite=Lax; Max-Age=0${secure}`,
    ])
  })

  it('works below a prefix, whose address the provider leads back to', async () => {
    const { browser, provider } = await openSite({ accounts: 'all' }, '/bugs')
    const { begin, back, stateOf, whoami } = browser()
    const done = await back('erin', stateOf(await begin()))
    expect(provider.asked[0]?.redirect_uri).toBe(`${origin}/bugs/-/login/acme/callback`)
    expect([done.location, await whoami()]).toEqual(['/bugs/bug/1', 'erin@example.com'])
  })

  it('succeeds in a browser whose session is over, and from an address that is too long to return to', async () => {
    const { browser } = await openSite()
    const { begin, back, stateOf, whoami, cookies } = browser()
    cookies.set('trackerkit-8080', '1-overoverover')
    const begun = await begin(`/search?${'x'.repeat(2000)}`)
    const done = await back('erin', stateOf(begun))
    expect([done.status, done.location, await whoami()]).toEqual([303, '/', 'erin@example.com'])
  })

  it('shows the ID by which the log names a failure of the provider', async () => {
    const warned: unknown[] = []
    const logger = { error: () => undefined, warn: (...entry: unknown[]) => void warned.push(entry) }
    const { browser, provider } = await openSite({ accounts: 'all' }, '', { logger })
    const { begin, back, stateOf } = browser()
    provider.before = () => Promise.reject(new LoginProviderError('not valid', 'invalid_grant'))
    const { text } = await back('erin', stateOf(await begin()))
    const [, request_id] = /Request ID: ([^<]+)</.exec(text) ?? []
    const facts = { provider: 'acme', reason: 'not valid', error: 'invalid_grant' }
    expect(warned).toEqual([['a login provider failed', { ...facts, request_id }]])
  })

  it('is offered by links on the login page, and says what went wrong with one to try again', async () => {
    const { browser } = await openSite()
    const { ask, back } = browser()
    const { text } = await ask('GET', '/login?return_to=%2Fbug%2F1')
    expect(text).toContain('href="/-/login/acme?return_to=%2Fbug%2F1"')
    const failed = await back('erin', 'x')
    expect(failed.status).toBe(400)
    expect(failed.text).toMatch(/role="alert"[^]{0,200}not valid/)
    expect(failed.text).toContain('>Try again<')
    expect(failed.text).toMatch(/Request ID: [\da-f-]{36}</)
    for (const [path, status] of [
      ['/-/login/none', 404],
      ['/-/login/acme/x', 404],
      ['/-/login/acme/link', 405],
    ] as const)
      expect((await ask('GET', path)).status).toBe(status)
    // Canceled there, it begins again from where it began.
    const { begin, stateOf, ...canceled } = browser()
    const query = new URLSearchParams({ error: 'access_denied', state: stateOf(await begin('/bug/1?x=1#c2')) })
    const page = await canceled.ask('GET', `/-/login/acme/callback?${query}`)
    expect(page.text).toContain('href="/login?return_to=%2Fbug%2F1%3Fx%3D1%23c2"')
    // A provider leads back by an address, not by a form.
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await ask('POST', '/-/login/acme/callback', form, 'code=erin&state=x')).status).toBe(405)
  })
})

describe('an attack on a login at a provider', () => {
  it('with texts in the address of the callback puts none of them on the page', async () => {
    const { browser, provider } = await openSite()
    for (const error of ['access_denied', 'Call +1 555 0100', '<b>bold</b>', 'x'.repeat(41)]) {
      const { ask, begin, stateOf } = browser()
      const state = stateOf(await begin())
      const asked = provider.asked.length
      const query = { error, error_description: 'Call 555 0101', error_uri: 'https://evil.example/', state }
      const { status, text } = await ask('GET', `/-/login/acme/callback?${new URLSearchParams(query)}`)
      expect([error, status >= 400, provider.asked.length]).toEqual([error, true, asked])
      for (const word of ['555 01', 'evil.example', 'bold', 'xxxxxxxxxx']) expect(text).not.toContain(word)
    }
    const { ask, begin, stateOf } = browser()
    const long = new URLSearchParams({ code: 'x'.repeat(4097), state: stateOf(await begin()) })
    expect((await ask('GET', `/-/login/acme/callback?${long}`)).status).toBe(400)
  })

  it('with the response to another login logs no user in', async () => {
    const { browser } = await openSite()
    const [mallory, victim] = [browser(), browser()]
    const state = mallory.stateOf(await mallory.begin())
    // The victim has begun none, or another one.
    expect((await victim.back('mallory', state)).status).toBe(400)
    const own = victim.stateOf(await victim.begin())
    expect((await victim.back('mallory', state)).status).toBe(400)
    expect(await victim.whoami()).toBeUndefined()
    expect((await victim.back('erin', own)).status).toBe(303)
    expect((await victim.back('erin', own)).status).toBe(400)
  })

  it('that begins it from another site leads to the login page', async () => {
    const { browser, provider } = await openSite()
    for (const site of ['cross-site', 'same-site']) {
      const { begin } = browser()
      const { status, location, response } = await begin('/bug/1', { 'Sec-Fetch-Site': site })
      expect([status, location]).toEqual([302, '/login?return_to=%2Fbug%2F1'])
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(provider.asked).toEqual([])
  })

  it('that leads to the address of another provider, to have its code exchanged at the own one', async () => {
    const { browser, provider } = await openSite()
    const { begin, ask, stateOf, whoami } = browser()
    const query = new URLSearchParams({ code: 'erin', state: stateOf(await begin()) })
    const asked = provider.asked.length
    expect((await ask('GET', `/-/login/other/callback?${query}`)).status).toBe(400)
    expect([provider.asked.length, await whoami()]).toEqual([asked, undefined])
  })

  it('that leads elsewhere afterwards leads to the first page', async () => {
    const { browser } = await openSite()
    for (const to of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/..//evil.example',
      '/\tx',
      'javascript:x',
    ]) {
      const { begin, back, stateOf } = browser()
      const { location } = await back('erin', stateOf(await begin(to)))
      expect(location).toMatch(/^\/(?![/\\])/)
      expect(new URL(location, origin).origin).toBe(origin)
    }
  })

  it('that repeats a parameter is refused before the provider is asked', async () => {
    const { browser, provider } = await openSite()
    for (const more of ['&code=mallory', '&state=x', '&iss=a&iss=b']) {
      const { begin, back, stateOf } = browser()
      const state = stateOf(await begin())
      const asked = provider.asked.length
      expect((await back('erin', state, more)).status).toBe(400)
      expect(provider.asked.length).toBe(asked)
    }
  })

  it('that has set a session before changes nothing: the token is new, and the old one ends', async () => {
    const { browser, tracker } = await openSite()
    const { begin, back, stateOf, cookies } = browser()
    const { token } = await tracker.as(null).sessions.create({ login: 'bob@example.com', password })
    cookies.set('trackerkit-8080', token)
    await back('erin', stateOf(await begin()))
    expect(cookies.get('trackerkit-8080')).not.toBe(token)
    await expect(tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
  })

  it('that links an account from another page, or in another session, links nothing', async () => {
    const { browser, pages, tracker } = await openSite()
    const victim = browser()
    const [name = '', token = ''] = (await logIn(pages, 'bob@example.com')).split('=')
    victim.cookies.set(name, token)
    const foreign = { ...victim.script, 'Sec-Fetch-Site': 'cross-site' }
    const { 'X-TrackerKit-Web': _, ...unmarked } = victim.script
    for (const headers of [foreign, unmarked, { ...victim.script, origin: 'https://evil.example' }])
      expect((await victim.ask('POST', '/-/login/acme/link', headers)).status).toBe(403)
    const begun = JSON.parse((await victim.ask('POST', '/-/login/acme/link', victim.script)).text) as { url: string }
    const state = new URL(begun.url).searchParams.get('state') ?? ''
    victim.cookies.delete(name)
    expect((await victim.back('mallory', state)).status).toBe(400)
    victim.cookies.set(name, token)
    const linked = await victim.back('mallory', state)
    expect([linked.status, linked.location]).toEqual([303, '/me/logins'])
    expect(victim.cookies.get(name)).toBe(token)
    const { linked_accounts } = await tracker.as({ token }).linkedAccounts.get()
    expect(linked_accounts).toMatchObject([{ shown_as: 'mallory@example.com' }])
  })

  it('of two tabs is no harm: the later one wins, the earlier one can try again', async () => {
    const { browser } = await openSite()
    const { begin, back, stateOf, whoami } = browser()
    const [first, second] = [stateOf(await begin()), stateOf(await begin())]
    expect((await back('erin', first)).status).toBe(400)
    expect((await back('erin', second)).status).toBe(303)
    expect(await whoami()).toBe('erin@example.com')
  })
})

describe('linking an account, or confirming a session, at a provider that refuses', () => {
  it('leaves the user logged in, and leads back', async () => {
    const { browser, pages } = await openSite()
    const { ask, back, cookies, script } = browser()
    const [name = '', token = ''] = (await logIn(pages, 'bob@example.com')).split('=')
    cookies.set(name, token)
    const begin = async (purpose: 'link' | 'confirm') => {
      const { url } = JSON.parse((await ask('POST', `/-/login/acme/${purpose}`, script)).text) as { url: string }
      return new URL(url).searchParams.get('state') ?? ''
    }
    const mallory = browser()
    await mallory.back('mallory', mallory.stateOf(await mallory.begin()))
    const taken = await back('mallory', await begin('link'))
    expect([taken.status, taken.text.includes('role="alert"')]).toEqual([403, true])
    expect(taken.text).toContain('href="/me/logins">Back<')
    await back('bob', await begin('link'))
    const other = await back('mallory', await begin('confirm'))
    expect([other.status, other.text.includes('role="alert"')]).toEqual([400, true])
    expect(other.text).toContain('You can close this window.')
    for (const { text } of [taken, other])
      expect([text.includes('name="password"'), text.includes('bob@example.com')]).toEqual([false, true])
  })
})

describe('logging out', () => {
  it('leads to the provider where its rules say so, and back to the first page', async () => {
    const { provider, browser } = await openSite({ accounts: 'all', logout: 'provider' })
    provider.logoutUrl = async (to) => `https://acme.example.com/end?${new URLSearchParams({ to })}`
    const { ask, begin, back, stateOf, whoami, script } = browser()
    await back('erin', stateOf(await begin()))
    expect(await whoami()).toBe('erin@example.com')
    const { text } = await ask('POST', '/-/logout', script)
    expect(JSON.parse(text)).toEqual({
      url: `https://acme.example.com/end?${new URLSearchParams({ to: `${origin}/` })}`,
    })
    expect(await whoami()).toBeUndefined()
    expect((await ask('POST', '/-/logout', script)).text).toBe('{}')
  })
})

describe('the rest of the proof', () => {
  it('is asked for on a page, by a form without scripts, and links the account', async () => {
    const { browser } = await openSite({})
    const { ask, begin, back, stateOf, whoami } = browser()
    const { status, location } = await back('bob', stateOf(await begin()))
    expect([status, location]).toEqual([
      303,
      '/login/continue?step=password&by=acme&login=bob%40example.com&return_to=%2Fbug%2F1',
    ])
    const { text } = await ask('GET', location)
    expect(text).toContain('There is an account for bob@example.com. Enter its password to link it with Acme.')
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', origin, 'Sec-Fetch-Site': 'same-origin' }
    const send = async (typed: string, headers: Record<string, string> = form) =>
      ask(
        'POST',
        '/-/login/continue',
        headers,
        new URLSearchParams({ step: 'password', title: 'Acme', login: 'bob@example.com', password: typed }).toString(),
      )
    expect((await send(password, { ...form, origin: 'https://evil.example' })).status).toBe(403)
    const wrong = await send('a guess')
    expect([wrong.status, wrong.text.includes('role="alert"')]).toEqual([401, true])
    expect(wrong.text).toContain('link it with Acme.')
    expect(wrong.text).toContain('href="/login?return_to=%2Fbug%2F1">Cancel<')
    const done = await send(password)
    expect([done.status, done.location]).toEqual([303, '/bug/1'])
    expect(await whoami()).toBe('bob@example.com')
    expect((await send(password)).status).toBe(400)
  })
})

describe('a logout at a provider', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

  it('ends the session here, whatever site the request comes from', async () => {
    const { provider, browser } = await openSite()
    const { begin, back, stateOf, whoami, ask } = browser()
    await back('erin', stateOf(await begin()))
    provider.ended = async (token) => {
      if (token !== 'right') throw new LoginProviderError('not valid', 'forged')
      return { subject: '1', at: new Date(Date.now() + 1000) }
    }
    const end = async (body: string, headers: Record<string, string> = form, by = 'acme') =>
      (await ask('POST', `/-/login/${by}/ended`, { cookie: '', ...headers }, body)).status
    expect(await end('logout_token=forged')).toBe(400)
    expect(await end('')).toBe(400)
    expect(await end('logout_token=right&logout_token=right')).toBe(400)
    expect(await end('{"logout_token":"right"}', { 'Content-Type': 'application/json' })).toBe(400)
    expect(await end(`logout_token=${'x'.repeat(16_384)}`)).toBe(413)
    expect(await end('logout_token=right', form, 'none')).toBe(400)
    expect((await ask('GET', '/-/login/acme/ended')).status).toBe(405)
    expect(await whoami()).toBe('erin@example.com')
    const { status, response, text } = await ask('POST', '/-/login/acme/ended', form, 'logout_token=right')
    expect([status, response.headers.get('cache-control'), text]).toEqual([200, 'no-store', ''])
    expect(await whoami()).toBeUndefined()
    provider.ended = () => Promise.reject(new Error('down'))
    expect(await end('logout_token=right')).toBe(503)
  })
})
