import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createTestTracker } from '@trackerkit/adapter-memory/testing'
import { httpSender } from '@trackerkit/webhooks'
import { expect, it } from 'vitest'
import { createBuildServer } from './receiver.js'

it('a build server builds what was fixed, once, and nothing for those who cannot sign', async () => {
  const tracker = await createTestTracker({
    at: new Date(),
    webhooks: { sender: httpSender({ allow: ['127.0.0.1'] }), onDemand: true },
  })
  const admin = tracker.asSystem('admin@example.com')
  const { id, secret } = await admin.webhooks.create({
    name: 'Builds',
    // Known when it listens.
    url: 'https://1.1.1.1/',
    events: ['changed'],
    fields: ['resolution'],
  })
  const built: number[] = []
  const server = createBuildServer(secret, (bugId) => built.push(bugId)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await admin.webhooks.update({ ids: [id], url })
  const bug = await tracker.make.bug({ summary: 'It blinks' })
  await admin.bugs.update({ ids: [bug.id], status: 'RESOLVED', resolution: 'FIXED' })
  await tracker.deliverWebhooks()
  await admin.webhooks.redeliver({ id, since: new Date(0) })
  await tracker.deliverWebhooks()
  expect(built).toEqual([bug.id])
  const forged = JSON.stringify({ type: 'bug.changed', data: { bug: { id: 99, resolution: 'FIXED' } } })
  const now = String(Math.floor(Date.now() / 1000))
  const headers = { 'webhook-id': 'chg_1_9', 'webhook-timestamp': now, 'webhook-signature': `v1,${btoa('forged')}` }
  expect((await fetch(url, { method: 'POST', headers, body: forged })).status).toBe(401)
  expect(built).toEqual([bug.id])
  expect((await admin.webhooks.deliveries({ id })).deliveries).toMatchObject([{ state: 'sent', status: 204 }])
  server.closeAllConnections()
  server.close()
  await tracker.close()
})
