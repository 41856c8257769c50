// A user's visit to a tracker mounted below /tracker in a host. Every host is tested with it.
import { randomBytes } from 'node:crypto'

/** The result of a visit to a working host. */
export const asItShouldBe = {
  withoutSession: 401,
  person: 'alice@example.com',
  summary: 'The café blinks',
  creator: 'alice@example.com',
  abandoned: 'AbortError',
  downloaded: 'what was uploaded',
}

/** @param url where the program is, without a slash at the end */
export async function visit(url: string): Promise<typeof asItShouldBe> {
  const login = await fetch(`${url}/login`, { method: 'POST' })
  const [cookie = ''] = login.headers.getSetCookie().map((text) => text.split(';')[0])
  const rest = `${url}/tracker/rest`

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(rest + path, {
      method,
      headers: { Cookie: cookie, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }

  const withoutSession = (await fetch(`${rest}/whoami`)).status
  const { name: person } = await call<{ name: string }>('GET', '/whoami')

  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const { id } = await call<{ id: number }>('POST', '/bug', { ...place, summary: 'The café blinks' })
  type Bugs = { readonly bugs: [{ readonly summary: string; readonly creator: string }] }
  const { bugs } = await call<Bugs>('GET', `/bug/${id}?include_fields=summary,creator`)

  const bytes = randomBytes(2_000_000)
  const file = { file_name: 'a.bin', summary: 'A file', content_type: 'application/octet-stream' }
  const upload = { ...file, data: bytes.toString('base64') }
  const { ids } = await call<{ ids: [number] }>('POST', `/bug/${id}/attachment`, upload)
  const address = `${rest}/bug/attachment/${ids[0]}/data`
  const abandoned = await abandon(address, cookie)
  const download = await fetch(address, { headers: { Cookie: cookie } })
  const isSame = bytes.equals(Buffer.from(await download.arrayBuffer()))
  return {
    withoutSession,
    person,
    summary: bugs[0].summary,
    creator: bugs[0].creator,
    abandoned,
    downloaded: isSame ? 'what was uploaded' : 'something else',
  }
}

/** Begins to read, disconnects, and returns how the read ended. */
async function abandon(address: string, cookie: string): Promise<string> {
  const leaving = new AbortController()
  const begun = await fetch(address, { headers: { Cookie: cookie }, signal: leaving.signal })
  const reader = begun.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const { value } = await reader.read()
  leaving.abort()
  return reader.read().then(
    () => `went on after ${value?.byteLength} bytes`,
    (error: unknown) => (error as Error).name,
  )
}
