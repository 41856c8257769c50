// Every page against WCAG 2.2 AA, light and dark, on a desk and on a telephone, and four times as large.
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../src/router/index.js'
import { match } from '../src/page/page.js'
import { excessOf, movingIn, standards, violationsOf } from '../test/axe.js'
import { useStage } from '../test/browser.js'
import { people } from '../test/harness.js'
import { addressesOf, furnish } from './addresses.js'

const stage = useStage()

beforeAll(async () => {
  if (hasBrowser) await furnish(stage.world)
})

const wide = { width: 1280, height: 900 }
const narrow = { width: 390, height: 800 }
// Dark pages differ only in colors.
const looks = [
  { name: 'light and wide', colorScheme: 'light', viewport: wide, runOnly: standards },
  { name: 'light and narrow', colorScheme: 'light', viewport: narrow, runOnly: standards },
  { name: 'dark and wide', colorScheme: 'dark', viewport: wide, runOnly: ['color-contrast'] },
  { name: 'dark and narrow', colorScheme: 'dark', viewport: narrow, runOnly: ['color-contrast'] },
  // The width that is left of 1280 pixels (WCAG 1.4.10).
  { name: 'four times as large', colorScheme: 'light', viewport: { width: 320, height: 256 }, runOnly: [] },
] as const

describe.skipIf(!hasBrowser)('every page', () => {
  for (const { name, colorScheme, viewport, runOnly } of looks) {
    it(`breaks no rule of WCAG 2.2 AA, never scrolls sideways and does not move, ${name}`, async () => {
      for (const who of [people.admin, undefined]) {
        const page = await stage.open('/', who, { colorScheme, viewport, bypassCSP: true })
        const found: string[] = []
        for (const path of addressesOf(stage.world)) {
          // Logged-out users get the same page at each of them.
          if (who === undefined && /^\/(admin\/|me\/)/.test(path)) continue
          await page.goto(stage.url + path)
          await page.waitForSelector('html[data-live]')
          const violations = runOnly.length > 0 ? await violationsOf(page, runOnly) : []
          const excess = await excessOf(page)
          found.push(...violations.map((violation) => `${who} ${path} ${violation}`))
          if (excess > 0) found.push(`${who} ${path} is ${excess} pixels too wide`)
          found.push(...(await movingIn(page)).map((moving) => `${who} ${path} ${moving}`))
        }
        await page.close()
        expect(found).toEqual([])
      }
    })
  }

  it('is among the addresses that are looked at', () => {
    const known = addressesOf(stage.world).map((address) => address.split('?')[0] ?? '')
    const forgotten = pages.filter(
      ({ pattern, name, isForSetUp }) =>
        name !== 'moved' && !isForSetUp && !known.some((path) => match(pattern, path) !== undefined),
    )
    expect(forgotten.map(({ pattern }) => pattern)).toEqual([])
  })
})
