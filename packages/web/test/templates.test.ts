// Templates of descriptions and dates of milestones, in a browser.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const system = () => stage.world.tracker.asSystem(people.admin)
const descriptionOf = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe.skipIf(!hasBrowser)('the description of a new bug', () => {
  beforeAll(async () => {
    const part = { product: 'Widgets', description: 'Parts', default_assignee: people.grace }
    await system().components.create({ ...part, name: 'Gears', bug_description_template: 'Teeth:\n' })
    await system().components.create({ ...part, name: 'Belts' })
    await system().products.update({ names: ['Widgets'], bug_description_template: 'Steps:\n1. ' })
  })

  it('begins with the template of the component, or else of the product, until it is touched', async () => {
    const page = await stage.open('/new?product=Widgets', people.grace)
    await expect.poll(() => descriptionOf(page).inputValue()).toBe('Steps:\n1.')
    await choose(page, 'Component', 'Gears')
    await expect.poll(() => descriptionOf(page).inputValue()).toBe('Teeth:')
    await page.getByRole('textbox', { name: 'Summary' }).fill('It grinds')
    await page.getByRole('button', { name: 'File bug' }).click()
    const unchanged = page.getByText('Fill in the template.')
    await unchanged.waitFor()
    await choose(page, 'Component', 'Belts')
    await expect.poll(() => descriptionOf(page).inputValue()).toBe('Steps:\n1.')
    expect(await unchanged.count()).toBe(0)
    await choose(page, 'Component', 'Gears')
    await expect.poll(() => descriptionOf(page).inputValue()).toBe('Teeth:')
    await descriptionOf(page).fill('Teeth: 12')
    await choose(page, 'Component', 'Belts')
    expect(await descriptionOf(page).inputValue()).toBe('Teeth: 12')
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('heading', { level: 1, name: 'It grinds' }).waitFor()
    const id = Number(/\/bug\/(\d+)/.exec(page.url())?.[1])
    const { comments } = await system().bugs.view({ id })
    expect(comments[0]?.text).toBe('Teeth: 12')
  })

  it('begins with the template of the product of the address, also if the draft began with another', async () => {
    const place = { description: 'Others', version: '1.0', bug_description_template: 'Heard:' }
    await system().products.create({ ...place, name: 'Radios' })
    const part = { product: 'Radios', description: 'Parts', default_assignee: people.grace }
    await system().components.create({ ...part, name: 'Sound' })
    const page = await stage.open('/new?product=Widgets', people.grace)
    await expect.poll(() => descriptionOf(page).inputValue()).toBe('Steps:\n1.')
    const kept = () =>
      page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('trackerkit draft ')))
    expect(await kept()).toEqual([])
    await page.getByRole('textbox', { name: 'Summary' }).fill('It hums')
    await expect.poll(async () => JSON.stringify(await kept())).toContain('It hums')
    await page.goto(`${stage.url}/new?product=Radios`)
    await expect.poll(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('It hums')
    await expect.poll(() => descriptionOf(page).inputValue()).toBe('Heard:')
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByText('Fill in the template.').waitFor()
  })

  it('stays as the address has it', async () => {
    const page = await stage.open('/new?product=Widgets&component=Gears&description=Mine', people.grace)
    await page.waitForLoadState('networkidle')
    expect(await descriptionOf(page).inputValue()).toBe('Mine')
  })
})

describe.skipIf(!hasBrowser)('the administration', () => {
  it('sets templates of products, and dates of milestones', async () => {
    const page = await stage.open('/admin/products/Widgets', people.admin)
    await page.getByRole('textbox', { name: 'Description template' }).fill('What happened?')
    await page.getByRole('button', { name: 'Save' }).click()
    const templateOf = async () => {
      const { products } = await system().products.get({ names: ['Widgets'] })
      return products[0]?.bug_description_template
    }
    await expect.poll(templateOf).toBe('What happened?')
    await page.goto(`${stage.url}/admin/new/milestones?in=Widgets`)
    await page.getByRole('textbox', { name: 'Name' }).fill('M7')
    await page.getByRole('textbox', { name: 'Start date' }).fill('2027-01-31')
    await page.getByRole('textbox', { name: 'Due date' }).fill('2027-01-01')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('is before').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Due date' }).fill('2027-02-28')
    await page.getByRole('button', { name: 'Save' }).click()
    const milestoneOf = async () => (await system().milestones.get({ product: 'Widgets', names: ['M7'] })).milestones[0]
    await expect.poll(milestoneOf).toMatchObject({ start_date: '2027-01-31', due_date: '2027-02-28' })
  })
})
