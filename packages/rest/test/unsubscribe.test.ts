// Unsubscribe links of email, as mail programs and browsers use them.
import { memoryMailer } from '@trackerkit/core'
import { expect, it } from 'vitest'
import { onAnySite, type Site } from './harness.js'

const oneClick = { 'Content-Type': 'application/x-www-form-urlencoded' }
const body = 'List-Unsubscribe=One-Click'
const html = { Accept: 'text/html' }

async function mailed(site: Site, mailer: ReturnType<typeof memoryMailer>): Promise<string> {
  await site.setParameter('urlbase', 'https://bugs.example.com/')
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
  await site.post('/bug', bug, { as: 'bob' })
  await site.tracker.deliverMail()
  const message = mailer.messages.find(({ to }) => to === 'alice@example.com')
  return /<https:\/\/bugs\.example\.com\/rest(.*)>/.exec(message?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
}

async function isMuted(site: Site): Promise<boolean> {
  const { body: follows } = await site.get('/follow', { as: 'alice' })
  return (follows['muted'] as readonly unknown[]).length === 1
}

onAnySite('unsubscribe links', (open) => {
  it('mute the bug on the form of RFC 8058, urlencoded or multipart, from anywhere', async () => {
    for (const kind of ['urlencoded', 'multipart']) {
      const mailer = memoryMailer()
      const site = await open({ mail: mailer })
      const link = await mailed(site, mailer)
      const multipart = new FormData()
      multipart.append('List-Unsubscribe', 'One-Click')
      const sent = await fetch(`${site.server.url}${link}`, {
        method: 'POST',
        body: kind === 'multipart' ? multipart : body,
        headers: { Origin: 'https://elsewhere.example', ...(kind === 'urlencoded' && oneClick) },
        redirect: 'manual',
      })
      expect(sent.status).toBe(200)
      expect(await sent.text()).toContain('You will not receive email about bug 1 any more.')
      expect(await isMuted(site)).toBe(true)
    }
  })

  it('read no credentials, right or wrong', async () => {
    const mailer = memoryMailer()
    const site = await open({ mail: mailer })
    const link = await mailed(site, mailer)
    const headers = { ...oneClick, 'X-Tracker-API-Key': 'wrong', Cookie: 'session=wrong' }
    expect((await site.ask('POST', link, { headers, body })).status).toBe(200)
  })

  it('show a page with a button on GET, which changes nothing', async () => {
    const mailer = memoryMailer()
    const site = await open({ mail: mailer })
    const link = await mailed(site, mailer)
    for (let time = 0; time < 20; time++) {
      const page = await site.get(link, { headers: html })
      expect(page.status).toBe(200)
      expect(page.text).toContain('<button name="List-Unsubscribe" value="One-Click">Unsubscribe</button>')
      expect(page.text).not.toMatch(/blinks|alice|<script/)
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(page.headers.get('cache-control')).toBe('no-store')
    }
    expect((await site.ask('HEAD', link)).status).toBe(200)
    expect((await site.get(link)).body).toEqual({ kind: 'bug', id: 1 })
    expect(await isMuted(site)).toBe(false)
  })

  it('answer 404 for changed tokens on every method', async () => {
    const mailer = memoryMailer()
    const site = await open({ mail: mailer })
    const link = await mailed(site, mailer)
    const changed = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const wrong of [changed, '/unsubscribe/none', '/unsubscribe/%00'])
      for (const answer of [
        await site.get(wrong),
        await site.get(wrong, { headers: html }),
        await site.ask('POST', wrong, { headers: oneClick, body }),
      ])
        expect(answer.status).toBe(404)
  })

  it('refuse other forms, and do nothing', async () => {
    const mailer = memoryMailer()
    const site = await open({ mail: mailer })
    const link = await mailed(site, mailer)
    const others = [
      '',
      'List-Unsubscribe=Two',
      `${body}&a=b`,
      `${body}&${body}`,
      'x'.repeat(5000),
      'list-unsubscribe=One-Click',
    ]
    for (const other of others) {
      const { status } = await site.ask('POST', link, { headers: oneClick, body: other })
      expect([other, status]).toEqual([other, other.length > 4096 ? 413 : 400])
    }
    const broken = { 'Content-Type': 'multipart/form-data' }
    expect((await site.ask('POST', link, { headers: broken, body })).status).toBe(400)
    expect((await site.ask('POST', link, { headers: { 'Content-Type': 'text/plain' }, body })).status).toBe(415)
    expect(await isMuted(site)).toBe(false)
  })

  it('count in the rate limit', async () => {
    const site = await open({ limits: { rate: { anonymousPerMinute: 5 } } })
    const ask = () => site.ask('POST', '/unsubscribe/none', { headers: oneClick, body })
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([404, 404, 429])
  })
})
