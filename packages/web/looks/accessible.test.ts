// Every page against WCAG 2.2 AA, light and dark, on a desk and on a telephone.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, standards, violationsOf } from '../test/axe.js'
import { useStage } from '../test/browser.js'
import { people } from '../test/harness.js'
import { addressesOf } from './addresses.js'

const stage = useStage()

const wide = { width: 1280, height: 900 }
const narrow = { width: 390, height: 800 }
// What differs in the dark are colours.
const looks = [
  { name: 'light and wide', colorScheme: 'light', viewport: wide, runOnly: standards },
  { name: 'light and narrow', colorScheme: 'light', viewport: narrow, runOnly: standards },
  { name: 'dark and wide', colorScheme: 'dark', viewport: wide, runOnly: ['color-contrast'] },
  { name: 'dark and narrow', colorScheme: 'dark', viewport: narrow, runOnly: ['color-contrast'] },
] as const

describe.skipIf(!hasBrowser)('every page', () => {
  for (const { name, colorScheme, viewport, runOnly } of looks) {
    it(`breaks no rule of WCAG 2.2 AA and never scrolls sideways, ${name}`, async () => {
      for (const who of [people.admin, undefined]) {
        const page = await stage.open('/', who, { colorScheme, viewport, bypassCSP: true })
        const found: string[] = []
        for (const path of addressesOf(stage.world)) {
          await page.goto(stage.url + path)
          await page.waitForSelector('html[data-live]')
          const violations = await violationsOf(page, runOnly)
          const excess = await excessOf(page)
          found.push(...violations.map((violation) => `${who} ${path} ${violation}`))
          if (excess > 0) found.push(`${who} ${path} is ${excess} pixels too wide`)
        }
        await page.close()
        expect(found).toEqual([])
      }
    })
  }
})
