// Undoing changes after moving on to another bug.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { choose, useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

describe.skipIf(!hasBrowser)('the notice about a change', () => {
  it('names its bug, also on the page of the next one, and undoes the change there', async () => {
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const reporter = stage.world.tracker.as({ login: people.reporter })
    const { id: first } = await reporter.bugs.create({ ...place, summary: 'Undo 1' })
    const { id: second } = await reporter.bugs.create({ ...place, summary: 'Undo 2' })
    const page = await stage.open('/bugs?summary=Undo&order=id', people.grace)
    await page.getByRole('rowheader', { name: 'Undo 1' }).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /Undo 1/ }).waitFor()
    await choose(page, 'Severity', 'minor')
    const notice = page.getByRole('status').filter({ hasText: `Bug ${first}: Severity changed to minor` })
    await notice.waitFor()
    await page.keyboard.press(']')
    await page.getByRole('heading', { level: 1, name: /Undo 2/ }).waitFor()
    await notice.getByRole('link', { name: `Bug ${first}` }).waitFor()
    const before = (await reporter.bugs.get({ ids: [second] })).bugs
    await page.keyboard.press('.')
    await page.getByRole('status').filter({ hasText: 'Change undone' }).waitFor()
    expect((await reporter.bugs.get({ ids: [first] })).bugs[0]?.severity).not.toBe('minor')
    expect((await reporter.bugs.get({ ids: [second] })).bugs).toEqual(before)
  })
})
