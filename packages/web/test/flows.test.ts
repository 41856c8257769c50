// Tasks of users on the pages, in a browser, with the keyboard, found only by roles and names.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { addField, addFilter, choose, isReady, useStage } from './browser.js'
import { shownBy } from '../../core/test/second-factor.js'
import { password, people } from './harness.js'

const stage = useStage()

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

const newBug = async (summary: string) => {
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const { id } = await stage.world.tracker.as({ login: people.reporter }).bugs.create({ ...place, summary })
  return id
}

const bugOf = async (id: number) => {
  const { bugs } = await stage.world.tracker.asSystem().bugs.get({ ids: [id] })
  return bugs[0]
}

describe.skipIf(!hasBrowser)('a visitor who follows a link', () => {
  it('reads the bug without scripts, and everything on it is below its prefix', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.plain}`, undefined, { javaScriptEnabled: false })
    await page.getByRole('heading', { level: 1, name: /It blinks/ }).waitFor()
    await page.getByRole('article', { name: 'Description' }).getByText('All the time.').waitFor()
    expect(await page.getByRole('main').count()).toBe(1)
    expect(await page.title()).toBe(`${stage.world.bugs.plain} · It blinks`)
  })

  it('finds a bug by words, and logs in, without scripts', async () => {
    const page = await stage.open('/', undefined, { javaScriptEnabled: false })
    await page.getByRole('combobox', { name: 'Search bugs' }).fill('hums')
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader').getByRole('link', { name: 'It hums' }).click()
    await page.getByRole('heading', { level: 1, name: /It hums/ }).waitFor()
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await page.getByRole('textbox', { name: 'Login' }).fill(people.grace)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/bug/${stage.world.bugs.other}`)
    expect(await page.getByRole('banner').getByText('Grace Tan').count()).toBe(1)
  })

  it('finds a bug by ID and by words, using only the keyboard', async () => {
    const page = await stage.open('/')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    const search = page.getByRole('combobox', { name: 'Search bugs' })
    await search.focus()
    await page.keyboard.type(String(stage.world.bugs.other))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /It hums/ }).waitFor()
    await search.fill('bli')
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await search.inputValue()).toBe('bli')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/bugs?quicksearch=bli')
    await page.getByRole('rowheader', { name: 'It blinks' }).waitFor()
  })

  it('opens a bug whose ID follows the word “bug” in the search field or the command palette', async () => {
    const { other } = stage.world.bugs
    const page = await stage.open('/', people.grace)
    const opened = page.getByRole('heading', { level: 1, name: /It hums/ })
    await page.getByRole('combobox', { name: 'Search bugs' }).fill(`Bug ${other}`)
    await page.getByRole('option', { name: `Go to bug ${other}` }).waitFor()
    await page.keyboard.press('Enter')
    await opened.waitFor()
    await page.goto(stage.url)
    await page.waitForSelector('html[data-live]')
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox', { name: 'Type a command or search' }).fill(`bug ${other}`)
    await page.getByRole('option', { name: `Go to bug ${other}` }).waitFor()
    await page.keyboard.press('Enter')
    await opened.waitFor()
    expect(new URL(page.url()).pathname).toBe(`/bug/${other}`)
  })

  it('searches again from the search field, which keeps the focus, and what is typed while the list loads', async () => {
    const page = await stage.open('/bugs?quicksearch=blinks')
    const search = page.getByRole('combobox', { name: 'Search bugs' })
    const isFocused = () => search.evaluate((field) => field === document.activeElement)
    const found = (summary: string) => page.getByRole('rowheader', { name: summary }).waitFor()
    expect(await search.inputValue()).toBe('blinks')
    await search.fill('hums')
    await search.press('Enter')
    await found('It hums')
    expect(await isFocused()).toBe(true)
    const request = /\/rest\/bug(\?|\/search)/
    await page.route(request, (route) => search.fill('lights').then(() => route.continue()), { times: 1 })
    await search.fill('blinks')
    // The rows of the first search are shown until then.
    const response = page.waitForResponse(request)
    await search.press('Enter')
    await response
    await found('It blinks')
    expect([await isFocused(), await search.inputValue()]).toEqual([true, 'lights'])
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await expect.poll(() => search.inputValue()).toBe('')
    await page.goBack()
    await expect.poll(() => search.inputValue()).toBe('blinks')
  })

  it('sees the same page for a hidden bug and an absent one', async () => {
    for (const id of [stage.world.bugs.hidden, 999]) {
      const page = await stage.open(`/bug/${id}`)
      await page.getByRole('heading', { name: `Bug ${id} not found` }).waitFor()
      await page.getByText('or you don’t have access').waitFor()
    }
    const nowhere = await stage.open('/nowhere')
    await nowhere.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await nowhere.title()).toBe('Page not found')
  })
})

