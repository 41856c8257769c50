// Triage of many bugs: lists, selections, keys, and changes by others, in a browser.
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addField, addFilter, choose as chooseIn, more, openColumns, useStage } from './browser.js'
import { password, people } from './harness.js'

const stage = useStage()

const as = (login: string) => stage.world.tracker.as({ login })
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, id: number) => page.getByRole('checkbox', { name: `Select bug ${id}`, exact: true })

/** Bugs whose summaries begin with a unique word, and the list of them by ID. */
async function bugsNamed(word: string, count: number) {
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: `${word} ${number}` })
    ids.push(id)
  }
  return { ids, list: `/bugs?status=__all__&summary=${word}&order=id` }
}

const bugsOf = async (ids: readonly number[]) => (await stage.world.tracker.asSystem().bugs.get({ ids })).bugs

/** Does something, and leaves the first request for what comes of it without an answer. */
async function whileOnItsWay(page: Page, request: string | RegExp, act: () => Promise<unknown>) {
  const asked = page.waitForRequest(request)
  await page.route(request, () => undefined, { times: 1 })
  await act()
  await asked
}

async function filterByPriority(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).press('Enter')
  await page.getByRole('searchbox', { name: 'Filter options' }).fill('Priority')
  await page.getByRole('option', { name: 'Priority', exact: true }).waitFor()
  await page.keyboard.press('Enter')
}

