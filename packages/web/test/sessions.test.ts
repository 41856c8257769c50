// Sessions that end while pages are open, and logins that lead back to them.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { password, people } from './harness.js'

const stage = useStage()

describe.skipIf(!hasBrowser)('a session that ends while a page waits for changes', () => {
  it('asks the user to log in once', async () => {
    const { plain } = stage.world.bugs
    const page = await stage.open('/bugs?summary=none', people.grace)
    const waiting = new RegExp(`/changes\\?.*\\bbug=${plain}\\b.*wait=20`)
    let answer: () => void = () => undefined
    const isSaved = new Promise<void>((resolve) => (answer = resolve))
    await page.route(
      waiting,
      async (route) => {
        const response = await route.fetch()
        await isSaved
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    const first = page.waitForRequest(waiting)
    await page.goto(`${stage.url}/bug/${plain}`)
    const begun = await first
    const again = page.waitForRequest((request) => waiting.test(request.url()) && request !== begun)
    await stage.world.tracker.as({ login: people.grace }).sessions.deleteOthers()
    await page.getByRole('textbox', { name: 'Comment' }).fill('Written before the session ended')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Comment added' }).waitFor()
    answer()
    expect((await begun.response())?.status()).toBe(401)
    await again
    expect(await dialog.count()).toBe(0)
  })
})

async function logIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Login' }).fill(people.grace)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}

const placeOf = (page: Page) => page.url().slice(stage.url.length)

describe.skipIf(!hasBrowser)('a login', () => {
  it('leads back to the comment that the page was opened at, or was moved to since', async () => {
    const { plain } = stage.world.bugs
    const page = await stage.open(`/bug/${plain}#c1`)
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await logIn(page)
    expect(placeOf(page)).toBe(`/bug/${plain}#c1`)
    await page.context().clearCookies()
    await page.goto(`${stage.url}/bug/${plain}`)
    await page.waitForSelector('html[data-live]')
    await page.evaluate(() => (location.hash = '#c1'))
    await page.getByRole('link', { name: 'Log in to comment' }).click()
    await logIn(page)
    expect(placeOf(page)).toBe(`/bug/${plain}#c1`)
  })

  it('leads back to the place in a page that only users see', async () => {
    const page = await stage.open('/me/notifications#content')
    expect(placeOf(page)).toBe('/login?return_to=%2Fme%2Fnotifications#content')
    await logIn(page)
    expect(placeOf(page)).toBe('/me/notifications#content')
  })
})
