// Following bugs, products and components, and the end of it.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const as = (login: string) => stage.world.tracker.as({ login })

async function fileBug(summary = 'It is followed'): Promise<number> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0', summary }
  return (await as(people.reporter).bugs.create(place)).id
}

describe.skipIf(!hasBrowser)('following', () => {
  it('of a bug is a button beside a menu, which also unfollows and mutes it', async () => {
    const id = await fileBug()
    const followingOf = async () => (await as(people.grace).bugs.view({ id })).following
    const page = await stage.open(`/bug/${id}`, people.grace, { bypassCSP: true })
    const follow = page.getByRole('button', { name: 'Follow', exact: true })
    expect(await follow.getAttribute('aria-pressed')).toBe('false')
    await follow.click()
    await page.getByRole('status').filter({ hasText: 'Followed' }).waitFor()
    await expect.poll(() => follow.getAttribute('aria-pressed')).toBe('true')
    expect(await followingOf()).toBe(true)
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Following', exact: true }).click()
      await page.getByRole('menu', { name: 'Following' }).getByRole('menuitemradio', { name }).press('Enter')
    }
    await page.getByRole('button', { name: 'Following', exact: true }).press('Enter')
    const chosen = page.getByRole('menuitemradio', { name: 'Follow', exact: true, checked: true })
    await chosen.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await choose('Mute')
    await expect.poll(followingOf).toBe(false)
    await choose('Unfollow')
    await page.getByRole('status').filter({ hasText: 'Unfollowed' }).waitFor()
    expect(await as(people.grace).bugs.view({ id })).toMatchObject({ following: null, following_off: true })
    await page.goto(`${stage.url}/me/notifications`)
    await page
      .getByRole('row', { name: 'Unfollowed bug' })
      .getByRole('button', { name: `Reset Bug ${id}` })
      .click()
    await page.getByRole('status').filter({ hasText: 'reset' }).waitFor()
    expect((await as(people.grace).bugs.view({ id })).following_off).toBe(false)
    await page.goto(`${stage.url}/bug/${id}`)
    await choose('Mute')
    await expect.poll(followingOf).toBe(false)
    await choose('As my roles say')
    await expect.poll(followingOf).toBe(null)
    const outside = await stage.open(`/bug/${id}`)
    await outside.getByRole('heading', { level: 1 }).waitFor()
    expect(await outside.getByRole('button', { name: 'Follow', exact: true }).count()).toBe(0)
  })

  it('of products and components is chosen on the page of the product, and ends in the settings', async () => {
    const page = await stage.open('/products/Widgets', people.grace, { bypassCSP: true })
    await page.getByRole('button', { name: 'Follow Widgets' }).click()
    const dialog = page.getByRole('dialog', { name: 'Follow Widgets' })
    expect(await dialog.getByRole('radio', { name: 'New bugs' }).isChecked()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('radio', { name: 'All changes' }).check()
    await dialog.getByRole('checkbox', { name: 'Also by mail' }).check()
    await dialog.getByRole('button', { name: 'Follow', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const button = page.getByRole('button', { name: 'Follow Widgets' })
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('table', { name: 'Components' }).getByRole('button', { name: 'Follow UI' }).click()
    await page.getByRole('dialog', { name: 'Follow UI' }).getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByRole('dialog', { name: 'Follow UI' }).waitFor({ state: 'detached' })
    expect(await as(people.grace).follows.get()).toMatchObject({
      products: [{ product: 'Widgets', scope: 'all', by_mail: true }],
      components: [{ product: 'Widgets', component: 'UI', scope: 'new', by_mail: false }],
    })
    await button.click()
    expect(await dialog.getByRole('radio', { name: 'All changes' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Unfollow' }).click()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false')
    const id = await fileBug('It is loud')
    await as(people.grace).follows.update({ mute: [{ bug: id }] })
    await page.goto(`${stage.url}/me/notifications`)
    const table = page.getByRole('table', { name: 'Following' })
    await table.getByRole('row', { name: 'Widgets / UI' }).getByText('New bugs').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await table.getByRole('button', { name: `Unmute Bug ${id} It is loud` }).click()
    await table.getByRole('button', { name: 'Unfollow Widgets / UI' }).click()
    await table.waitFor({ state: 'detached' })
    expect(await as(people.grace).follows.get()).toMatchObject({ components: [], muted: [] })
  })

  it('is listed in the settings page by page', async () => {
    const ids: number[] = []
    while (ids.length < 51) ids.push(await fileBug())
    const bugs = ids.map((bug) => ({ bug }))
    await as(people.grace).follows.update({ add: bugs })
    const page = await stage.open('/me/notifications', people.grace)
    const pages = page.getByRole('navigation', { name: 'Pages: Following' })
    const rows = page.getByRole('table', { name: 'Following' }).getByRole('rowheader')
    const count = (await as(people.grace).follows.get()).bugs.length
    expect(await rows.count()).toBe(50)
    await pages.getByText(`of ${count}`).waitFor()
    await pages.getByRole('link', { name: 'Next' }).click()
    await expect.poll(() => rows.count()).toBe(count - 50)
    await as(people.grace).follows.update({ remove: bugs })
  })

  it('reaches the user as they choose for each reason', async () => {
    const page = await stage.open('/me/notifications', people.grace, { bypassCSP: true })
    const table = page.getByRole('table', { name: 'Notifications' })
    for (const column of ['Off', 'Inbox', 'Digest', 'Mail'])
      await table.getByRole('columnheader', { name: column, exact: true }).waitFor()
    const choice = (reason: string, way: string) =>
      table
        .getByRole('row', { name: reason })
        .getByRole('radiogroup', { name: reason, exact: true })
        .getByRole('radio', { name: way, exact: true })
    for (const reason of ['Mentioned', 'Asked', 'Assigned to you', 'Your bugs'])
      expect(await choice(reason, 'Mail').isChecked()).toBe(true)
    expect(await choice('Followed', 'Inbox').isChecked()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await choice('Asked', 'Mail').press('ArrowLeft')
    expect(await choice('Asked', 'Digest').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await as(people.grace).preferences.get()).notifications.asked).toBe('digest')
    // Each button is below the name of its column.
    const centers = await table.evaluate((one) => {
      const centerOf = (element: Element) => {
        const { left, width } = element.getBoundingClientRect()
        return left + width / 2
      }
      const [, ...columns] = [...one.querySelectorAll('thead th')].map(centerOf)
      const radios = [...(one.querySelector('[role=radiogroup]')?.querySelectorAll('input') ?? [])].map(centerOf)
      return columns.map((center, at) => Math.abs(center - (radios[at] ?? 0)))
    })
    expect(Math.max(...centers)).toBeLessThan(4)
  })

  it('of bugs with an own comment is a setting', async () => {
    const page = await stage.open('/me/notifications', people.grace)
    const box = page.getByRole('checkbox', { name: 'Follow bugs I comment on' })
    expect(await box.isChecked()).toBe(true)
    await box.uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').filter({ hasText: 'Notifications saved' }).waitFor()
    expect((await as(people.grace).preferences.get()).notifications.follow_commented).toBe(false)
    await box.check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await as(people.grace).preferences.get()).notifications.follow_commented).toBe(true)
  })
})

describe.skipIf(!hasBrowser)('comments since the last visit', () => {
  it('begin with a line, until the page is opened again', async () => {
    const id = await fileBug()
    const page = await stage.open(`/bug/${id}`, people.grace)
    await expect.poll(async () => (await as(people.grace).bugs.view({ id })).seen_until).not.toBe(null)
    expect(await page.getByRole('separator', { name: /^New since/ }).count()).toBe(0)
    // Times have whole seconds.
    stage.world.clock.ahead += 1
    await as(people.reporter).comments.create({ id, comment: 'Any news?' })
    await page.goto('about:blank')
    await page.goto(`${stage.url}/bug/${id}`)
    const line = page.getByRole('separator', { name: /^New since \w+ \d+, \d{4}/ })
    await line.waitFor()
    expect(await line.evaluate((node) => node.nextElementSibling?.id)).toBe('c1')
    const before = (await as(people.grace).bugs.view({ id })).seen_until
    await expect.poll(async () => (await as(people.grace).bugs.view({ id })).seen_until).not.toEqual(before)
    await page.goto('about:blank')
    await page.goto(`${stage.url}/bug/${id}`)
    await page.getByRole('article', { name: 'Comment 1' }).waitFor()
    expect(await line.count()).toBe(0)
  })

  it('mark their bugs in lists', async () => {
    const [seen, other] = [await fileBug('Looked at'), await fileBug('Never looked at')]
    await as(people.grace).visits.record({ ids: [seen] })
    stage.world.clock.ahead += 1
    for (const id of [seen, other]) await as(people.reporter).comments.create({ id, comment: 'Any news?' })
    const page = await stage.open('/bugs?quicksearch=looked', people.grace)
    await page.getByRole('rowheader', { name: 'Changed since you looked' }).waitFor()
    const marked = page.getByRole('row', { name: 'Changed since you looked' })
    expect(await marked.getByRole('link', { name: 'Looked at', exact: true }).count()).toBe(1)
    expect(await marked.count()).toBe(1)
  })
})
