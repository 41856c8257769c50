import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { onEverySite, type Site } from '../harness.js'

const secret = 'sixteen-or-longer'
const newBug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
const repository = {
  ...{ html_url: 'https://github.com/example/widgets', full_name: 'example/widgets' },
  ...{ default_branch: 'main', private: false },
}
const opened = (bug: number) => ({
  action: 'opened',
  repository,
  pull_request: {
    ...{ number: 42, html_url: 'https://github.com/example/widgets/pull/42', title: `Bug ${bug} - x`, state: 'open' },
    updated_at: '2026-03-01T10:00:00Z',
  },
})
const push = (bug: number) => ({
  ref: 'refs/heads/main',
  repository,
  commits: [
    { id: 'a1', message: `Bug ${bug}`, url: 'https://github.com/example/widgets/commit/a1', author: { name: 'O' } },
  ],
})

async function hooked(site: Site): Promise<void> {
  const hook = { name: 'g', host: 'github', account: 'alice@example.com', secret }
  const { body } = await site.post('/code_hook', hook, { as: 'admin' })
  expect(body).toMatchObject({ secret, url: '/rest/git/github' })
}

function send(site: Site, path: string, payload: object | string, event = 'pull_request', key = secret) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
  return site.ask('POST', path, { body, headers: { 'X-GitHub-Event': event, 'X-Hub-Signature-256': signature } })
}

onEverySite('deliveries of git hosts over HTTP', (open) => {
  it('are received only with a right signature, at the address of a known host', async () => {
    const site = await open()
    await hooked(site)
    const { id } = (await site.post('/bug', newBug, { as: 'bob' })).body as { id: number }
    const done = await send(site, '/git/github', opened(id))
    expect(done).toMatchObject({ status: 200, body: { links: [{ bug: id, ref: '42', state: 'open' }], left: [] } })
    const { body } = await site.get(`/bug/${id}/code_link`)
    expect(body).toMatchObject({ code_links: [{ url: 'https://github.com/example/widgets/pull/42' }] })
    const wrong = await send(site, '/git/github', opened(id), 'pull_request', 'another-secret-of-16')
    expect(wrong).toMatchObject({ status: 401, body: { code: 1501, name: 'code_hook_signature' } })
    expect((await site.post('/git/github', opened(id))).status).toBe(401)
    expect((await send(site, '/git/bitbucket', opened(id))).status).toBe(404)
    expect(await send(site, '/git/github', '[]', 'push')).toMatchObject({ status: 400, body: { code: 1507 } })
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const encoded = await site.ask('POST', '/git/github', { body: 'payload=%7B%7D', headers: form })
    expect(encoded).toMatchObject({ status: 400 })
    expect(encoded.text).toContain('application/json')
    expect((await send(site, '/git/github', 'x'.repeat(5_242_881))).status).toBe(413)
    expect((await send(site, '/git/github', { zen: 'Design for failure.' }, 'ping')).body).toEqual({
      ...{ links: [], closed: [], left: [] },
    })
  })

  it('make an address wait that sends many wrong signatures', async () => {
    const site = await open({ limits: { attempts: { failures: 1 } } })
    await hooked(site)
    const statuses = []
    for (let n = 0; n < 12; n++) {
      const { status } = await send(site, '/git/github', { n }, 'push', `wrong-secret-number-${n}`)
      statuses.push(status)
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  })

  it('are answered in the form of bugzilla.mozilla.org at its addresses, byte for byte alike where bugs are hidden', async () => {
    const site = await open()
    await hooked(site)
    const { id } = (await site.post('/bug', newBug, { as: 'bob' })).body as { id: number }
    const path = '/github/pull_request'
    expect((await send(site, path, {}, 'ping')).body).toEqual({ error: 0 })
    expect(await send(site, path, opened(id), 'push')).toMatchObject({
      status: 400,
      body: { error: 1, message: 'The webhook event was not for a GitHub pull request.' },
    })
    expect(await send(site, path, opened(id), 'pull_request', 'another-secret-of-16')).toMatchObject({
      status: 400,
      body: { error: 1, message: 'The webhook signature in the header did not match the expected value.' },
    })
    expect(await send(site, path, '{}')).toMatchObject({
      status: 400,
      body: { error: 1, message: 'The webhook did not contain valid JSON or expected data was missing.' },
    })
    expect(await send(site, path, opened(id))).toMatchObject({ status: 200, body: { error: 0 } })
    expect(await send(site, path, opened(id))).toMatchObject({ status: 200, body: { error: 1 } })
    const pushed = await send(site, '/github/push_comment', push(id), 'push')
    expect(pushed.body).toMatchObject({
      error: 0,
      bugs: { [id]: { text: expect.stringContaining('[main] Bug') as string } },
    })
    await site.system.groups.create({ name: 'secret', description: 'Few' })
    const hide = { group: 'secret', member_control: 'mandatory', other_control: 'mandatory' }
    await site.put('/product/Widgets/group_control', hide, { as: 'admin' })
    const ofAdmin = { ...newBug, assigned_to: 'admin@example.com' }
    const hidden = (await site.post('/bug', ofAdmin, { as: 'admin' })).body as { id: number }
    const answers = []
    for (const bug of [hidden.id, 999_999])
      for (const [at, event] of [
        [path, opened(bug)],
        ['/github/push_comment', push(bug)],
      ] as const) {
        const { status, text } = await send(site, at, event, at === path ? 'pull_request' : 'push')
        answers.push(`${status} ${text}`)
      }
    expect(answers.slice(0, 2)).toEqual(answers.slice(2))
    expect(answers[1]).toContain('400')
  })
})
