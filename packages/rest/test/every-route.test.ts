// Every route of the API, asked once for something that it can do. That the answers are as described is seen by the harness.
import { memoryMailer } from '@trackerkit/core'
import type { WebhookSender } from '@trackerkit/core/host'
import { expect, it } from 'vitest'
import { routes } from '../src/routes/index.js'
import { askEveryRoute, knowingAdmin, requests, textReader } from './every-request.js'
import { onAnySite } from './harness.js'

const silentSender: WebhookSender = {
  check: async () => undefined,
  send: async () => ({ status: 204, headers: {}, body: '' }),
}

it('every route has a request in this test', () => {
  const asked = requests.map(([route]) => route)
  expect(new Set(asked)).toEqual(new Set(routes.map(({ method, path }) => `${method} ${path}`)))
})

onAnySite('every route', (open) => {
  it('answers as the description of the API says', async () => {
    const mailer = memoryMailer()
    const webhooks = { sender: silentSender, onDemand: true }
    const site = await open({
      mail: { mailer, reader: textReader },
      webhooks,
      logins: { providers: [{ provider: knowingAdmin() }] },
    })
    await askEveryRoute({ ...site, mailer }, (route, { status, text }) => expect(status, `${route}: ${text}`).toBe(200))
  })
})
