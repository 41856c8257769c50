// Commits and pull requests on the page of a bug.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const as = (login: string) => stage.world.tracker.as({ login })

async function newBug(summary: string): Promise<number> {
  const { id } = await as(people.reporter).bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary })
  return id
}

describe.skipIf(!hasBrowser)('the page of a bug', () => {
  it('lists commits and pull requests, private ones for insiders only, and removes a link', async () => {
    const id = await newBug('It has code')
    const add = { id, repository: 'git.example/team/app', state: 'merged' as const, author: '<i>Ann</i>' }
    const commit = {
      kind: 'commit' as const,
      ref: '4522cbc0f1e2d3c4b5a697887766554433221100',
      state: 'pushed' as const,
    }
    const links = as(people.admin).codeLinks
    await links.create({
      ...{ ...add, kind: 'pull_request', ref: '42', title: 'Stop <b>blinking</b>' },
      url: 'https://git.example/team/app/pulls/42',
    })
    await links.create({
      ...{ ...add, ...commit, title: 'For insiders', is_private: true },
      url: 'https://git.example/team/app/commit/4522cbc',
    })
    const logs = await stage.open(`/bug/${id}`, people.reporter, { bypassCSP: true, javaScriptEnabled: false })
    const seen = logs.getByRole('region', { name: 'Code' }).getByRole('list', { name: 'Code' })
    expect(await seen.getByRole('listitem').count()).toBe(1)
    const link = seen.getByRole('link', { name: 'team/app#42 Stop <b>blinking</b>' })
    expect(await link.getAttribute('href')).toBe('https://git.example/team/app/pulls/42')
    expect(await seen.getByRole('listitem').textContent()).toContain('Merged · <i>Ann</i>')
    const page = await stage.open(`/bug/${id}`, people.admin, { bypassCSP: true })
    const code = page.getByRole('region', { name: 'Code' })
    await code.getByRole('link', { name: 'team/app@4522cbc For insiders' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await code.getByRole('button', { name: 'Remove link team/app#42' }).click()
    await page.getByRole('status').getByText('Link removed').waitFor()
    await expect.poll(() => code.getByRole('listitem').count()).toBe(1)
    await code.getByRole('button', { name: 'Remove link team/app@4522cbc' }).click()
    await code.waitFor({ state: 'detached' })
  })

  it('copies the name of a branch from which hooks recognize the bug', async () => {
    const id = await newBug('Über-long: it blinks & fails when somebody resizes the window twice')
    const page = await stage.open(`/bug/${id}`, people.reporter, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Copy branch name' }).click()
    await page.getByRole('status').getByText('Copied').waitFor()
    const name = await page.evaluate(() => navigator.clipboard.readText())
    expect(name).toBe(`bug-${id}-uber-long-it-blinks-fails-when-somebody-resize`.slice(0, 50))
  })
})
