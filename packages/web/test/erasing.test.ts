// Erasing content on the pages as an administrator, found only by roles and names.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()
const system = () => stage.world.tracker.asSystem()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const allow = async (name: string) => system().parameters.update({ parameters: { [name]: true } })

async function answer(page: Page, question: string, act: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for')
  await dialog.getByRole('button', { name: act, exact: true }).click()
}

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

async function newBug(): Promise<number> {
  const grace = stage.world.tracker.as({ login: people.grace })
  const place = { product: 'Widgets', component: 'UI', version: '1.0' }
  const { id } = await grace.bugs.create({ ...place, summary: 'To be gone', description: 'Call 555 0100' })
  return id
}

describe.skipIf(!hasBrowser)('erasing', () => {
  it('deletes a bug, after a question and with a reason, where the tracker allows it', async () => {
    const id = await newBug()
    const page = await stage.open(`/bug/${id}`, people.admin)
    await page.getByRole('button', { name: 'More actions' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete bug' }).count()).toBe(0)
    await allow('allowbugdeletion')
    await page.reload()
    await press(page, 'Delete bug')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await press(page, 'Delete bug')
    await answer(page, `Delete bug ${id}?`, `Delete bug ${id}`)
    await said(page, `Bug ${id} deleted`)
    await page.waitForURL(/\/bugs\?/)
    await expect(system().bugs.get({ ids: [id] })).rejects.toMatchObject({ code: 'bug_id_does_not_exist' })
  })

  it('redacts the text of a comment, which only administrators are offered', async () => {
    const id = await newBug()
    const page = await stage.open(`/bug/${id}`, people.admin)
    await press(page, 'More actions')
    await page.getByRole('menuitem', { name: 'Redact' }).press('Enter')
    await answer(page, 'Redact comment 0?', 'Redact comment 0')
    await said(page, 'Comment 0 redacted')
    await page.getByText('Call 555 0100').waitFor({ state: 'detached' })
    const other = await stage.open(`/bug/${id}`, people.grace)
    await press(other, 'More actions')
    await other.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    expect(await other.getByRole('menuitem', { name: 'Redact' }).count()).toBe(0)
  })

  it('erases the content of an attachment, where the tracker allows it', async () => {
    const { page: attachment } = stage.world.attachments
    await allow('allow_attachment_deletion')
    const page = await stage.open(`/attachment/${attachment}`, people.admin)
    await press(page, 'Erase')
    await answer(page, `Erase attachment ${attachment}?`, `Erase attachment ${attachment}`)
    await said(page, `Attachment ${attachment} erased`)
    const { attachments } = await system().attachments.get({ attachment_ids: [attachment], exclude_fields: ['data'] })
    expect(attachments[String(attachment)]).toMatchObject({ size: 0, is_obsolete: true })
  })

  it('erases an account and reassigns its bugs', async () => {
    await allow('allowuserdeletion')
    const page = await stage.open(`/admin/users/${people.grace}`, people.admin)
    await press(page, 'Erase account')
    await answer(page, `Erase ${people.grace}?`, `Erase ${people.grace}`)
    const dialog = page.getByRole('dialog')
    // Bugs and components are left over: the API says so, and what was typed stays.
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('textbox', { name: 'Reassign to' }).fill(people.admin)
    await dialog.getByRole('button', { name: `Erase ${people.grace}`, exact: true }).click()
    await said(page, `${people.grace} erased`)
    const { users } = await system().users.get({ names: [people.grace], permissive: true })
    expect(users).toEqual([])
  })
})
