// Setting a tracker up by its pages, without a browser.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WebHandler } from '../src/server/web-handler.js'
import { get, origin, pagesOf, password } from './harness.js'

const code = 'a-code-that-nobody-would-ever-guess'
const given = { login: 'first@example.com', name: 'First Person', password, product: 'Kites', component: 'General' }
const scripted = { 'X-TrackerKit-Web': '1', 'Content-Type': 'application/json' }

let tracker: Tracker
let pages: WebHandler

beforeEach(async () => {
  tracker = await createTracker({ store: memoryStore(), administrator: null })
  const isNeeded = async () => !(await tracker.canBeAdministered())
  pages = await pagesOf(tracker, { setup: { code, run: (input) => tracker.setUp(input), isNeeded } })
})
afterEach(() => tracker.close())

const textOf = async (path: string) => (await get(pages, path)).text()

const send = (values: object, headers: Record<string, string> = scripted, address?: string) =>
  pages(new Request(`${origin}/-/setup`, { method: 'POST', headers, body: JSON.stringify(values) }), {
    ...(address !== undefined && { address }),
  })

const cookieIn = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

describe('a tracker without an administrator', () => {
  it('reads no more of a request than a form can hold', async () => {
    let parts = 0
    const body = new ReadableStream({
      pull(controller) {
        if (parts++ < 200) controller.enqueue(new Uint8Array(65_536).fill(32))
        else controller.close()
      },
    })
    const request = new Request(`${origin}/-/setup`, {
      method: 'POST',
      headers: scripted,
      body,
      duplex: 'half',
    } as RequestInit)
    expect((await pages(request)).status).toBe(413)
    expect(parts).toBeLessThan(20)
  })

  it('redirects all pages to the setup, which without the code shows only how to get it', async () => {
    for (const path of ['/', '/bugs', '/login', '/admin', '/nothing/here', '/setup/x'])
      expect([path, (await get(pages, path)).headers.get('location')]).toEqual([path, '/setup'])
    const html = await textOf('/setup')
    expect(html).toContain('Setup code')
    expect(html).not.toContain('type="password"')
    expect(html).not.toContain(code)
    expect(await textOf(`/setup?code=${code}`)).toContain('type="password"')
  })

  it('is set up by who has the code: they are logged in, and find the product to file bugs against', async () => {
    const done = await send({ ...given, code })
    expect(done.status).toBe(200)
    const html = await (await get(pages, '/new', cookieIn(done))).text()
    expect(html).toContain('Kites')
    expect(html).toContain('First Person')
    expect((await get(pages, '/admin/users', cookieIn(done))).status).toBe(200)
  })

  it('has no such address any more once it is set up, here or by another process', async () => {
    await tracker.setUp({ login: 'other@example.com', password })
    expect((await get(pages, `/setup?code=${code}`)).status).toBe(404)
    expect((await get(pages, '/bugs?status=__open__')).status).toBe(200)
    const late = await send({ ...given, code })
    expect([late.status, await late.json()]).toMatchObject([404, { name: 'set_up_already' }])
    await expect(tracker.as({ login: given.login }).users.whoami()).rejects.toMatchObject({ code: 'invalid_username' })
  })

  it('is set up by one of two people who do it at the same time', async () => {
    const both = await Promise.all([send({ ...given, code }), send({ ...given, login: 'second@example.com', code })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const { users } = await tracker.asSystem().users.get({ match: ['example.com'] })
    expect(users).toHaveLength(1)
  })

  it('takes five wrong codes a minute from an address, and then not the right one either', async () => {
    const wrong = { ...given, code: code.replace('guess', 'guest') }
    const ask = async (values: object, address: string) => (await send(values, scripted, address)).status
    for (let attempt = 0; attempt < 5; attempt++) expect(await ask(wrong, '10.0.0.1')).toBe(403)
    expect(await ask({ ...given, code }, '10.0.0.1')).toBe(429)
    const page = new Request(`${origin}/setup?code=${code}`)
    expect((await pages(page, { address: '10.0.0.1' })).status).toBe(429)
    expect((await pages(page, { address: '10.0.0.2' })).status).toBe(200)
    expect(await tracker.canBeAdministered()).toBe(false)
  })

  it('says what is wrong at the field, makes nothing of it, and keeps what was typed but the password', async () => {
    const refused = await send({ ...given, code, login: 'first' })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { name: 'illegal_email_address', field: 'login' },
    ])
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin }
    const byForm = (values: Record<string, string>) =>
      pages(
        new Request(`${origin}/-/setup`, { method: 'POST', headers: form, body: String(new URLSearchParams(values)) }),
      )
    const html = await (await byForm({ ...given, code, password: 'short' })).text()
    expect(html).toContain('value="Kites"')
    expect(html).toContain('id="setup-password-problem"')
    expect(html).not.toContain('value="short"')
    const done = await byForm({ ...given, code })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/new'])
  })

  it('hears nothing from pages of others', async () => {
    for (const headers of [
      { 'Content-Type': 'application/json' },
      { ...scripted, Origin: 'https://evil.example' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ])
      expect((await send({ ...given, code }, headers)).status).toBe(403)
    expect(await tracker.canBeAdministered()).toBe(false)
  })
})

it('rejects a code that could be guessed, and `identify`, as options of the setup', async () => {
  const run = () => Promise.resolve()
  const identify = () => null
  await expect(pagesOf(tracker, { setup: { code: 'short', run } })).rejects.toThrow(TypeError)
  const ofHost = pagesOf(tracker, { setup: { code, run }, identify, loginUrl: () => '/login' })
  await expect(ofHost).rejects.toThrow(TypeError)
})
