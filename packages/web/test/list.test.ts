// Lists of bugs in a browser: what their rows show.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()
const place = { product: 'Widgets', component: 'UI', version: '1.0' }

describe.skipIf(!hasBrowser)('the row of a bug', () => {
  it('names priority, severity and status by icons, and shows keywords and that it is restricted', async () => {
    const { tracker } = stage.world
    const system = tracker.asSystem(people.admin)
    const keywords = ['crash', 'leak', 'papercut', 'regression']
    for (const name of keywords) await system.keywords.create({ name, description: name })
    const admin = tracker.as({ login: people.admin })
    await system.groupControls.update({ names: ['Widgets'], group: 'staff', member_control: 'shown' })
    const urgent = { ...place, priority: 'Highest', severity: 'critical', keywords, groups: ['staff'] }
    await admin.bugs.create({ ...urgent, summary: 'Rows burn' })
    await admin.bugs.create({ ...place, summary: 'Rows itch', priority: 'Low', severity: 'trivial' })
    const page = await stage.open('/bugs?summary=Rows&order=id', people.admin)
    const row = page.getByRole('row', { name: /Rows burn/ })
    for (const name of ['Highest', 'critical', 'Restricted'])
      expect([name, await row.getByRole('img', { name, exact: true }).count()]).toEqual([name, 1])
    expect(await row.getByRole('list', { name: 'Keywords' }).getByRole('listitem').allTextContents()).toEqual([
      ...['crash', 'leak', 'papercut'],
      '+1',
    ])
    const colors = await page.evaluate(() =>
      [...document.querySelectorAll('td.of-priority .rank')].map((one) => getComputedStyle(one).color),
    )
    expect(new Set(colors).size).toBe(2)
    expect(
      await page
        .getByRole('row', { name: /Rows itch/ })
        .getByRole('img', { name: 'Restricted' })
        .count(),
    ).toBe(0)
  })

  it('is one line of text in a wide window', async () => {
    const page = await stage.open('/bugs?status=__all__', people.grace)
    const heights = await page.evaluate(() =>
      [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height),
    )
    expect(Math.max(...heights)).toBeLessThanOrEqual(36)
  })
})
