// Drafts of two tabs, and writes whose answer was lost before the page was closed.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const as = (login: string) => stage.world.tracker.as({ login })

async function newBug(): Promise<number> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It is typed' }
  return (await as(people.reporter).bugs.create({ ...place, description: 'As it was' })).id
}

const commentOf = (page: Page) => page.getByRole('textbox', { name: 'Comment' })

const send = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()

const commentsOf = async (id: number) => (await as(people.reporter).comments.get({ ids: [id] })).bugs[id]!.comments

const isTyped = (page: Page, text: string) => expect.poll(() => commentOf(page).inputValue()).toBe(text)

const isStored = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(text)

const button = (page: Page, name: string) => page.getByRole('button', { name })

/** Sends until the answer is lost after the write, and closes the page. */
async function loseAnswer(page: Page, address: string, press: () => Promise<void>): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await press()
  await page.getByRole('alert').waitFor()
  await page.close()
  // The browser logs it.
  expect(stage.faults.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
}

/** Opens a page whose drafts are not loaded until they are released. */
async function openBeforeDrafts(path: string) {
  const page = await stage.open('/', people.reporter)
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/drafts-on-demand-*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(stage.url + path)
  return { page, release }
}

describe.skipIf(!hasBrowser)('the draft of a comment', () => {
  it('keeps the text, how it is written, the next status, and that no email is sent', async () => {
    const id = await newBug()
    const page = await stage.open(`/bug/${id}`, people.admin)
    await commentOf(page).fill('Nearly')
    await page.getByRole('checkbox', { name: 'Markdown' }).uncheck()
    await page.getByRole('checkbox', { name: 'Private' }).check()
    await page.getByRole('combobox', { name: 'New status' }).selectOption('RESOLVED')
    await page.getByRole('combobox', { name: 'New resolution' }).selectOption('FIXED')
    await page.getByRole('button', { name: 'More options' }).press('Enter')
    const silent = page.getByRole('checkbox', { name: 'Don’t send email' })
    await silent.check()
    await page.reload()
    await isTyped(page, 'Nearly')
    await silent.waitFor()
    expect(await silent.isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Markdown' }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: 'Private' }).isChecked()).toBe(true)
    expect(await page.getByRole('combobox', { name: 'New status' }).inputValue()).toBe('RESOLVED')
    await send(page)
    await page.getByRole('article', { name: 'Comment 1' }).waitFor()
    expect((await commentsOf(id)).length).toBe(1)
    const { bugs } = await as(people.admin).bugs.get({ ids: [id] })
    expect(bugs[0]).toMatchObject({ status: 'RESOLVED', resolution: 'FIXED' })
    await page.reload()
    await isTyped(page, '')
    expect(await page.getByRole('combobox', { name: 'New status' }).inputValue()).toBe('')
  })

  it('is not overwritten by another tab without asking', async () => {
    const id = await newBug()
    const first = await stage.open(`/bug/${id}`, people.reporter, { bypassCSP: true })
    const second = await stage.open(`/bug/${id}`, people.reporter, { bypassCSP: true })
    await commentOf(first).fill('First')
    // A tab in which nothing was typed follows.
    await isTyped(second, 'First')
    await commentOf(second).fill('Second')
    const status = first.getByRole('status').filter({ hasText: 'another unsent text' })
    await status.waitFor()
    expect(await violationsOf(first)).toEqual([])
    await commentOf(first).fill('First and more')
    await first.reload()
    await isTyped(first, 'Second')
    await commentOf(first).fill('Third')
    await button(second, 'Keep this text').click()
    await button(first, 'Use the other text').click()
    await isTyped(first, 'Second')
    expect(await button(second, 'Keep this text').count()).toBe(0)
    await send(first)
    await isTyped(first, '')
    await isTyped(second, '')
    expect((await commentsOf(id)).map(({ text }) => text)).toEqual(['As it was', 'Second'])
  })

  it('is emptied in another tab that shows the sent text', async () => {
    const id = await newBug()
    const first = await stage.open(`/bug/${id}`, people.reporter)
    const second = await stage.open(`/bug/${id}`, people.reporter)
    await commentOf(first).fill('Said')
    await isTyped(second, 'Said')
    await send(second)
    await isTyped(first, '')
    expect(await first.getByRole('button', { name: 'Use the other text' }).count()).toBe(0)
  })

  it('is stored again when another tab has replaced it and sent its own', async () => {
    const id = await newBug()
    const first = await stage.open(`/bug/${id}`, people.reporter)
    const second = await stage.open(`/bug/${id}`, people.reporter)
    await commentOf(first).fill('A long answer')
    await isTyped(second, 'A long answer')
    await commentOf(second).fill('A short one')
    await button(first, 'Use the other text').waitFor()
    await send(second)
    await second.getByRole('article', { name: 'Comment 1' }).waitFor()
    await isStored(first, 'A long answer')
    expect(await commentOf(first).inputValue()).toBe('A long answer')
    await first.reload()
    await isTyped(first, 'A long answer')
    await commentOf(first).fill('')
  })

  it('stays when another tab sends only a status, or a text with which it begins', async () => {
    const id = await newBug()
    const first = await stage.open(`/bug/${id}`, people.admin)
    const second = await stage.open(`/bug/${id}`, people.admin)
    const status = first.getByRole('combobox', { name: 'New status' })
    await status.selectOption('RESOLVED')
    await first.getByRole('combobox', { name: 'New resolution' }).selectOption('FIXED')
    await isStored(second, 'FIXED')
    await commentOf(second).fill('Thanks for the long answer')
    await button(first, 'Use the other text').waitFor()
    await send(first)
    await expect.poll(() => status.inputValue()).toBe('')
    await isStored(second, 'long answer')
    expect(await commentOf(second).inputValue()).toBe('Thanks for the long answer')
    await commentOf(first).fill('Thanks')
    await send(first)
    await first.getByRole('article', { name: 'Comment 1' }).waitFor()
    await isStored(second, 'long answer')
    expect(await commentOf(second).inputValue()).toBe('Thanks for the long answer')
    await commentOf(second).fill('')
  })

  it('is asked about when it is of an earlier version of an edited comment', async () => {
    await stage.world.tracker.asSystem().parameters.update({ parameters: { comment_edit_minutes: 60 } })
    const id = await newBug()
    const page = await stage.open(`/bug/${id}`, people.reporter)
    const edit = async () => {
      await page.getByRole('article', { name: 'Description' }).getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    }
    await edit()
    const form = page.getByRole('form', { name: 'Edit description' })
    const text = form.getByRole('textbox', { name: 'Comment' })
    await text.fill('Mine')
    const [{ id: comment } = { id: 0 }] = await commentsOf(id)
    await as(people.reporter).comments.update({ id: comment, text: 'Theirs' })
    await page.reload()
    await edit()
    await form.getByRole('button', { name: 'Use the other text' }).waitFor()
    expect(await text.inputValue()).toBe('Theirs')
    await form.getByRole('button', { name: 'Use the other text' }).click()
    expect(await text.inputValue()).toBe('Mine')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('article', { name: 'Description' }).getByText('Mine').waitFor()
  })
})

describe.skipIf(!hasBrowser)('drafts', () => {
  it('are loaded again after a pause if they could not be loaded', async () => {
    const page = await stage.open('/', people.admin)
    await page.clock.install()
    await page.route('**/drafts-on-demand-*', (route) => route.fulfill({ status: 404 }), { times: 1 })
    await page.goto(`${stage.url}/bug/${await newBug()}`)
    await page.getByRole('status').filter({ hasText: 'Something went wrong' }).waitFor()
    await commentOf(page).fill('Kept in the end')
    await page.clock.fastForward(10_000)
    const kept = () => page.evaluate(() => JSON.stringify(localStorage))
    await expect.poll(kept).toContain('Kept in the end')
  })
})

describe.skipIf(!hasBrowser)('the draft of a new bug', () => {
  it('is not overwritten by another tab without asking', async () => {
    const first = await stage.open('/new?product=Widgets&component=UI', people.reporter)
    const second = await stage.open('/new?product=Widgets&component=UI', people.reporter)
    const summary = (page: Page) => page.getByRole('textbox', { name: 'Summary' })
    await summary(first).fill('First')
    await expect.poll(() => summary(second).inputValue()).toBe('First')
    await summary(second).fill('Second')
    await button(first, 'Use the other text').click()
    expect(await summary(first).inputValue()).toBe('Second')
    await button(first, 'File bug').click()
    await first.getByRole('heading', { level: 1, name: /Second/ }).waitFor()
    await expect.poll(() => summary(second).inputValue()).toBe('')
  })

  it('is stored again when another tab has replaced it and filed its own', async () => {
    const first = await stage.open('/new?product=Widgets&component=UI', people.reporter)
    const second = await stage.open('/new?product=Widgets&component=UI', people.reporter)
    const summary = (page: Page) => page.getByRole('textbox', { name: 'Summary' })
    await summary(first).fill('The first report')
    await expect.poll(() => summary(second).inputValue()).toBe('The first report')
    await summary(second).fill('The second report')
    await button(first, 'Use the other text').waitFor()
    await button(second, 'File bug').click()
    await second.getByRole('heading', { level: 1, name: /The second report/ }).waitFor()
    await isStored(first, 'The first report')
    await first.reload()
    await expect.poll(() => summary(first).inputValue()).toBe('The first report')
    await summary(first).fill('')
  })

  it('stays when another tab files a bug with the same summary', async () => {
    const first = await stage.open('/new?product=Widgets&component=UI', people.reporter)
    const second = await stage.open('/new?product=Widgets&component=UI', people.reporter)
    const field = (page: Page, name: string) => page.getByRole('textbox', { name })
    await field(first, 'Summary').fill('The same report')
    await expect.poll(() => field(second, 'Summary').inputValue()).toBe('The same report')
    await field(second, 'Description').fill('With all its details')
    await button(first, 'Use the other text').waitFor()
    await button(first, 'File bug').click()
    await first.getByRole('heading', { level: 1, name: /The same report/ }).waitFor()
    await isStored(second, 'With all its details')
    expect(await field(second, 'Description').inputValue()).toBe('With all its details')
    await field(second, 'Summary').fill('')
  })

  it('keeps what was typed over a value of the address, which can set other fields', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI&description=Steps:', people.reporter)
    const description = page.getByRole('textbox', { name: 'Description' })
    const isDescribed = (text: string) => expect.poll(() => description.inputValue()).toBe(text)
    const typed = 'Steps: press both'
    await description.fill(typed)
    await page.waitForFunction((text) => JSON.stringify(localStorage).includes(text), typed)
    await page.reload()
    await isDescribed(typed)
    await page.goto(`${stage.url}/new?product=Widgets&component=Engine`)
    await isDescribed(typed)
    expect(await page.getByRole('combobox', { name: 'Component' }).innerText()).toBe('Engine')
    await page.evaluate(() => localStorage.clear())
  })
})

