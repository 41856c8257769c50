// Another address for an account without a password, in a browser.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, memoryMailer } from '@trackerkit/core'
import { serve } from '@trackerkit/http-node'
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it, vi } from 'vitest'
import { logins, person, testProvider } from '../../core/test/login-provider.js'
import { useStageOf } from './browser.js'
import { password } from './harness.js'

const mailer = memoryMailer()

const stage = useStageOf(async () => {
  const provider = testProvider('acme', { mayConfirm: false })
  const tracker = await createTracker({
    store: memoryStore(),
    administrator: { login: 'admin@example.com', password },
    mail: { mailer, onDemand: true },
    ...logins(provider, { accounts: 'all' }),
  })
  await tracker.asSystem().parameters.update({ parameters: { allowemailchange: true } })
  provider.people.set('erin', person('1', 'erin@example.com'))
  provider.begin = async ({ redirect_uri, state }) => `${redirect_uri}?${new URLSearchParams({ code: 'erin', state })}`
  return { world: { tracker }, serve }
})

/** The request is answered before the message is written. */
async function codeSentTo(address: string): Promise<string> {
  return vi.waitUntil(
    async () => {
      await stage.world.tracker.deliverMail()
      const { text = '' } = mailer.messages.findLast(({ to }) => to.includes(address)) ?? {}
      return /^Code \| (\w+)$/m.exec(text)?.[1]
    },
    { timeout: 30_000 },
  )
}

describe.skipIf(!hasBrowser)('the form for another address', () => {
  it('takes a confirmed session in place of the password of an account that has none', async () => {
    const page = await stage.open('/login?return_to=/address')
    await page.getByRole('link', { name: 'Log in with Acme' }).click()
    await page.getByRole('textbox', { name: 'New email address' }).fill('erin.new@example.com')
    await page.getByRole('button', { name: 'Send code' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm your identity' })
    await confirm.getByRole('button', { name: 'Send a code by mail' }).click()
    await page.getByRole('status').filter({ hasText: 'Code sent' }).waitFor()
    await confirm.getByRole('textbox', { name: 'Code' }).fill(await codeSentTo('erin@example.com'))
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Confirm email address' }).waitFor()
    await page.getByRole('textbox', { name: 'Code' }).fill(await codeSentTo('erin.new@example.com'))
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await page.getByText('Email address changed.').first().waitFor()
    const { users } = await stage.world.tracker.asSystem().users.get({ match: ['erin'] })
    expect(users.map(({ name }) => name)).toEqual(['erin.new@example.com'])
  })
})
