// Files where they were sent, and the hours of a bug.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { addField, useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

const as = (login: string) => stage.world.tracker.as({ login })

describe.skipIf(!hasBrowser)('the files of a bug', () => {
  it('are shown in their comments without the sentence about them, and listed on demand', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.plain}`, people.admin)
    const main = page.getByRole('main')
    await main.getByRole('article').getByRole('img', { name: 'A dot' }).waitFor()
    await main.getByRole('article').getByRole('link', { name: 'A page' }).waitFor()
    expect(await main.innerText()).not.toContain('Created attachment')
    expect(await main.getByRole('list', { name: 'Attachments' }).count()).toBe(0)
    await main.getByRole('button', { name: '3 files' }).click()
    const list = main.getByRole('list', { name: 'Attachments' })
    await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  })

  it('are reached by fragments of the address that name them, once each', async () => {
    const { plain } = stage.world.bugs
    const { bugs } = await stage.world.tracker.asSystem().attachments.get({ ids: [plain] })
    const files = bugs[plain] ?? []
    for (const { id, summary } of files) {
      const page = await stage.open(`/bug/${plain}#a${id}`, people.admin)
      const target = page.getByRole('article').locator(':target')
      await target.waitFor()
      const name = (one: Element) => one.querySelector('img')?.alt ?? one.textContent
      expect(await target.evaluate(name)).toContain(summary)
      await page.getByRole('button', { name: '3 files' }).click()
      await page.getByRole('list', { name: 'Attachments' }).waitFor()
      expect(await page.locator(`[id="a${id}"]`).count()).toBe(1)
    }
    expect(files).toHaveLength(3)
  })
})

describe.skipIf(!hasBrowser)('many files', () => {
  it('are sent up to the one that is refused, which the error names, and then without it', async () => {
    const place = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It has many files' }
    const { id: bug } = await as(people.grace).bugs.create(place)
    const page = await stage.open(`/bug/${bug}`, people.grace)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    const text = (index: number) => Buffer.from(index === 14 ? '' : `Line ${index}`)
    const files = Array.from({ length: 30 }, (_, index) => ({ name: `f${index}.txt`, buffer: text(index) }))
    await (await choosing).setFiles(files.map((file) => ({ ...file, mimeType: 'text/plain' })))
    const save = page.getByRole('button', { name: 'Save changes' })
    await save.click()
    await page.getByRole('alert').filter({ hasText: 'f14.txt: data is empty.' }).waitFor()
    await page.getByRole('button', { name: 'Remove f14.txt' }).click()
    await save.click()
    await page.getByRole('button', { name: '29 files' }).waitFor()
    expect(await page.getByRole('region', { name: 'New attachments' }).count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('the details of an attachment', () => {
  it('keep what another user has changed since the page was loaded, and the focus', async () => {
    const place = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It has a file' }
    const { id: bug } = await as(people.grace).bugs.create(place)
    const file = { file_name: 'a.txt', summary: 'A file', content_type: 'text/plain', data: Buffer.from('a') }
    const { ids } = await as(people.grace).attachments.create({ ids: [bug], ...file })
    const page = await stage.open(`/attachment/${ids[0]}`, people.admin)
    const edit = page.getByRole('button', { name: 'Edit details' })
    const description = page.getByRole('textbox', { name: 'Description' })
    const hasFocus = async () => edit.evaluate((button) => button === document.activeElement)
    await edit.press('Enter')
    await expect.poll(() => description.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(hasFocus).toBe(true)
    await edit.press('Enter')
    await as(people.grace).attachments.update({ ids, is_obsolete: true, file_name: 'b.txt' })
    await description.fill('A corrected file')
    await description.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Details saved' }).waitFor()
    await expect.poll(hasFocus).toBe(true)
    const { bugs } = await as(people.grace).attachments.get({ ids: [bug] })
    expect(bugs[bug]).toMatchObject([{ summary: 'A corrected file', is_obsolete: true, file_name: 'b.txt' }])
  })
})

describe.skipIf(!hasBrowser)('the hours of a bug', () => {
  it('are estimated by time trackers on its page', async () => {
    const id = stage.world.bugs.other
    const page = await stage.open(`/bug/${id}`, people.grace)
    await addField(page, 'Estimated hours')
    await page.getByRole('textbox', { name: 'Estimated hours' }).fill('7')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Estimated hours changed to 7' }).waitFor()
    const { bugs } = await as(people.grace).bugs.get({ ids: [id] })
    expect(bugs[0]).toMatchObject({ estimated_time: 7 })
  })
})
