// Passkeys in a browser with a virtual authenticator.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { serve } from '@trackerkit/http-node'
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { useStageOf } from './browser.js'
import { password } from './harness.js'

const admin = 'admin@example.com'
let later = 0

const stage = useStageOf(async () => {
  const clock = () => new Date(Date.now() + later)
  const administrator = { login: admin, password }
  const tracker = await createTracker({ store: memoryStore(), administrator, testing: { clock } })
  return { world: { tracker }, serve }
})

const authenticator = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** The pages at the name of this machine: an address has no passkeys. */
async function openLocalhost() {
  const page = await stage.open('/login', undefined, { bypassCSP: true })
  const url = stage.url.replace('127.0.0.1', 'localhost')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const plugIn = () => devtools.send('WebAuthn.addVirtualAuthenticator', { options: authenticator })
  const { authenticatorId } = await plugIn()
  /** An authenticator has one passkey of an account. */
  const replace = async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await plugIn()
  }
  const keys = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
  const open = async (path: string) => {
    await page.goto(url + path)
    await page.waitForSelector('html[data-live]')
  }
  return { page, open, keys, replace, end: () => devtools.send('WebAuthn.disable') }
}

async function logIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Login' }).fill(admin)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Asks the pages as their scripts do. */
async function ask(page: Page, path: string, body?: object) {
  return page.evaluate(
    async ([to, sent]) => {
      const headers = { 'X-TrackerKit-Web': '1', 'Content-Type': 'application/json' }
      const options = sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }
      const response = await fetch(to, { headers, ...options })
      return { status: response.status, ...((await response.json()) as { code?: number; login_by?: string }) }
    },
    [path, body] as const,
  )
}

describe.skipIf(!hasBrowser)('passkeys', () => {
  it('are added, log in, confirm a session, are renamed and removed', async () => {
    const { page, open, end } = await openLocalhost()
    await open('/login')
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await logIn(page)
    await open('/me/logins')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop')
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const table = page.getByRole('table', { name: 'Passkeys' })
    await table.getByRole('rowheader', { name: 'Laptop' }).waitFor()
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop again')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByRole('alert').filter({ hasText: 'already keeps a passkey' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.context().clearCookies()
    await open('/login?return_to=%2Fme%2Flogins')
    const finished = page.waitForRequest(
      (one) => one.url().endsWith('/-/login/passkey') && !!one.postData()?.includes('answer'),
    )
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    const sent = JSON.parse((await finished).postData() ?? '{}') as object
    await table.waitFor()
    expect(await ask(page, '/-/rest/sessions/current')).toMatchObject({ login_by: 'passkey' })
    expect(await ask(page, '/-/login/passkey', sent)).toMatchObject({ status: 400, code: 1490 })
    expect(await ask(page, '/-/login/passkey', {})).toMatchObject({ status: 200 })
    expect(await ask(page, '/-/login/passkey', sent)).toMatchObject({ status: 401, code: 1494 })

    await table.getByRole('button', { name: 'Rename Laptop' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename Laptop' })
    await rename.getByRole('textbox', { name: 'Name' }).fill('Telephone')
    await rename.getByRole('button', { name: 'Save' }).click()
    await table.getByRole('rowheader', { name: 'Telephone' }).waitFor()

    later = 20 * 60_000
    await table.getByRole('button', { name: 'Remove Telephone' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm your identity' })
    await confirm.getByRole('button', { name: 'Use a passkey' }).click()
    await table.waitFor({ state: 'detached' })
    await page.getByText('No passkeys.').waitFor()
    await end()
  })

  it('as second factor show recovery codes once, and take the password for each that is removed', async () => {
    later = 0
    const { page, open, replace, end } = await openLocalhost()
    await open('/login')
    await logIn(page)
    await open('/me/logins')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Key')
    await dialog.getByRole('checkbox', { name: 'Require a second factor with my password' }).check()
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('wrong password')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(password)
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' })
    await codes.waitFor()
    expect(await codes.getByRole('listitem').count()).toBe(10)
    await page.getByRole('button', { name: 'Done' }).click()
    await codes.waitFor({ state: 'detached' })
    await open('/me/two-factor')
    expect(await page.getByRole('textbox', { name: 'Authentication code' }).count()).toBe(0)
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    later = 20 * 60_000
    const renewal = page.getByRole('form', { name: 'Generate new codes' })
    await renewal.getByRole('textbox', { name: 'Current password' }).fill(password)
    await renewal.getByRole('button', { name: 'Generate new codes' }).click()
    await page
      .getByRole('dialog', { name: 'Confirm your identity' })
      .getByRole('button', { name: 'Use a passkey' })
      .click()
    await codes.waitFor()
    await open('/me/logins')
    await replace()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Second')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const notice = page.getByText('turns off two-factor authentication')
    for (const name of ['Key', 'Second']) {
      await page.getByRole('button', { name: `Remove ${name}` }).click()
      const removal = page.getByRole('dialog', { name: `Remove ${name}` })
      await removal.getByRole('textbox', { name: 'Current password' }).fill(password)
      expect(await notice.count()).toBe(name === 'Key' ? 0 : 1)
      expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
      await removal.getByRole('button', { name: 'Remove', exact: true }).click()
      await removal.waitFor({ state: 'detached' })
    }
    await page.getByText('No passkeys.').waitFor()
    await end()
  })

  it('are created in the browser only once the session is confirmed and they have a name', async () => {
    later = 0
    const { page, open, end, keys } = await openLocalhost()
    await open('/login')
    await logIn(page)
    await open('/me/logins')
    later = 20 * 60_000
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('   ')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    expect(await dialog.getByRole('textbox', { name: 'Name' }).evaluate((one) => one.matches(':invalid'))).toBe(true)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Late')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm your identity' })
    const typed = confirm.getByRole('textbox', { name: 'Password' })
    await typed.waitFor()
    expect(await keys()).toBe(0)
    await expect.poll(() => typed.evaluate((one) => one === document.activeElement)).toBe(true)
    await typed.fill(password)
    await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
    const table = page.getByRole('table', { name: 'Passkeys' })
    await table.getByRole('rowheader', { name: 'Late' }).waitFor()
    expect(await keys()).toBe(1)

    await page.context().clearCookies()
    await table.getByRole('button', { name: 'Rename Late' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename Late' })
    await rename.getByRole('textbox', { name: 'Name' }).fill('Later')
    await rename.getByRole('button', { name: 'Save' }).click()
    const again = page.getByRole('dialog', { name: 'Log in again' })
    await again.getByRole('button', { name: 'Log in with a passkey' }).click()
    await again.waitFor({ state: 'detached' })
    await table.getByRole('rowheader', { name: 'Later' }).waitFor()

    await open(`/admin/users/${encodeURIComponent(admin)}`)
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await table.getByRole('button', { name: 'Remove Later' }).click()
    await table.waitFor({ state: 'detached' })
    await end()
  })

  it('set up the second factor for members of the group that needs one', async () => {
    later = 0
    await stage.world.tracker.asSystem().parameters.update({ parameters: { second_factor_group: 'admin' } })
    const { page, open, end } = await openLocalhost()
    await open('/login')
    await logIn(page)
    await open('/me/two-factor')
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Required')
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(password)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    expect(await ask(page, '/-/rest/passkey')).toMatchObject({ status: 200 })
    await end()
  })

  it('are not offered at an address of a machine', async () => {
    const page = await stage.open('/login')
    expect(await page.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0)
    expect(await ask(page, '/-/login/passkey', {})).toMatchObject({ status: 400 })
  })
})
