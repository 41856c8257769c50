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
  it('leads to the comment that a step requires, from the list of statuses', async () => {
    const step = { from: 'CONFIRMED', to: 'RESOLVED' }
    await system().workflow.update({ add: [{ ...step, comment_required: true }] })
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It needs words', status: 'CONFIRMED' }
    const { id } = await stage.world.tracker.as({ login: people.grace }).bugs.create(bug)
    const page = await stage.open(`/bug/${id}`, people.grace)
    await page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('listbox', { name: 'Status' }).getByRole('option', { name: 'Resolved' }).click()
    await page.getByRole('listbox', { name: 'Resolution' }).getByRole('option', { name: 'Fixed', exact: true }).click()
    const comment = page.getByRole('form', { name: 'Add a comment' }).getByRole('textbox', { name: 'Comment' })
    await expect.poll(() => comment.evaluate((field) => field === document.activeElement)).toBe(true)
    await system().workflow.update({ add: [{ ...step, comment_required: false }] })
  })
})
