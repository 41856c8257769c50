// Viewing the tracker as another user, as administrators and browsers do it.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker, type TrackerOptions } from '@trackerkit/core'
import { serve } from '@trackerkit/http-node'
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { useStageOf } from './browser.js'
import { logIn, origin, pagesOf, password } from './harness.js'

const [admin, bob] = ['admin@example.com', 'bob@example.com']
const script = { 'X-TrackerKit-Web': '1', 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }

async function openTracker(options: Partial<TrackerOptions> = {}) {
  const administrator = { login: admin, password }
  const tracker = await createTracker({ store: memoryStore(), administrator, ...options })
  await tracker.asSystem().users.create({ email: bob, password })
  return tracker
}

const stage = useStageOf(async () => ({ world: { tracker: await openTracker() }, serve }))

describe('/-/act-as', () => {
  it('keeps the own session beside the other, ends with it, and takes no request of other pages', async () => {
    const pages = await pagesOf(await openTracker())
    const cookies = new Map([(await logIn(pages, admin)).split('=') as [string, string]])
    const send = async (path: string, body: object = {}, headers: Record<string, string> = script) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const request = new Request(origin + path, {
        method: 'POST',
        headers: { cookie, ...headers },
        body: JSON.stringify(body),
      })
      const response = await pages(request)
      for (const one of response.headers.getSetCookie()) {
        expect(one).toContain('HttpOnly')
        const [name = '', value = ''] = (one.split(';')[0] ?? '').split('=')
        if (one.includes('Max-Age=0')) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response.status
    }
    const whoami = async () => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const response = await pages(new Request(`${origin}/-/rest/whoami`, { headers: { cookie, ...script } }))
      return ((await response.json()) as { name?: string }).name
    }
    const foreign = { 'Content-Type': 'text/plain', 'Sec-Fetch-Site': 'cross-site', origin: 'https://evil.example' }
    const input = { user: bob, reason: 'Bug 35' }
    expect([await send('/-/act-as', input, foreign), cookies.size]).toEqual([403, 1])
    expect([await send('/-/act-as', { ...input, reason: '' }), cookies.size]).toEqual([400, 1])
    expect([await send('/-/act-as', input), cookies.size, await whoami()]).toEqual([200, 2, bob])
    expect([await send('/-/act-as/stop', {}, foreign), await whoami()]).toEqual([403, bob])
    expect([await send('/-/act-as/stop'), cookies.size, await whoami()]).toEqual([200, 1, admin])
    await send('/-/act-as', input)
    const [acting = ''] = [...cookies.values()]
    expect([await send('/-/logout'), cookies.size]).toEqual([200, 0])
    const name = [...new Map([(await logIn(pages, bob)).split('=') as [string, string]]).keys()][0] ?? ''
    cookies.set(name, acting)
    expect(await whoami()).toBe('auth_invalid_token')
  })
})

describe('/-/act-as/stop', () => {
  it.each([true, false])('restores the cookie of the login that stays: %s', async (stay) => {
    const pages = await pagesOf(await openTracker())
    const send = (path: string, body: object, before?: Response) => {
      const headers = { ...script, cookie: before ? cookiesOf(before) : '' }
      return pages(new Request(origin + path, { method: 'POST', headers, body: JSON.stringify(body) }))
    }
    const loggedIn = await send('/-/login', { login: admin, password, stay })
    const begun = await send('/-/act-as', { user: bob, reason: 'Bug 35' }, loggedIn)
    const ended = await send('/-/act-as/stop', {}, begun)
    const [own = ''] = ended.headers.getSetCookie()
    expect(loggedIn.headers.getSetCookie()).toEqual([own])
    expect(own.includes('Max-Age')).toBe(stay)
  })
})

type End = (tracker: Tracker, clock: { ahead: number }) => Promise<unknown>

const ends: readonly (readonly [how: string, end: End])[] = [
  ['by time', async (_tracker, clock) => (clock.ahead = 3 * 3_600_000)],
  ['elsewhere', async (tracker) => endElsewhere(tracker)],
  [
    'because the user is disabled',
    async (tracker) => tracker.asSystem().users.update({ names: [bob], login_denied_text: 'Left' }),
  ],
]

async function endElsewhere(tracker: Tracker): Promise<void> {
  const actor = tracker.as({ login: admin })
  const { sessions } = await actor.sessions.get()
  for (const { id, acting_for } of sessions) if (acting_for) await actor.sessions.end({ id })
}

describe('a page after the view of a user has ended', () => {
  const all = ends.flatMap(([how, end]) => [true, false].map((stay) => ({ how, end, stay })))
  it.each(all)('returns to the own session: $how, with a login that stays: $stay', async ({ end, stay }) => {
    const clock = { ahead: 0 }
    const tracker = await openTracker({ testing: { clock: () => new Date(Date.now() + clock.ahead) } })
    const pages = await pagesOf(tracker)
    const post = (path: string, body: object, cookie: string) =>
      pages(new Request(origin + path, { method: 'POST', headers: { ...script, cookie }, body: JSON.stringify(body) }))
    const open = (cookie: string) => pages(new Request(`${origin}/bugs?quicksearch=a`, { headers: { cookie } }))
    const loggedIn = await post('/-/login', { login: admin, password, stay }, '')
    const begun = await post('/-/act-as', { user: bob, reason: 'Bug 35' }, cookiesOf(loggedIn))
    // A browser that drops both cookies cannot return.
    for (const one of begun.headers.getSetCookie()) expect(one.includes('Max-Age=2592000')).toBe(stay)
    expect(await (await open(cookiesOf(begun))).text()).toContain(bob)
    await end(tracker, clock)
    const ended = await open(cookiesOf(begun))
    expect([ended.status, ended.headers.get('location')]).toEqual([302, '/bugs?quicksearch=a'])
    const [own = '', other] = ended.headers.getSetCookie()
    expect([own, other]).toEqual([loggedIn.headers.getSetCookie()[0], expect.stringContaining('-own=; Path=/;')])
    const shown = await (await open(own)).text()
    expect([shown.includes(admin), shown.includes(bob)]).toEqual([true, false])
  })
})

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

