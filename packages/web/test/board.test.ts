// The board, in a browser.
import { setTimeout as sleep } from 'node:timers/promises'
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const grace = () => stage.world.tracker.as({ login: people.grace })
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const card = (page: Page, status: string, summary: string) =>
  column(page, status).getByRole('list', { name: status }).getByRole('link', { name: summary, exact: true })

async function file(summary: string): Promise<number> {
  const { id } = await grace().bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary })
  return id
}

const statusOf = async (id: number) => (await grace().bugs.get({ ids: [id] })).bugs[0]?.status

/** Opens a board as the administrator, and waits for its first look at the changes. */
async function openLive(path: string): Promise<Page> {
  const page = await stage.open('/bugs?summary=none', people.admin)
  await page.clock.install()
  const looked = page.waitForResponse((response) => response.url().includes('/rest/changes'))
  await page.goto(`${stage.url}${path}`)
  await looked
  return page
}

/** The next look at the changes, until the page shows what it has found. */
async function look(page: Page): Promise<void> {
  const loaded = page.waitForResponse((response) => response.url().includes('/rest/bug/board')).then(() => true)
  // The page may still be setting the timer of that look.
  do await page.clock.runFor(10_000)
  while (!(await Promise.race([loaded, sleep(500, false)])))
}

/** From now on, changes of bugs get no response until they are released. */
async function holdWrites(page: Page) {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const sent: string[] = []
  await page.route('**/-/rest/bug/**', async (route) => {
    if (route.request().method() === 'PUT') {
      sent.push(route.request().url())
      await released
    }
    await route.continue()
  })
  return { release, sent }
}

async function rejectWrites(page: Page): Promise<void> {
  const json = { error: true, code: 1, name: 'rejected', message: 'Only on Mondays.' }
  await page.route('**/-/rest/bug/**', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 400, json }) : route.continue(),
  )
}

