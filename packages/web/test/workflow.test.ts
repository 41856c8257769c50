// The workflow, which several administrators change.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const system = () => stage.world.tracker.asSystem(people.admin)

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Workflow saved' }).waitFor()
}

describe.skipIf(!hasBrowser)('the workflow', () => {
  it('keeps the steps that another administrator changes at the same time', async () => {
    const page = await stage.open('/admin/workflow', people.admin)
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await box('VERIFIED to CONFIRMED').waitFor()
    const other = { from: 'IN_PROGRESS', to: 'VERIFIED' }
    await system().workflow.update({ add: [other] })
    await box('CONFIRMED to VERIFIED').click()
    await save(page)
    expect((await system().workflow.get()).workflow).toContainEqual({ ...other, comment_required: false })
    expect(await box('IN_PROGRESS to VERIFIED').isChecked()).toBe(true)
    await system().workflow.update({ remove: [other] })
    await box('CONFIRMED to VERIFIED').click()
    await save(page)
    await box('IN_PROGRESS to VERIFIED').and(page.locator(':not(:checked)')).waitFor()
  })
})
