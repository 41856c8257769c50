// Sessions that end while pages are open.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { password, people } from './harness.js'

const stage = useStage()

describe.skipIf(!hasBrowser)('a session that ends while a page waits for changes', () => {
  it('asks the user to log in once', async () => {
    const { plain } = stage.world.bugs
    const page = await stage.open(`/bug/${plain}`, people.grace)
    const waiting = /\/changes\?.*wait=20/
    const begun = await page.waitForRequest(waiting)
    const again = page.waitForRequest((request) => waiting.test(request.url()) && request !== begun)
    await stage.world.tracker.as({ login: people.grace }).sessions.deleteOthers()
    await page.getByRole('textbox', { name: 'Comment' }).fill('Written before the session ended')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Comment added' }).waitFor()
    expect((await begun.response())?.status()).toBe(401)
    await again
    expect(await dialog.count()).toBe(0)
  })
})
