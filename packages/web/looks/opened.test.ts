// Dialogs, menus, lists of choices and messages against WCAG 2.2 AA, light and dark, wide and narrow.
import { hasBrowser } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from '../test/axe.js'
import { useStage } from '../test/browser.js'
import { people } from '../test/harness.js'
import { furnish } from './addresses.js'
import { everythingOpened } from './opened.js'

const stage = useStage()

beforeAll(async () => {
  if (hasBrowser) await furnish(stage.world)
})

const widths = [1280, 390, 320]

describe.skipIf(!hasBrowser)('whatever can be opened on a page', () => {
  it.each(widths)('breaks no rule of WCAG 2.2 AA and never scrolls sideways, %i pixels wide', async (width) => {
    const found: string[] = []
    for (const { name, path, who = people.admin, isNarrow = false, open } of everythingOpened(stage)) {
      if (isNarrow && width > 700) continue
      const viewport = { width, height: 900 }
      const page = await stage.open(path, who === '' ? undefined : who, { viewport, bypassCSP: true })
      try {
        await open(page)
        const violations = await violationsOf(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        violations.push(...(await violationsOf(page, ['color-contrast'])).map((violation) => `dark ${violation}`))
        const excess = await excessOf(page)
        found.push(...violations.map((violation) => `${name}: ${violation}`))
        if (excess > 0) found.push(`${name}: ${excess} pixels too wide`)
      } catch (error) {
        found.push(`${name}: ${String(error)}`)
      }
      await page.close()
    }
    expect(found).toEqual([])
  })
})
