// The frame around all pages, and pages on paper.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

describe.skipIf(!hasBrowser)('a page that waits for the tracker', () => {
  it('covers no link of the header', async () => {
    const page = await stage.open('/bugs?status=__all__', people.grace)
    await page.route('**/-/rest/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('status').filter({ hasText: 'Retrying' }).waitFor()
    const covered = await page.getByRole('banner').evaluate((header) =>
      [...header.querySelectorAll('a')].flatMap((link) => {
        const { x, y, width, height } = link.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return width === 0 || top?.closest('a') === link ? [] : [link.textContent]
      }),
    )
    expect(covered).toEqual([])
    stage.faults.length = 0
  })
})

describe.skipIf(!hasBrowser)('a printed bug', () => {
  it('has values and exact times instead of controls', async () => {
    const { tracker, bugs } = stage.world
    await tracker.as({ login: people.grace }).bugs.update({ ids: [bugs.plain], priority: 'High' })
    const page = await stage.open(`/bug/${bugs.plain}`, people.admin)
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('complementary', { name: 'Fields' }).getByText('High', { exact: true }).waitFor()
    const controls = page.locator('input, select, textarea, button, [role=combobox]').filter({ visible: true })
    expect(await controls.count()).toBe(0)
    expect(await page.getByRole('main').innerText()).not.toMatch(/\bago\b|just now/)
    await page.emulateMedia({ media: 'screen' })
    await controls.first().waitFor()
  })
})
