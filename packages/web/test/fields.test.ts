// Fields that no page names: administrators made them, and the metadata list them.
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { addField, addFilter, choose, useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

beforeAll(async () => {
  if (!hasBrowser) return
  const system = stage.world.tracker.asSystem(people.admin)
  for (const [name, display_name, type] of [
    ['cf_size', 'Size', 2],
    ['cf_parts', 'Parts', 3],
    ['cf_story', 'Story', 4],
  ] as const) {
    await system.fields.create({ name, display_name, type })
  }
  for (const [field, name] of [
    ['cf_size', 'Large'],
    ['cf_parts', 'Door'],
    ['cf_parts', 'Lock'],
  ] as const) {
    await system.fieldValues.create({ field, name })
  }
})

describe.skipIf(!hasBrowser)('a custom field', () => {
  it('is changed on the page of a bug by a control of its kind', async () => {
    const { plain } = stage.world.bugs
    const page = await stage.open(`/bug/${plain}`, people.grace)
    const saved = () => page.getByText('changed to').waitFor()
    const option = (name: string) => page.getByRole('option', { name, exact: true })
    await addField(page, 'Size')
    await option('Large').click()
    await saved()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await addField(page, 'Parts')
    for (const name of ['Door', 'Lock']) await option(name).click()
    await page.keyboard.press('Control+Enter')
    await saved()
    await addField(page, 'Story')
    const story = page.getByRole('textbox', { name: 'Story' })
    await story.fill('First\nSecond')
    expect(await story.inputValue()).toBe('First\nSecond')
    await story.blur()
    const bug = async () => {
      const { bugs } = await stage.world.tracker.as({ login: people.grace }).bugs.get({ ids: [plain] })
      return bugs[0]
    }
    await expect.poll(bug).toMatchObject({ cf_size: 'Large', cf_parts: ['Door', 'Lock'], cf_story: 'First\nSecond' })
  })

  it('is a filter with its values, a column, a field of the bulk edit, and counted by', async () => {
    const page = await stage.open('/bugs?status=__all__&include_fields=id,summary,cf_size', people.grace)
    await page.getByRole('columnheader', { name: 'Size' }).waitFor()
    await addFilter(page, 'Size', 'is not', 'Large')
    await page.getByRole('button', { name: 'Remove filter Size: not Large' }).waitFor()
    await page.locator('td.check input').first().click()
    const bulk = page.locator('.bulk-edit')
    await bulk.getByRole('button', { name: 'More fields' }).click()
    await choose(page, 'Size', 'Large')
    expect(await bulk.getByLabel('Parts').isVisible()).toBe(true)
    const charts = await stage.open('/charts?status=__all__&x=cf_size', people.grace)
    await charts.getByRole('rowheader', { name: '---' }).first().waitFor()
  })

  it('is in the group of custom fields', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.plain}`, people.grace)
    const custom = page.getByRole('region', { name: 'Custom fields' })
    expect(await custom.getByRole('combobox', { name: 'Size' }).count()).toBe(1)
  })

  it('is in the form for a new bug', async () => {
    const page = await stage.open('/new?product=Widgets', people.grace)
    await page.getByRole('button', { name: 'More fields' }).click()
    await choose(page, 'Size', 'Large')
    expect(await page.getByRole('textbox', { name: 'Story' }).isVisible()).toBe(true)
  })
})

describe.skipIf(!hasBrowser)('a switch', () => {
  it('is announced as yes or no when it is changed', async () => {
    const { hidden } = stage.world.bugs
    const page = await stage.open(`/bug/${hidden}`, people.admin)
    await page.getByLabel('Visible to CC list').uncheck()
    const notice = page.getByRole('status').filter({ hasText: 'Visible to CC list changed to' })
    await expect.poll(() => notice.innerText()).toBe(`Bug ${hidden}: Visible to CC list changed to no`)
    await page.getByLabel('Visible to CC list').check()
    await expect.poll(() => notice.innerText()).toBe(`Bug ${hidden}: Visible to CC list changed to yes`)
  })
})
