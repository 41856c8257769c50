// The values of a new bug that its address sets.
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { filingOn, minor, press } from './filing.js'
import { people } from './harness.js'

const stage = useStage()
const { system, bugsWith, file, openForm } = filingOn(stage)

beforeAll(async () => {
  if (!hasBrowser) return
  const { groups, groupControls, users } = system()
  await groups.create({ name: 'security', description: 'The security team' })
  await users.update({ names: [people.grace], groups: { add: ['security'] } })
  const controls = { member_control: 'shown', other_control: 'shown' } as const
  await groupControls.update({ names: ['Widgets'], group: 'security', ...controls })
})

describe.skipIf(!hasBrowser)('the address of the form for a new bug', () => {
  it('sets groups with spaces between them, and nothing is filed while the product lacks some', async () => {
    const page = await openForm(`${minor}&summary=It+leaks&groups=nothing,+security`)
    await page.getByText('This bug can’t be restricted to nothing in Widgets.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'The security team' }).isChecked()).toBe(true)
    await press(page)
    const remove = page.getByRole('button', { name: 'Remove restriction' })
    await expect.poll(() => remove.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    expect(await bugsWith('It leaks')).toEqual([])
    await remove.press('Enter')
    await remove.waitFor({ state: 'detached' })
    expect(await file(page)).toMatchObject({ groups: ['security'] })
  })

  it('can name its product, component and groups in any case', async () => {
    const page = await openForm('product=widgets&component=ui&severity=minor&summary=It+is+small&groups=Security')
    expect(await page.getByRole('checkbox', { name: 'The security team' }).isChecked()).toBe(true)
    expect(await file(page)).toMatchObject({ product: 'Widgets', component: 'UI', groups: ['security'] })
  })

  it('cannot set values that only the form puts into drafts', async () => {
    const page = await openForm(`${minor}&summary=It+pretends&description=A&bug_description_template=A`)
    await press(page)
    expect(await page.getByRole('alert').innerText()).toContain('bug_description_template')
  })

  it('sets a list by repeated names', async () => {
    const page = await openForm(`${minor}&summary=It+concerns&cc=${people.reporter}&cc=${people.admin}`)
    expect((await file(page))['cc']).toEqual([people.admin, people.reporter])
  })

  it('keeps no value in the draft that the form does not show', async () => {
    const page = await openForm(`${minor}&summary=It+sticks&utm_source=mail`, people.reporter)
    await page.getByRole('textbox', { name: 'Description' }).fill('To a long text')
    await press(page)
    await page.getByRole('alert').filter({ hasText: 'utm_source' }).waitFor()
    await page.goto(`${stage.url}/new`)
    await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('It sticks')
    expect(await file(page)).toMatchObject({ summary: 'It sticks', severity: 'minor' })
  })

  it('sets a private description and plain text, or the opposite', async () => {
    const page = await openForm(`${minor}&summary=It+is+plain&comment_is_private=0&is_markdown=0`, people.admin)
    expect(await page.getByRole('checkbox', { name: 'Private description' }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: 'Markdown' }).isChecked()).toBe(false)
    await page.goto(`${stage.url}/new?${minor}&comment_is_private=1&is_markdown=1`)
    await page.waitForSelector('html[data-live]')
    expect(await page.getByRole('checkbox', { name: 'Private description' }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Markdown' }).isChecked()).toBe(true)
  })

  it('sets plain text for a draft in Markdown', async () => {
    const page = await openForm(`${minor}&summary=It+was+formatted`)
    await page.getByRole('textbox', { name: 'Description' }).fill('Some text')
    const markdown = page.getByRole('checkbox', { name: 'Markdown' })
    expect(await markdown.isChecked()).toBe(true)
    await page.goto(`${stage.url}/new?is_markdown=0`)
    await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('It was formatted')
    expect(await markdown.isChecked()).toBe(false)
  })

  it('can name a product that takes no bugs, which the form reports at the product', async () => {
    const page = await openForm('product=Nowhere&component=UI&version=1&summary=It+is+lost')
    await press(page)
    await page.getByText('You can’t file bugs in Nowhere.').waitFor()
    const product = page.getByRole('combobox', { name: 'Product' })
    expect(await product.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => product.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  })
})
