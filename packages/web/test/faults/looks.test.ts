// Parts of pages that overlapped, were cut or were distorted.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()
const place = { product: 'Widgets', component: 'UI', version: '1.0' }
const narrow = { viewport: { width: 720, height: 900 } }
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }

const as = (login: string) => stage.world.tracker.as({ login })
const heightOf = async (page: Page, name: string) =>
  (await page.getByRole('main').getByLabel(name, { exact: true }).first().boundingBox())?.height ?? 0
/** True if a part of it is outside of what encloses it. */
const isCut = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth + 1))

let code = 0
beforeAll(async () => {
  if (!hasBrowser) return
  const { tracker, bugs } = stage.world
  const system = tracker.asSystem(people.admin)
  for (const name of ['internationalization', 'accessibility'])
    await system.keywords.create({ name, description: name })
  const summary = `Cut ${'and so on '.repeat(20)}`
  const described = { ...place, summary, keywords: ['internationalization', 'accessibility'] }
  const description = `\`\`\`\n${'code '.repeat(60)}\n\`\`\``
  code = (await as(people.grace).bugs.create({ ...described, description, is_markdown: true })).id
  await as(people.grace).bugs.update({ ids: [bugs.other], dupe_of: bugs.plain })
})

describe.skipIf(!hasBrowser)('the saved searches on a phone', () => {
  it('have buttons that do not overlap, with short texts and full names', async () => {
    const name = 'All that waits for customers'
    await as(people.grace).savedSearches.save({ name, query: 'product=Widgets' })
    const page = await stage.open('/me/searches', people.grace, phone)
    const schedule = page.getByRole('button', { name: `Schedule ${name}`, exact: true })
    const remove = page.getByRole('button', { name: `Delete ${name}`, exact: true })
    expect([await schedule.innerText(), await remove.innerText()]).toEqual(['Schedule', 'Delete'])
    const [one, other] = [await schedule.boundingBox(), await remove.boundingBox()]
    if (!one || !other) throw new Error('Both are shown.')
    expect(one.x + one.width <= other.x || one.y + one.height <= other.y).toBe(true)
  })
})

describe.skipIf(!hasBrowser)('a list', () => {
  it('shows whole resolutions', async () => {
    const page = await stage.open('/bugs?status=__all__', people.grace)
    await page.getByRole('cell', { name: 'Resolved: Duplicate' }).waitFor()
    expect(await isCut(page, 'td.of-status')).toBe(false)
  })

  it('has rows of one height, however many keywords there are', async () => {
    const page = await stage.open('/bugs?status=__all__&order=bug_id%20DESC', people.grace, narrow)
    const heights = await page
      .locator('.bugs tbody tr:not(:last-child)')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
    expect(new Set(heights).size).toBe(1)
  })

  it('shows the whole summary and the close button in the preview of a bug with long code', async () => {
    const page = await stage.open(`/bugs?bug_id=${code}`, people.grace)
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    const preview = page.getByRole('region', { name: `Preview of bug ${code}` })
    await preview.locator('pre').waitFor()
    expect(await preview.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    const right = async (part: typeof preview) => {
      const { x = 0, width = 0 } = (await part.boundingBox()) ?? {}
      return x + width
    }
    expect(await right(preview.getByRole('button', { name: 'Close' }))).toBeLessThan(await right(preview))
  })
})

describe.skipIf(!hasBrowser)('/new', () => {
  it('keeps the height of its buttons beside all fields', async () => {
    const page = await stage.open('/new?product=Widgets', people.grace)
    await page.getByRole('button', { name: 'More fields' }).click()
    await page.getByRole('button', { name: 'Fewer fields' }).waitFor()
    const box = await page.getByRole('button', { name: 'File bug' }).boundingBox()
    expect(box?.height).toBe(32)
  })

  it('has fields and buttons for fingers on a touch screen', async () => {
    const page = await stage.open('/new?product=Widgets', people.grace, phone)
    const heights = await Promise.all(['Product', 'Component', 'Summary'].map((name) => heightOf(page, name)))
    const button = await page.getByRole('button', { name: 'File bug' }).boundingBox()
    expect(Math.min(...heights, button?.height ?? 0)).toBeGreaterThanOrEqual(44)
  })
})
