// Comments and files from the form below a bug.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

const as = (login: string | null) => stage.world.tracker.as(login === null ? null : { login })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

async function newBug(summary: string): Promise<number> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  return (await as(people.reporter).bugs.create({ ...place, summary })).id
}

async function attach(page: Page, ...names: readonly string[]): Promise<void> {
  const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }))
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('region', { name: 'New attachments' }).waitFor()
}

describe.skipIf(!hasBrowser)('the form below a bug', () => {
  it('makes the files of a private comment private, in one comment and without a rejected request', async () => {
    const id = await newBug('It leaks')
    const page = await stage.open(`/bug/${id}`, people.admin)
    const rejected: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) rejected.push(`${response.status()} ${response.url()}`)
    })
    const form = page.getByRole('form', { name: 'Add a comment' })
    await attach(page, 'secret.txt')
    const region = page.getByRole('region', { name: 'New attachments' })
    expect(await region.getByRole('checkbox', { name: 'Private' }).count()).toBe(1)
    await form.getByRole('checkbox', { name: 'Private' }).first().uncheck()
    await form.getByText('Private', { exact: true }).last().click()
    await region.getByRole('checkbox', { name: 'Private' }).waitFor({ state: 'detached' })
    await form.getByRole('textbox', { name: 'Comment' }).fill('For insiders only')
    await form.getByRole('combobox', { name: 'New status' }).selectOption('IN_PROGRESS')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'Comment added')
    const { bugs: seen } = await as(people.admin).attachments.get({ ids: [id] })
    expect(seen[id]).toMatchObject([{ is_private: true }])
    const { bugs: comments } = await as(people.admin).comments.get({ ids: [id] })
    expect(comments[id]?.comments.map(({ is_private }) => is_private)).toEqual([false, true])
    expect(comments[id]?.comments[1]?.text).toContain('For insiders only')
    expect((await as(people.admin).bugs.get({ ids: [id] })).bugs[0]?.status).toBe('IN_PROGRESS')
    expect(rejected).toEqual([])
    const view = JSON.stringify(await as(null).bugs.view({ id }))
    const anonymous = await (await stage.open(`/bug/${id}`)).content()
    for (const word of ['secret.txt', 'For insiders only']) expect(view + anonymous).not.toContain(word)
  })

  it('keeps files private that follow a private comment after a failure', async () => {
    const id = await newBug('It leaks twice')
    const page = await stage.open(`/bug/${id}`, people.admin)
    const form = page.getByRole('form', { name: 'Add a comment' })
    await attach(page, 'one.txt', 'two.txt')
    await form.getByText('Private', { exact: true }).last().click()
    await form.getByRole('textbox', { name: 'Comment' }).fill('Both are private')
    let sent = 0
    await page.route('**/rest/bug/*/attachment', async (route) => (++sent === 2 ? route.abort() : route.continue()))
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByRole('alert').waitFor()
    await page.unroute('**/rest/bug/*/attachment')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'Changes saved')
    const { bugs } = await as(people.admin).attachments.get({ ids: [id] })
    expect(bugs[id]?.map(({ is_private }) => is_private)).toEqual([true, true])
    stage.faults.length = 0
  })

  it('sends nothing while a file exceeds the limit', async () => {
    const { parameters } = stage.world.tracker.asSystem(people.admin)
    await parameters.update({ parameters: { maxattachmentsize: 1 } })
    const id = await newBug('It leaks much')
    const page = await stage.open(`/bug/${id}`, people.grace)
    const form = page.getByRole('form', { name: 'Add a comment' })
    await attach(page, 'one.txt', 'two.txt')
    const large = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1025, 'a') }
    await page.locator('input[type=file]').setInputFiles(large)
    await form.getByRole('textbox', { name: 'Comment' }).fill('With two files')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByRole('alert').filter({ hasText: 'large.txt exceeds the limit of' }).waitFor()
    expect((await as(people.grace).attachments.get({ ids: [id] })).bugs[id]).toEqual([])
    await form.getByRole('button', { name: 'Remove large.txt' }).click()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'Comment added')
    expect((await as(people.grace).attachments.get({ ids: [id] })).bugs[id]).toHaveLength(2)
    await parameters.update({ parameters: { maxattachmentsize: 1000 } })
  })

  it('shows a private draft only to those who may write private comments, and keeps what is being sent', async () => {
    const id = await newBug('It leaks again')
    const { users } = stage.world.tracker.asSystem()
    const setInsider = (isOne: boolean) =>
      users.update({ names: [people.grace], groups: isOne ? { add: ['staff'] } : { remove: ['staff'] } })
    await setInsider(true)
    const page = await stage.open(`/bug/${id}`, people.grace)
    const form = page.getByRole('form', { name: 'Add a comment' })
    const comment = form.getByRole('textbox', { name: 'Comment' })
    const box = form.getByRole('checkbox', { name: 'Private' }).last()
    await attach(page, 'slow.txt')
    await page.route('**/rest/bug/*/attachment', () => undefined, { times: 1 })
    await comment.fill('For insiders only')
    await form.getByText('Private', { exact: true }).last().click()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(() => box.isDisabled()).toBe(true)
    await page.reload()
    await expect.poll(() => comment.inputValue()).toBe('For insiders only')
    expect(await box.isChecked()).toBe(true)
    await setInsider(false)
    await page.reload()
    await page.waitForSelector('html[data-live]')
    expect([await comment.inputValue(), await box.count()]).toEqual(['', 0])
  })

  it('does not repeat a comment whose response was lost', async () => {
    const id = await newBug('It echoes')
    const page = await stage.open(`/bug/${id}`, people.grace)
    const form = page.getByRole('form', { name: 'Add a comment' })
    await form.getByRole('textbox', { name: 'Comment' }).fill('Only once')
    let sent = 0
    await page.route(`**/rest/bug/${id}`, async (route) => {
      if (route.request().method() !== 'PUT' || ++sent > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await form.getByRole('alert').waitFor()
    await form.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'Comment added')
    const { bugs } = await as(people.grace).comments.get({ ids: [id] })
    expect(bugs[id]?.comments.filter(({ text }) => text === 'Only once')).toHaveLength(1)
    stage.faults.length = 0
  })
})