it.each([
  ['https://bugs.example.com', '', '__Host-trackerkit', 'Path=/; HttpOnly; SameSite=Lax; Secure'],
  ['https://example.com', '/a', '__Secure-trackerkit', 'Path=/a; HttpOnly; SameSite=Lax; Secure'],
  ['http://localhost', '/a', 'trackerkit-80', 'Path=/a; HttpOnly; SameSite=Lax'],
])(
  'viewing as another user at %s%s keeps both sessions in cookies that fit the address',
  async (base, prefix, name, flags) => {
    const tracker = await openTracker()
    const pages = await pagesOf(tracker, { origin: base, prefix })
    const { token } = await tracker.as(null).sessions.create({ login: admin, password })
    const send = async (path: string, cookie: string) => {
      const body = JSON.stringify({ user: bob, reason: 'Bug 35' })
      const headers = { cookie, ...script }
      const response = await pages(new Request(`${base}${prefix}${path}`, { method: 'POST', headers, body }))
      return response.headers.getSetCookie()
    }
    const begun = await send('/-/act-as', `${name}=${token}`)
    expect(begun.map((one) => one.replace(/=[^;]+/, ''))).toEqual([`${name}; ${flags}`, `${name}-own; ${flags}`])
    expect(begun[1]).toContain(token)
    expect(await send('/-/act-as/stop', begun.map((one) => one.split(';')[0]).join('; '))).toEqual([
      `${name}=${token}; ${flags}`,
      `${name}-own=; ${flags}; Max-Age=0`,
    ])
  },
)

describe.skipIf(!hasBrowser)('the page of a user', () => {
  it('shows the tracker as that user, says so on every page, and goes back', async () => {
    const page = await stage.open(`/admin/users/${bob}`, admin, { bypassCSP: true })
    await page.getByRole('button', { name: 'View as this user' }).click()
    const dialog = page.getByRole('dialog', { name: 'View as this user' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bug 35')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Start' }).click()
    const banner = page.getByRole('region', { name: `Viewing as ${bob}` })
    await banner.waitFor()
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await page.goto(`${stage.url}/bugs`)
    await banner.getByRole('button', { name: 'Stop' }).click()
    await banner.waitFor({ state: 'detached' })
    await page.goto(`${stage.url}/admin`)
    await page.getByRole('heading', { name: 'Administration' }).waitFor()
  })
})

describe.skipIf(!hasBrowser)('a page that is open when the view of a user ends', () => {
  it.each(ends.slice(1))('shows the own session instead of a login: %s', async (_how, end) => {
    const { tracker } = stage.world
    const page = await stage.open(`/admin/users/${bob}`, admin)
    await page.getByRole('button', { name: 'View as this user' }).click()
    const dialog = page.getByRole('dialog', { name: 'View as this user' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bug 37')
    await dialog.getByRole('button', { name: 'Start' }).click()
    const banner = page.getByRole('region', { name: `Viewing as ${bob}` })
    await banner.waitFor()
    await end(tracker, { ahead: 0 })
    await page.getByRole('link', { name: 'Products' }).click()
    await banner.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goto(`${stage.url}/admin`)
    await page.getByRole('heading', { name: 'Administration' }).waitFor()
    await tracker.asSystem().users.update({ names: [bob], login_denied_text: '' })
  })
})

describe.skipIf(!hasBrowser)('the sessions of a user', () => {
  it('name the user as whom one of them views the tracker', async () => {
    const { tracker } = stage.world
    const { token } = await tracker.as(null).sessions.create({ login: admin, password })
    await tracker.as({ token }).sessions.actAs({ user: bob, reason: 'Bug 36' })
    const page = await stage.open('/me/sessions', admin)
    const row = page.getByRole('table', { name: 'Sessions' }).getByRole('row', { name: `Viewing as ${bob}` })
    expect(await row.getByText('Password').count()).toBe(0)
    await row.getByRole('button').click()
    await row.waitFor({ state: 'detached' })
  })
})

describe.skipIf(!hasBrowser)('the login page where only some users have passwords', () => {
  it('has the form behind a disclosure', async () => {
    const system = stage.world.tracker.asSystem()
    await system.parameters.update({ parameters: { password_login_group: 'admin' } })
    const page = await stage.open('/login', undefined, { bypassCSP: true })
    expect(await page.getByLabel('Password', { exact: true }).isVisible()).toBe(false)
    await page.getByText('Log in with a password').click()
    await page.getByLabel('Password', { exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await system.parameters.update({ parameters: { password_login_group: '' } })
  })
})
