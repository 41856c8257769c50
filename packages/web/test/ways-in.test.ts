// Incoming email, intakes and code hooks in a browser, found only by roles and names.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { serve } from '@trackerkit/http-node'
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { mailReader } from '../../mail-in/src/index.js'
import { message, verified } from '../../mail-in/test/mailbox.js'
import { excessOf, violationsOf } from './axe.js'
import { choose, useStageOf } from './browser.js'
import { password, people } from './harness.js'

async function createWorld() {
  let days = 0
  // Its server knows no user.
  const send = () => Promise.reject(Object.assign(new Error('550 no such user'), { permanent: true, bounced: true }))
  const clock = () => new Date(Date.now() + days * 86_400_000)
  const tracker = await createTracker({
    store: memoryStore(),
    testing: { clock },
    administrator: { login: people.admin, password },
    mail: { mailer: { send }, reader: mailReader() },
  })
  const system = tracker.asSystem(people.admin)
  await system.users.create({ email: people.grace, full_name: 'Grace Tan', password })
  await system.parameters.update({
    parameters: { mail_in_address: 'bugs+*@tracker.example', mail_in_trusted: 'mx.tracker.example', urlbase: '' },
  })
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  await system.components.create({
    ...{ product: 'Widgets', name: 'UI', description: 'Part', default_assignee: people.admin },
  })
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  await system.intakes.create({ name: 'widgets', ...place, accepts: 'anybody' })
  return { tracker, advanceDay: () => days++ }
}

const stage = useStageOf(async () => ({ world: await createWorld(), serve }))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const fill = (page: Page, name: RegExp, text: string) => page.getByRole('textbox', { name }).fill(text)
const system = () => stage.world.tracker.asSystem()

function report(subject: string, body: string, from = 'sue@else.example') {
  const headers = [verified('else.example')]
  return stage.world.tracker.receiveMail(message({ from, to: 'bugs+widgets@tracker.example', subject, body, headers }))
}

describe.skipIf(!hasBrowser)('held reports', () => {
  it('are shown as text, and accepted or refused', async () => {
    await report('It hums', 'Loudly.\n<b>Really</b>')
    await report('Buy this', 'Now.', 'eve@else.example')
    await report('Buy that', 'Now.', 'eve@else.example')
    const page = await stage.open('/held', people.admin)
    await heading(page, 'Held reports')
    const list = page.getByRole('list', { name: 'Held reports' })
    const article = list.getByRole('article', { name: 'It hums from sue@else.example' })
    expect(await article.innerText()).toContain('Loudly.\n<b>Really</b>')
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await article.getByRole('button', { name: 'Accept', exact: true }).click()
    await said(page, 'Bug 1 filed')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Held, 2' }).waitFor()
    await list
      .getByRole('article', { name: 'Buy this from eve@else.example' })
      .getByRole('button', { name: 'Refuse all of eve@else.example' })
      .click()
    await page.getByText('No held reports.').waitFor()
    expect(await page.getByRole('link', { name: /^Held,/ }).count()).toBe(0)
    expect((await system().bugs.search({ creator: 'sue@else.example' })).bugs).toMatchObject([{ summary: 'It hums' }])
  })

  it('begin with the oldest, on pages of 50', async () => {
    for (let count = 1; count <= 51; count++) await report(`Report ${count}`, 'It hums.', `sue${count}@else.example`)
    const page = await stage.open('/products', people.admin)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Held, 51' }).click()
    await heading(page, 'Held reports')
    const reports = page.getByRole('list', { name: 'Held reports' }).getByRole('article')
    expect([await reports.count(), await reports.first().getAttribute('aria-label')]).toEqual([
      50,
      'Report 1 from sue1@else.example',
    ])
    await page.getByRole('link', { name: 'Newer' }).click()
    const last = page.getByRole('article', { name: 'Report 51 from sue51@else.example' })
    await last.getByRole('button', { name: 'Refuse', exact: true }).click()
    await page.getByRole('article', { name: 'Report 1 from' }).waitFor()
    const { items } = await system().inbound.list({ outcome: 'held', limit: 100 })
    expect(items).toHaveLength(50)
    await system().inbound.refuse({ ids: items.map(({ id }) => id) })
  })

  it('do not exist for users who are not insiders', async () => {
    const page = await stage.open('/held', people.grace)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Page not found')
  })
})

describe.skipIf(!hasBrowser)('the page of what came in', () => {
  it('lists items by way and outcome', async () => {
    await stage.world.tracker.receiveMail(message({ from: 'sue@else.example', to: 'x@else.example' }))
    const page = await stage.open('/admin/inbound', people.admin)
    await heading(page, 'Inbound')
    const rows = page.getByRole('table', { name: 'Inbound' }).getByRole('row')
    expect(await rows.filter({ hasText: 'not_ours' }).innerText()).toContain('Refused')
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Failed')
    await page.getByText('No matches.').waitFor()
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('All')
    await rows.filter({ hasText: 'not_ours' }).waitFor()
    await page.getByRole('combobox', { name: 'Way' }).selectOption('Email')
    await rows.filter({ hasText: 'not_ours' }).waitFor()
  })
})

