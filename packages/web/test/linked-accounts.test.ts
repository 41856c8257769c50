// Accounts at login providers, as their owner and an administrator see them in a browser.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { serve } from '@trackerkit/http-node'
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { browserOf, logins, person, testProvider } from '../../core/test/login-provider.js'
import { excessOf, violationsOf } from './axe.js'
import { useStageOf } from './browser.js'
import { password } from './harness.js'

const [admin, bob] = ['admin@example.com', 'bob@example.com']

const stage = useStageOf(async () => {
  const provider = testProvider()
  const administrator = { login: admin, password }
  const tracker = await createTracker({ store: memoryStore(), administrator, ...logins(provider) })
  await tracker.asSystem().users.create({ email: bob, password })
  const { token } = await tracker.as(null).sessions.create({ login: bob, password })
  await browserOf({ tracker }, provider).finish(person('1', 'b@acme.example.com'), { token }, 'link')
  // It logs bob in at once.
  provider.people.set('bob', person('1', 'b@acme.example.com'))
  provider.begin = async ({ redirect_uri, state }) => `${redirect_uri}?${new URLSearchParams({ code: 'bob', state })}`
  return { world: { tracker, provider }, serve }
})

describe.skipIf(!hasBrowser)('linked accounts', () => {
  it.each([1280, 320])('break no rule of WCAG 2.2 AA, %i pixels wide', async (width) => {
    const viewport = { width, height: 800 }
    const rest = `/login/continue?${new URLSearchParams({ step: 'password', by: 'acme', login: bob })}`
    for (const [path, who] of [
      ['/login', undefined],
      [rest, undefined],
      ['/me/logins', bob],
      ['/me/sessions', bob],
    ] as const) {
      const page = await stage.open(path, who, { viewport, bypassCSP: true })
      expect([path, await violationsOf(page), await excessOf(page)]).toEqual([path, [], 0])
    }
  })

  it('log a user in again whose session has ended, beside the page with the input', async () => {
    const page = await stage.open('/me/api-keys', bob, { colorScheme: 'dark', bypassCSP: true })
    await page.getByRole('button', { name: 'New API key' }).click()
    const form = page.getByRole('dialog', { name: 'New API key' })
    await form.getByRole('textbox', { name: 'Description' }).fill('Nightly build')
    await page.context().clearCookies()
    await form.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    const button = dialog.getByRole('link', { name: 'Log in with Acme' })
    await button.waitFor()
    expect(await dialog.getByLabel('Password').evaluate((one) => one === document.activeElement)).toBe(true)
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await button.click()
    await dialog.waitFor({ state: 'detached' })
    await form.getByRole('textbox', { name: 'API key' }).waitFor()
    const { api_keys } = await stage.world.tracker.as({ login: bob }).apiKeys.get()
    expect(api_keys).toMatchObject([{ description: 'Nightly build' }])
  })

  it('are on the page of a user for administrators, who unlink them', async () => {
    const page = await stage.open(`/admin/users/${bob}`, admin, { bypassCSP: true })
    const table = page.getByRole('table', { name: 'Linked accounts' })
    await table.getByRole('cell', { name: 'b@acme.example.com' }).waitFor()
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await table.getByRole('button', { name: 'Unlink Acme' }).click()
    await table.waitFor({ state: 'detached' })
  })
})