describe.skipIf(!hasBrowser)('the board', () => {
  it('moves bugs by menu, keys and pointer, asks for a resolution, and says what the workflow forbids', async () => {
    const id = await file('Rocks')
    const page = await stage.open('/board?product=Widgets&summary=Rocks', people.grace, { bypassCSP: true })
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    await card(page, 'Confirmed', 'Rocks').focus()
    await page.keyboard.press('m')
    const menu = page.getByRole('menu', { name: `Move bug ${id}` })
    const forbidden = menu.getByRole('menuitem', { name: 'VERIFIED' })
    await forbidden.waitFor()
    expect(await forbidden.getAttribute('aria-disabled')).toBe('true')
    await menu.getByText('The workflow does not allow this from Confirmed.').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await menu.getByRole('menuitem', { name: 'In progress' }).click()
    await said(page, `Bug ${id} moved to In progress`)
    await card(page, 'In progress', 'Rocks').waitFor()
    expect(await statusOf(id)).toBe('IN_PROGRESS')
    await page.getByRole('button', { name: 'Undo' }).click()
    await card(page, 'Confirmed', 'Rocks').press('Shift+ArrowRight')
    await said(page, `Bug ${id} moved to In progress`)
    await card(page, 'In progress', 'Rocks').dragTo(column(page, 'Resolved'))
    const dialog = page.getByRole('dialog', { name: `Move bug ${id} to Resolved` })
    await dialog.getByRole('combobox', { name: 'Resolution' }).click()
    await page.getByRole('option', { name: "Won't fix" }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await card(page, 'Resolved', 'Rocks').waitFor()
    expect((await grace().bugs.get({ ids: [id] })).bugs[0]?.resolution).toBe('WONTFIX')
  })

  it('shows moves by others, and has columns of another field', async () => {
    const id = await file('Creaks')
    const page = await openLive('/board?product=Widgets&summary=Creaks')
    await grace().bugs.update({ ids: [id], status: 'IN_PROGRESS' })
    await grace().bugs.update({ ids: [id], whiteboard: 'loose' })
    await look(page)
    await card(page, 'In progress', 'Creaks').waitFor()
    // Between two looks, after one that found more than one change.
    await grace().bugs.update({ ids: [id], status: 'CONFIRMED' })
    await look(page)
    await card(page, 'Confirmed', 'Creaks').waitFor()
    await page.getByRole('combobox', { name: 'Columns' }).click()
    await page.getByRole('option', { name: 'Priority' }).click()
    await card(page, '---', 'Creaks').waitFor()
    await page.getByRole('button', { name: `Move bug ${id}` }).click()
    await page.getByRole('menuitem', { name: 'High', exact: true }).click()
    await said(page, `Bug ${id} moved to High`)
    await card(page, 'High', 'Creaks').waitFor()
    expect((await grace().bugs.get({ ids: [id] })).bugs[0]?.priority).toBe('High')
  })

  it('requests changes by others once at a time, and no more after it is left', async () => {
    await file('Pings')
    const page = await openLive('/board?product=Widgets&summary=Pings')
    const open = new Set<object>()
    let most = 0
    page.on('request', (request) => {
      if (request.url().includes('/-/rest/changes')) most = Math.max(most, open.add(request).size)
    })
    page.on('requestfailed', (request) => open.delete(request))
    await page.route('**/-/rest/changes*', () => undefined)
    for (let round = 0; round < 6 || open.size === 0; round++) await page.clock.runFor(10_000)
    expect(most).toBe(1)
    await page.getByRole('link', { name: 'Products' }).click()
    await expect.poll(() => open.size).toBe(0)
  })

  it('has rows, in which cells lead to their lists, and one request for the bugs', async () => {
    const component = { description: 'Rims', default_assignee: people.grace }
    await stage.world.tracker.asSystem().components.create({ product: 'Widgets', name: 'Rims', ...component })
    for (let n = 0; n < 52; n++)
      await grace().bugs.create({ product: 'Widgets', component: 'Rims', version: '1.0', summary: `Squeaks ${n}` })
    const page = await stage.open('/bugs?product=Widgets&summary=Squeaks', people.grace, { bypassCSP: true })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${stage.url}/board?product=Widgets&summary=Squeaks`)
    await column(page, 'Confirmed').getByRole('link', { name: '2 more' }).waitFor()
    await page.getByRole('combobox', { name: 'Rows' }).click()
    await page.getByRole('option', { name: 'Component' }).click()
    await page.getByRole('list', { name: 'Confirmed: Rims' }).getByRole('link', { name: 'Squeaks 51' }).waitFor()
    expect(asked.filter((path) => /\/rest\/bug(\/|$)/.test(path))).toEqual(['/-/rest/bug/board'])
    await column(page, 'Confirmed').getByRole('heading', { level: 3, name: 'Rims' }).waitFor()
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    const still = await stage.open('/board?product=Widgets&summary=Squeaks&rows=assigned_to', undefined, {
      javaScriptEnabled: false,
    })
    expect(await still.getByRole('listitem').filter({ hasText: 'Squeaks' }).count()).toBe(52)
  })

  it('is lists without scripts, and fits a telephone', async () => {
    await file('Leans')
    const still = await stage.open('/board?summary=Leans', undefined, { javaScriptEnabled: false })
    await card(still, 'Confirmed', 'Leans').waitFor()
    expect(await still.getByRole('button', { name: /^Move bug/ }).count()).toBe(0)
    const look = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', bypassCSP: true } as const
    const page = await stage.open('/board?product=Widgets', people.grace, look)
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    // The first column, of unconfirmed bugs, is empty.
    const firstCard = card(page, 'Confirmed', 'Leans')
    await expect.poll(async () => (await firstCard.boundingBox())?.x ?? 999).toBeLessThan(60)
  })

  it('asks which value to keep when two people move a card', async () => {
    const id = await file('Drips')
    const priorityOf = async () => (await grace().bugs.get({ ids: [id] })).bugs[0]?.priority
    const page = await stage.open('/board?summary=Drips&columns=priority', people.admin)
    // Changes by others are not shown before the move.
    await page.route('**/rest/changes?*', () => undefined)
    const moveTo = async (value: string) => {
      await page.getByRole('button', { name: `Move bug ${id}` }).click()
      await page.getByRole('menuitem', { name: value, exact: true }).click()
    }
    await card(page, '---', 'Drips').waitFor()
    await grace().bugs.update({ ids: [id], priority: 'Low' })
    await moveTo('High')
    const dialog = page.getByRole('dialog', { name: `Bug ${id} changed while you were editing` })
    await dialog.getByRole('radio', { name: 'Theirs: Low' }).check()
    await dialog.getByRole('button', { name: 'Save merged changes' }).click()
    await card(page, 'Low', 'Drips').waitFor()
    expect(await priorityOf()).toBe('Low')
    await grace().bugs.update({ ids: [id], priority: 'Normal', severity: 'minor' })
    await moveTo('High')
    await dialog.getByRole('radio', { name: 'Yours: High' }).check()
    await dialog.getByRole('button', { name: 'Save merged changes' }).click()
    await said(page, `Bug ${id} moved to High`)
    expect(await priorityOf()).toBe('High')
    // Another field does not collide.
    await grace().bugs.update({ ids: [id], severity: 'major' })
    await moveTo('Highest')
    await said(page, `Bug ${id} moved to Highest`)
    await grace().bugs.update({ ids: [id], priority: 'Lowest' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await card(page, 'Lowest', 'Drips').waitFor()
  })

  it('leaves the focused card where it is when others move it, until it is left', async () => {
    const id = await file('Clicks')
    const other = await file('Clanks')
    const page = await openLive('/board?summary=Cl&columns=bug_status')
    await card(page, 'Confirmed', 'Clicks').focus()
    await grace().bugs.update({ ids: [id, other], status: 'IN_PROGRESS' })
    await look(page)
    await card(page, 'In progress', 'Clanks').waitFor()
    const left = column(page, 'Confirmed').getByRole('listitem').filter({ hasText: 'Clicks' })
    await left.getByRole('status').filter({ hasText: 'Moved to In progress' }).waitFor()
    await expect
      .poll(() => card(page, 'Confirmed', 'Clicks').evaluate((link) => link === document.activeElement))
      .toBe(true)
    await card(page, 'In progress', 'Clanks').focus()
    await card(page, 'In progress', 'Clicks').waitFor()
    await card(page, 'In progress', 'Clanks').press('Shift+ArrowLeft')
    await said(page, `Bug ${other} moved to Confirmed`)
    // The keys stay on the card that they move.
    await expect
      .poll(() => card(page, 'Confirmed', 'Clanks').evaluate((link) => link === document.activeElement))
      .toBe(true)
  })

  it('changes nothing while a card is dragged, and drops none where the workflow forbids it', async () => {
    const id = await file('Hums')
    const other = await file('Howls')
    const page = await openLive('/board?summary=H&product=Widgets')
    const hums = card(page, 'Confirmed', 'Hums')
    const at = await hums.boundingBox()
    await page.mouse.move((at?.x ?? 0) + 5, (at?.y ?? 0) + 5)
    await page.mouse.down()
    await page.mouse.move((at?.x ?? 0) + 60, (at?.y ?? 0) + 20, { steps: 4 })
    await page.clock.runFor(100)
    const why = 'The workflow does not allow this from Confirmed.'
    await column(page, 'Verified').getByText(why).waitFor()
    await grace().bugs.update({ ids: [other], status: 'IN_PROGRESS' })
    await look(page)
    await page.clock.runFor(1000)
    expect(await card(page, 'Confirmed', 'Howls').count()).toBe(1)
    const verified = await column(page, 'Verified').boundingBox()
    await page.mouse.move((verified?.x ?? 0) + 20, (verified?.y ?? 0) + 20, { steps: 4 })
    await page.mouse.up()
    await card(page, 'In progress', 'Howls').waitFor()
    expect(await statusOf(id)).toBe('CONFIRMED')
    await hums.waitFor()
  })

  it('asks for the other bug when one is resolved as a duplicate', async () => {
    const [id, first] = [await file('Whirs'), await file('Whines')]
    const page = await stage.open('/board?summary=Whirs', people.grace)
    await page.getByRole('button', { name: `Move bug ${id}` }).click()
    await page.getByRole('menuitem', { name: 'Resolved' }).click()
    const dialog = page.getByRole('dialog', { name: `Move bug ${id} to Resolved` })
    await dialog.getByRole('combobox', { name: 'Resolution' }).click()
    await page.getByRole('option', { name: 'Duplicate' }).click()
    await page.getByRole('searchbox', { name: 'Filter options' }).fill(String(first))
    await page.getByRole('option', { name: 'Whines' }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await said(page, `Bug ${id} moved to Resolved`)
    expect((await grace().bugs.get({ ids: [id] })).bugs[0]).toMatchObject({ resolution: 'DUPLICATE', dupe_of: first })
  })

  it('shows moves of several cards until the tracker has made them all', async () => {
    const [first, second] = [await file('Drums'), await file('Dings')]
    const page = await stage.open('/board?summary=D&product=Widgets', people.grace)
    const api = await holdWrites(page)
    await card(page, 'Confirmed', 'Drums').press('Shift+ArrowRight')
    await card(page, 'In progress', 'Drums').waitFor()
    await card(page, 'Confirmed', 'Dings').press('Shift+ArrowRight')
    await card(page, 'In progress', 'Dings').waitFor()
    expect(await card(page, 'In progress', 'Drums').count()).toBe(1)
    api.release()
    await said(page, `Bug ${second} moved to In progress`)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['IN_PROGRESS', 'IN_PROGRESS'])
    expect(api.sent).toHaveLength(2)
  })

  it('takes a rejected card back, also with the focus on it, and keeps what was typed for it', async () => {
    const id = await file('Booms')
    const page = await stage.open('/board?summary=Booms', people.grace)
    await rejectWrites(page)
    await card(page, 'Confirmed', 'Booms').press('Shift+ArrowRight')
    const why = 'Only on Mondays.'
    await page.getByRole('alert').filter({ hasText: why }).waitFor()
    const booms = card(page, 'Confirmed', 'Booms')
    await expect.poll(() => booms.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await page.getByText(/^Moved to/).count()).toBe(0)
    await page.getByRole('button', { name: `Move bug ${id}` }).click()
    await page.getByRole('menuitem', { name: 'Resolved' }).click()
    const dialog = page.getByRole('dialog', { name: `Move bug ${id} to Resolved` })
    await dialog.getByRole('combobox', { name: 'Resolution' }).click()
    await page.getByRole('option', { name: "Won't fix" }).click()
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('A long story')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.getByRole('alert').filter({ hasText: why }).waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('A long story')
    expect(await dialog.getByRole('combobox', { name: 'Resolution' }).textContent()).toContain("Won't fix")
    stage.faults.splice(0)
  })

  it('lets a card be moved again whose board could not be loaded after its move', async () => {
    const id = await file('Thuds')
    const page = await stage.open('/bugs?summary=none', people.grace)
    // The board is not loaded for another reason.
    await page.route('**/rest/changes?*', () => undefined)
    await page.goto(`${stage.url}/board?summary=Thuds&columns=priority`)
    await page.waitForSelector('html[data-live]')
    const json = { error: true, code: 410, name: 'auth_invalid_token', message: 'The session is over.' }
    // Each request is repeated once, for a login in between.
    await page.route('**/-/rest/bug/board*', (route) => route.fulfill({ status: 401, json }), { times: 4 })
    const moveTo = async (name: string) => {
      await page.getByRole('button', { name: `Move bug ${id}` }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await moveTo('High')
    const login = page.getByRole('dialog', { name: 'Log in again' })
    await login.waitFor()
    await page.keyboard.press('Escape')
    await login.waitFor({ state: 'detached' })
    await moveTo('Low')
    // The page still has the bug as it was before the first move.
    const dialog = page.getByRole('dialog', { name: `Bug ${id} changed while you were editing` })
    await dialog.getByRole('radio', { name: 'Yours: Low' }).check()
    await dialog.getByRole('button', { name: 'Save merged changes' }).click()
    await said(page, `Bug ${id} moved to Low`)
    await card(page, 'Low', 'Thuds').waitFor()
    expect(await card(page, 'High', 'Thuds').count()).toBe(0)
  })

  it('undoes the move of a closed bug, which is a duplicate of the same bug again', async () => {
    const [id, dupe_of] = [await file('Zaps'), await file('Zings')]
    await grace().bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'DUPLICATE', dupe_of })
    const page = await stage.open('/board?summary=Zaps', people.grace)
    await page.getByRole('button', { name: `Move bug ${id}` }).click()
    await page.getByRole('menuitem', { name: 'Unconfirmed' }).click()
    await said(page, `Bug ${id} moved to Unconfirmed`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await said(page, `Bug ${id} moved back`)
    expect((await grace().bugs.get({ ids: [id] })).bugs[0]).toMatchObject({ resolution: 'DUPLICATE', dupe_of })
  })

  it('folds closed columns where open ones have bugs', async () => {
    const id = await file('Rattles')
    await file('Rattles too')
    await grace().bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'FIXED' })
    const page = await stage.open('/board?summary=Rattles', people.grace, { bypassCSP: true })
    const fold = column(page, 'Resolved').getByRole('button', { name: 'Resolved' })
    await fold.waitFor()
    expect([await fold.getAttribute('aria-expanded'), await card(page, 'Resolved', 'Rattles').count()]).toEqual([
      'false',
      0,
    ])
    expect(await violationsOf(page)).toEqual([])
    await fold.click()
    await card(page, 'Resolved', 'Rattles').waitFor()
    await page.goto(`${stage.url}/board?summary=Rattles&status=RESOLVED`)
    await card(page, 'Resolved', 'Rattles').waitFor()
    const still = await stage.open('/board?summary=Rattles', undefined, { javaScriptEnabled: false })
    await card(still, 'Resolved', 'Rattles').waitFor()
  })
  it('has 1,000 cards at most, and redraws none but the one that moves', async () => {
    const priorities = ['Highest', 'High', 'Normal', 'Low', 'Lowest']
    const { bugs } = stage.world.tracker.asSystem(people.grace)
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    for (let n = 0; n < 1050; n++) await bugs.create({ ...place, summary: `Bulk ${n}`, priority: priorities[n % 5] })
    const page = await stage.open('/board?summary=Bulk&columns=priority&rows=severity', people.grace)
    const cards = page.getByRole('link', { name: /^Bulk \d+$/ })
    await page
      .getByRole('button', { name: /^Move bug/ })
      .first()
      .waitFor()
    expect(await cards.count()).toBe(1000)
    const first = column(page, 'Highest').getByRole('listitem').first()
    const id = Number(await first.locator('.number').textContent())
    await page.evaluate(() => {
      const made = new Set<Element>()
      const seen = new MutationObserver((changes) =>
        changes.forEach(({ addedNodes }) =>
          addedNodes.forEach((node) => node instanceof Element && node.closest('.board-card') && made.add(node)),
        ),
      )
      seen.observe(document.querySelector('.board') as Element, { childList: true, subtree: true })
      Object.assign(window, { made })
    })
    await first.getByRole('link').press('Shift+ArrowRight')
    await said(page, `Bug ${id} moved to High`)
    expect((await grace().bugs.get({ ids: [id] })).bugs[0]?.priority).toBe('High')
    const made = await page.evaluate(() => (window as unknown as { made: Set<Element> }).made.size)
    expect(made).toBeLessThan(10)
  })
})
