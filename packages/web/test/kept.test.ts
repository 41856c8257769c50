// Pages that were shown before, and bugs that are requested ahead.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { isReady, useStage } from './browser.js'
import { canaries, password, people } from './harness.js'

const stage = useStage()

const as = (login: string) => stage.world.tracker.as({ login })

/** Bugs whose summaries begin with a unique word, and the list of them. */
async function bugsNamed(word: string, count: number) {
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: `${word} ${number}.` })
    ids.push(id)
  }
  return { ids, list: `/bugs?status=__all__&summary=${word}&order=id` }
}

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
const row = (page: Page, text: string) => page.getByRole('rowheader', { name: text })
const atKeys = (page: Page) => page.locator('tr[aria-current=true]').getByRole('rowheader').textContent()

/** From now on, requests get no response until the function that it returns is called. */
async function hold(page: Page, pattern: string | RegExp = '**/-/rest/**') {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const asked: string[] = []
  await page.route(pattern, async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await released
    await route.continue()
  })
  return { release, asked }
}

describe.skipIf(!hasBrowser)('the way back', () => {
  it('shows a list at once with its place, selection and current row, and then what has changed', async () => {
    const { ids, list } = await bugsNamed('Gurgle', 40)
    const [first = 0, , third = 0] = ids
    const page = await stage.open(list, people.grace)
    await isReady(page)
    for (const key of ['j', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: '1 selected' }).waitFor()
    await page.keyboard.press('j')
    await page.evaluate(() => scrollTo(0, 300))
    await page.keyboard.press('Enter')
    await heading(page, 'Gurgle 3.')
    await as(people.grace).bugs.update({ ids: [first], summary: 'Gurgle, renamed' })
    const api = await hold(page)
    await page.goBack()
    await row(page, 'Gurgle 1.').waitFor()
    expect(await atKeys(page)).toBe('Gurgle 3.')
    await page.getByRole('heading', { name: '1 selected' }).waitFor()
    await page.waitForFunction(() => scrollY === 300)
    api.release()
    await row(page, 'Gurgle, renamed').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(300)
    expect(await atKeys(page)).toBe('Gurgle 3.')
    await page.goForward()
    await heading(page, `Bug ${third} Gurgle 3.`)
  })

  it('is the same by the key for the list, and forward and along the list to bugs', async () => {
    const { ids, list } = await bugsNamed('Patter', 3)
    const page = await stage.open(list, people.grace)
    await isReady(page)
    for (const key of ['j', 'Enter']) await page.keyboard.press(key)
    await heading(page, 'Patter 1.')
    await page.keyboard.press(']')
    await heading(page, 'Patter 2.')
    const api = await hold(page)
    await page.keyboard.press('[')
    await heading(page, 'Patter 1.')
    await page.keyboard.press('u')
    await row(page, 'Patter 3.').waitFor()
    expect(await atKeys(page)).toBe('Patter 1.')
    await page.goBack()
    await heading(page, 'Patter 1.')
    await page.goBack()
    await heading(page, 'Patter 2.')
    api.release()
    expect(page.url()).toContain(`/bug/${ids[1]}`)
  })

  it('shows all rows of a long list that was left at its top', async () => {
    const { list } = await bugsNamed('Gobble', 30)
    const page = await stage.open(list, people.grace)
    await isReady(page)
    await row(page, 'Gobble 1.').getByRole('link').press('Enter')
    await heading(page, 'Gobble 1.')
    await hold(page)
    await page.goBack()
    await row(page, 'Gobble 30.').waitFor()
    expect(await page.locator('tbody tr').count()).toBe(30)
  })

  it('takes a bug away that the user may not see any more', async () => {
    const { ids, list } = await bugsNamed('Rumble', 2)
    const [first = 0] = ids
    const page = await stage.open(list, people.grace)
    await isReady(page)
    for (const key of ['j', 'Enter']) await page.keyboard.press(key)
    await heading(page, 'Rumble 1.')
    await page.keyboard.press('u')
    await row(page, 'Rumble 1.').waitFor()
    const vault = { product: canaries.hiddenProduct, component: 'Vault', version: '1.0' }
    await as(people.admin).bugs.update({ ids: [first], assigned_to: people.admin, ...vault })
    await page.goBack()
    await heading(page, `Bug ${first} not found`)
    const api = await hold(page)
    await page.goForward()
    await expect.poll(() => api.asked).not.toEqual([])
    expect(await page.getByText('Rumble').count()).toBe(0)
    api.release()
    await row(page, 'Rumble 2.').waitFor()
    expect(await row(page, 'Rumble 1.').count()).toBe(0)
  })

  it('does not show a list again that names a bug which the user may not see any more', async () => {
    const { ids, list } = await bugsNamed('Squelch', 2)
    const [first = 0] = ids
    const page = await stage.open(list, people.grace)
    await isReady(page)
    const vault = { product: canaries.hiddenProduct, component: 'Vault', version: '1.0' }
    await as(people.admin).bugs.update({ ids: [first], assigned_to: people.admin, ...vault })
    await row(page, 'Squelch 1.').getByRole('link').click()
    await heading(page, `Bug ${first} not found`)
    const api = await hold(page)
    await page.goBack()
    await expect.poll(() => api.asked).not.toEqual([])
    expect(await page.getByText('Squelch').count()).toBe(0)
    api.release()
    await row(page, 'Squelch 2.').waitFor()
  })

  it('shows nothing after a logout in another tab', async () => {
    const { list } = await bugsNamed('Thud', 1)
    const page = await stage.open(list, people.reporter)
    await isReady(page)
    for (const key of ['j', 'Enter']) await page.keyboard.press(key)
    await heading(page, 'Thud 1.')
    const other = await page.context().newPage()
    await other.goto(`${stage.url}/me`)
    await other.waitForSelector('html[data-live]')
    await other.getByRole('button', { name: 'Rita Reporter' }).press('Enter')
    await other.getByRole('menuitem', { name: 'Log out' }).press('Enter')
    await other.getByRole('link', { name: 'Log in' }).first().waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const api = await hold(page)
    await page.goBack()
    await expect.poll(() => api.asked).not.toEqual([])
    expect(await page.getByRole('rowheader').count()).toBe(0)
    api.release()
    const headers = { 'X-TrackerKit-Web': '1' }
    await page.context().request.post(`${stage.url}/-/login`, { headers, data: { login: people.reporter, password } })
    await other.close()
  })

  it('keeps nothing in the storage of the browser', async () => {
    const { list } = await bugsNamed('Murmur', 1)
    const page = await stage.open(list, people.grace)
    await isReady(page)
    for (const key of ['j', 'Enter']) await page.keyboard.press(key)
    await heading(page, 'Murmur 1.')
    await page.goBack()
    await row(page, 'Murmur 1.').waitFor()
    const stored = await page.evaluate(async () => [
      JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
      (await caches.keys()).length,
      (await indexedDB.databases()).length,
    ])
    expect(stored.slice(1)).toEqual([0, 0])
    expect(stored[0]).not.toContain('Murmur')
  })
})