/** A server in front of that of the stage, which sends no body of the first response to such a request. */
async function stallFirst(path: string) {
  let isStalled = false
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked
    const forwarded = forward(stage.url + url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 0, response.headers)
      if (isStalled || !url.includes(path)) return void response.pipe(answer)
      isStalled = true
      answer.flushHeaders()
      return void response.resume()
    })
    forwarded.on('error', () => answer.destroy())
    asked.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.skipIf(!hasBrowser)('several bugs', () => {
  it('are chosen as a range, looked at before they are changed, changed all or none, and changed back', async () => {
    const { ids, list } = await bugsNamed('Crackle', 4)
    const [first = 0, second = 0, third = 0, last = 0] = ids
    await as(people.grace).bugs.update({ ids: [last], status: 'RESOLVED', resolution: 'WONTFIX' })
    const page = await stage.open(list, people.grace)
    await page.getByRole('checkbox', { name: 'Select all bugs on this page' }).check()
    const region = page.getByRole('region', { name: 'Edit selected bugs' })
    await region.getByRole('heading', { name: '4 selected' }).waitFor()
    await region.getByRole('button', { name: 'Cancel' }).press('Enter')
    await region.waitFor({ state: 'detached' })
    await box(page, second).click()
    await box(page, last).click({ modifiers: ['Shift'] })
    await region.getByRole('heading', { name: '3 selected' }).waitFor()
    await chooseIn(page, 'Priority', 'High')
    await region.getByRole('button', { name: 'More fields' }).press('Enter')
    await chooseIn(page, 'Resolution', 'FIXED')
    await region.getByRole('textbox', { name: 'Add CC' }).fill(people.admin)
    await button(page, 'Preview').press('Enter')
    const refusals = page.getByRole('alert').getByRole('listitem')
    await refusals.first().waitFor()
    expect(await refusals.count()).toBe(2)
    expect(await button(page, 'Change 3 bugs').isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Exclude these 2' }).press('Enter')
    await button(page, 'Change 1 bug').waitFor()
    await button(page, 'Back').press('Enter')
    await box(page, first).click()
    await box(page, second).click()
    await chooseIn(page, 'Resolution', 'No change')
    await button(page, 'Preview').press('Enter')
    const preview = page.getByRole('table', { name: 'Preview' })
    await preview.getByRole('row', { name: `${first} Crackle 1 Priority --- High` }).waitFor()
    expect(await bugsOf(ids)).not.toContainEqual(expect.objectContaining({ priority: 'High' }))
    await button(page, 'Change 3 bugs').press('Enter')
    await said(page, /^3 bugs changed$/)
    await region.waitFor({ state: 'detached' })
    const changed = await bugsOf(ids)
    expect(changed.map(({ priority }) => priority)).toEqual(['High', 'High', '---', 'High'])
    expect(changed.map(({ cc }) => cc.includes(people.admin))).toEqual([true, true, false, true])
    await page.keyboard.press('.')
    await said(page, 'Changes undone')
    const back = await bugsOf([first, third, last])
    expect(back.map(({ priority, cc }) => [priority, cc])).toEqual(Array(3).fill(['---', []]))
  })

  it('are changed back as far as others have not changed them since, and the rest is named', async () => {
    const { ids, list } = await bugsNamed('Groan', 3)
    const [first = 0, second = 0, third = 0] = ids
    await as(people.grace).bugs.update({ ids: [third], priority: 'Low' })
    const page = await stage.open(list, people.grace)
    await page.getByRole('checkbox', { name: 'Select all bugs on this page' }).check()
    await chooseIn(page, 'Priority', 'Highest')
    await button(page, 'Preview').press('Enter')
    await button(page, 'Change 3 bugs').press('Enter')
    await said(page, /^3 bugs changed$/)
    // The pages see times in seconds.
    stage.world.clock.ahead += 1
    await as(people.admin).bugs.update({ ids: [first], severity: 'major' })
    await page.keyboard.press('.')
    await said(page, `Bug ${first} was not restored. Bug ${first} has changed since.`)
    const now = await bugsOf([first, second, third])
    expect(now.map(({ priority }) => priority)).toEqual(['Highest', '---', 'Low'])
  })

  it('have the chosen columns, and a name to find them by', async () => {
    const { ids, list } = await bugsNamed('Hiss', 2)
    const page = await stage.open(list, people.admin)
    await openColumns(page)
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await columns.getByRole('checkbox', { name: 'Severity' }).uncheck()
    await columns.getByRole('checkbox', { name: 'Reporter' }).check()
    for (let step = 0; step < 4; step++) await columns.getByRole('button', { name: 'Move Changed up' }).press('Enter')
    await columns.getByRole('button', { name: 'Apply' }).press('Enter')
    await page.waitForURL('**include_fields=id**')
    const names = () => page.getByRole('columnheader').getByRole('button').allTextContents()
    const wanted = ['Bug', 'Status', 'Summary', 'Priority', 'Changed', 'Component', 'Milestone', 'Assignee', 'Reporter']
    expect(await names()).toEqual(wanted)
    await button(page, 'Save search').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save search' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('All that hiss')
    await dialog.getByRole('combobox', { name: 'Share with' }).selectOption('staff')
    await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'All that hiss' }).waitFor()
    await page.waitForURL('**/bugs?savedsearch=All+that+hiss')
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Hiss 1', 'Hiss 2'])
    expect(await names()).toEqual(wanted)
    const { saved_searches } = await as(people.admin).savedSearches.get()
    const query = 'status=__all__&summary=Hiss&order=id'
    expect(saved_searches).toMatchObject([{ name: 'All that hiss', query, shared_with: 'staff' }])
    await addFilter(page, 'Priority', 'is', 'High')
    await page.getByRole('heading', { name: 'No bugs match' }).waitFor()
    await as(people.admin).bugs.update({ ids: ids.slice(0, 1), priority: 'High' })
    await button(page, 'Save search').press('Enter')
    await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.getByRole('rowheader', { name: 'Hiss 1' }).waitFor()
    expect(await page.getByRole('rowheader').count()).toBe(1)
  })
})