describe.skipIf(!hasBrowser)('the login', () => {
  it('keeps the name after a wrong password, leads back after the right one, and ends in all tabs', async () => {
    const page = await stage.open(`/login?return_to=/bug/${stage.world.bugs.plain}`)
    await page.getByRole('textbox', { name: 'Login' }).fill(people.grace)
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('textbox', { name: 'Login' }).inputValue()).toBe(people.grace)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('password')
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname }) => pathname.startsWith('/bug/'))
    await page.waitForSelector('html[data-live]')
    const other = await page.context().newPage()
    await other.goto(`${stage.url}/bugs?status=__all__`)
    await isReady(other)
    await page.getByRole('button', { name: 'Grace Tan' }).press('Enter')
    await page.getByRole('menu', { name: 'Account' }).waitFor()
    await page.getByRole('menuitem', { name: 'Log out' }).press('Enter')
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    await other.getByRole('dialog', { name: 'Log in again' }).waitFor()
  })

  it('of another user in another tab writes nothing in their name from this one', async () => {
    const id = stage.world.bugs.other
    const page = await stage.open(`/bug/${id}`, people.grace, { locale: 'en-GB' })
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('From Grace')
    const logIn = (login: string) =>
      page.request.post(`${stage.url}/-/login`, { headers: { 'X-TrackerKit-Web': '1' }, data: { login, password } })
    const authors = async () => {
      const { bugs } = await stage.world.tracker.as({ login: people.admin }).comments.get({ ids: [id] })
      return bugs[id]?.comments.filter(({ text }) => text === 'From Grace').map(({ creator }) => creator)
    }
    const save = page.getByRole('button', { name: 'Save changes' })
    await logIn(people.reporter)
    await save.click()
    await page.getByRole('alert').filter({ hasText: 'Another user is now logged in' }).waitFor()
    expect(await authors()).toEqual([])
    await logIn(people.grace)
    await save.click()
    await expect.poll(() => comment.inputValue()).toBe('')
    expect(await authors()).toEqual([people.grace])
  })

  it('of another user in another tab is not ended, linked or used from this one', async () => {
    const page = await stage.open('/bugs', people.reporter, { locale: 'en-GB' })
    const headers = { 'X-TrackerKit-Web': '1' }
    const login = { login: people.grace, password }
    const { id } = (await (await page.request.post(`${stage.url}/-/login`, { headers, data: login })).json()) as {
      readonly id: number
    }
    await page.getByRole('button', { name: 'Rita Reporter' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Log out' }).press('Enter')
    await said(page, 'Another user is now logged in with this browser')
    const whoami = await page.request.get(`${stage.url}/-/rest/whoami`, { headers })
    expect(await whoami.json()).toMatchObject({ name: people.grace })
    const ofOther = { ...headers, 'X-TrackerKit-User': String(id + 1) }
    for (const path of ['logout', 'act-as', 'act-as/stop', 'login', 'login/example/link', 'login/passkey/confirm']) {
      const response = await page.request.post(`${stage.url}/-/${path}`, { headers: ofOther, data: login })
      expect([path, response.status(), response.headers()['set-cookie']]).toEqual([path, 409, undefined])
    }
    await page.request.post(`${stage.url}/-/login`, { headers, data: { login: people.reporter, password } })
  })

  it('stays when logging out fails, with the drafts, and in other tabs', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.plain}`, people.grace)
    const other = await stage.open('/bugs?status=__all__', people.grace)
    await isReady(other)
    await page.getByRole('textbox', { name: 'Comment' }).fill('Not sent yet')
    await page.waitForFunction(() => JSON.stringify(localStorage).includes('Not sent yet'))
    const logOut = async () => {
      await page.getByRole('button', { name: 'Grace Tan' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Log out' }).press('Enter')
    }
    await page.route('**/-/logout', (route) => route.abort(), { times: 1 })
    await logOut()
    await said(page, 'Something went wrong')
    await page.route('**/-/logout', (route) => route.fulfill({ status: 503, json: { error: true } }), { times: 1 })
    await page.reload()
    await page.waitForSelector('html[data-live]')
    await logOut()
    await said(page, 'Something went wrong')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Not sent yet')
    await page.reload()
    await page.getByRole('button', { name: 'Grace Tan' }).waitFor()
    expect(await other.getByRole('dialog').count()).toBe(0)
    await page.evaluate(() => localStorage.clear())
    // The browser logs both.
    expect(stage.faults.splice(0)).toHaveLength(2)
  })
})

describe.skipIf(!hasBrowser)('a forgotten password', () => {
  it('is replaced with the code out of the mail, which stays neither in the address nor in the history', async () => {
    const { tracker, mailer } = stage.world
    const page = await stage.open('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    await page.getByRole('textbox', { name: 'Login' }).fill(people.reporter)
    await page.getByRole('button', { name: 'Send code' }).click()
    const field = page.getByRole('textbox', { name: 'Code' })
    await field.waitFor()
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    const codes = async () => {
      await tracker.deliverMail()
      return mailer.messages.flatMap(({ text }) => /Code \| (\w+)/.exec(text)?.[1] ?? [])
    }
    await expect.poll(async () => (await codes()).length, { timeout: 60_000 }).toBe(1)
    const code = (await codes())[0] as string
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.url()} ${JSON.stringify(request.headers())}`))
    await page.goto(`${stage.url}/help/keys`)
    await page.goto(`${stage.url}/reset#${code}`)
    await page.waitForSelector('html[data-live]')
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('battery staple')
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill('battery stapel')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('alert').filter({ hasText: 'don’t match' }).waitFor()
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill('battery staple')
    expect(page.url()).toBe(`${stage.url}/reset`)
    await page.getByRole('button', { name: 'Set password' }).click()
    const main = page.getByRole('main')
    await main.getByText('Password set. Earlier sessions have ended. API keys still work.').waitFor()
    await main.getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
    expect(requests.join('\n')).not.toContain(code)
    const session = tracker.as(null).sessions.create({ login: people.reporter, password: 'battery staple' })
    expect(await session).toHaveProperty('token')
    // For those after this one, who log in as before.
    await tracker.asSystem().users.update({ names: [people.reporter], password })
  })
})

