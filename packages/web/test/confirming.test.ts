// Changes that require a confirmed session.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

describe.skipIf(!hasBrowser)('a change that the user does not confirm', () => {
  it('is reported with the focus where it was requested, and keeps the typed text', async () => {
    const message = 'Nothing changed. Confirm your identity, or log in again.'
    const page = await stage.open('/me/api-keys', people.admin)
    await page.route('**/rest/api_key*', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 403, json: { error: true, code: 1485, name: 'confirmation_required', message } }),
    )
    await page.getByRole('button', { name: 'New API key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    const description = dialog.getByRole('textbox', { name: 'Description' })
    await description.fill('Nightly build')
    await dialog.getByRole('button', { name: 'Create' }).press('Enter')
    await page.getByRole('dialog', { name: 'Confirm your identity' }).waitFor()
    await page.keyboard.press('Escape')
    const alert = dialog.getByRole('alert').filter({ hasText: message })
    await alert.waitFor()
    await expect.poll(() => alert.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await description.inputValue()).toBe('Nightly build')
  })
})
