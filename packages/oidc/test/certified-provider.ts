// A certified provider of tests, and a person who fills in its forms.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type ClientMetadata } from 'oidc-provider'

/** Listens before its clients are known: their addresses may be known later than its own. */
export async function certifiedProvider() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    open(client: ClientMetadata): void {
      const callback = providerOf(issuer, client).callback()
      server.on('request', (request, response) => void callback(request, response))
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function providerOf(issuer: string, client: ClientMetadata): Provider {
  return new Provider(issuer, {
    clients: [client],
    features: { backchannelLogout: { enabled: true } },
    // Its own refuses addresses of this machine.
    fetch: (url, { dispatcher: _, ...options } = {}) => fetch(url, options),
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    cookies: { keys: ['k'] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: `The ${id}` }),
    }),
  })
}

/** Follows redirects and sends the forms of the provider until it leads back to the tracker. */
export async function answerAt(
  start: string | undefined,
  login: string,
  end: string,
  cookies = new Map<string, string>(),
): Promise<URL> {
  let [url, form] = [start ?? '', undefined as URLSearchParams | undefined]
  for (let step = 0; step < 12; step++) {
    if (url.startsWith(end)) return new URL(url)
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
      const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1]
      form = new URLSearchParams({
        ...(prompt !== '' && { prompt }),
        ...(prompt === 'login' && { login, password: 'any' }),
        ...(xsrf !== undefined && { xsrf, logout: 'yes' }),
      })
      url = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', url).href
    }
  }
  throw new Error('the provider does not lead back')
}