describe.skipIf(!hasBrowser)('an account of one’s own', () => {
  it('is offered where people log in, as soon as some addresses may have one, and made with the code out of the mail', async () => {
    const { tracker, mailer } = stage.world
    const page = await stage.open('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).waitFor()
    expect(await page.getByRole('link', { name: 'Create an account' }).count()).toBe(0)
    await tracker.asSystem().parameters.update({ parameters: { createemailregexp: '@example\\.com$' } })
    await page.reload()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('textbox', { name: 'Email address' }).fill('erin@example.com')
    await page.getByRole('button', { name: 'Send code' }).click()
    const codes = async () => {
      await tracker.deliverMail()
      return mailer.messages.flatMap(({ to, text }) =>
        to === 'erin@example.com' ? (/Code \| (\w+)/.exec(text)?.[1] ?? []) : [],
      )
    }
    await expect.poll(async () => (await codes()).length, { timeout: 60_000 }).toBe(1)
    await page.getByRole('textbox', { name: 'Code' }).fill((await codes())[0] as string)
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('battery staple')
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill('battery staple')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('status').filter({ hasText: 'Account created.' }).waitFor()
    const session = tracker.as(null).sessions.create({ login: 'erin@example.com', password: 'battery staple' })
    expect(await session).toHaveProperty('token')
    await tracker.asSystem().parameters.update({ parameters: { createemailregexp: '' } })
  })
})

describe.skipIf(!hasBrowser)('two-factor authentication', () => {
  /** Types a login name and the password, and what is wanted beside it then. */
  async function logIn(page: Page, otp: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Login' }).fill(people.reporter)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: 'Authentication code' })
    await field.waitFor()
    const again = page.getByRole('textbox', { name: 'Password', exact: true })
    // Without scripts the form is a new one, and no page holds what was typed.
    if ((await again.inputValue()) === '') await again.fill(password)
    await field.fill(otp)
    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByText('Rita Reporter').waitFor()
  }

  it('is set up with what an authenticator shows, asked for at each login, and removed by an administrator', async () => {
    const page = await stage.open('/me/two-factor', people.reporter)
    await page.getByRole('textbox', { name: 'Current password' }).fill(password)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = (await page.getByRole('definition').innerText()).replaceAll(' ', '')
    // The next one, which is taken already: a slow machine has time to type it.
    const shown = () => shownBy(secret, { clock: { now: () => new Date() } }, 1)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Authentication code' }).fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('alert').filter({ hasText: 'Invalid' }).waitFor()
    await page.getByRole('textbox', { name: 'Authentication code' }).fill(shown())
    await page.getByRole('button', { name: 'Turn on' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Recovery codes')
    const [first = '', second = '', ...others] = await codes.allInnerTexts()
    expect(others).toHaveLength(8)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('10 recovery codes left').waitFor()
    expect(await violationsOf(page)).toEqual([])
    const moving = page.getByRole('form', { name: 'Move to another authenticator' })
    await moving.getByRole('textbox', { name: 'Current password' }).fill(password)
    await moving.getByRole('textbox', { name: 'Authentication code' }).fill(others[0] ?? '')
    await moving.getByRole('button', { name: 'Move to another authenticator' }).click()
    const region = page.getByRole('region', { name: 'Another authenticator app' })
    await region.getByText('Your current authenticator app is still in use').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await logIn(await stage.open('/login'), first)
    await logIn(await stage.open('/login', undefined, { javaScriptEnabled: false }), second)
    const admin = await stage.open(`/admin/users/${people.reporter}`, people.admin)
    await admin.getByRole('button', { name: 'Remove two-factor authentication' }).click()
    await said(admin, 'Two-factor authentication removed')
    await admin.getByRole('button', { name: 'Remove two-factor authentication' }).waitFor({ state: 'detached' })
  })

  it('is what people are led to who have to have it, from wherever they go', async () => {
    const { tracker } = stage.world
    const page = await stage.open('/', people.reporter)
    const system = tracker.asSystem()
    await system.groups.create({ name: 'two-factor', description: 'Who must', user_regexp: `^${people.reporter}$` })
    await system.parameters.update({ parameters: { second_factor_group: 'two-factor' } })
    try {
      await page.getByRole('link', { name: 'Bugs', exact: true }).click()
      await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
      await page.getByRole('alert').filter({ hasText: 'Set up two-factor authentication' }).waitFor()
      await page.goto(`${stage.url}/bugs?status=__open__`)
      await page.getByRole('alert').filter({ hasText: 'Set up two-factor authentication' }).waitFor()
      expect(page.url()).toContain('/me/two-factor?return_to=%2Fbugs%3Fstatus%3D__open__')
    } finally {
      await system.parameters.update({ parameters: { second_factor_group: '' } })
    }
  })
})

describe.skipIf(!hasBrowser)('an old session', () => {
  it('asks for the password before it makes an API key, and then continues with what was typed', async () => {
    const page = await stage.open('/me/api-keys', people.grace)
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Nightly build')
    stage.world.clock.ahead = 16
    try {
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
      await dialog.getByRole('textbox', { name: 'Password' }).waitFor()
      expect(await violationsOf(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('alert').filter({ hasText: 'Confirm your identity' }).waitFor()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Password' }).fill('a guess')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await dialog.getByRole('alert').waitFor()
      await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await said(page, 'Copy the key now')
      const { api_keys } = await stage.world.tracker.as({ login: people.grace }).apiKeys.get()
      expect(api_keys.map(({ description }) => description)).toContain('Nightly build')
    } finally {
      stage.world.clock.ahead = 0
    }
  })
})

describe.skipIf(!hasBrowser)('a list', () => {
  it('is filtered and sorted by its controls, which Back undoes', async () => {
    const page = await stage.open('/bugs?product=Widgets', people.grace)
    await said(page, /^\d+ bugs$/)
    await addFilter(page, 'Priority', 'is', 'High')
    await page.waitForURL('**priority=High**')
    await page.getByRole('button', { name: 'Remove filter Priority: High' }).waitFor()
    await said(page, /^1 bug$/)
    await page.getByRole('columnheader', { name: 'Priority' }).getByRole('button').press('Enter')
    await page.waitForURL('**order=priority')
    const header = page.getByRole('columnheader', { name: 'Priority' })
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    await header.getByRole('button').press('Enter')
    await page.waitForURL('**order=priority+DESC')
    for (let step = 0; step < 3; step++) await page.goBack()
    await page.waitForURL('**/bugs?product=Widgets')
    await page.getByRole('button', { name: 'Remove filter Priority: High' }).waitFor({ state: 'detached' })
  })

  it('takes filters of any field, and the opposite', async () => {
    const page = await stage.open('/bugs?product=Widgets&status=__all__')
    await addFilter(page, 'Priority', 'is not', 'High')
    await page.getByRole('button', { name: 'Remove filter Priority: not High' }).waitFor()
    await page.getByRole('rowheader', { name: 'It hums' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('rowheader', { name: /^It blinks/ }).count()).toBe(1)
  })

  it('says what it does not find, what means nothing, and what is refused', async () => {
    const none = await stage.open('/bugs?summary=nothing-of-the-kind&sumary=x')
    await none.getByRole('heading', { name: 'No bugs match' }).waitFor()
    await said(none, 'Ignored: sumary')
    await none.getByRole('link', { name: 'Show all bugs' }).press('Enter')
    await none.getByRole('table', { name: 'Bugs' }).waitFor()
    const refused = await stage.open('/bugs?priority=High&creation_time=whenever')
    await refused.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    expect(await refused.getByRole('button', { name: 'Remove filter Priority: High' }).count()).toBe(1)
  })

  it('of many bugs has pages', async () => {
    const page = await stage.open('/bugs?status=__all__&limit=1&order=id')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).press('Enter')
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByText(/^2–2 of \d+$/)
      .waitFor()
    expect(await page.getByRole('link', { name: 'Previous' }).getAttribute('href')).not.toContain('offset')
  })
})

describe.skipIf(!hasBrowser)('a bug', () => {
  it('is filed, after a look at likely duplicates, which never take the focus', async () => {
    const page = await stage.open('/new?product=Widgets&component=Engine', people.reporter)
    await page.getByRole('button', { name: 'File bug' }).press('Enter')
    const summary = page.getByRole('textbox', { name: 'Summary' })
    expect(await summary.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => summary.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('it blinks always')
    await page
      .getByRole('list', { name: 'Possible duplicates' })
      .getByRole('link', { name: /It blinks/ })
      .waitFor()
    expect(await summary.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await said(page, /^Bug \d+ filed$/)
    await page.getByRole('heading', { level: 1, name: /it blinks always/ }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('')
  })

  it('is not filed with a wrong value of a field that the form does not show, and the form says so', async () => {
    const page = await stage.open('/new?product=Widgets&component=Engine&summary=It+hums&status=NOPE', people.admin)
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('alert').filter({ hasText: 'NOPE' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/new')
  })

  it('has flags: one is requested of a person, and is on their dashboard', async () => {
    await stage.world.tracker.asSystem().flagTypes.create({ name: 'review', description: 'A look', target_type: 'bug' })
    const page = await stage.open(`/bug/${await newBug('It asks')}`, people.admin)
    const flags = page.getByRole('group', { name: 'Flags' })
    const fields = page.getByRole('complementary', { name: 'Fields' }).getByRole('combobox')
    const labels = await fields.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    const six = ['Status', 'Assignee', 'Priority', 'Severity', 'Component', 'Milestone']
    expect(labels.slice(0, 7)).toEqual([...six, 'review'])
    await choose(page, 'review', '?', people.grace)
    expect(await flags.count()).toBe(1)
    await page.getByRole('list', { name: 'Changes' }).getByText(`review?(${people.grace})`).waitFor()
    const hers = await stage.open('/dashboard', people.grace)
    const asked = hers.getByRole('region', { name: 'Requests for me' }).getByRole('link', { name: /It asks/ })
    expect(await asked.count()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await said(page, 'Change undone')
    await hers.reload()
    await hers.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await expect.poll(() => asked.count()).toBe(0)
  })

  it('changes when a field is left, says so, and takes it back', async () => {
    const id = await newBug('It rattles')
    const page = await stage.open(`/bug/${id}`, people.grace)
    await choose(page, 'Priority', 'High')
    await said(page, 'Priority changed to High')
    await page.getByRole('list', { name: 'Changes' }).getByText('High').waitFor()
    expect((await bugOf(id))?.priority).toBe('High')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await said(page, 'Change undone')
    expect((await bugOf(id))?.priority).toBe('---')
    await page.getByRole('button', { name: 'Edit summary' }).press('Enter')
    await page.getByRole('textbox', { name: 'Summary' }).fill('It rattles a lot')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /It rattles a lot/ }).waitFor()
  })

  it('keeps the links of its comments when it is loaded again', async () => {
    const id = await newBug('It links')
    const { comments } = stage.world.tracker.as({ login: people.reporter })
    for (let number = 1; number <= 6; number++) await comments.create({ id, comment: 'bug 1 '.repeat(190) })
    const page = await stage.open(`/bug/${id}`, people.grace)
    const last = page.getByRole('article', { name: 'Comment 6', exact: true })
    const links = last.getByRole('link', { name: 'bug 1', exact: true })
    expect(await links.count()).toBe(190)
    await choose(page, 'Priority', 'High')
    await page.getByRole('list', { name: 'Changes' }).getByText('High').waitFor()
    expect(await links.count()).toBe(190)
  })

  it('keeps a summary that is being composed, and the focus after it is saved or discarded', async () => {
    const page = await stage.open(`/bug/${await newBug('It composes')}`, people.grace)
    const edit = page.getByRole('button', { name: 'Edit summary' })
    const summary = page.getByRole('textbox', { name: 'Summary' })
    const hasFocus = async () => edit.evaluate((button) => button === document.activeElement)
    await edit.press('Enter')
    await summary.fill('It composed')
    for (const key of ['Enter', 'Escape']) await summary.dispatchEvent('keydown', { key, isComposing: true })
    expect(await summary.inputValue()).toBe('It composed')
    await summary.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'It composed' }).waitFor()
    await expect.poll(hasFocus).toBe(true)
    await edit.press('Enter')
    await summary.press('Escape')
    await expect.poll(hasFocus).toBe(true)
  })

  it('leaves the focus to the list that is opened right after the summary is discarded', async () => {
    const page = await stage.open(`/bug/${await newBug('It steals')}`, people.grace)
    await page.getByRole('button', { name: 'Edit summary' }).press('Enter')
    const summary = page.getByRole('textbox', { name: 'Summary' })
    await expect.poll(() => summary.evaluate((field) => field === document.activeElement)).toBe(true)
    const priority = page.getByRole('combobox', { name: 'Priority' })
    // Both keys in one task, as on a page that is slow to paint.
    await priority.evaluate((button: HTMLElement) => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      button.focus()
      button.click()
    })
    await page.getByRole('button', { name: 'Edit summary' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await page.keyboard.type('Low')
    await expect.poll(() => page.getByRole('searchbox', { name: 'Filter options' }).inputValue()).toBe('Low')
  })

  it('keeps a text that is being composed in a field', async () => {
    const page = await stage.open(`/bug/${await newBug('It is composed')}`, people.grace)
    await addField(page, 'Whiteboard')
    const whiteboard = page.getByRole('textbox', { name: 'Whiteboard' })
    await whiteboard.fill('half')
    for (const key of ['Enter', 'Escape']) await whiteboard.dispatchEvent('keydown', { key, isComposing: true })
    expect(await whiteboard.inputValue()).toBe('half')
  })

  it('is the one that Undo takes back, on the page of another bug and on a page of none', async () => {
    const [left, next] = [await newBug('It wobbles'), await newBug('It leans')]
    const page = await stage.open(`/bug/${left}`, people.grace)
    const search = page.getByRole('combobox', { name: 'Search bugs' })
    await choose(page, 'Priority', 'High')
    await said(page, 'Priority changed to High')
    await search.fill(String(next))
    await search.press('Enter')
    await page.getByRole('heading', { level: 1, name: /It leans/ }).waitFor()
    const before = await bugOf(next)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await said(page, 'Change undone')
    expect((await bugOf(left))?.priority).toBe('---')
    expect(await bugOf(next)).toEqual(before)
    await choose(page, 'Priority', 'Low')
    await said(page, 'Priority changed to Low')
    await page.getByRole('link', { name: 'Widgets', exact: true }).press('Enter')
    await page.getByRole('table', { name: 'Bugs' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await said(page, 'Change undone')
    expect((await bugOf(next))?.priority).toBe('---')
  })

  it('says at the field what is refused, and keeps the old value', async () => {
    const id = await newBug('It squeaks')
    const page = await stage.open(`/bug/${id}`, people.grace)
    await addField(page, 'Alias')
    await page.getByRole('textbox', { name: 'Alias' }).fill('12')
    await page.keyboard.press('Enter')
    const edit = page.getByRole('button', { name: 'Edit Alias' })
    await edit.and(page.locator('[aria-describedby]')).waitFor()
    expect((await bugOf(id))?.alias).toEqual([])
  })

  it('is answered and resolved in one go, and keeps what was typed over a reload', async () => {
    const id = await newBug('It drips')
    const page = await stage.open(`/bug/${id}`, people.grace)
    await page.getByRole('button', { name: 'Reply' }).first().press('Enter')
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('Mended, see bug 1 and https://example.org/1')
    await page.reload()
    await page.waitForSelector('html[data-live]')
    expect(await comment.inputValue()).toContain('Mended')
    await choose(page, 'New status', 'RESOLVED')
    await choose(page, 'New resolution', 'FIXED')
    await comment.focus()
    await page.keyboard.press('Control+Enter')
    await said(page, 'Comment added')
    await page.getByRole('article', { name: 'Comment 1' }).getByRole('link', { name: 'bug 1' }).waitFor()
    expect(await comment.inputValue()).toBe('')
    expect(await bugOf(id)).toMatchObject({ status: 'RESOLVED', resolution: 'FIXED' })
  })

  it('is commented on without email, but only for the comment for which that is chosen', async () => {
    const id = await newBug('It is quiet')
    const { tracker, mailer } = stage.world
    await tracker.deliverMail()
    const count = mailer.messages.length
    const page = await stage.open(`/bug/${id}`, people.grace)
    const form = page.getByRole('form', { name: 'Add a comment' })
    await form.getByRole('textbox', { name: 'Comment' }).fill('Only a typo')
    await form.getByRole('button', { name: 'More options' }).press('Enter')
    const silent = form.getByRole('checkbox', { name: 'Don’t send email' })
    await silent.check()
    await form.getByRole('button', { name: 'Save changes' }).press('Enter')
    await page.getByRole('article', { name: 'Comment 1' }).getByText('Only a typo').waitFor()
    await expect.poll(() => silent.isChecked()).toBe(false)
    await tracker.deliverMail()
    expect(mailer.messages.length).toBe(count)
    await silent.check()
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await expect.poll(() => silent.isDisabled()).toBe(true)
    await form.getByRole('combobox', { name: 'New status' }).selectOption('IN_PROGRESS')
    await form.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect.poll(() => bugOf(id)).toMatchObject({ status: 'IN_PROGRESS' })
    await expect.poll(() => silent.isEnabled()).toBe(true)
    expect(await silent.isChecked()).toBe(false)
    await tracker.deliverMail()
    const texts = mailer.messages.slice(count).map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringContaining('IN_PROGRESS'))
  })

  it('gets files, which have a separate page with numbered lines', async () => {
    const id = await newBug('It stops')
    const page = await stage.open(`/bug/${id}`, people.grace)
    const patch = Buffer.from('--- a/x.txt\n+++ b/x.txt\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'fix.patch', mimeType: 'text/plain', buffer: patch })
    const region = page.getByRole('region', { name: 'New attachments' })
    expect(await region.getByRole('checkbox', { name: 'Patch' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await page.getByRole('button', { name: '1 file', exact: true }).click()
    await page.getByRole('list', { name: 'Attachments' }).getByRole('link', { name: 'fix.patch' }).press('Enter')
    await page.getByRole('table', { name: 'Changes in b/x.txt' }).getByText('+new').waitFor()
  })

  it('that two people change at the same time loses nothing, and asks only where they disagree', async () => {
    const id = await newBug('It shakes')
    const page = await stage.open(`/bug/${id}`, people.grace)
    const admin = stage.world.tracker.as({ login: people.admin })
    await admin.bugs.update({ ids: [id], priority: 'Low', comment: { body: 'From the other side' } })
    await choose(page, 'Severity', 'minor')
    await said(page, 'Severity changed to minor')
    await page.getByText('From the other side').waitFor()
    expect(await bugOf(id)).toMatchObject({ priority: 'Low', severity: 'minor' })
    // After the page has sent its change: before, it could show that of the other.
    let isFirst = true
    await page.route(`**/-/rest/bug/${id}`, async (route) => {
      if (isFirst && route.request().method() === 'PUT') {
        isFirst = false
        await admin.bugs.update({ ids: [id], priority: 'Lowest' })
      }
      await route.continue()
    })
    await choose(page, 'Priority', 'High')
    const dialog = page.getByRole('dialog', { name: `Bug ${id} changed while you were editing` })
    await dialog.getByRole('table', { name: 'Changes' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Save merged changes' }).isDisabled()).toBe(true)
    await dialog
      .getByRole('radiogroup', { name: 'Priority' })
      .getByRole('radio', { name: 'Yours: High' })
      .press('Space')
    await dialog.getByRole('button', { name: 'Save merged changes' }).press('Enter')
    await said(page, 'Priority changed to High')
    expect((await bugOf(id))?.priority).toBe('High')
  })

  it('shows who may not change it texts, and no controls', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.other}`)
    const fields = page.getByRole('complementary', { name: 'Fields' })
    await fields.getByText('High').waitFor()
    expect(await fields.getByRole('combobox', { name: 'Priority' }).count()).toBe(0)
  })

  it('has comments that insiders hide and show', async () => {
    const id = await newBug('It whispers')
    const page = await stage.open(`/bug/${id}`, people.admin)
    const description = page.getByRole('article', { name: 'Description' })
    const act = async (name: string) => {
      await description.getByRole('button', { name: 'More actions' }).press('Enter')
      await page.getByRole('menuitem', { name }).press('Enter')
    }
    await act('Make private')
    await description.getByText('Private', { exact: true }).waitFor()
    await act('Make public')
    await description.getByText('Private', { exact: true }).waitFor({ state: 'detached' })
    expect(await page.getByRole('article').getByText('Private', { exact: true }).count()).toBe(0)
  })

  it('has menus whose first item has the focus before the page is painted', async () => {
    const page = await stage.open(`/bug/${await newBug('It beckons')}`, people.admin)
    const button = page.getByRole('article', { name: 'Description' }).getByRole('button', { name: 'More actions' })
    const role = await button.evaluate(async (one: HTMLButtonElement) => {
      one.click()
      await Promise.resolve()
      await Promise.resolve()
      return document.activeElement?.role
    })
    expect(role).toBe('menuitem')
  })
})

describe.skipIf(!hasBrowser)('every page', () => {
  const addresses = () => {
    const { bugs, attachments } = stage.world
    const missing = ['/bug/999', '/nowhere', '/bugs?summary=nothing-of-the-kind']
    return ['/bugs?status=__all__', `/bug/${bugs.plain}`, '/new', `/attachment/${attachments.image}`, ...missing]
  }

  it('of a list and of a bug has nothing that WCAG 2.2 AA forbids, wide and light, narrow and dark', async () => {
    // All addresses are looked at by `npm run test:looks`.
    const looks = [
      { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
      { colorScheme: 'dark', viewport: { width: 390, height: 800 } },
    ] as const
    for (const look of looks) {
      const page = await stage.open('/bugs?status=__all__', people.admin, { ...look, bypassCSP: true })
      expect([look, await violationsOf(page)]).toEqual([look, []])
      await page.goto(`${stage.url}/bug/${stage.world.bugs.plain}`)
      await page.waitForSelector('html[data-live]')
      expect([look, await violationsOf(page)]).toEqual([look, []])
    }
  })

  it('of a telephone scrolls only vertically, and has all links of the header in a menu', async () => {
    const page = await stage.open('/', people.grace, { viewport: { width: 390, height: 800 } })
    for (const path of addresses()) {
      await page.goto(stage.url + path)
      expect(await excessOf(page), `of ${path}`).toBe(0)
    }
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New bug' }).waitFor()
  })

  it('shows user-written markup as text, without running it', async () => {
    const texts = [
      '"><img src=x onerror="alert(1)"><svg onload=alert(2)></title></script><script>alert(3)</script>',
      'javascript:alert(1) \u202egnp.exe\u202c \u0000 \ud83d \u{1F600} שלום __proto__',
      'W'.repeat(250),
    ]
    const grace = stage.world.tracker.as({ login: people.grace })
    const page = await stage.open('/', people.grace, { viewport: { width: 390, height: 800 } })
    for (const text of texts) {
      const place = { product: 'Widgets', component: 'UI', version: '1.0' }
      const url = 'javascript:alert(4)'
      const long = text.repeat(20)
      const { id } = await grace.bugs.create({ ...place, summary: text, description: long, whiteboard: text, url })
      await grace.attachments.create({
        ids: [id],
        data: Buffer.from(long),
        file_name: text,
        summary: text,
        content_type: 'text/plain',
      })
      for (const path of [`/bug/${id}`, `/bugs?id=${id}`, `/bugs?${String(new URLSearchParams({ summary: text }))}`]) {
        await page.goto(stage.url + path)
        await page.waitForSelector('html[data-live]')
        expect(await page.locator('img[src=x], svg[onload], a[href^="javascript:"]').count()).toBe(0)
        expect(await excessOf(page), `of ${path}`).toBe(0)
      }
    }
  })

  it('requests four files and the icons at first, and one response for the way from a list to a bug', async () => {
    const page = await stage.open('/bugs?status=__all__', people.grace)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await page.waitForSelector('html[data-live]')
    // Changes by others and the number of unread lines are requested after the first view.
    const isLater = (path: string) => /\/((after-first-view|more)-|-\/rest\/(changes|inbox)$)/.test(path)
    const files = asked.filter((path) => !path.endsWith('.svg') && !isLater(path))
    expect(files).toHaveLength(4)
    asked.length = 0
    await page.getByRole('rowheader', { name: 'It hums' }).getByRole('link').press('Enter')
    await page.getByRole('heading', { level: 1, name: /It hums/ }).waitFor()
    const [, id] = /\/bug\/(\d+)/.exec(page.url()) ?? []
    expect(asked.filter((path) => path.includes(`/-/rest/bug/${id}/`))).toHaveLength(1)
  })
})
