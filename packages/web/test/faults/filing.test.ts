// Filing bugs that are restricted, and with files; restricting bugs on their page.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { addField, choose, useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

const as = (login: string | null) => stage.world.tracker.as(login === null ? null : { login })
const saved = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

beforeAll(async () => {
  if (!hasBrowser) return
  const system = stage.world.tracker.asSystem(people.admin)
  await system.groups.create({ name: 'security', description: 'Security team' })
  await system.users.update({ names: [people.grace], groups: { add: ['security'] } })
  const controls = { member_control: 'shown', other_control: 'shown' } as const
  await system.groupControls.update({ names: ['Widgets'], group: 'security', ...controls })
})

async function bugsWith(summary: string) {
  return (await as(people.admin).bugs.search({ summary: [summary], status: ['__all__'] })).bugs
}

/** Pastes a picture into the field. */
async function pastePicture(page: Page, field: string): Promise<void> {
  await page.getByRole('textbox', { name: field }).evaluate((area) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array([137, 80, 78, 71])], 'shot.png', { type: 'image/png' }))
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true }))
  })
  await page.getByRole('region', { name: 'New attachments' }).waitFor()
}

describe.skipIf(!hasBrowser)('the form for a new bug', () => {
  it('files a bug with a pasted file, restricted to a group', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI&summary=It+leaks+keys', people.grace)
    await pastePicture(page, 'Description')
    const visibility = page.getByRole('group', { name: 'Visibility' })
    await visibility.getByText('Everyone who can see this product').waitFor()
    await visibility.getByRole('checkbox', { name: 'Security team' }).check()
    await visibility.getByText('Only members of Security team will see this bug.').waitFor()
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('heading', { level: 1, name: /It leaks keys/ }).waitFor()
    await page.getByRole('img', { name: 'Restricted' }).waitFor()
    const [bug] = await bugsWith('It leaks keys')
    const id = bug?.id ?? 0
    expect(bug?.groups).toEqual(['security'])
    const { bugs } = await as(people.grace).attachments.get({ ids: [id] })
    expect(bugs[id]).toMatchObject([{ file_name: 'shot.png', content_type: 'image/png' }])
    await expect(as(null).bugs.get({ ids: [id] })).rejects.toMatchObject({ code: 'bug_id_does_not_exist' })
    const outside = await stage.open(`/bug/${id}`)
    expect(await outside.content()).not.toContain('It leaks keys')
  })

  it('files a bug with a private description, and its files are private too', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI&summary=It+names+names', people.admin)
    await pastePicture(page, 'Description')
    const files = page.getByRole('region', { name: 'New attachments' })
    await files.getByRole('checkbox', { name: 'Private' }).waitFor()
    await page.getByRole('textbox', { name: 'Description', exact: true }).first().fill('Only for us')
    await page.getByRole('checkbox', { name: 'Private description' }).check()
    expect(await files.getByRole('checkbox', { name: 'Private' }).count()).toBe(0)
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('heading', { level: 1, name: /It names names/ }).waitFor()
    const id = (await bugsWith('It names names'))[0]?.id ?? 0
    const { comments } = await as(people.admin).bugs.view({ id })
    expect(comments.map(({ is_private }) => is_private)).toEqual([true, true])
    expect((await as(people.admin).attachments.get({ ids: [id] })).bugs[id]).toMatchObject([{ is_private: true }])
    const outside = await stage.open(`/bug/${id}`)
    expect(await outside.content()).not.toMatch(/Only for us|shot\.png/)
    const reporter = await stage.open('/new?product=Widgets', people.reporter)
    await reporter.getByRole('textbox', { name: 'Description' }).waitFor()
    expect(await reporter.getByRole('checkbox', { name: 'Private description' }).count()).toBe(0)
  })

  it('files the bug once if a file cannot be sent, which its page offers again', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI&summary=Half+sent', people.grace)
    await pastePicture(page, 'Description')
    await page.route('**/rest/bug/*/attachment', (route) => route.abort())
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('heading', { level: 1, name: /Half sent/ }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'Not attached' }).waitFor()
    await page.unroute('**/rest/bug/*/attachment')
    const form = page.getByRole('form', { name: 'Add a comment' })
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('region', { name: 'New attachments' }).waitFor({ state: 'detached' })
    const found = await bugsWith('Half sent')
    expect(found).toHaveLength(1)
    const id = found[0]?.id ?? 0
    expect((await as(people.grace).attachments.get({ ids: [id] })).bugs[id]).toHaveLength(1)
    stage.faults.length = 0
  })

  it('files no bug while a file exceeds the limit, which is the higher one of two', async () => {
    const { parameters } = stage.world.tracker.asSystem(people.admin)
    await parameters.update({ parameters: { maxattachmentsize: 1 } })
    const page = await stage.open('/new?product=Widgets&component=UI&summary=Too+large', people.grace)
    const choose = () => {
      const large = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1025, 'a') }
      return page.locator('input[type=file]').setInputFiles(large)
    }
    await choose()
    await page.getByRole('region', { name: 'New attachments' }).getByText('large.txt exceeds the limit of').waitFor()
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('alert').filter({ hasText: 'large.txt exceeds the limit of' }).waitFor()
    expect(await bugsWith('Too large')).toEqual([])
    await parameters.update({ parameters: { maxlocalattachment: 1 } })
    await page.reload()
    await page.waitForSelector('html[data-live]')
    await choose()
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('heading', { level: 1, name: /Too large/ }).waitFor()
    const id = (await bugsWith('Too large'))[0]?.id ?? 0
    expect((await as(people.grace).attachments.get({ ids: [id] })).bugs[id]).toHaveLength(1)
    await parameters.update({ parameters: { maxattachmentsize: 1000, maxlocalattachment: 0 } })
  })

  it('reports that a possible duplicate could not be followed', async () => {
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: 'It squeaks loudly' })
    const page = await stage.open('/new?product=Widgets&component=UI&summary=It+squeaks+loudly', people.grace)
    const refusal = { error: true, code: 115, name: 'edit_denied', message: 'Nothing is followed today.' }
    await page.route('**/-/rest/follow', (route) => route.fulfill({ status: 400, json: refusal }))
    const likely = page.getByRole('list', { name: 'Possible duplicates' })
    await likely.getByRole('button', { name: `Follow bug ${id}` }).click()
    await saved(page, refusal.message)
    expect(new URL(page.url()).pathname).toBe('/new')
  })

  it('shows that the parts of a product could not be loaded, and loads them on request', async () => {
    const page = await stage.open('/new?summary=It+hums', people.admin)
    const configuration = /\/rest\/metadata/
    const json = { error: true, code: -32000, message: 'It broke.' }
    await page.route(configuration, (route) => route.fulfill({ status: 500, json }))
    await choose(page, 'Product', 'Widgets')
    const alert = page.getByRole('alert').filter({ hasText: 'It broke.' })
    await alert.waitFor()
    await page.unroute(configuration)
    await alert.getByRole('button', { name: 'Try again' }).press('Enter')
    await alert.waitFor({ state: 'detached' })
    await choose(page, 'Component', 'UI')
    expect(await page.getByRole('combobox', { name: 'Component' }).innerText()).toBe('UI')
    stage.faults.length = 0
  })

  it('shows defaults as values, and more fields on demand', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI', people.grace)
    const severity = page.getByRole('combobox', { name: 'Severity' })
    expect(await severity.innerText()).toBe('enhancement')
    expect(await page.getByRole('combobox', { name: 'Assignee' }).innerText()).toBe(`Default: ${people.grace}`)
    await page.getByRole('button', { name: 'More fields' }).click()
    await page.getByRole('textbox', { name: 'Whiteboard' }).fill('on hold')
    const fewer = page.getByRole('button', { name: 'Fewer fields' })
    expect(await fewer.getAttribute('aria-expanded')).toBe('true')
    await choose(page, 'Severity', 'minor')
    await choose(page, 'CC', 'rita')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('textbox', { name: 'Summary' }).fill('All by hand')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /All by hand/ }).waitFor()
    expect(await bugsWith('All by hand')).toMatchObject([
      { severity: 'minor', whiteboard: 'on hold', cc: [people.reporter], assigned_to: people.grace },
    ])
  })

  it('shows the error of a field at the field, and what it needs at the button', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI&summary=Twice', people.grace)
    await page.getByRole('button', { name: 'More fields' }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill('x'.repeat(70_000))
    await page.getByRole('button', { name: 'File bug' }).click()
    const url = page.getByRole('textbox', { name: 'URL' })
    await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => url.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await bugsWith('Twice')).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the page of a bug', () => {
  it('restricts it to a group, and lets its reporter and the CC list see it', async () => {
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: 'It is open' })
    const page = await stage.open(`/bug/${id}`, people.grace)
    expect(await page.getByRole('img', { name: 'Restricted' }).count()).toBe(0)
    await addField(page, 'Groups')
    await page.getByRole('option', { name: 'Security team' }).click()
    await page.keyboard.press('Control+Enter')
    await saved(page, 'Groups changed to')
    await page.getByRole('img', { name: 'Restricted' }).waitFor()
    const visibility = page.getByRole('region', { name: 'Visibility' })
    await visibility.getByRole('switch', { name: 'Visible to reporter' }).uncheck()
    await saved(page, 'Visible to reporter changed to no')
    await expect(as(people.reporter).bugs.get({ ids: [id] })).rejects.toMatchObject({ code: 'bug_id_does_not_exist' })
    await visibility.getByRole('combobox', { name: 'Groups' }).click()
    await page.getByRole('option', { name: 'Security team' }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('img', { name: 'Restricted' }).waitFor({ state: 'detached' })
    expect((await as(people.reporter).bugs.get({ ids: [id] })).bugs).toHaveLength(1)
  })
})
