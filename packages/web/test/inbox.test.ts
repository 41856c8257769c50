// The inbox in a browser.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

/** Files bugs that are assigned to Grace, as the only unread lines in her inbox. */
async function fileBugs(count: number): Promise<number[]> {
  const { tracker } = stage.world
  const reporter = tracker.as({ login: people.reporter })
  const place = { product: 'Widgets', component: 'UI', version: '1.0', assigned_to: people.grace }
  const now = new Date(Date.now() + stage.world.clock.ahead * 60_000)
  await tracker.as({ login: people.grace }).inbox.update({ all_until: now, state: 'done' })
  await new Promise((resolve) => setTimeout(resolve, 10))
  const ids: number[] = []
  for (let index = 0; index < count; index++)
    ids.push((await reporter.bugs.create({ ...place, summary: `It rattles ${index}` })).id)
  return ids
}

describe.skipIf(!hasBrowser)('the inbox', () => {
  it('lists what is new, and loses lines by button, by key, and by opening the bug', async () => {
    const [first = 0, second = 0, third = 0, fourth = 0] = await fileBugs(4)
    const { tracker } = stage.world
    // It is the newest line.
    stage.world.clock.ahead += 1
    await tracker.as({ login: people.reporter }).comments.create({ id: first, comment: '@grace, look' })
    const page = await stage.open('/inbox', people.grace, { bypassCSP: true })
    const list = page.getByRole('list', { name: 'Inbox' })
    const line = (id: number) => list.getByRole('listitem').filter({ hasText: `Bug ${id} ` })
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: 'Inbox, 4 unread' }).waitFor()
    expect(await line(first).innerText()).toMatch(/Mentioned, Assigned to you[^]*New bug, 1 comment/)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: `Done: bug ${first}` }).click()
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    await line(first).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await line(first).waitFor()
    expect(await line(first).innerText()).toMatch(/Mentioned, Assigned to you[^]*New bug, 1 comment/)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
    await page.waitForFunction(() => document.activeElement?.closest('[aria-label=Inbox] li'))
    await page.getByRole('button', { name: `Later: bug ${first}` }).click()
    await page.getByRole('menuitem', { name: 'Tomorrow' }).click()
    await line(first).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Later' }).click()
    await line(first).waitFor()
    await page.getByRole('tab', { name: 'Unread' }).click()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
    const rest = await Promise.all([second, third, fourth].map(async (id) => ({ id, count: await line(id).count() })))
    const [opened = 0, muted = 0] = rest.filter(({ count }) => count > 0).map(({ id }) => id)
    await page.getByRole('button', { name: `Mute: bug ${muted}` }).click()
    await line(muted).waitFor({ state: 'detached' })
    await line(opened).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /It rattles/ }).waitFor()
    await navigation.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { name: 'Nothing new' }).waitFor()
  })

  it('restores a line by Undo also after Done was pressed twice', async () => {
    const [id = 0] = await fileBugs(1)
    const page = await stage.open('/inbox', people.grace)
    const line = page.getByRole('listitem').filter({ hasText: `Bug ${id} ` })
    await line.getByRole('button', { name: `Done: bug ${id}` }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await page.getByRole('heading', { name: 'Nothing new' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await line.waitFor()
    expect(await line.innerText()).toMatch(/Assigned to you[^]*New bug/)
  })

  it.each(['add', 'remove', 'off', 'mute'] as const)('undoes Mute of a bug to its state after `%s`', async (state) => {
    const grace = stage.world.tracker.as({ login: people.grace })
    const [id = 0] = await fileBugs(1)
    await grace.follows.update({ [state]: [{ bug: id }] })
    // A mention makes a line of every bug.
    await stage.world.tracker.as({ login: people.reporter }).comments.create({ id, comment: '@grace, look' })
    const stateOf = async () => {
      const { following, following_off } = await grace.bugs.view({ id })
      return { following, following_off }
    }
    const before = await stateOf()
    const page = await stage.open('/inbox', people.grace)
    await page.getByRole('button', { name: `Mute: bug ${id}` }).click()
    await page.getByRole('status').filter({ hasText: 'Muted' }).waitFor()
    expect(await stateOf()).toEqual({ following: false, following_off: false })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').filter({ hasText: 'Unread' }).waitFor()
    expect(await stateOf()).toEqual(before)
  })

  it('puts a line off until a typed date on Enter or when the field is left, and not before', async () => {
    const [first = 0, second = 0] = await fileBugs(2)
    const page = await stage.open('/inbox', people.grace)
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE')
    const pick = async (id: number) => {
      await page.getByRole('button', { name: `Later: bug ${id}` }).click()
      await page.getByRole('menuitem', { name: 'Pick a date' }).press('Enter')
      const field = page.getByLabel(`Later until: bug ${id}`)
      await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true)
      return field
    }
    const lateUntil = async () => {
      const { items } = await stage.world.tracker.as({ login: people.grace }).inbox.get({ state: 'later' })
      const putOff = items.filter(({ bug }) => bug.id === first || bug.id === second)
      return Object.fromEntries(
        putOff.map(({ bug, later_until }) => [bug.id, later_until?.toLocaleDateString('sv-SE')]),
      )
    }
    const field = await pick(first)
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    const focused = page.getByRole('button', { name: `Later: bug ${first}` })
    expect(await focused.evaluate((node) => node === document.activeElement)).toBe(true)
    await pick(first)
    await field.fill(dayIn(2))
    await field.fill(dayIn(20))
    await field.press('Enter')
    await field.waitFor({ state: 'detached' })
    await expect.poll(lateUntil).toEqual({ [first]: dayIn(20) })
    const other = await pick(second)
    await other.fill(dayIn(3))
    await other.fill(dayIn(30))
    await page.getByRole('tab', { name: 'All' }).focus()
    await expect.poll(lateUntil).toEqual({ [first]: dayIn(20), [second]: dayIn(30) })
  })

  it('marks an opened bug only if something is new', async () => {
    const [id = 0] = await fileBugs(1)
    const page = await stage.open('/', people.grace)
    let recorded = 0
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/bug_user_last_visit')) recorded++
    })
    const open = async () => {
      await page.goto(`${stage.url}/bug/${id}`)
      await page.waitForSelector('html[data-live]')
      // As long as a bug must be visible, and more.
      await page.waitForTimeout(2500)
    }
    await open()
    expect(recorded).toBe(1)
    await open()
    expect(recorded).toBe(1)
    stage.world.clock.ahead += 1
    await stage.world.tracker.as({ login: people.reporter }).comments.create({ id, comment: 'Any news?' })
    await open()
    expect(recorded).toBe(2)
    await stage.world.tracker.as({ login: people.grace }).inbox.update({ bugs: [id], state: 'unread' })
    await open()
    expect(recorded).toBe(3)
  })

  it('is counted by one request at a time, also while there is no response', async () => {
    const page = await stage.open('/', people.grace)
    await page.clock.install()
    const open = new Set<object>()
    let most = 0
    page.on('request', (request) => {
      if (request.url().includes('/-/rest/inbox?limit=0')) most = Math.max(most, open.add(request).size)
    })
    page.on('requestfailed', (request) => open.delete(request))
    const asked = page.waitForRequest('**/-/rest/inbox?limit=0')
    await page.route('**/-/rest/inbox?limit=0', () => undefined)
    await page.reload()
    await asked
    for (let minute = 0; minute < 3; minute++) await page.clock.runFor(60_000)
    expect(most).toBe(1)
  })

  it('is cleared at once, which can be undone', async () => {
    await fileBugs(2)
    const page = await stage.open('/inbox', people.grace)
    await page.getByRole('list', { name: 'Inbox' }).waitFor()
    await page.getByRole('button', { name: 'Mark all as done' }).click()
    await page.getByRole('heading', { name: 'Nothing new' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByRole('list', { name: 'Inbox' }).getByRole('listitem').count()).toBe(2)
  })

  it('can be read without scripts, and requires a login', async () => {
    const [id = 0] = await fileBugs(1)
    const page = await stage.open('/inbox', people.grace, { javaScriptEnabled: false })
    await page.getByRole('link', { name: `Bug ${id} It rattles 0` }).waitFor()
    await page.getByRole('tab', { name: 'All' }).click()
    expect(await page.getByRole('tab', { name: 'All' }).getAttribute('aria-selected')).toBe('true')
    await page.getByRole('link', { name: `Bug ${id} It rattles 0` }).waitFor()
    const outside = await stage.open('/inbox')
    await outside.getByRole('textbox', { name: 'Login' }).waitFor()
  })
})
