// A login with the password of an LDAP directory, in a browser.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { serve } from '@trackerkit/http-node'
import { hasBrowser } from '@trackerkit/test-browser'
import { afterAll, describe, expect, it } from 'vitest'
import { ldap } from '../../ldap/src/index.js'
import { base, missing, reader, startDirectory, type Directory } from '../../ldap/test/directory.js'
import { useStageOf } from './browser.js'

const isPossible = hasBrowser && missing === undefined

describe.skipIf(!isPossible)(`a login with the password of a directory${missing ? `: ${missing}` : ''}`, () => {
  let directory: Directory | undefined
  const stage = useStageOf(async () => {
    directory = await startDirectory()
    const source = ldap({ title: 'Example staff', url: directory.url, base, reader })
    const passwords = { source, emails: 'all', accounts: 'all' } as const
    const tracker = await createTracker({ store: memoryStore(), logins: { providers: [], passwords } })
    return { world: { tracker }, serve }
  })
  afterAll(() => directory?.stop())

  it('creates an account from the login page, and shows where it came from', async () => {
    const page = await stage.open('/login?return_to=/me/logins')
    const logIn = async (password: string) => {
      await page.getByRole('textbox', { name: 'Login' }).fill('erin')
      await page.getByRole('textbox', { name: 'Password' }).fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
    }
    await logIn('of Frank')
    await page.getByRole('alert').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await logIn('of Erin')
    await page.waitForURL((url) => url.pathname === '/me/logins')
    const linked = page.getByRole('table', { name: 'Linked accounts' })
    expect(await linked.textContent()).toContain('Example staff')
    expect(await linked.textContent()).toContain('erin')
    expect(await stage.world.tracker.asSystem().users.get({ names: ['erin@example.com'] })).toMatchObject({
      users: [{ name: 'erin@example.com' }],
    })
  })
})
