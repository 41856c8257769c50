// The board, in a browser.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const grace = () => stage.world.tracker.as({ login: people.grace })
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const card = (page: Page, status: string, summary: string) =>
  column(page, status).getByRole('list', { name: status }).getByRole('link', { name: summary, exact: true })

async function file(summary: string): Promise<number> {
  const { id } = await grace().bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary })
  return id
}

const statusOf = async (id: number) => (await grace().bugs.get({ ids: [id] })).bugs[0]?.status

describe.skipIf(!hasBrowser)('the board', () => {
  it('moves bugs by menu, keys and pointer, asks for a resolution, and says what the workflow forbids', async () => {
    const id = await file('Rocks')
    const page = await stage.open('/board?product=Widgets&summary=Rocks', people.grace, { bypassCSP: true })
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    await card(page, 'Confirmed', 'Rocks').focus()
    await page.keyboard.press('m')
    const menu = page.getByRole('menu', { name: `Move bug ${id}` })
    const forbidden = menu.getByRole('menuitem', { name: 'VERIFIED' })
    await forbidden.waitFor()
    expect(await forbidden.getAttribute('aria-disabled')).toBe('true')
    await menu.getByText('The workflow does not allow this from Confirmed.').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await menu.getByRole('menuitem', { name: 'In progress' }).click()
    await said(page, `Bug ${id} moved to In progress`)
    await card(page, 'In progress', 'Rocks').waitFor()
    expect(await statusOf(id)).toBe('IN_PROGRESS')
    await page.getByRole('button', { name: 'Undo' }).click()
    await card(page, 'Confirmed', 'Rocks').press('Shift+ArrowRight')
    await said(page, `Bug ${id} moved to In progress`)
    await card(page, 'In progress', 'Rocks').dragTo(column(page, 'Resolved'))
    const dialog = page.getByRole('dialog', { name: `Move bug ${id} to Resolved` })
    await dialog.getByRole('combobox', { name: 'Resolution' }).selectOption('WONTFIX')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await card(page, 'Resolved', 'Rocks').waitFor()
    expect((await grace().bugs.get({ ids: [id] })).bugs[0]?.resolution).toBe('WONTFIX')
  })

  it('shows moves by others, and has columns of another field', async () => {
    const id = await file('Creaks')
    const page = await stage.open('/board?product=Widgets&summary=Creaks', people.admin)
    await card(page, 'Confirmed', 'Creaks').waitFor()
    await grace().bugs.update({ ids: [id], status: 'IN_PROGRESS' })
    await grace().bugs.update({ ids: [id], whiteboard: 'loose' })
    await card(page, 'In progress', 'Creaks').waitFor()
    // Between two looks, after one that found more than one change.
    await grace().bugs.update({ ids: [id], status: 'CONFIRMED' })
    await card(page, 'Confirmed', 'Creaks').waitFor()
    await page.getByRole('combobox', { name: 'Columns' }).click()
    await page.getByRole('option', { name: 'Priority' }).click()
    await card(page, '---', 'Creaks').waitFor()
    await page.getByRole('button', { name: `Move bug ${id}` }).click()
    await page.getByRole('menuitem', { name: 'High', exact: true }).click()
    await card(page, 'High', 'Creaks').waitFor()
    expect((await grace().bugs.get({ ids: [id] })).bugs[0]?.priority).toBe('High')
  })

  it('has rows, in which cells lead to their lists, and one request for the bugs', async () => {
    const component = { description: 'Rims', default_assignee: people.grace }
    await stage.world.tracker.asSystem().components.create({ product: 'Widgets', name: 'Rims', ...component })
    for (let n = 0; n < 52; n++)
      await grace().bugs.create({ product: 'Widgets', component: 'Rims', version: '1.0', summary: `Squeaks ${n}` })
    const page = await stage.open('/bugs?product=Widgets&summary=Squeaks', people.grace, { bypassCSP: true })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${stage.url}/board?product=Widgets&summary=Squeaks`)
    await column(page, 'Confirmed').getByRole('link', { name: '2 more' }).waitFor()
    await page.getByRole('combobox', { name: 'Rows' }).click()
    await page.getByRole('option', { name: 'Component' }).click()
    await page.getByRole('list', { name: 'Confirmed: Rims' }).getByRole('link', { name: 'Squeaks 51' }).waitFor()
    expect(asked.filter((path) => /\/rest\/bug(\/|$)/.test(path))).toEqual(['/-/rest/bug/board'])
    await column(page, 'Confirmed').getByRole('heading', { level: 3, name: 'Rims' }).waitFor()
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    const still = await stage.open('/board?product=Widgets&summary=Squeaks&rows=assigned_to', undefined, {
      javaScriptEnabled: false,
    })
    expect(await still.getByRole('listitem').filter({ hasText: 'Squeaks' }).count()).toBe(52)
  })

  it('is lists without scripts, and fits a telephone', async () => {
    await file('Leans')
    const still = await stage.open('/board?summary=Leans', undefined, { javaScriptEnabled: false })
    await card(still, 'Confirmed', 'Leans').waitFor()
    expect(await still.getByRole('button', { name: /^Move bug/ }).count()).toBe(0)
    const look = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', bypassCSP: true } as const
    const page = await stage.open('/board?product=Widgets', people.grace, look)
    expect([await violationsOf(page), await excessOf(page)]).toEqual([[], 0])
    // The first column, of unconfirmed bugs, is empty.
    const firstCard = card(page, 'Confirmed', 'Leans')
    await expect.poll(async () => (await firstCard.boundingBox())?.x ?? 999).toBeLessThan(60)
  })
})