describe.skipIf(!hasBrowser)('a write whose answer is lost', () => {
  it('is done once, also when the page is closed and opened again', async () => {
    const id = await newBug()
    const page = await stage.open(`/bug/${id}`, people.reporter)
    await commentOf(page).fill('Said once')
    await loseAnswer(page, `**/rest/bug/${id}`, () => send(page))
    const again = await stage.open(`/bug/${id}`, people.reporter)
    await isTyped(again, 'Said once')
    await send(again)
    await isTyped(again, '')
    expect(await commentsOf(id)).toHaveLength(2)
    // Afterwards the same words are another comment.
    await commentOf(again).fill('Said once')
    await send(again)
    await isTyped(again, '')
    expect(await commentsOf(id)).toHaveLength(3)
  })

  it('is done once with a file, when the same file is chosen again', async () => {
    const id = await newBug()
    const choose = async (page: Page) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Attach files').click()])
      await chooser.setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('As it is') })
      await page.getByRole('button', { name: 'Remove a.txt' }).waitFor()
    }
    const page = await stage.open(`/bug/${id}`, people.reporter)
    await commentOf(page).fill('With a file')
    await choose(page)
    await loseAnswer(page, `**/rest/bug/${id}/attachment`, () => send(page))
    const again = await stage.open(`/bug/${id}`, people.reporter)
    await isTyped(again, 'With a file')
    await choose(again)
    await send(again)
    await isTyped(again, '')
    expect(await commentsOf(id)).toHaveLength(2)
    expect((await as(people.reporter).attachments.get({ ids: [id] })).bugs[id]).toHaveLength(1)
  })

  it('is done again when its draft was discarded in between', async () => {
    const id = await newBug()
    const page = await stage.open(`/bug/${id}`, people.reporter)
    await commentOf(page).fill('Said twice')
    await loseAnswer(page, `**/rest/bug/${id}`, () => send(page))
    const again = await stage.open(`/bug/${id}`, people.reporter)
    await isTyped(again, 'Said twice')
    await commentOf(again).fill('')
    await commentOf(again).fill('Said twice')
    await send(again)
    await isTyped(again, '')
    expect(await commentsOf(id)).toHaveLength(3)
  })

  it('is done once with its status', async () => {
    const id = await newBug()
    const page = await stage.open(`/bug/${id}`, people.grace)
    await commentOf(page).fill('Done')
    await page.getByRole('combobox', { name: 'New status' }).selectOption('RESOLVED')
    await page.getByRole('combobox', { name: 'New resolution' }).selectOption('FIXED')
    await loseAnswer(page, `**/rest/bug/${id}`, () => send(page))
    const again = await stage.open(`/bug/${id}`, people.grace)
    await isTyped(again, 'Done')
    expect(await again.getByRole('combobox', { name: 'New resolution' }).inputValue()).toBe('FIXED')
    await send(again)
    await isTyped(again, '')
    expect(await commentsOf(id)).toHaveLength(2)
  })

  it('files a bug once', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI&summary=Filed+once', people.reporter)
    await page.getByRole('textbox', { name: 'Description' }).fill('It **is**')
    await loseAnswer(page, '**/rest/bug', () => button(page, 'File bug').click())
    const again = await stage.open('/new', people.reporter)
    await expect.poll(() => again.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Filed once')
    await button(again, 'File bug').click()
    await again.getByRole('heading', { level: 1, name: /Filed once/ }).waitFor()
    const { bugs } = await as(people.admin).bugs.search({ summary: ['Filed once'] })
    expect(bugs).toHaveLength(1)
  })

  it('files a bug once, also when drafts are loaded after the form was sent', async () => {
    const { page, release } = await openBeforeDrafts('/new?product=Widgets&component=UI&summary=Filed+early')
    await loseAnswer(page, '**/rest/bug', async () => {
      await button(page, 'File bug').click()
      release()
    })
    const again = await stage.open('/new', people.reporter)
    await expect.poll(() => again.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Filed early')
    await button(again, 'File bug').click()
    await again.getByRole('heading', { level: 1, name: /Filed early/ }).waitFor()
    const { bugs } = await as(people.admin).bugs.search({ summary: ['Filed early'] })
    expect(bugs).toHaveLength(1)
    const empty = await stage.open('/new', people.reporter)
    await empty.waitForLoadState('networkidle')
    expect(await empty.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('')
  })

  it('files another bug while a draft waits to be used, and keeps that draft', async () => {
    const first = await stage.open('/new?product=Widgets&component=UI', people.reporter)
    await first.getByRole('textbox', { name: 'Summary' }).fill('Kept for later')
    await first.close()
    const { page, release } = await openBeforeDrafts('/new?product=Widgets&component=UI')
    await page.getByRole('textbox', { name: 'Summary' }).fill('Filed now')
    release()
    await button(page, 'Use the other text').waitFor()
    await button(page, 'File bug').click()
    await page.getByRole('heading', { level: 1, name: /Filed now/ }).waitFor()
    const again = await stage.open('/new', people.reporter)
    await expect.poll(() => again.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Kept for later')
    await again.getByRole('textbox', { name: 'Summary' }).fill('')
  })

  it('files a bug once, also if storage is full', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI', people.reporter)
    await page.getByRole('textbox', { name: 'Summary' }).fill('Filed at the end')
    await page.getByRole('textbox', { name: 'Description' }).fill('It is')
    type Store = (this: Storage, key: string, value: string) => void
    await page.evaluate(() => {
      const setItem = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem')?.value as Store
      Storage.prototype.setItem = function (key, value) {
        if (this === localStorage) throw new DOMException('full', 'QuotaExceededError')
        setItem.call(this, key, value)
      }
    })
    await page.route(
      '**/rest/bug',
      async (route) => {
        await route.fetch()
        return route.abort()
      },
      { times: 1 },
    )
    await button(page, 'File bug').click()
    await page.getByRole('alert').waitFor()
    expect(stage.faults.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
    await button(page, 'File bug').click()
    await page.getByRole('heading', { level: 1, name: /Filed at the end/ }).waitFor()
    const { bugs } = await as(people.admin).bugs.search({ summary: ['Filed at the end'] })
    expect(bugs).toHaveLength(1)
  })
})