describe.skipIf(!hasBrowser)('the keys', () => {
  const current = (page: Page) => page.locator('tr[aria-current=true]').getByRole('rowheader').textContent()

  it('go through a list and from bug to bug, choose, open, and lead back', async () => {
    const { ids, list } = await bugsNamed('Rattle', 3)
    const page = await stage.open(list, people.grace)
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
    expect(await current(page)).toBe('Rattle 2')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await page.getByRole('heading', { name: '2 selected' }).waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('o')
    await page.getByRole('heading', { level: 1, name: /Rattle 2/ }).waitFor()
    const way = page.getByRole('navigation', { name: 'Bug list' })
    await way.getByText('2 of 3').waitFor()
    await page.keyboard.press(']')
    await page.getByRole('heading', { level: 1, name: /Rattle 3/ }).waitFor()
    expect(await way.getByRole('link', { name: 'Next bug' }).count()).toBe(0)
    await page.reload()
    await page.waitForSelector('html[data-live]')
    await way.getByRole('link', { name: 'Previous bug' }).waitFor()
    await page.keyboard.press('[')
    await page.getByRole('heading', { level: 1, name: /Rattle 2/ }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    await page.keyboard.press('a')
    await page.getByRole('listbox', { name: 'Assignee' }).waitFor({ state: 'attached' })
    expect(await focused()).toBe('Filter options')
    await page.keyboard.type('x?u')
    expect(await page.getByRole('searchbox', { name: 'Filter options' }).inputValue()).toBe('x?u')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('table', { name: 'Shortcuts' }).waitFor()
    await page.keyboard.press('u')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('u')
    await page.getByRole('table', { name: 'Bugs' }).waitFor()
    expect(new URL(page.url()).search).toBe(list.slice(list.indexOf('?')))
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'New bug' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'New bug' }).click()
    for (const key of ['g', 'b']) await page.keyboard.press(key)
    await page.getByRole('table', { name: 'Bugs' }).waitFor()
    expect(ids).toHaveLength(3)
  })

  it('lead on beyond the end of a page of the list', async () => {
    const { list } = await bugsNamed('Click', 3)
    const page = await stage.open(`${list}&limit=1`)
    await page.getByRole('rowheader', { name: 'Click 1' }).getByRole('link').press('Enter')
    await page.getByRole('link', { name: 'Next bug' }).waitFor()
    for (const number of [2, 3]) {
      await page.keyboard.press(']')
      await page.getByRole('heading', { level: 1, name: `Click ${number}` }).waitFor()
    }
    expect(await page.getByRole('navigation', { name: 'Bug list' }).getByText('3 of 3').count()).toBe(1)
  })

  it('do nothing for who has switched them off', async () => {
    await as(people.reporter).preferences.update({ pages: { keys: false } })
    const page = await stage.open('/bugs?status=__all__', people.reporter)
    for (const key of ['j', '/', '?']) await page.keyboard.press(key)
    expect(await page.locator('tr[aria-current=true]').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('the search box', () => {
  it('suggests bugs and completions of the last term, and continues after the chosen one', async () => {
    const page = await stage.open('/', people.grace)
    const search = page.getByRole('combobox', { name: 'Search bugs' })
    await page.keyboard.press('/')
    await page.keyboard.type('priori')
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
    await suggestions.getByRole('option', { name: 'priority:' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await search.inputValue()).toBe('priority:')
    await suggestions.getByRole('option', { name: 'priority:High', exact: true }).click()
    expect(await search.inputValue()).toBe('priority:High ')
    await page.keyboard.type('hums')
    await suggestions.getByRole('option', { name: 'It hums' }).waitFor()
    await suggestions.getByRole('option', { name: 'Search for “priority:High hums”' }).click()
    await page.getByRole('table', { name: 'Bugs' }).waitFor()
    await page.getByRole('rowheader', { name: 'It hums' }).waitFor()
    const hums = suggestions.getByRole('option', { name: 'It hums' })
    // The page may still be replacing the field.
    await expect
      .poll(async () => {
        await search.fill('hum')
        await search.pressSequentially('s')
        return hums.waitFor({ timeout: 2000 }).then(
          () => true,
          () => false,
        )
      })
      .toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /It hums/ }).waitFor()
  })

  it('suggests bugs when it had the focus before the page was live', async () => {
    const page = await stage.open('/', people.grace)
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const field = document.getElementById('search')
        field?.focus()
        if (field) observer.disconnect()
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    await page.waitForSelector('html[data-live]')
    await page.keyboard.type('hums')
    const option = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: 'It hums' })
    await option.waitFor()
    expect(await option.count()).toBe(1)
  })
})

describe.skipIf(!hasBrowser)('what others do', () => {
  /** Waits until the page has heard up to where it follows. */
  const isFollowed = (page: Page) =>
    page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/-/rest/changes')),
    )

  it('shows on the page of a bug at once, and takes nothing from who is writing', async () => {
    const [id = 0] = (await bugsNamed('Buzz', 1)).ids
    const page = await stage.open(`/bug/${id}`, people.grace)
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('I am writing')
    await addField(page, 'Whiteboard')
    const whiteboard = page.getByRole('textbox', { name: 'Whiteboard' })
    await whiteboard.fill('mine')
    await isFollowed(page)
    await as(people.admin).bugs.update({ ids: [id], whiteboard: 'theirs', comment: { body: 'From elsewhere' } })
    await said(page, /^New comment by /)
    await page.getByRole('article', { name: 'Comment 1' }).getByText('From elsewhere').waitFor()
    expect(await comment.inputValue()).toBe('I am writing')
    expect(await whiteboard.inputValue()).toBe('mine')
    expect(await whiteboard.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    const dialog = page.getByRole('dialog', { name: `Bug ${id} changed while you were editing` })
    await dialog.getByRole('radio', { name: 'Theirs: theirs' }).check()
    await dialog.getByRole('button', { name: 'Save merged changes' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const fields = page.getByRole('complementary', { name: 'Fields' })
    await fields.getByText('theirs', { exact: true }).waitFor()
    expect(await page.getByText('Whiteboard changed to').count()).toBe(0)
    expect((await bugsOf([id]))[0]?.whiteboard).toBe('theirs')
  })

  it('stays when the user undoes a change that was merged into it', async () => {
    const [id = 0] = (await bugsNamed('Clatter', 1)).ids
    const page = await stage.open(`/bug/${id}`, people.grace)
    // After the page has sent its change: before, it could show that of the other.
    let isFirst = true
    await page.route(`**/-/rest/bug/${id}`, async (route) => {
      if (isFirst && route.request().method() === 'PUT') {
        isFirst = false
        await as(people.admin).bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'WONTFIX' })
      }
      await route.continue()
    })
    await chooseIn(page, 'Status', 'RESOLVED', 'INVALID')
    const dialog = page.getByRole('dialog', { name: `Bug ${id} changed while you were editing` })
    await dialog.getByRole('radio', { name: 'Yours:' }).check()
    await dialog.getByRole('button', { name: 'Save merged changes' }).press('Enter')
    await said(page, 'Changes saved')
    expect((await bugsOf([id]))[0]).toMatchObject({ status: 'RESOLVED', resolution: 'INVALID' })
    await page.keyboard.press('.')
    await said(page, 'Change undone')
    expect((await bugsOf([id]))[0]).toMatchObject({ status: 'RESOLVED', resolution: 'WONTFIX' })
  })

  it('leaves the page as it is when it cannot be shown', async () => {
    const [id = 0] = (await bugsNamed('Squeak', 1)).ids
    const page = await stage.open(`/bug/${id}`, people.grace)
    await page.getByRole('textbox', { name: 'Comment' }).fill('I am writing')
    await isFollowed(page)
    const view = `**/-/rest/bug/${id}/view*`
    await page.route(view, (route) => route.fulfill({ status: 400, json: { error: true, code: 1, message: 'No' } }))
    const refused = page.waitForResponse(view)
    await as(people.admin).bugs.update({ ids: [id], priority: 'High' })
    await refused
    await page.unroute(view)
    await as(people.admin).comments.create({ id, comment: 'From elsewhere' })
    await said(page, /^New comment by /)
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('I am writing')
  })

  it('shows on the page of a bug that was not live yet', async () => {
    const [id = 0] = (await bugsNamed('Chirp', 1)).ids
    const page = await stage.open('/dashboard', people.grace)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/-/rest/changes*', async (route) => released.then(() => route.continue()))
    await page.goto(`${stage.url}/bug/${id}`)
    await as(people.admin).comments.create({ id, comment: 'From elsewhere' })
    release()
    const shown = page.getByRole('article', { name: 'Comment 1' }).getByText('From elsewhere')
    await expect.poll(() => shown.count(), { timeout: 15_000 }).toBe(1)
  })

  it('is announced once it is shown, also when that took a second try', async () => {
    const [id = 0] = (await bugsNamed('Squawk', 1)).ids
    const page = await stage.open(`/bug/${id}`, people.grace)
    await isFollowed(page)
    const view = `**/-/rest/bug/${id}/view*`
    const json = { error: true, code: 1, message: 'No' }
    await page.route(view, (route) => route.fulfill({ status: 400, json }), { times: 1 })
    const refused = page.waitForResponse(view)
    await as(people.admin).comments.create({ id, comment: 'From elsewhere' })
    expect((await refused).status()).toBe(400)
    await said(page, /^New comment by /)
    await page.getByRole('article', { name: 'Comment 1' }).getByText('From elsewhere').waitFor()
  })

  it('is requested when the user returns to the tab, and not when a control gets the focus', async () => {
    const page = await stage.open('/bugs?status=__all__', people.grace)
    await isFollowed(page)
    let asked = 0
    page.on('request', (request) => (asked += request.url().includes('/-/rest/changes') ? 1 : 0))
    for (let step = 0; step < 20; step++) await page.keyboard.press('Tab')
    expect(asked).toBeLessThan(5)
    const again = page.waitForRequest('**/-/rest/changes*')
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await again
  })

  it('is a note on a list, which changes only on request', async () => {
    const { ids, list } = await bugsNamed('Drone', 2)
    const page = await stage.open(list, people.grace)
    await isFollowed(page)
    await as(people.admin).bugs.update({ ids: ids.slice(0, 1), summary: 'Silent drone' })
    // A tab reloads when the user comes back to it.
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await said(page, /^1 bug changed$/)
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['Drone 1', 'Drone 2'])
    await button(page, 'Refresh').press('Enter')
    await page.getByRole('rowheader', { name: 'Silent drone' }).waitFor()
    expect(await button(page, 'Refresh').count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('a bug', () => {
  it('gets its status and resolution back by Undo, which is offered only if the workflow leads back', async () => {
    const [fixed = 0] = (await bugsNamed('Squeal', 1)).ids
    await as(people.admin).bugs.update({ ids: [fixed], status: 'RESOLVED', resolution: 'FIXED' })
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const { id: unconfirmed } = await as(people.grace).bugs.create({ ...place, summary: 'Peep', status: 'UNCONFIRMED' })
    const page = await stage.open(`/bug/${fixed}`, people.grace)
    const confirm = async () => {
      await page.getByRole('combobox', { name: 'Status', exact: true }).press('Enter')
      await page.getByRole('listbox').getByRole('option', { name: 'Confirmed', exact: true }).click()
      await said(page, 'Status changed to')
    }
    await confirm()
    expect((await bugsOf([fixed]))[0]).toMatchObject({ status: 'CONFIRMED', resolution: '' })
    await page.keyboard.press('.')
    await said(page, 'Change undone')
    expect((await bugsOf([fixed]))[0]).toMatchObject({ status: 'RESOLVED', resolution: 'FIXED' })
    await page.goto(`${stage.url}/bug/${unconfirmed}`)
    await page.waitForSelector('html[data-live]')
    await confirm()
    expect((await bugsOf([unconfirmed]))[0]).toMatchObject({ status: 'CONFIRMED' })
    expect(await button(page, 'Undo').count()).toBe(0)
  })

  it('has a field that finds the bug it is a duplicate of, and one for keywords', async () => {
    await stage.world.tracker.asSystem().keywords.create({ name: 'papercut', description: 'Small' })
    const [first = 0, second = 0] = (await bugsNamed('Whistle', 2)).ids
    const page = await stage.open(`/bug/${second}`, people.grace)
    await addField(page, 'Keywords')
    const filter = page.getByRole('searchbox', { name: 'Filter options' })
    const papercut = page.getByRole('option', { name: 'papercut' })
    await filter.fill('PAP')
    await papercut.click()
    await filter.press('Control+Enter')
    await said(page, 'Keywords changed to papercut')
    await page.getByRole('combobox', { name: 'Keywords' }).press('Enter')
    await papercut.click()
    await filter.press('Control+Enter')
    await said(page, 'Keywords cleared')
    await chooseIn(page, 'Status', 'RESOLVED', 'DUPLICATE', 'whistle 1')
    const fields = page.getByRole('complementary', { name: 'Fields' })
    await fields.getByRole('link', { name: String(first) }).waitFor()
    expect((await bugsOf([second]))[0]).toMatchObject({ resolution: 'DUPLICATE', dupe_of: first, keywords: [] })
  })

  it('takes what is changed and typed while something is being saved as the next thing to be saved', async () => {
    const [id = 0] = (await bugsNamed('Murmur', 1)).ids
    const page = await stage.open(`/bug/${id}`, people.grace)
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => (release = resolve))
    const update = `**/-/rest/bug/${id}`
    await page.route(update, (route) => held.then(() => route.continue()), { times: 1 })
    const priority = page.getByRole('combobox', { name: 'Priority' })
    const sent = page.waitForRequest(update)
    await chooseIn(page, 'Priority', 'High')
    await sent
    expect(await priority.innerText()).toBe('High')
    await chooseIn(page, 'Priority', 'Low')
    release()
    await said(page, 'Priority changed to Low')
    expect((await bugsOf([id]))[0]?.priority).toBe('Low')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('One')
    await page.route(update, (route) => comment.fill('One, two').then(() => route.continue()), { times: 1 })
    await comment.press('Control+Enter')
    await page.getByRole('article', { name: 'Comment 1' }).getByText('One', { exact: true }).waitFor()
    await said(page, 'Comment added')
    expect(await comment.inputValue()).toBe(', two')
  })

  it('keeps what is typed into the summary while the text before it is being saved', async () => {
    const [id = 0] = (await bugsNamed('Rustle', 1)).ids
    const page = await stage.open(`/bug/${id}`, people.grace)
    await button(page, 'Edit summary').click()
    const summary = page.getByRole('textbox', { name: 'Summary' })
    await summary.fill('Rustle once')
    await page.route(`**/-/rest/bug/${id}`, (route) => summary.fill('Rustle twice').then(() => route.continue()), {
      times: 1,
    })
    await summary.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Rustle once' }).waitFor()
    expect(await summary.inputValue()).toBe('Rustle twice')
    await summary.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Rustle twice' }).waitFor()
    expect([await summary.count(), await page.getByRole('dialog').count()]).toEqual([0, 0])
    expect((await bugsOf([id]))[0]).toMatchObject({ summary: 'Rustle twice' })
  })

  it('shows an earlier comment that a later one names', async () => {
    const [id = 0] = (await bugsNamed('Chatter', 1)).ids
    for (let number = 1; number <= 54; number++)
      await as(people.grace).comments.create({ id, comment: number === 54 ? 'See comment 2' : `Word ${number}` })
    const page = await stage.open(`/bug/${id}`)
    await page.getByRole('link', { name: 'Show all 54' }).waitFor()
    await page.getByRole('article', { name: 'Comment 54' }).getByRole('link', { name: 'comment 2' }).click()
    await page.getByRole('article', { name: 'Comment 2', exact: true }).getByText('Word 2').waitFor()
    expect(new URL(page.url()).hash).toBe('#c2')
  })
})

describe.skipIf(!hasBrowser)('the charts of a list', () => {
  it('are chosen by fields, shown as tables too, and link to as many bugs as each number says', async () => {
    const { ids, list } = await bugsNamed('Pop', 3)
    await as(people.grace).bugs.update({ ids: ids.slice(0, 1), status: 'RESOLVED', resolution: 'FIXED' })
    const page = await stage.open(list, people.grace)
    const csv = page.getByRole('menuitem', { name: 'CSV', includeHidden: true })
    expect(await csv.getAttribute('href')).toBe(list.replace('/bugs', '/bugs.csv'))
    await more(page, 'Charts')
    await page.getByRole('figure', { name: 'Bugs by Component' }).waitFor()
    await whileOnItsWay(page, '**/-/rest/bug/count*', () =>
      page.getByRole('combobox', { name: 'Rows' }).selectOption('Status'),
    )
    await page.getByRole('combobox', { name: 'Columns' }).selectOption('Component')
    await page.getByRole('figure', { name: 'Bugs by Status and Component' }).waitFor()
    const course = page.getByRole('figure', { name: 'Bugs filed per week' })
    await course.getByRole('button', { name: 'Show as table' }).click()
    const numbers = course.getByRole('table', { name: 'Bugs filed per week' }).getByRole('cell')
    expect(await numbers.allTextContents()).toEqual(['2', '1', '3'])
    const row = page.getByRole('table', { name: 'Counts' }).getByRole('row', { name: 'Confirmed' })
    expect(await row.getByRole('cell').allTextContents()).toEqual(['2', '2'])
    await row.getByRole('link').first().click()
    await said(page, '2 bugs')
  })
})

describe.skipIf(!hasBrowser)('a slow connection', () => {
  it('has a page requested again that stops arriving', async () => {
    const url = await stallFirst('/-/rest/bug/count')
    const page = await stage.open('/')
    await page.goto(`${url}/bugs?product=Widgets`)
    await page.waitForSelector('html[data-live]')
    await page.clock.install()
    const begun = page.waitForResponse('**/-/rest/bug/count*')
    await page.getByRole('link', { name: 'Products' }).click()
    await begun
    await page.clock.fastForward('00:31')
    await page.getByRole('table', { name: 'Products' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/products')
  })

  it('has as much time for a file as the tracker gives it', async () => {
    const [id = 0] = (await bugsNamed('Trickle', 1)).ids
    const page = await stage.open(`/bug/${id}`, people.grace)
    const file = { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.alloc(100_000, 'a') }
    await page.locator('input[type=file]').setInputFiles(file)
    await button(page, 'Remove long.txt').waitFor()
    await page.clock.install()
    const attachment = `**/-/rest/bug/${id}/attachment`
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(attachment, (route) => held.then(() => route.continue()))
    const sent = page.waitForRequest(attachment)
    await button(page, 'Save changes').press('Enter')
    await sent
    await page.clock.fastForward('01:00')
    release()
    await said(page, 'Changes saved')
    expect((await as(people.grace).attachments.get({ ids: [id] })).bugs[id]).toHaveLength(1)
  })
})

describe.skipIf(!hasBrowser)('moving from page to page', () => {
  it('leads to the feed of a list, which is no page', async () => {
    const page = await stage.open('/bugs?product=Widgets')
    const asked = page.waitForRequest('**/bugs.atom?*')
    await more(page, 'Feed')
    expect((await asked).isNavigationRequest()).toBe(true)
  })

  it('adds up the chosen fields while the list of the earlier choice is loading', async () => {
    const page = await stage.open('/bugs?product=Widgets&priority=---')
    const search = /\/rest\/bug(\?|\/search)/
    await whileOnItsWay(page, search, () => addFilter(page, 'Severity', 'is', 'normal'))
    await whileOnItsWay(page, search, () => button(page, 'Remove filter Priority: ---').press('Enter'))
    await whileOnItsWay(page, search, () => button(page, 'Summary').press('Enter'))
    await button(page, 'Summary').press('Enter')
    await page.waitForURL('**order=**')
    expect(new URL(page.url()).search).toBe('?product=Widgets&severity=normal&order=summary+DESC')
  })

  it('aborts the requests of a page that the user has left', async () => {
    const page = await stage.open('/bugs?product=Widgets')
    await page.route('**/-/rest/bug/count*', () => undefined)
    const asked = page.waitForRequest('**/-/rest/bug/count*')
    await page.getByRole('link', { name: 'Products' }).click()
    const givenUp = page.waitForEvent('requestfailed', (request) => request === held)
    const held = await asked
    await page.getByRole('link', { name: 'Bugs', exact: true }).click()
    expect((await givenUp).url()).toBe(held.url())
  })

  it('has the server make the page whose script is not there any more', async () => {
    const page = await stage.open('/bugs?product=Widgets')
    await page.route('**/-/assets/page-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('table', { name: 'Products' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/products')
  })

  it.each([
    ['the display panel', 'on-demand', 'Display', (page: Page) => button(page, 'Display').press('Enter')],
    ['a filter', 'on-demand', 'Filter Priority', filterByPriority],
    ['the shortcuts', 'help-on-demand', 'Keyboard shortcuts', (page: Page) => page.keyboard.press('?')],
  ])('opens %s after a failure to load it', async (_, part, dialog, open) => {
    const page = await stage.open('/bugs?product=Widgets')
    await page.route(`**/-/assets/${part}-*.js`, (route) => route.fulfill({ status: 404 }), { times: 1 })
    await open(page)
    await said(page, 'Something went wrong')
    await open(page)
    await expect.poll(() => page.getByRole('dialog', { name: dialog }).count()).toBe(1)
  })

  it('says so when a part of a page cannot be loaded', async () => {
    const page = await stage.open('/bugs?product=Widgets')
    await page.route('**/-/assets/on-demand-*.js', (route) => route.fulfill({ status: 404 }))
    await button(page, 'Display').press('Enter')
    await said(page, 'Something went wrong')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('holds requests until the user has logged in again, however long it takes', async () => {
    const [id = 0] = (await bugsNamed('Whirr', 1)).ids
    const page = await stage.open(`/bug/${id}`, people.grace)
    await page.clock.install()
    await page.context().clearCookies()
    await page.getByRole('combobox', { name: 'Priority' }).press('Enter')
    await page.getByRole('searchbox', { name: 'Filter options' }).fill('High')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    await dialog.waitFor()
    await page.clock.fastForward('10:00')
    await dialog.getByRole('textbox', { name: 'Login' }).fill(people.grace)
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await said(page, 'Priority changed to High')
    expect((await bugsOf([id]))[0]?.priority).toBe('High')
  })
})
