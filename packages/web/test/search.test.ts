// The search builder, in a browser.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { choose, more, useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const condition = (page: Page, number: number) => page.getByRole('group', { name: `Condition ${number}`, exact: true })

/** Opens a list by a key, types, and takes the best option. */
async function take(page: Page, number: number, name: string, ...values: readonly string[]) {
  await condition(page, number).getByRole('combobox', { name, exact: true }).press('Enter')
  for (const value of values) {
    await page.getByRole('searchbox', { name: 'Filter options' }).fill(value)
    await page.getByRole('option', { name: value }).first().waitFor()
    await page.keyboard.press('Enter')
  }
  if (values.length > 1) await page.keyboard.press('Control+Enter')
}

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

describe.skipIf(!hasBrowser)('the search builder', () => {
  it('builds a search by keys, counts it, and leads to its list', async () => {
    const page = await stage.open('/search', people.grace, { bypassCSP: true })
    await page.getByRole('heading', { level: 1, name: 'Advanced search' }).waitFor()
    await take(page, 1, 'Field', 'Priority')
    await take(page, 1, 'Operator', 'is any of')
    await take(page, 1, 'Value', 'Highest', 'High')
    await said(page, 'Bugs where Priority is Highest or High')
    await said(page, /1 bug$/)
    await page.getByRole('button', { name: 'Add group' }).press('Enter')
    const group = page.getByRole('group', { name: 'Group 2', exact: true })
    await group.getByRole('checkbox', { name: 'Not' }).first().press('Space')
    await take(page, 2, 'Field', 'Summary')
    await condition(page, 2).getByRole('textbox', { name: 'Value' }).fill('hums')
    await said(page, 'Bugs where Priority is Highest or High, and not (Summary contains hums)')
    await said(page, /0 bugs$/)
    expect(await violationsOf(page)).toEqual([])
    await group.getByRole('checkbox', { name: 'Not' }).first().press('Space')
    await choose(page, 'Sort by', 'Summary, descending')
    await page.getByRole('button', { name: 'Search', exact: true }).last().press('Enter')
    await page.waitForURL('**/bugs?**')
    const { searchParams } = new URL(page.url())
    expect(searchParams.getAll('priority')).toEqual(['Highest', 'High'])
    expect(searchParams.get('order')).toBe('summary DESC')
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(['It hums'])
    await more(page, 'Advanced search')
    await said(page, 'Bugs where Priority is Highest or High, and Summary contains hums')
    await page.getByRole('button', { name: 'Remove condition 1' }).press('Enter')
    await said(page, 'Bugs where Summary contains hums')
  })

  it('shows what an address asks for, and keeps what it has no control for', async () => {
    const page = await stage.open(
      '/search?f1=bug_status&o1=changedto&v1=RESOLVED&quicksearch=x&id=7&limit=3',
      people.admin,
    )
    await condition(page, 1).getByRole('combobox', { name: 'Operator' }).filter({ hasText: 'changed to' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Words' }).inputValue()).toBe('x')
    await page.getByText('Also: id=7').waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await page.waitForURL('**/bugs?quicksearch=x&f1=bug_status&o1=changedto&v1=RESOLVED&id=7&limit=3')
  })

  it('opens a saved search, and shows why the tracker refuses one', async () => {
    await stage.world.tracker.as({ login: people.grace }).savedSearches.save({ name: 'Hums', query: 'summary=hums' })
    const page = await stage.open('/search?savedsearch=Hums', people.grace)
    await said(page, 'Bugs where Summary contains hums')
    await take(page, 1, 'Operator', 'matches the pattern')
    await condition(page, 1).getByRole('textbox', { name: 'Value' }).fill('(')
    await page.getByRole('alert').waitFor()
    await condition(page, 1).getByRole('textbox', { name: 'Value' }).fill('^It hums$')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    await said(page, /1 bug$/)
  })

  it('can be read and used without scripts, and fits a telephone', async () => {
    const still = await stage.open('/search?priority=High', undefined, { javaScriptEnabled: false })
    await said(still, 'Bugs where Priority is High')
    const form = still.getByRole('form', { name: 'Add condition' })
    await form.getByRole('combobox', { name: 'Field' }).first().selectOption('Summary')
    await form.getByRole('combobox', { name: 'Operator' }).first().selectOption('contains')
    await form.getByRole('textbox', { name: 'Value' }).first().fill('hums')
    await form.getByRole('button', { name: 'Search' }).click()
    expect(await still.getByRole('rowheader').allTextContents()).toEqual(['It hums'])
    const look = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', bypassCSP: true } as const
    const page = await stage.open(
      '/search?priority=High&f1=OP&j1=OR&f2=keywords&o2=anyexact&v2=a&f3=CP',
      people.grace,
      look,
    )
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
  })
})
