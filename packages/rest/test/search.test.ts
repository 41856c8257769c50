import { expect, it } from 'vitest'
import { onAnySite, type Site } from './harness.js'

async function file(site: Site, summary: string): Promise<void> {
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary }
  expect((await site.post('/bug', bug, { as: 'alice' })).status).toBe(200)
}

onAnySite('searches over REST', (open) => {
  it('accept the same criteria as a JSON body', async () => {
    const site = await open()
    for (const summary of ['It blinks', 'It glows', 'It hums']) await file(site, summary)
    const asked = { summary: ['blink', 'glow'], creation_time: '2020-01-01T00:00:00Z', include_fields: ['summary'] }
    const { status, body } = await site.post('/bug/search', asked)
    expect([status, body.bugs]).toEqual([200, [{ summary: 'It blinks' }, { summary: 'It glows' }]])
    const page = await site.post('/bug/search', { product: 'Widgets', limit: 1, include_fields: 'id' })
    expect([page.body.bugs.length, page.body['limit']]).toEqual([1, '1'])
    // A link cannot repeat criteria that are in a body.
    expect(page.headers.get('link')).toBeNull()
    const bad = await site.post('/bug/search', { f1: 'nix', o1: 'equals', v1: 'x' })
    expect([bad.status, bad.body['code']]).toEqual([400, 108])
  })

  it('accept a quicksearch [BUG-S-35]', async () => {
    const site = await open()
    for (const summary of ['It blinks', 'It glows']) await file(site, summary)
    const { body } = await site.get('/bug?quicksearch=glow%20-blink&include_fields=summary')
    expect(body.bugs).toEqual([{ summary: 'It glows' }])
  })

  it('find possible duplicates', async () => {
    const site = await open()
    for (const summary of ['It blinks', 'It glows']) await file(site, summary)
    const { status, body } = await site.get(
      '/bug/possible_duplicates?summary=blinking+it+blinks&include_fields=summary',
    )
    expect([status, body.bugs]).toEqual([200, [{ summary: 'It blinks' }]])
    expect((await site.get('/bug/possible_duplicates')).status).toBe(400)
  })
})
