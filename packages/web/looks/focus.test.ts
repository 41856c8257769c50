// The way of the Tab key through every page: where the focus is can be seen at each stop, with forced colours too.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { useStage } from '../test/browser.js'
import { people } from '../test/harness.js'
import { addressesOf, furnish } from './addresses.js'

const stage = useStage()

beforeAll(async () => {
  if (hasBrowser) await furnish(stage.world)
})

/** More stops than any page has that is no mere repetition. */
const mostStops = 120

/** The fault of the focused element; 'end' when the focus has left the page. */
const faultOfFocus = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // Browsers scroll to what has the focus with the next frame.
    await new Promise(requestAnimationFrame)
    const one = document.activeElement
    if (!one || one === document.body) return 'end'
    const name = `${one.tagName}.${one.className} ${(one.getAttribute('aria-label') ?? one.textContent).slice(0, 40)}`
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return `${name} shows no focus`
    const box = one.getBoundingClientRect()
    // A link of several lines has its middle in none of them.
    const [line = box] = one.getClientRects()
    // Of a large field the beginning is enough.
    const [x, y] = [line.left + Math.min(line.width / 2, 200), line.top + Math.min(line.height / 2, 20)]
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `${name} has the focus out of sight`
    const seen = document.elementFromPoint(x, y)
    const isSeen = seen !== null && (one.contains(seen) || seen.contains(one) || seen.closest('label')?.contains(one))
    return isSeen ? '' : `${name} is covered by ${seen?.tagName}.${seen?.className}`
  })

const looks = [
  { name: 'wide', viewport: { width: 1280, height: 900 } },
  { name: 'narrow', viewport: { width: 390, height: 800 } },
  { name: 'with forced colours', viewport: { width: 1280, height: 900 }, forcedColors: 'active' },
] as const

describe.skipIf(!hasBrowser)('the Tab key', () => {
  it.each(looks)('leads to nothing on any page that does not show it, $name', async ({ name: _, ...look }) => {
    const page = await stage.open('/', people.admin, look)
    const found = new Set<string>()
    for (const path of addressesOf(stage.world)) {
      await page.goto(stage.url + path)
      await page.waitForSelector('html[data-live]')
      for (let stop = 0; stop < mostStops; stop++) {
        await page.keyboard.press('Tab')
        const fault = await faultOfFocus(page)
        if (fault === 'end') break
        if (fault !== '') found.add(`${path} ${fault}`)
      }
    }
    await page.close()
    expect([...found]).toEqual([])
  })

  it('leads to no more than is chosen, and stays visible, above and below what sticks to the window', async () => {
    const page = await stage.open('/bugs?status=__all__', people.admin, { viewport: { width: 390, height: 500 } })
    await page.getByRole('checkbox', { name: 'Select bug 1', exact: true }).check()
    await page.getByRole('region', { name: 'Edit selected bugs' }).waitFor()
    const found = new Set<string>()
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let stop = 0; stop < mostStops; stop++) {
        await page.keyboard.press(key)
        const fault = await faultOfFocus(page)
        if (fault === 'end') break
        if (fault !== '') found.add(`${key} ${fault}`)
      }
    }
    await page.close()
    expect([...found]).toEqual([])
  })
})
