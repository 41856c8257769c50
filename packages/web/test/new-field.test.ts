// A field of bugs that is added as docs/architecture.md describes is on every page that shows, sets or finds fields of bugs.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { bundledProgram } from '../../../test/new-field/bundle.js'
import { addFilter, openColumns, useStageOf } from './browser.js'
import { password } from './harness.js'

const ann = 'ann@example.com'

const stage = useStageOf(async () => {
  const { openDesk, serve } = await bundledProgram()
  const world = await openDesk()
  await world.tracker.asSystem().users.update({ names: [ann], password })
  return { world, serve }
})

/** The environments of all bugs, by summary. The types on disk do not know the field. */
async function environments(): Promise<Readonly<Record<string, unknown>>> {
  const { bugs } = await stage.world.ann.as.bugs.search({ status: '__all__' })
  return Object.fromEntries(
    bugs.map((bug) => [bug.summary, (bug as unknown as { readonly environment: string }).environment]),
  )
}

const cells = (page: Page) => page.getByRole('table', { name: 'Bugs' }).getByRole('row')

describe.skipIf(!hasBrowser)('a field of bugs, added as documented', () => {
  it('is shown and changed on the page of a bug', async () => {
    const page = await stage.open(`/bug/${stage.world.id}`, ann)
    const fields = page.getByRole('complementary', { name: 'Fields' })
    await fields.getByText('Basement').waitFor()
    await fields.getByRole('button', { name: 'Edit Environment' }).click()
    const environment = fields.getByRole('textbox', { name: 'Environment' })
    await environment.fill('Roof')
    await environment.press('Enter')
    await page.getByText('Environment changed to Roof').waitFor()
    expect(await environments()).toMatchObject({ 'It blinks': 'Roof' })
  })

  it('is in the form for a new bug', async () => {
    const page = await stage.open('/new?product=Widgets&component=Lamp&summary=It+glows', ann)
    await page.getByRole('button', { name: 'More fields' }).click()
    await page.getByLabel('Environment').fill('Cellar')
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByText(/Bug \d+ filed/).waitFor()
    expect(await environments()).toMatchObject({ 'It glows': 'Cellar' })
  })

  it('is a column of the list, among the columns to choose from', async () => {
    const page = await stage.open('/bugs?status=__all__&include_fields=id,summary,environment', ann)
    await page.getByRole('columnheader', { name: 'Environment' }).waitFor()
    await cells(page).filter({ hasText: 'It glows' }).filter({ hasText: 'Cellar' }).waitFor()
    await openColumns(page)
    const choice = page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Environment' })
    expect(await choice.isChecked()).toBe(true)
  })

  it('is a filter of the list', async () => {
    const page = await stage.open('/bugs?status=__all__', ann)
    await addFilter(page, 'Environment', 'contains', 'ella')
    await page.getByRole('button', { name: 'Remove filter Environment: ella' }).waitFor()
    await page.getByRole('status').getByText('1 bug', { exact: true }).waitFor()
    expect(await cells(page).filter({ hasText: 'It glows' }).count()).toBe(1)
  })

  it('is changed for several bugs at once', async () => {
    const page = await stage.open('/bugs?status=__all__', ann)
    await page.getByRole('checkbox', { name: 'Select all bugs on this page' }).check()
    const bulk = page.getByRole('region', { name: 'Edit selected bugs' })
    await bulk.getByRole('button', { name: 'More fields' }).click()
    await bulk.getByLabel('Environment').fill('Garden')
    await bulk.getByRole('button', { name: 'Preview' }).click()
    await bulk.getByRole('button', { name: /^Change \d+ bugs$/ }).click()
    await page.getByText(/^\d+ bugs changed$/).waitFor()
    expect(new Set(Object.values(await environments()))).toEqual(new Set(['Garden']))
  })
})