describe.skipIf(!hasBrowser)('the menu of a comment', () => {
  it('shows why a comment cannot be made private', async () => {
    const id = await newBug('It stays public')
    const page = await stage.open(`/bug/${id}`, people.admin)
    const refusal = { error: true, code: 115, name: 'edit_denied', message: 'Comments are public today.' }
    await page.route(`**/rest/bug/${id}`, async (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
    )
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Make private' }).click()
    await said(page, refusal.message)
    expect(await page.locator('#c0.is-private').count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('changes of a user within minutes', () => {
  it('are one line that names their fields, and opens', async () => {
    const id = await newBug('It changes often')
    const grace = as(people.grace)
    for (const change of [{ priority: 'High' }, { severity: 'minor' }, { priority: 'Low' }, { whiteboard: 'soon' }]) {
      stage.world.clock.ahead += 1
      await grace.bugs.update({ ids: [id], ...change })
    }
    stage.world.clock.ahead += 11
    await grace.bugs.update({ ids: [id], url: 'https://example.com/' })
    const page = await stage.open(`/bug/${id}`, people.grace)
    const merged = page.getByRole('button', { name: 'Grace Tan changed Priority, Severity and 1 more' })
    const items = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    expect(await merged.getAttribute('aria-expanded')).toBe('false')
    expect(await items.allInnerTexts()).toEqual(['URL https://example.com/'])
    await merged.press('Enter')
    expect(await merged.getAttribute('aria-expanded')).toBe('true')
    expect((await items.allInnerTexts())[2]).toBe('Priority High → Low')
    await merged.press('Enter')
    expect(await items.count()).toBe(1)
    await page.emulateMedia({ media: 'print' })
    await merged.waitFor({ state: 'hidden' })
    await expect.poll(() => items.count()).toBe(5)
  })

  it('are all shown without scripts', async () => {
    const id = await newBug('It changes without scripts')
    for (const priority of ['High', 'Low']) {
      stage.world.clock.ahead += 1
      await as(people.grace).bugs.update({ ids: [id], priority })
    }
    const page = await stage.open(`/bug/${id}`, people.grace, { javaScriptEnabled: false })
    expect(await page.getByRole('list', { name: 'Changes' }).getByRole('listitem').count()).toBe(2)
    expect(await page.getByRole('button', { name: /changed Priority/ }).count()).toBe(0)
  })
})