describe.skipIf(!hasBrowser)('a bug is requested ahead', () => {
  const view = (id: number | undefined) => new RegExp(`/-/rest/bug/${id}/view`)
  const isDone = (page: Page, id: number | undefined) =>
    page.waitForEvent('requestfinished', (request) => view(id).test(request.url()))

  it('under the keys and the pointer, and is then shown without a further request', async () => {
    const { ids, list } = await bugsNamed('Clank', 3)
    const page = await stage.open(list, people.grace)
    await isReady(page)
    const underKeys = isDone(page, ids[0])
    await page.keyboard.press('j')
    await underKeys
    const underPointer = isDone(page, ids[2])
    await row(page, 'Clank 3.').getByRole('link').hover()
    await underPointer
    const visits = await as(people.grace).visits.get({ ids: [ids[0] ?? 0, ids[2] ?? 0] })
    expect(visits).toEqual([])
    const api = await hold(page)
    await page.keyboard.press('Enter')
    await heading(page, 'Clank 1.')
    await page.goBack()
    await row(page, 'Clank 3.').getByRole('link').click()
    await heading(page, 'Clank 3.')
    api.release()
  })

  it('as the next one of the list', async () => {
    const { ids, list } = await bugsNamed('Plink', 2)
    const page = await stage.open(list, people.grace)
    await isReady(page)
    await page.keyboard.press('j')
    const next = isDone(page, ids[1])
    await page.keyboard.press('Enter')
    await heading(page, 'Plink 1.')
    await next
    const api = await hold(page, view(ids[1]))
    await page.keyboard.press(']')
    await heading(page, 'Plink 2.')
    expect(page.url()).toContain(`/bug/${ids[1]}`)
    api.release()
  })

  it('only once, also when the user opens it before the response', async () => {
    const { ids, list } = await bugsNamed('Fizz', 1)
    const page = await stage.open(list, people.grace)
    await isReady(page)
    const api = await hold(page, view(ids[0]))
    await page.keyboard.press('j')
    await expect.poll(() => api.asked.length).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByText('Loading…').waitFor()
    api.release()
    await heading(page, 'Fizz 1.')
    expect(api.asked).toHaveLength(1)
  })

  it('not once more while the user opens it', async () => {
    const { ids, list } = await bugsNamed('Hiss', 1)
    const page = await stage.open(list, people.grace)
    await isReady(page)
    const api = await hold(page, view(ids[0]))
    await row(page, 'Hiss 1.').getByRole('link').press('Enter')
    await page.getByText('Loading…').waitFor()
    await page.waitForTimeout(200)
    expect(api.asked).toHaveLength(1)
    api.release()
    await heading(page, 'Hiss 1.')
  })

  it('also in the picture of its dependencies', async () => {
    const { ids } = await bugsNamed('Whirr', 2)
    const [first = 0, second = 0] = ids
    await as(people.grace).bugs.update({ ids: [first], depends_on: { add: [second] } })
    const page = await stage.open(`/bug/${first}/graph`, people.grace)
    await isReady(page)
    const done = isDone(page, second)
    await page.locator(`svg a[href$="/bug/${second}"]`).hover()
    await done
    expect(await as(people.grace).visits.get({ ids: [second] })).toEqual([])
  })

  it('neither from a busy server nor with Save-Data', async () => {
    const { list } = await bugsNamed('Buzz', 3)
    const page = await stage.open(list, people.grace)
    await isReady(page)
    const asked: string[] = []
    await page.route(/\/-\/rest\/bug\/\d+\/view/, async (route) => {
      asked.push(route.request().url())
      await route.fulfill({ status: 429, json: { name: 'too_many_requests', message: 'Busy', code: 1 } })
    })
    await page.keyboard.press('j')
    await expect.poll(() => asked.length).toBe(1)
    await page.keyboard.press('j')
    await page.waitForTimeout(400)
    expect(asked).toHaveLength(1)
    expect(await page.getByText('Can’t reach the tracker').count()).toBe(0)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    await page.reload()
    await page.waitForSelector('html[data-live]')
    await isReady(page)
    await page.keyboard.press('j')
    await page.waitForTimeout(400)
    expect(asked).toHaveLength(1)
  })
})
