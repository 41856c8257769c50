// A login at a certified provider, by the forms that it shows to people.
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:http'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { oidc } from '../src/index.js'

const redirect_uri = 'http://localhost:8080/-/login/staff/callback'
const client = {
  client_id: 'tracker',
  client_secret: 'a secret of the tracker',
  redirect_uris: [redirect_uri],
  post_logout_redirect_uris: ['https://bugs.example.com/'],
}

let server: Server
let issuer = ''

beforeAll(async () => {
  server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [client],
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    cookies: { keys: ['k'] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: `The ${id}` }),
    }),
  })
  const callback = provider.callback()
  server.on('request', (request, response) => void callback(request, response))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Follows redirects and sends the forms of the provider until it leads back to the tracker. */
async function answerAt(start: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let [url, form] = [start, undefined as URLSearchParams | undefined]
  for (let step = 0; step < 12; step++) {
    if (url.startsWith(redirect_uri)) return new URL(url)
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: form }),
    })
    for (const one of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location !== null) [url, form] = [new URL(location, url).href, undefined]
    else {
      const page = await response.text()
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
      form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) })
      url = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', url).href
    }
  }
  throw new Error('the provider does not lead back')
}

it('a person of a certified provider logs in, has an account, and confirms a session there', async () => {
  const provider = oidc({
    ...{ name: 'staff', title: 'Staff', issuer, clientId: client.client_id, clientSecret: client.client_secret },
    confirms: true,
  })
  const tracker = await createTracker({ store: memoryStore(), logins: { providers: [{ provider, accounts: 'all' }] } })
  const nobody = tracker.as(null).logins
  const { flow, url } = await nobody.begin({ by: 'staff', redirect_uri })
  const back = await answerAt(url, 'erin')
  expect(back.searchParams.get('iss')).toBe(issuer)
  const answer = Object.fromEntries(back.searchParams)
  const { token = '', outcome } = await nobody.finish({ flow, answer })
  expect(outcome).toBe('done')
  const mine = tracker.as({ token })
  expect(await mine.users.whoami()).toMatchObject({ name: 'erin@example.com', real_name: 'The erin' })
  expect(await mine.sessions.current()).toMatchObject({ login_by: 'staff', confirm_by: ['staff'] })
  await expect(nobody.finish({ flow, answer })).rejects.toMatchObject({ code: 'login_flow_not_valid' })
  const again = await mine.logins.begin({ by: 'staff', purpose: 'confirm', redirect_uri })
  const confirmed = Object.fromEntries((await answerAt(again.url, 'erin')).searchParams)
  expect(await mine.logins.finish({ flow: again.flow, answer: confirmed })).toMatchObject({ outcome: 'done' })
  const other = await mine.logins.begin({ by: 'staff', purpose: 'confirm', redirect_uri })
  const foreign = Object.fromEntries((await answerAt(other.url, 'mallory')).searchParams)
  await expect(mine.logins.finish({ flow: other.flow, answer: foreign })).rejects.toMatchObject({
    code: 'login_flow_not_valid',
  })
  const end = await provider.logoutUrl?.('https://bugs.example.com/')
  const asked = await fetch(end ?? '', { redirect: 'manual' })
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('name="logout"')])
  await tracker.close()
})