describe.skipIf(!hasBrowser)('the administration of code hooks and intakes', () => {
  it('shows the address and the secret of a new code hook, and another secret on demand', async () => {
    const page = await stage.open('/admin/new/code-hooks', people.admin)
    await heading(page, 'New code hook')
    await fill(page, /^Name/, 'Main')
    await fill(page, /^Repositories/, 'widgets/app')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Secret' })
    expect(await dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toContain('/rest/git/github')
    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
    expect(secret).toMatch(/^\S{40}$/)
    // Does not submit the form again.
    await dialog.getByRole('textbox', { name: 'Secret' }).press('Enter')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await heading(page, 'Main')
    await page.waitForURL(/\/admin\/code-hooks\/\d+$/)
    let rotations = 0
    page.on('request', (request) => (rotations += Number(request.url().endsWith('/secret'))))
    const reading = '**/-/rest/code_hook?*'
    await page.route(reading, (route) => route.fulfill({ status: 400, json: { error: true, code: 1, message: 'No' } }))
    const replace = page.getByRole('button', { name: 'Replace secret' })
    await replace.click()
    await page.getByRole('alert').waitFor()
    expect(rotations).toBe(0)
    await page.unroute(reading)
    await replace.dblclick()
    expect(await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()).not.toBe(secret)
    expect(rotations).toBe(1)
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect((await system().codeHooks.get()).code_hooks).toMatchObject([
      { name: 'Main', account: people.admin, repositories: ['widgets/app'], host: 'github' },
    ])
  })

  it('changes the chosen one of two code hooks', async () => {
    const hook = { host: 'gitlab', account: people.admin } as const
    await system().codeHooks.create({ ...hook, name: 'First mirror', repositories: ['widgets/first'] })
    const { id } = await system().codeHooks.create({ ...hook, name: 'Mirror', repositories: ['widgets/second'] })
    const page = await stage.open('/admin/code-hooks', people.admin)
    await page.getByRole('table', { name: 'Code hooks' }).getByRole('link', { name: 'Mirror', exact: true }).click()
    await page.waitForURL(`**/admin/code-hooks/${id}`)
    await heading(page, 'Mirror')
    expect(await page.getByRole('textbox', { name: /^Repositories/ }).inputValue()).toBe('widgets/second')
    await fill(page, /^Repositories/, 'widgets/third')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'Mirror saved')
    const { code_hooks } = await system().codeHooks.get()
    expect(code_hooks.filter(({ name }) => /mirror/i.test(name)).map(({ repositories }) => repositories)).toEqual([
      ['widgets/first'],
      ['widgets/third'],
    ])
  })

  it('changes an intake', async () => {
    const page = await stage.open('/admin/intakes', people.admin)
    await page.getByRole('table', { name: 'Intakes' }).getByRole('link', { name: 'widgets' }).click()
    await heading(page, 'widgets')
    await page.getByRole('combobox', { name: /^Accepts/ }).selectOption('Users of the tracker')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'widgets saved')
    expect((await system().intakes.get()).intakes).toMatchObject([{ accepts: 'accounts', component: 'UI' }])
  })

  it('opens an intake to programs, shows its key and replaces it', async () => {
    await system().users.create({ email: 'intake@tracker.example' })
    const page = await stage.open('/admin/intakes/widgets', people.admin)
    await heading(page, 'widgets')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = page.getByRole('textbox', { name: 'Key for reports from programs' })
    await expect.poll(async () => (await key.count()) > 0 && (await key.inputValue())).toMatch(/^tki_\w{22}$/)
    const first = await key.inputValue()
    await page.getByRole('button', { name: 'Replace key' }).click()
    await expect.poll(() => key.inputValue()).not.toBe(first)
    await page.getByRole('combobox', { name: /^Accepts/ }).selectOption('Anyone')
    await fill(page, /^Origins of pages/, 'app.example.com')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const origins = page.getByRole('textbox', { name: /^Origins of pages/ })
    await expect.poll(() => origins.getAttribute('aria-invalid')).toBe('true')
    await origins.fill('https://app.example.com\nhttps://b.example.com')
    await page.getByRole('checkbox', { name: 'Hold reports of unknown senders' }).press('Space')
    await choose(page, 'Account', 'intake@tracker.example')
    await page.getByRole('spinbutton', { name: 'Reports per hour' }).fill('20')
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await said(page, 'widgets saved')
    const set = { holds: false, account: 'intake@tracker.example', per_hour: 20, max_kb: 4096 }
    expect((await system().intakes.get()).intakes).toMatchObject([
      { ...set, key: await key.inputValue(), origins: ['https://app.example.com', 'https://b.example.com'] },
    ])
  })
})

describe.skipIf(!hasBrowser)('a user to whom email bounced', () => {
  it('sees it on every page, and turns email on again', async () => {
    const { tracker } = stage.world
    const file = (day: number) =>
      tracker.asSystem(people.admin).bugs.create({
        ...{ product: 'Widgets', component: 'UI', version: '1.0', summary: `Day ${day}`, description: '' },
        cc: [people.grace],
      })
    for (let day = 1; day <= 5; day++) {
      await file(day)
      await tracker.deliverMail()
      stage.world.advanceDay()
    }
    const page = await stage.open('/products', people.grace)
    await page
      .getByRole('region', { name: 'Email to you bounced' })
      .getByRole('link', { name: 'Email settings' })
      .click()
    await heading(page, 'Notifications')
    const alert = page.getByRole('alert').filter({ hasText: 'Email to you bounced' })
    await alert.waitFor()
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    const admin = await stage.open(`/admin/users/${people.grace}`, people.admin)
    await admin.getByText('Email bounced on 5 days').waitFor()
    await page.getByRole('button', { name: 'Disable replies to old emails' }).click()
    await said(page, 'Replies to old emails disabled')
    await alert.getByRole('button', { name: 'Turn on again' }).click()
    await alert.waitFor({ state: 'detached' })
    await page.goto(new URL('/products', page.url()).href)
    await heading(page, 'Products')
    expect(await page.getByText('Email to you bounced').count()).toBe(0)
    expect((await system().users.get({ names: [people.grace] })).users[0]).toMatchObject({ email_enabled: true })
  })
})
