// The administration in a browser, found only by roles and names.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { password, people } from './harness.js'

const stage = useStage()

const asAdmin = (path: string) => stage.open(path, people.admin)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
/** Labels of required fields say so. */
const labeled = (label: string) => new RegExp(`^${label}( \\(required\\))?$`)
const fill = (page: Page, label: string, text: string) => page.getByRole('textbox', { name: labeled(label) }).fill(text)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).click()
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const choose = (text: string) => async (page: Page) => {
  await page.getByRole('link', { name: 'Dashboard' }).press('Control+k')
  await page.getByRole('searchbox', { name: 'Type a command or search' }).fill(text)
  await page.getByRole('option', { name: text }).first().click()
}
const searchFor = (text: string) => async (page: Page) => {
  await page.getByRole('combobox', { name: 'Search bugs' }).fill(text)
  await page.keyboard.press('Enter')
}
const system = () => stage.world.tracker.asSystem()

const sections = [
  'Products',
  'Fields',
  'Workflow',
  'Flag types',
  'Keywords',
  'Classifications',
  'Groups',
  'Users',
  'Parameters',
  'Mail',
  'Inbound',
  'Forms',
  'Intakes',
  'Code hooks',
  'Audit log',
]

describe.skipIf(!hasBrowser)('the administration', () => {
  it('asks before a page with unsaved input is left by a link, and not once it is saved', async () => {
    const leaves: (readonly [string, (page: Page) => Promise<void>])[] = [
      ['/admin/products/Widgets', (page) => fill(page, 'Description', `Unsaved at ${Date.now()}`)],
      ['/admin/parameters?find=maxattach', (page) => page.getByRole('spinbutton').fill('3000')],
      ['/admin/workflow', (page) => page.getByRole('checkbox', { name: 'CONFIRMED to VERIFIED', exact: true }).click()],
    ]
    for (const [path, change] of leaves) {
      const page = await asAdmin(path)
      const asked: string[] = []
      page.on('dialog', (dialog) => asked.push(dialog.type()))
      await change(page)
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await heading(page, 'Dashboard')
      expect([path, asked]).toEqual([path, ['beforeunload']])
      await page.goto(stage.url + path)
      await page.waitForSelector('html[data-live]')
      await change(page)
      await press(page, 'Save')
      await page
        .getByRole('status')
        .filter({ hasText: /saved|Saved/ })
        .waitFor()
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await heading(page, 'Dashboard')
      expect([path, asked]).toEqual([path, ['beforeunload']])
    }
  })

  it('asks before a page with unsaved input is left by the palette or the search', async () => {
    const leaves: (readonly [string, (page: Page) => Promise<void>])[] = [
      ['Widgets', choose('Widgets')],
      ['Board', choose('Board')],
      ['Bugs', searchFor('hums')],
    ]
    const asked: string[] = []
    for (const [name, leave] of leaves) {
      const page = await asAdmin('/admin/products/Gadgets')
      page.on('dialog', (dialog) => asked.push(dialog.type()))
      await fill(page, 'Description', 'Unsaved')
      await leave(page)
      await heading(page, name)
    }
    expect(asked).toEqual(['beforeunload', 'beforeunload', 'beforeunload'])
  })

  it('asks before Back or Forward leave a page with unsaved input, and stays there if the user does', async () => {
    const page = await asAdmin('/admin')
    await follow(page, 'Products')
    await heading(page, 'Products')
    await page.getByRole('table', { name: 'Products' }).getByRole('link', { name: 'Gadgets' }).click()
    await heading(page, 'Gadgets')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await heading(page, 'Dashboard')
    await page.goBack()
    await heading(page, 'Gadgets')
    const answer = async (leaves: boolean) =>
      page.evaluate((isYes) => {
        globalThis.confirm = (text = '') => {
          document.documentElement.dataset['asked'] = text
          return isYes
        }
      }, leaves)
    const asked = async () =>
      page.evaluate(() => {
        const { dataset } = document.documentElement
        const text = dataset['asked']
        delete dataset['asked']
        return text
      })
    await fill(page, 'Description', 'Unsaved')
    await answer(false)
    for (const move of ['goBack', 'goForward'] as const) {
      await page[move]()
      await expect.poll(asked).toBe('Discard unsaved changes?')
      await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/products/Gadgets')
      expect(await page.getByRole('textbox', { name: labeled('Description') }).inputValue()).toBe('Unsaved')
    }
    await answer(true)
    await page.goBack()
    await heading(page, 'Products')
    await page.goForward()
    await heading(page, 'Gadgets')
    await page.goForward()
    await heading(page, 'Dashboard')
    expect(await asked()).toBeDefined()
  })

  it('shows an administrator all its parts', async () => {
    const page = await asAdmin('/admin')
    await heading(page, 'Administration')
    for (const name of sections)
      expect(await page.getByRole('main').getByRole('link', { name, exact: true }).count()).toBe(1)
  })

  it('makes a keyword, finds it, changes it and takes it away after a question', async () => {
    const page = await asAdmin('/admin/keywords')
    await heading(page, 'Keywords')
    await follow(page, 'New keyword')
    await heading(page, 'New keyword')
    await fill(page, 'Name', 'papercut')
    await fill(page, 'Description', 'Small <b>but</b> annoying')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await said(page, 'papercut created')
    await heading(page, 'papercut')
    await fill(page, 'Name', 'paper-cut')
    await press(page, 'Save')
    await said(page, 'paper-cut saved')
    await heading(page, 'paper-cut')
    await page.getByRole('main').getByRole('link', { name: 'Keywords' }).last().click()
    await fill(page, 'Find', 'nothing like it')
    await page.getByText('No matches.').waitFor()
    await fill(page, 'Find', 'PAPER')
    await page.getByRole('table', { name: 'Keywords' }).getByRole('link', { name: 'paper-cut' }).click()
    await press(page, 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete paper-cut?' })
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await press(page, 'Delete')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await said(page, 'paper-cut deleted')
    expect((await system().keywords.get()).keywords).toEqual([])
  })

  it('says what is refused, in the words of the API, and keeps what was typed', async () => {
    const page = await asAdmin('/admin/new/users')
    await fill(page, 'Login', people.grace)
    await fill(page, 'Real name', 'Another Grace')
    await press(page, 'Save')
    await page.getByRole('alert').filter({ hasText: people.grace }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Real name' }).inputValue()).toBe('Another Grace')
  })

  it('focuses the field that is refused, with its error', async () => {
    const page = await asAdmin('/admin/new/flag-types')
    await fill(page, 'Name', 'review')
    await fill(page, 'Description', 'Has been read')
    const places = page.getByRole('textbox', { name: 'Included products and components' })
    await places.fill('No such product')
    await press(page, 'Save')
    await page.getByRole('alert').filter({ hasText: "Product 'No such product' does not exist" }).waitFor()
    await expect.poll(() => places.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  })

  it('sets up a product with a component, a version and a milestone', async () => {
    const page = await asAdmin('/admin/products')
    await follow(page, 'New product')
    await heading(page, 'New product')
    await fill(page, 'Name', 'A/B . test')
    await fill(page, 'Description', 'With a slash in its name')
    await press(page, 'Save')
    await heading(page, 'A/B . test')
    for (const [one, name] of [
      ['version', '7.0'],
      ['milestone', 'M1'],
    ] as const) {
      await follow(page, `New ${one}`)
      await heading(page, `New ${one}`)
      await fill(page, 'Name', name)
      await press(page, 'Save')
      await heading(page, name)
      await follow(page, 'A/B . test')
    }
    await follow(page, 'New component')
    await heading(page, 'New component')
    await fill(page, 'Name', 'Core')
    await fill(page, 'Description', 'The middle')
    await press(page, 'Save')
    await heading(page, 'Core')
    await follow(page, 'A/B . test')
    for (const [table, name] of [
      ['Components', 'Core'],
      ['Versions', '7.0'],
      ['Milestones', 'M1'],
    ] as const)
      await page.getByRole('table', { name: table }).getByRole('link', { name, exact: true }).waitFor()
    const { products } = await system().products.get({ names: ['A/B . test'] })
    expect(products[0]?.components[0]).toMatchObject({ name: 'Core', default_assigned_to: people.admin })
  })

  it('says what a group means in a product', async () => {
    const page = await asAdmin('/admin/products/Gadgets')
    await follow(page, 'New group control')
    await page.getByRole('combobox', { name: labeled('Group') }).selectOption('staff')
    await page.getByRole('combobox', { name: labeled('Members') }).selectOption('shown')
    await press(page, 'Save')
    await heading(page, 'staff')
    await follow(page, 'Gadgets')
    await page.getByRole('table', { name: 'Group controls' }).getByRole('link', { name: 'staff' }).waitFor()
    const { group_controls } = await system().groupControls.get({ names: ['Gadgets'] })
    expect(group_controls[0]).toMatchObject({ group: 'staff', member_control: 'shown', entry: false })
  })

  it('puts a user into a group, and keeps one out', async () => {
    const page = await asAdmin(`/admin/users/${people.reporter}`)
    await page.getByRole('checkbox', { name: 'editbugs', exact: true }).check()
    await fill(page, 'Reason for denied login', 'Left the company')
    await press(page, 'Save')
    await said(page, `${people.reporter} saved`)
    const { users } = await system().users.get({ names: [people.reporter] })
    expect(users[0]).toMatchObject({ can_login: false, login_denied_text: 'Left the company' })
    expect(users[0]?.groups?.map(({ name }) => name)).toContain('editbugs')
  })

  it('makes a user who gets an invitation by mail, with a code that chooses the password', async () => {
    const { tracker, mailer } = stage.world
    const page = await asAdmin('/admin/new/users')
    await fill(page, 'Login', 'invited@example.com')
    await page.getByRole('checkbox', { name: 'Send an invitation by email' }).check()
    await press(page, 'Save')
    await said(page, 'invited@example.com created')
    await tracker.deliverMail()
    const mail = mailer.messages.find(({ to }) => to === 'invited@example.com')
    const code = /Code \| (\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await tracker.as(null).accounts.setPassword({ code, password: 'battery staple' })
    const session = tracker.as(null).sessions.create({ login: 'invited@example.com', password: 'battery staple' })
    expect(await session).toHaveProperty('token')
  })

  it('allows a step of the workflow, and asks for a comment with it', async () => {
    const page = await asAdmin('/admin/workflow')
    const table = page.getByRole('table', { name: 'Workflow' })
    expect(await table.getByRole('checkbox', { name: 'New bug to CONFIRMED', exact: true }).isChecked()).toBe(true)
    await table.getByRole('checkbox', { name: 'UNCONFIRMED to VERIFIED', exact: true }).check()
    await fill(page, 'Find', 'unconf')
    await table.getByRole('rowheader', { name: 'New bug', exact: true }).waitFor({ state: 'detached' })
    await table.getByRole('checkbox', { name: 'UNCONFIRMED to VERIFIED requires a comment' }).check()
    await press(page, 'Save')
    await said(page, 'Workflow saved')
    const { workflow } = await system().workflow.get()
    expect(workflow).toContainEqual({ from: 'UNCONFIRMED', to: 'VERIFIED', comment_required: true })
  })

  it('sets a parameter and gives it its default back', async () => {
    const page = await asAdmin('/admin/parameters')
    await fill(page, 'Find', 'maxattach')
    await page.getByRole('heading', { level: 2, name: 'Bugs' }).waitFor({ state: 'detached' })
    await page.getByRole('spinbutton', { name: 'Largest attachment (KB)' }).fill('2000')
    await press(page, 'Save')
    await said(page, 'Parameters saved')
    const stored = async () => (await system().parameters.get()).parameters['maxattachmentsize']
    expect(await stored()).toBe('2000')
    await press(page, 'Reset Largest attachment (KB)')
    await press(page, 'Save')
    await page.getByRole('button', { name: 'Reset Largest attachment (KB)' }).waitFor({ state: 'detached' })
    await expect.poll(stored).toBe('1000')
  })

  it('explains every parameter by a label and a sentence, in sections that fold', async () => {
    const page = await asAdmin('/admin/parameters')
    const { parameters } = await system().parameters.describe()
    const controls = page.getByRole('main').locator('form.parameters :is(input, select, textarea)')
    const described = await controls.evaluateAll((all) =>
      (all as HTMLInputElement[]).map((one) => ({
        label: one.labels?.[0]?.textContent.trim() ?? '',
        hint: document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
      })),
    )
    expect(described).toHaveLength(parameters.length)
    for (const { name } of parameters) expect(described.map(({ label }) => label)).not.toContain(name)
    for (const { name } of parameters) expect(described.some(({ hint }) => hint.includes(`. ${name}`))).toBe(true)
    await fill(page, 'Find', 'largest attach')
    await page.getByRole('heading', { level: 2, name: 'Bugs' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('spinbutton').count()).toBe(2)
  })

  it('shows who changed what', async () => {
    const page = await asAdmin('/admin/audit')
    await heading(page, 'Audit log')
    await page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: /^New/ }).count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('the own settings', () => {
  it('change the name and the colours', async () => {
    const page = await stage.open('/me', people.grace)
    await heading(page, 'Settings')
    await fill(page, 'Real name', 'Grace B. Tan')
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Vienna')
    await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Grace B. Tan' }).waitFor()
    const canvas = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await expect.poll(canvas).toBe('dark')
    const { pages } = await stage.world.tracker.as({ login: people.grace }).preferences.get()
    expect(pages).toMatchObject({ theme: 'dark', time_zone: 'Europe/Vienna', keys: false })
  })

  it('change the password only when the current one is right and the new one is given twice', async () => {
    const page = await stage.open('/me', people.grace)
    await fill(page, 'Current password', 'not it')
    await fill(page, 'New password', 'another horse battery')
    await fill(page, 'Confirm new password', 'another hors battery')
    await press(page, 'Change password')
    await page.getByRole('alert').filter({ hasText: 'don’t match' }).waitFor()
    await fill(page, 'Confirm new password', 'another horse battery')
    await press(page, 'Change password')
    await page.getByRole('alert').filter({ hasNotText: 'don’t match' }).waitFor()
    await fill(page, 'Current password', password)
    await fill(page, 'New password', password)
    await fill(page, 'Confirm new password', password)
    await press(page, 'Change password')
    await said(page, 'Password changed. Other sessions have ended. API keys still work.')
    await expect.poll(() => page.getByRole('textbox', { name: 'Current password' }).inputValue()).toBe('')
  })

  it('say which mail is wanted', async () => {
    const page = await stage.open('/me/notifications', people.admin)
    await page.getByRole('radiogroup', { name: 'Your bugs' }).getByRole('radio', { name: 'Digest' }).check()
    await page.getByRole('button', { name: 'Details for roles' }).click()
    const details = page.getByRole('table', { name: 'Details for roles' })
    await details.getByRole('checkbox', { name: 'CC: Comments' }).uncheck()
    expect(await violationsOf(page)).toEqual([])
    await press(page, 'Save')
    await said(page, 'Notifications saved')
    const { email, notifications } = await stage.world.tracker.as({ login: people.admin }).preferences.get()
    expect([email.cc.comment, email.assigned_to.comment]).toEqual([false, true])
    expect(notifications).toMatchObject({ role: 'digest', assigned: 'mail' })
  })

  it('make an API key, show it once, and revoke it', async () => {
    const page = await asAdmin('/me/api-keys')
    await press(page, 'New API key')
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    await dialog.getByRole('textbox', { name: 'Description' }).fill('My program')
    await dialog.getByRole('textbox', { name: 'Expires' }).fill('tomorrow')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('textbox', { name: 'Expires' }).fill('2999-01-31')
    await dialog.getByRole('checkbox', { name: 'Read-only' }).check()
    await dialog.getByRole('combobox', { name: 'Products' }).click()
    await page.keyboard.type('Widg')
    await page.getByRole('option', { name: 'Widgets' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await dialog.getByRole('combobox', { name: 'Products' }).textContent()).toBe('Widgets')
    const administers = dialog.getByRole('checkbox', { name: 'Allow administration' })
    await administers.check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'cannot have the scope admin' }).waitFor()
    await administers.uncheck()
    await dialog.getByRole('button', { name: 'Create' }).click()
    const api_key = await dialog.getByRole('textbox', { name: 'API key' }).inputValue()
    const bearer = stage.world.tracker.as({ api_key })
    expect((await bearer.users.whoami()).name).toBe(people.admin)
    const { api_keys } = await stage.world.tracker.as({ login: people.admin }).apiKeys.get()
    expect(api_keys.at(-1)).toMatchObject({ scopes: ['read'], products: ['Widgets'] })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect(await page.content()).not.toContain(api_key)
    await page.getByRole('table', { name: 'API keys' }).getByRole('button', { name: 'Revoke My program' }).click()
    await said(page, 'My program revoked')
    await expect(bearer.users.whoami()).rejects.toMatchObject({ code: 'api_key_revoked' })
  })

  it('list saved searches, each of which leads to its bugs', async () => {
    await stage.world.tracker
      .as({ login: people.admin })
      .savedSearches.save({ name: 'Mine "1"', query: 'product=Widgets' })
    const page = await asAdmin('/me/searches')
    await page.getByRole('table', { name: 'Saved searches' }).getByRole('link', { name: 'Mine "1"' }).click()
    await heading(page, 'Mine "1"')
    expect(await page.getByRole('link', { name: 'It blinks' }).count()).toBe(1)
  })
})

describe.skipIf(!hasBrowser)('each page of the administration', () => {
  it('shows what people have written as it was written', async () => {
    const text = '</script><img src=x onerror=alert(1)>‮'.repeat(3)
    await system().products.create({ name: '<b>"&\' x', description: text + 'w'.repeat(2000), version: '<i>1' })
    await system().keywords.create({ name: '__proto__', description: text })
    for (const path of [
      '/admin/products',
      '/admin/products/%3Cb%3E%22%26%27%20x',
      '/admin/keywords',
      '/admin/keywords/__proto__',
      '/admin/audit',
    ]) {
      const page = await stage.open(path, people.admin, { viewport: { width: 390, height: 800 } })
      expect(await page.getByRole('main').locator('img, script').count()).toBe(0)
      expect(await excessOf(page), `of ${path}`).toBe(0)
      await page.close()
    }
  })
})
