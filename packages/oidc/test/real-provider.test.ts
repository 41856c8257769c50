// A login at a certified provider, by the forms that it shows to people.
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:http'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { oidc } from '../src/index.js'
import { answerAt, certifiedProvider } from './certified-provider.js'

const redirect_uri = 'http://localhost:8080/-/login/staff/callback'
const client = {
  client_id: 'tracker',
  client_secret: 'a secret of the tracker',
  redirect_uris: [redirect_uri],
  post_logout_redirect_uris: ['https://bugs.example.com/'],
}

/** Receives the logout tokens of the provider. */
let receiver: Server
const received: string[] = []

let certified: Awaited<ReturnType<typeof certifiedProvider>>
let issuer = ''

beforeAll(async () => {
  certified = await certifiedProvider()
  issuer = certified.issuer
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push(new URLSearchParams(body).get('logout_token') ?? '')
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const backchannel_logout_uri = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  certified.open({ ...client, backchannel_logout_uri })
})
afterAll(async () => {
  await certified.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

it('a person of a certified provider logs in, has an account, and confirms a session there', async () => {
  const provider = oidc({
    ...{ name: 'staff', title: 'Staff', issuer, clientId: client.client_id, clientSecret: client.client_secret },
    confirms: true,
  })
  const tracker = await createTracker({ store: memoryStore(), logins: { providers: [{ provider, accounts: 'all' }] } })
  const nobody = tracker.as(null).logins
  const { flow, url } = await nobody.begin({ by: 'staff', redirect_uri })
  const back = await answerAt(url, 'erin', redirect_uri)
  expect(back.searchParams.get('iss')).toBe(issuer)
  const answer = Object.fromEntries(back.searchParams)
  const { token = '', outcome } = await nobody.finish({ flow, answer })
  expect(outcome).toBe('done')
  const mine = tracker.as({ token })
  expect(await mine.users.whoami()).toMatchObject({ name: 'erin@example.com', real_name: 'The erin' })
  expect(await mine.sessions.current()).toMatchObject({ login_by: 'staff', confirm_by: ['staff'] })
  await expect(nobody.finish({ flow, answer })).rejects.toMatchObject({ code: 'login_flow_not_valid' })
  const again = await mine.logins.begin({ by: 'staff', purpose: 'confirm', redirect_uri })
  const confirmed = Object.fromEntries((await answerAt(again.url, 'erin', redirect_uri)).searchParams)
  expect(await mine.logins.finish({ flow: again.flow, answer: confirmed })).toMatchObject({ outcome: 'done' })
  const other = await mine.logins.begin({ by: 'staff', purpose: 'confirm', redirect_uri })
  const foreign = Object.fromEntries((await answerAt(other.url, 'mallory', redirect_uri)).searchParams)
  await expect(mine.logins.finish({ flow: other.flow, answer: foreign })).rejects.toMatchObject({
    code: 'login_flow_not_valid',
  })
  const end = await provider.logoutUrl?.('https://bugs.example.com/')
  const asked = await fetch(end ?? '', { redirect: 'manual' })
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('name="logout"')])
  await tracker.close()
})

it('a person who logs out at a certified provider is logged out of the tracker, by its token', async () => {
  const { client_id: clientId, client_secret: clientSecret } = client
  const provider = oidc({ name: 'staff', title: 'Staff', issuer, clientId, clientSecret })
  const tracker = await createTracker({ store: memoryStore(), logins: { providers: [{ provider, accounts: 'all' }] } })
  const { begin, finish, ended } = tracker.as(null).logins
  const cookies = new Map<string, string>()
  const { flow, url } = await begin({ by: 'staff', redirect_uri })
  const answer = Object.fromEntries((await answerAt(url, 'erin', redirect_uri, cookies)).searchParams)
  const { token = '' } = await finish({ flow, answer })
  const returnTo = 'https://bugs.example.com/'
  await answerAt((await provider.logoutUrl?.(returnTo)) ?? '', 'erin', returnTo, cookies)
  await expect.poll(() => received.length).toBe(1)
  const [logout_token = ''] = received
  await expect(ended({ by: 'staff', logout_token: `${logout_token}x` })).rejects.toMatchObject({
    code: 'login_flow_not_valid',
  })
  expect(await tracker.as({ token }).users.whoami()).toMatchObject({ name: 'erin@example.com' })
  await ended({ by: 'staff', logout_token })
  await expect(tracker.as({ token }).users.whoami()).rejects.toMatchObject({ code: 'auth_invalid_token' })
  await tracker.close()
})
